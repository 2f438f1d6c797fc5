/** Play: a game on a puzzle, with a piece in the hand, undo steps, hints and a clock. */

import { Adviser } from "./adviser.js";
import { cellName } from "./board.js";
import { Clock } from "./clock.js";
import { dayOf, readDay } from "./days.js";
import { findGame, keepGame, keepTime } from "./games.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { PlayInput } from "./playinput.js";
import { PlayView } from "./playview.js";
import { Position } from "./position.js";
import { addSolve, isFeat } from "./results.js";
import { say } from "./say.js";
import { sound } from "./sound.js";
import { clockTime, sentence, t, told } from "./text.js";
import { Won } from "./won.js";

/** Pieces stay on the board unless the new pattern differs in more cells than this. */
const RETOUCH = 16;

/** @typedef {import("./text.js").Said} Said */

const solved = () => t("play.solved");

export class Play {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle the one that is shown first
   * @param {() => void} changed called when the position has changed
   */
  constructor(puzzle, changed) {
    this.changed = changed;
    this.position = new Position(puzzle);
    /** @type {Map<string, import("./pieces.js").Pose>} */
    this.poses = new Map();
    this.history = new History("");
    /** @type {Hand|null} */
    this.hand = null;
    this.hints = 0;
    /** The position for which a hint was counted last: to ask again costs nothing.
     * @type {string|null} */
    this.hinted = null;
    /** Whether the clock has seen the whole game: no piece came from a link, or from another board. */
    this.isTimed = true;
    /** Whether the board was solved in this game. */
    this.isOver = false;
    /** When the game was kept, as this tab knows it; 0 if it was not. */
    this.kept = 0;
    // In the middle, where a piece that is taken first shows up.
    this.cursor = puzzle.board.middle;
    /** The tries before the board was cleared.
     * @type {import("./games.js").Try[]} */
    this.tries = [];
    /** What was shown beside the board in this game, by name.
     * @type {Set<string>} */
    this.aids = new Set();
    /** Called when the game is drawn, and when it is seen again. */
    this.ondraw = () => {};
    /** Called when the board is solved. */
    this.onsolved = () => {};
    /** Called with the puzzle that begins with the pieces on the board.
     * @type {(puzzle: import("./puzzle.js").Puzzle) => void} */
    this.onfixed = () => {};
    this.view = new PlayView();
    this.advice = new Adviser(this);
    this.won = new Won();
    this.clock = new Clock(() => this.view.drawClock(this.clock.seconds));
    this.input = new PlayInput(this);
  }

  get puzzle() {
    return this.position.puzzle;
  }

  get pieces() {
    return this.puzzle.pieces;
  }

  /** The position without the piece in the hand. */
  get lying() {
    return this.position.without(this.hand?.from);
  }

  // The game.

  /**
   * Shows a puzzle with pieces on it, as from a link. Where a game on this puzzle is remembered, it goes on: other
   * pieces than it ended with are its next step, which can be undone.
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {boolean} goesOn whether the pieces of the game that is remembered count, not `placed`
   * @returns {Said[]} the parts of `placed` that are left out, with the reasons
   */
  show(puzzle, placed = "", goesOn = false) {
    if (puzzle.pieces !== this.pieces) this.poses.clear();
    if (puzzle.differsFrom(this.puzzle) === Infinity) this.cursor = puzzle.board.middle;
    this.hand = null;
    this.advice.reset();
    const saved = findGame(puzzle.key);
    const { position, refused } = Position.parse(puzzle, goesOn && saved ? saved.history.now : placed);
    this.position = position;
    this.keepPoses();
    this.history.reset(position.format());
    this.history.load(saved?.history);
    this.clock.reset(Number(saved?.seconds) || 0);
    this.hints = Number(saved?.hints) || 0;
    this.hinted = saved?.hinted ?? null;
    this.tries = Array.isArray(saved?.tries) ? saved.tries : [];
    const isSame = (goesOn && saved) || position.format() === (saved?.history.now ?? "");
    this.isTimed = Boolean(isSame) && saved?.isTimed !== false;
    this.isOver = saved?.isOver === true;
    this.kept = saved?.when ?? 0;
    this.aids = new Set(Array.isArray(saved?.aids) ? saved.aids : []);
    this.view.warn("");
    this.view.tell(position.solved ? solved : this.#welcome);
    this.draw();
    return refused;
  }

  #welcome = () => {
    const { pieces, puzzle: { givens } } = this;
    return pieces.mayRemain ? t("play.welcomeSome") : t("play.welcome", { n: pieces.total - givens.length });
  };

  /**
   * Takes another puzzle: with the pieces that lay on it before, or those that still fit on a board that was repainted.
   * @param {import("./puzzle.js").Puzzle} puzzle
   */
  open(puzzle) {
    const before = this.puzzle;
    if (puzzle.key === before.key) return;
    this.remember();
    this.show(puzzle, before.differsFrom(puzzle) <= RETOUCH ? this.position.on(puzzle).format() : "", true);
  }

  /** Keeps the game as it is now. */
  #keep() {
    const { puzzle, position, history, clock: { seconds }, hints, hinted, isTimed, tries, isOver, aids } = this;
    const { length: placed } = position.lies;
    this.kept = keepGame(puzzle.key, {
      question: puzzle.question(), history: history.save(), seconds, hints, hinted, isTimed, tries, placed,
      pieces: placed + position.remaining, isOver, aids: [...aids],
    });
  }

  /** Keeps the time, which goes on without moves. */
  remember() {
    keepTime(this.puzzle.key, this.kept, this.clock.seconds);
  }

  pause() {
    this.clock.stop();
  }

  /** Goes on with the clock when there is something to time. */
  resume() {
    if (this.position.lies.length && !this.position.solved) this.clock.start();
    this.view.drawClock(this.clock.seconds);
    this.ondraw();
  }

  draw() {
    this.view.draw(this);
    this.ondraw();
  }

  /**
   * @param {Position} position
   * @param {Said} message
   */
  #go(position, message) {
    const isWon = position.solved && !this.position.solved;
    this.position = position;
    this.history.push(position.format());
    if (isWon && !this.isOver) this.#record();
    this.#moved(message);
    if (isWon) this.#finish();
  }

  /** Adds to the results that the board is solved: once in a game. */
  #record() {
    this.isOver = true;
    const { puzzle: { key, name }, clock: { seconds }, hints, position: { lies: { length: pieces } } } = this;
    const now = new Date();
    addSolve(key, {
      when: now.getTime(), seconds: this.isTimed ? Math.round(seconds * 10) / 10 : null,
      moves: this.#moves, hints, pieces, aids: [...this.aids],
      ...(readDay(name) ? { day: name, late: name !== dayOf(now) } : {}),
    });
  }

  /** Tells that the board is solved; only what the player has done is celebrated. */
  #finish() {
    const time = clockTime(this.clock.seconds);
    const n = this.hints;
    const done = () => (n ? t("play.solvedWith", { time, n }) : t("play.solvedIn", { time }));
    const { position } = this;
    const { length } = position.lies;
    if (n >= length) {
      this.view.tell(() => t("play.full", { n }), "hint");
      return;
    }
    const isOwn = isFeat({ hints: n, pieces: length });
    this.onsolved();
    this.view.tell(() => (isOwn ? `${done()} ${t("play.wellDone")}` : done()), isOwn ? "joy" : "hint");
    this.won.show({
      drawing: this.view.board.node,
      board: this.puzzle.board.extent,
      seconds: this.clock.seconds,
      hints: n,
      moves: this.#moves,
      aids: [...this.aids],
      holds: () => this.position === position && this.view.isSeen,
    }, isOwn);
  }

  /** The number of moves since the board was cleared; very old ones are forgotten. */
  get #moves() {
    return Math.max(1, this.history.past.length - (this.tries.at(-1)?.moves ?? 0));
  }

  /** @param {Said} message */
  #moved(message) {
    this.advice.forget();
    this.keepPoses();
    if (this.position.solved) this.clock.stop();
    else if (this.position.lies.length) this.clock.start();
    this.view.tell(message);
    this.#keep();
    this.changed();
    this.draw();
  }

  /**
   * @param {string} text of a position
   * @param {Said} message
   */
  #travel(text, message) {
    const { position, refused } = Position.parse(this.puzzle, text);
    this.hand = null;
    this.position = position;
    this.#moved(() => [
      told(message), ...refused.map((each) => `${told(each)}.`), position.solved ? solved() : this.#left(),
    ].join(" "));
  }

  undo() {
    if (!this.history.canUndo) return;
    const text = this.history.undo();
    const last = this.tries.at(-1);
    if (last && this.history.past.length < last.moves) {
      // The board is no longer cleared: the try before goes on.
      this.tries = this.tries.slice(0, -1);
      this.clock.reset(last.seconds + this.clock.seconds);
      this.hints += last.hints;
      this.isTimed = last.isTimed !== false;
      this.isOver = last.isOver === true;
      this.aids = new Set([...this.aids, ...(last.aids ?? [])]);
    }
    this.#travel(text, () => t("play.undone"));
  }

  redo() {
    if (this.history.canRedo) this.#travel(this.history.redo(), () => t("play.redone"));
  }

  /** Begins anew: an empty board, the pieces as they were at first, the clock at zero. */
  clear() {
    this.hand = null;
    if (!this.position.lies.length) return;
    const { hints, clock: { seconds }, history: { past }, isTimed, isOver, aids } = this;
    this.tries = [...this.tries, { hints, seconds, moves: past.length + 1, isTimed, isOver, aids: [...aids] }];
    this.aids = new Set();
    this.hints = 0;
    this.hinted = null;
    this.isTimed = true;
    this.isOver = false;
    this.clock.reset();
    this.poses.clear();
    this.#go(new Position(this.puzzle), () => t("play.cleared"));
  }

  /** Makes the pieces on the board a part of it, as the cards of some puzzles show them. */
  fix() {
    this.hand = null;
    const fixed = this.position.fixed();
    if (!fixed) {
      this.view.tell(() => t("play.unfixable"), "clash");
      return;
    }
    this.onfixed(fixed);
    this.view.tell(() => t("play.fixedAll"));
  }

  // The hand.

  /** The pose of a piece: as it was last turned, at first with a face up that the board has a place for.
   * @type {(name: string) => import("./pieces.js").Pose} */
  poseOf = (name) => {
    const known = this.poses.get(name);
    if (known) return known;
    const piece = this.pieces.named(name);
    const { board } = this.puzzle;
    const [face = piece.faces[0]] = piece.facesOn(board);
    return piece.firstPose(face, board);
  };

  /** Gives the pieces in the tray the poses that they had on the board. */
  keepPoses() {
    for (const { piece, face, turn } of this.position.lies) this.poses.set(piece, { face, turn });
  }

  /**
   * Takes a piece into the hand: from the tray, or the last copy on the board if none is left there.
   * @param {string} name
   */
  take(name) {
    if (!this.position.left(name)) {
      this.pickUp(this.position.liesOf(name).at(-1) ?? this.puzzle.givens.find(({ piece }) => piece === name));
      return;
    }
    const piece = this.pieces.named(name);
    const pose = this.poseOf(name);
    if (!this.puzzle.board.holds(piece.shape(pose))) {
      this.view.tell(() => t("pieces.noRoom", { piece: pieceName(piece), pose: piece.describe(pose) }), "clash");
      return;
    }
    const [row, col] = this.hand ? [this.hand.lie.row, this.hand.lie.col] : this.cursor;
    this.#hold(new Hand(this.puzzle, { piece: name, ...pose, row, col }, null));
  }

  /**
   * Takes a piece up from the board, unless it belongs there.
   * @param {import("./puzzle.js").Lie|undefined} lie
   * @param {{x: number, y: number}|null} grip
   */
  pickUp(lie, grip = null) {
    if (!lie) return;
    if (this.position.isFixed(lie)) {
      this.view.tell(() => t("play.fixed", { piece: pieceName(this.pieces.named(lie.piece)) }));
      return;
    }
    const hand = new Hand(this.puzzle, lie, lie);
    hand.grip = grip;
    this.#hold(hand);
  }

  /**
   * Takes a piece into the hand as a candidate lies; places it if it is held so already.
   * @param {import("./api.js").Placement} placement
   */
  propose(placement) {
    const lie = this.lying.lieFrom(placement);
    const held = lie && this.hand?.piece.name === lie.piece && this.puzzle.cells(this.hand.lie).join(";");
    if (lie && held === this.puzzle.cells(lie).join(";")) this.place();
    else {
      this.letGo();
      const free = this.position.lieFrom(placement);
      if (free) this.#hold(new Hand(this.puzzle, free, null));
    }
  }

  /** @param {Hand} hand */
  #hold(hand) {
    this.hand = hand;
    sound("take");
    hand.move(0, 0);
    this.tellHand();
    this.draw();
  }

  /** Puts the piece in the hand back where it came from. */
  putBack() {
    const where = this.letGo();
    if (!where) return;
    this.view.tell(where);
    this.draw();
  }

  /**
   * Lets the piece in the hand go back to where it came from; says where it is then.
   * @returns {(() => string)|null}
   */
  letGo() {
    if (!this.hand) return null;
    const { from, piece } = this.hand;
    this.hand = null;
    if (from) this.poses.set(piece.name, { face: from.face, turn: from.turn });
    return () => t(from ? "play.putBack" : "play.inTray", { piece: pieceName(piece) });
  }

  /** Says how many pieces are left. */
  #left = () => t("play.left", { n: this.position.remaining });

  /** Places the piece in the hand; a clash is refused. */
  place() {
    if (!this.hand) return false;
    const { hand: { lie, piece }, lying } = this;
    if (!lying.fits(lie)) {
      this.view.tell(() => t("play.noFit", { piece: pieceName(piece), why: lying.clash(lie).why }), "clash");
      sound("clash");
      return false;
    }
    this.hand = null;
    sound("place");
    this.cursor = this.puzzle.cells(lie)[0];
    const next = lying.with(lie);
    this.#go(next, () => `${t("play.placed", { piece: pieceName(piece) })} ${this.#left()}`);
    return true;
  }

  /**
   * Takes a piece off the board: the one in the hand, under the cursor, or the last one.
   * @param {string} [name] the last copy of this piece
   */
  takeBack(name) {
    const { position, position: { lies }, underCursor: under } = this;
    if (!name && this.hand && !this.hand.from) {
      this.putBack();
      return;
    }
    const free = under && !position.isFixed(under) ? under : lies.at(-1);
    const lie = name ? position.liesOf(name).at(-1) : this.hand?.from ?? free;
    if (!lie) return;
    const piece = this.pieces.named(lie.piece);
    this.hand = null;
    this.#go(position.without(lie), () => `${t("play.inTray", { piece: pieceName(piece) })} ${this.#left()}`);
  }

  /** The piece under the cursor, as it lies. */
  get underCursor() {
    return this.position.at.get(this.puzzle.board.find(...this.cursor));
  }

  /**
   * @param {number} by 1: clockwise, or -1
   * @param {string} [name] of a piece in the tray
   * @param {number} axis around which it is turned in space
   */
  rotate(by = 1, name = this.hand?.piece.name, axis = 0) {
    this.#turn(name, (hand) => hand.rotate(by, axis),
      (pose, piece) => piece.rotated(pose, this.puzzle.board, by, axis));
  }

  turnOver(name = this.hand?.piece.name) {
    if (!this.pieces.turnsOver) this.view.tell(() => t("play.oneSided"));
    else this.#turn(name, (hand) => hand.turnOver(), (pose, piece) => piece.turnedOver(pose));
  }

  /**
   * Turns the piece in the hand, or one in the tray.
   * @param {string|undefined} name
   * @param {(hand: Hand) => void} held
   * @param {(pose: import("./pieces.js").Pose, piece: import("./pieces.js").Piece) => import("./pieces.js").Pose} lying
   */
  #turn(name, held, lying) {
    if (!name) {
      this.view.tell(() => t("play.takeFirst"));
      return;
    }
    const piece = this.pieces.named(name);
    if (this.hand?.piece !== piece && !this.position.left(name)) {
      this.take(name);
      // It belongs to the board.
      if (!this.hand) return;
    }
    if (this.hand?.piece === piece) {
      held(this.hand);
      const { face, turn } = this.hand.lie;
      this.poses.set(name, { face, turn });
      this.tellHand();
    } else {
      const pose = lying(this.poseOf(name), piece);
      this.poses.set(name, pose);
      this.view.tell(() => t("play.turned", { piece: sentence(pieceName(piece)), pose: piece.describe(pose) }));
    }
    this.draw();
  }

  /**
   * Moves the piece in the hand, or the cursor.
   * @param {number} rows
   * @param {number} cols
   * @param {number} layers
   */
  move(rows, cols, layers = 0) {
    if (this.hand) {
      this.hand.move(rows, cols, layers);
      this.tellHand();
    } else {
      this.cursor = this.puzzle.board.next(this.cursor, rows, cols, layers);
      say(this.#cursorWords());
    }
    this.draw();
  }

  #cursorWords() {
    const { underCursor: under, puzzle: { board, isPlain } } = this;
    const name = cellName(this.cursor);
    const number = Math.floor(this.cursor[0] / board.depth) + 1;
    const cell = board.layers > 1 ? t("play.inLayer", { cell: name, number }) : name;
    const piece = under && pieceName(this.pieces.named(under.piece));
    if (isPlain) return piece ? t("play.under", { cell, piece }) : t("play.free", { cell });
    const colour = colourName(board.cells[board.number(this.cursor)]);
    return piece ? t("play.cursor", { cell, colour, piece }) : t("shared.at", { cell, colour });
  }

  /**
   * Takes the next piece of the tray into the hand.
   * @param {number} by
   */
  next(by) {
    const left = [...this.pieces.keys()].filter((name) => this.position.left(name));
    if (!left.length) return;
    const at = left.indexOf(this.hand?.piece.name ?? "");
    this.take(left[at < 0 ? 0 : (at + by + left.length) % left.length]);
  }

  tellHand() {
    if (!this.hand) return;
    const { hand: { lie, piece }, lying } = this;
    const clash = () => lying.clash(lie).why;
    const cell = cellName(this.puzzle.cells(lie)[0]);
    this.view.tell(() => {
      const why = clash();
      const how = { piece: sentence(pieceName(piece)), pose: piece.describe(lie), cell };
      return why ? t("play.clashes", { ...how, why }) : t("play.fits", how);
    }, clash() ? "clash" : "fits");
  }

  // What the solver says.

  /** Counts a hint that has told what to do: once for a position. */
  countHint() {
    const { now } = this.history;
    if (this.hinted === now) return;
    this.hinted = now;
    this.hints += 1;
    this.#keep();
  }

  /**
   * Does what a hint says.
   * @param {import("./hint.js").Hint} hint
   */
  follow({ lie, off }) {
    if (!lie && !off.length) return;
    this.hand = null;
    if (lie) {
      const piece = this.pieces.named(lie.piece);
      this.#go(this.position.with(lie), () => `${t("play.hinted", { piece: pieceName(piece) })} ${this.#left()}`);
      return;
    }
    let { position } = this;
    for (const each of off) position = position.without(each);
    this.#go(position, () => t("play.takenOff", { n: off.length }));
  }

  /**
   * Puts a whole solution on the board, which is no feat.
   * @param {import("./api.js").Placement[]} placements
   */
  lay(placements) {
    const { puzzle, position } = this;
    this.hand = null;
    const lies = placements.filter((placement) => !puzzle.isGiven(placement))
      .map((placement) => position.find(placement) ?? puzzle.lieOn(placement)).filter((lie) => lie !== null);
    this.hints += lies.length;
    this.#go(new Position(puzzle, lies), () => "");
  }
}
