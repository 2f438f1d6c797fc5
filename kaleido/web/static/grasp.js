/** The piece in the player's hand: taking, turning, moving and placing it. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { say } from "./messages.js";
import { pieceName } from "./pieces.js";
import { sound } from "./sound.js";
import { sentence, t } from "./text.js";

/** @typedef {import("./pieces.js").Pose} Pose */

export class Hand {
  /** @param {import("./puzzle.js").Puzzle} puzzle
   * @param {import("./puzzle.js").Posed} posed how the piece is held over the board
   * @param {import("./puzzle.js").Posed|null} from where on the board it was taken; null: it is from the tray */
  constructor(puzzle, posed, from) {
    this.board = puzzle.board;
    this.piece = puzzle.pieces.named(posed.piece);
    this.posed = posed;
    this.from = from;
    /** Where the pointer holds the piece; null: in the middle.
     * @type {import("./board.js").Grip|null} */
    this.grip = null;
  }

  get shape() { return this.piece.shape(this.posed); }

  /** Moves by a cell, or by a layer, and stays on the board.
   * @param {number} rows @param {number} cols @param {number} layers */
  move(rows, cols, layers = 0) {
    this.#put(this.board.moved(this.shape, this.#corner, rows, cols, layers));
  }

  /** @returns {[number, number]} */
  get #corner() { return [this.posed.row, this.posed.col]; }

  /** Puts the piece under a pointer, in cells from the board's corner.
   * @param {number} x @param {number} y */
  follow(x, y) {
    this.#put(this.board.followed(this.shape, this.grip, x, y));
  }

  /** How far it reaches below the pointer, in cells. */
  get below() {
    const { grip, shape: { rows, ground, spots } } = this;
    if (!grip) return rows / 2;
    const { row, col } = spots[grip.at];
    return rows - ground.middle([row, col])[0] - grip.y;
  }

  /** Takes another pose around the same middle.
   * @param {Pose} pose */
  take(pose) {
    const before = this.shape;
    const after = this.piece.shape(pose);
    if (!this.board.places(after).size) return;
    this.grip = null;
    const corner = this.board.turned(before, after, this.#corner);
    this.posed = { ...this.posed, ...pose };
    this.#put(corner);
  }

  /** @param {[number, number]} corner */
  #put([row, col]) {
    this.posed = { ...this.posed, row, col };
  }
}

export class Grasp {
  /** @type {Hand|null} */
  hand = null;
  /** @type {Map<string, Pose>} */
  poses = new Map();

  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
    this.view = game.view;
    // In the middle, where a piece that is taken first shows up.
    this.cursor = game.puzzle.board.middle;
  }

  get pieces() { return this.game.puzzle.pieces; }

  /** The position without the piece in the hand. */
  get lying() { return this.game.position.without(this.hand?.from); }

  /** The pose of a piece: as it was last turned, at first with a face up that the board has a place for.
   * @type {(name: string) => Pose} */
  poseOf = (name) => {
    const known = this.poses.get(name);
    if (known) return known;
    const piece = this.pieces.named(name);
    const { board } = this.game.puzzle;
    const [face = piece.faces[0]] = piece.facesOn(board);
    return piece.firstPose(face, board);
  };

  /** Gives the pieces in the tray the poses that they had on the board. */
  keepPoses() {
    for (const { piece, face, turn } of this.game.position.placed) this.poses.set(piece, { face, turn });
  }

  /** Takes a piece into the hand: from the tray, or the last copy on the board if none is left there.
   * @param {string} name */
  take(name) {
    const { position, puzzle } = this.game;
    if (!position.left(name)) {
      this.pickUp(position.placedOf(name).at(-1) ?? puzzle.givens.find(({ piece }) => piece === name));
      return;
    }
    const piece = this.pieces.named(name);
    const pose = this.poseOf(name);
    if (!puzzle.board.places(piece.shape(pose)).size) {
      this.view.tell(() => t("pieces.noRoom", { piece: pieceName(piece), pose: piece.describe(pose) }), "clash");
      return;
    }
    const [row, col] = this.hand ? [this.hand.posed.row, this.hand.posed.col] : this.cursor;
    this.#hold(new Hand(puzzle, { piece: name, ...pose, row, col }, null));
  }

  /** Takes a piece up from the board, unless it belongs there.
   * @param {import("./puzzle.js").Posed|undefined} posed @param {import("./board.js").Grip|null} grip */
  pickUp(posed, grip = null) {
    if (!posed) return;
    if (this.game.position.isFixed(posed)) {
      this.view.tell(() => t("play.fixed", { piece: pieceName(this.pieces.named(posed.piece)) }));
      return;
    }
    const hand = new Hand(this.game.puzzle, posed, posed);
    hand.grip = grip;
    this.#hold(hand);
  }

  /** Takes a piece into the hand in the pose and place of a candidate; places it if it is already held there.
   * @param {import("./api.js").Placement} placement */
  propose(placement) {
    const { puzzle } = this.game;
    const posed = this.lying.freeAs(placement);
    const held = posed && this.hand?.piece.name === posed.piece && puzzle.cells(this.hand.posed).join(";");
    if (posed && held === puzzle.cells(posed).join(";")) this.place();
    else {
      this.letGo();
      const free = this.game.position.freeAs(placement);
      if (free) this.#hold(new Hand(puzzle, free, null));
    }
  }

  /** @param {Hand} hand */
  #hold(hand) {
    this.hand = hand;
    sound("take");
    hand.move(0, 0);
    this.tell();
    this.game.draw();
  }

  /** Puts the piece in the hand back where it came from. */
  putBack() {
    const where = this.letGo();
    if (!where) return;
    this.view.tell(where);
    this.game.draw();
  }

  /** Returns the piece in the hand to its origin; returns the words for that. */
  letGo() {
    if (!this.hand) return null;
    const { from, piece } = this.hand;
    this.hand = null;
    if (from) this.poses.set(piece.name, { face: from.face, turn: from.turn });
    return () => t(from ? "play.putBack" : "play.inTray", { piece: pieceName(piece) });
  }

  /** Places the piece in the hand; a clash is refused. */
  place() {
    if (!this.hand) return false;
    const { hand: { posed, piece }, lying } = this;
    if (!lying.fits(posed)) {
      this.view.tell(() => t("play.noFit", { piece: pieceName(piece), why: lying.clash(posed).why }), "clash");
      sound("clash");
      return false;
    }
    sound("place");
    this.cursor = this.game.puzzle.cells(posed)[0];
    this.game.move(lying.with(posed), () => t("play.placed", { piece: pieceName(piece) }));
    return true;
  }

  /** Takes a piece off the board: the one in the hand, under the cursor, or the last one.
   * @param {string} [name] the last copy of this piece */
  takeBack(name) {
    const { position, position: { placed } } = this.game;
    const { underCursor: under } = this;
    if (!name && this.hand && !this.hand.from) {
      this.putBack();
      return;
    }
    const free = under && !position.isFixed(under) ? under : placed.at(-1);
    const posed = name ? position.placedOf(name).at(-1) : this.hand?.from ?? free;
    if (!posed) return;
    const piece = this.pieces.named(posed.piece);
    this.game.move(position.without(posed), () => t("play.inTray", { piece: pieceName(piece) }));
  }

  /** The posed piece under the cursor. */
  get underCursor() {
    const { position, puzzle } = this.game;
    return position.at.get(puzzle.board.find(...this.cursor));
  }

  /** @param {number} by 1: clockwise, or -1
   * @param {string} [name] of a piece in the tray
   * @param {number} axis around which it is turned in space */
  rotate(by = 1, name = this.hand?.piece.name, axis = 0) {
    this.#turn(name, (piece, pose) => piece.rotated(pose, this.game.puzzle.board, by, axis));
  }

  turnOver(name = this.hand?.piece.name) {
    if (!this.pieces.turnsOver) this.view.tell(() => t("play.oneSided"));
    else this.#turn(name, (piece, pose) => piece.turnedOver(pose));
  }

  /** Turns the piece in the hand, or one in the tray.
   * @param {string|undefined} name @param {(piece: import("./pieces.js").Piece, pose: Pose) => Pose} turned */
  #turn(name, turned) {
    if (!name) {
      this.view.tell(() => t("play.takeFirst"));
      return;
    }
    const piece = this.pieces.named(name);
    if (this.hand?.piece !== piece && !this.game.position.left(name)) {
      this.take(name);
      // A given piece cannot be taken.
      if (!this.hand) return;
    }
    if (this.hand?.piece === piece) {
      this.hand.take(turned(piece, this.hand.posed));
      const { face, turn } = this.hand.posed;
      this.poses.set(name, { face, turn });
      this.tell();
    } else {
      const pose = turned(piece, this.poseOf(name));
      this.poses.set(name, pose);
      this.view.tell(() => t("play.turned", { piece: sentence(pieceName(piece)), pose: piece.describe(pose) }));
    }
    this.game.draw();
  }

  /** Moves the piece in the hand, or the cursor.
   * @param {number} rows @param {number} cols @param {number} layers */
  move(rows, cols, layers = 0) {
    if (this.hand) {
      this.hand.move(rows, cols, layers);
      this.tell();
    } else {
      this.cursor = this.game.puzzle.board.next(this.cursor, rows, cols, layers);
      say(this.#wordsOf(this.cursor));
    }
    this.game.draw();
  }

  /** Says the cells of the piece in the hand, or of the row of the cursor. */
  spell() {
    const { hand, cursor, game: { puzzle: { board } } } = this;
    if (!hand) {
      say(board.numbers.map((at) => board.cell(at)).filter(([row]) => row === cursor[0])
        .map((cell) => this.#wordsOf(cell)).join("; "));
      return;
    }
    const { piece, posed } = hand;
    const slot = t("pieces.pose", { piece: sentence(pieceName(piece)), pose: piece.describe(posed) });
    say(`${t("pieces.slot", { slot, cells: piece.cellWords(posed) })}.`);
  }

  /** @param {[number, number]} place */
  #wordsOf(place) {
    const { position, puzzle: { board, isPlain } } = this.game;
    const under = position.at.get(board.find(...place));
    const name = cellName(place);
    const number = Math.floor(place[0] / board.depth) + 1;
    const cell = board.layers > 1 ? t("play.inLayer", { cell: name, number }) : name;
    const piece = under && pieceName(this.pieces.named(under.piece));
    if (isPlain) return piece ? t("play.under", { cell, piece }) : t("play.free", { cell });
    const colour = colourName(board.cells[board.number(place)]);
    return piece ? t("play.cursor", { cell, colour, piece }) : t("shared.at", { cell, colour });
  }

  /** Takes the next piece of the tray into the hand.
   * @param {number} by */
  next(by) {
    const left = [...this.pieces.keys()].filter((name) => this.game.position.left(name));
    if (!left.length) return;
    const at = left.indexOf(this.hand?.piece.name ?? "");
    this.take(left[at < 0 ? 0 : (at + by + left.length) % left.length]);
  }

  /** Tells how the piece in the hand lies, and whether it fits there. */
  tell() {
    if (!this.hand) return;
    const { hand: { posed, piece }, lying } = this;
    const clash = () => lying.clash(posed).why;
    const cell = cellName(this.game.puzzle.cells(posed)[0]);
    this.view.tell(() => {
      const why = clash();
      const how = { piece: sentence(pieceName(piece)), pose: piece.describe(posed), cell };
      return why ? t("play.clashes", { ...how, why }) : t("play.fits", how);
    }, clash() ? "clash" : "fits");
  }
}
