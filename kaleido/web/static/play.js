/** Play: a game on a pattern, with a piece in the hand, undo steps, hints and a clock. */

import { askHint, checkPosition, whyUnsolvable } from "./advice.js";
import { failure, Latest } from "./api.js";
import { celebrate } from "./celebrate.js";
import { Clock } from "./clock.js";
import { findGame, keepGame } from "./games.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { colourName } from "./look.js";
import { cellNumber, SIZE } from "./pattern.js";
import { PlayInput } from "./playinput.js";
import { PlayView } from "./playview.js";
import { Position } from "./position.js";
import { say } from "./say.js";
import { clockTime, sentence, t, told } from "./text.js";

/** Pieces stay on the board unless the new pattern differs in more cells than this. */
const RETOUCH = 16;

/** @typedef {import("./text.js").Said} Said */

const solved = () => t("play.solved");

export class Play {
  /**
   * @param {import("./pieces.js").Pieces} pieces
   * @param {() => void} changed called when the position has changed
   */
  constructor(pieces, changed) {
    this.pieces = pieces;
    this.changed = changed;
    this.position = new Position(pieces, "");
    /** @type {Map<string, import("./pieces.js").Pose>} */
    this.poses = new Map();
    this.history = new History("");
    /** @type {Hand|null} */
    this.hand = null;
    /** @type {import("./advice.js").Hint|null} */
    this.hint = null;
    this.hints = 0;
    /** Whether all that lies here was carried over from another pattern. */
    this.carried = false;
    // In the middle, where a piece that is taken first shows up.
    this.cursor = { row: 3, col: 3 };
    /** The tries before the board was cleared.
     * @type {import("./games.js").Try[]} */
    this.tries = [];
    this.asking = new Latest();
    this.judging = new Latest();
    /** The pattern that was judged. */
    this.judged = "";
    this.view = new PlayView(pieces);
    this.clock = new Clock(() => this.view.drawClock(this.clock.seconds));
    this.input = new PlayInput(this);
  }

  // The game.

  /**
   * Shows a pattern with pieces on it, as from a link. Where a game on this pattern is remembered, it goes on: other
   * pieces than it ended with are its next step, which can be undone.
   * @param {string} pattern
   * @param {boolean} goesOn whether the pieces of the game that is remembered count, not `placed`
   * @returns {Said[]} the parts of `placed` that are left out, with the reasons
   */
  show(pattern, placed = "", goesOn = false) {
    this.hand = null;
    this.hint = null;
    this.carried = false;
    this.asking.cancel();
    const saved = findGame(pattern);
    const { position, refused } = Position.parse(this.pieces, pattern,
      goesOn && saved ? saved.history.now : placed);
    this.position = position;
    this.keepPoses();
    this.history.reset(position.format());
    this.history.load(saved?.history);
    this.clock.reset(Number(saved?.seconds) || 0);
    this.hints = Number(saved?.hints) || 0;
    this.tries = Array.isArray(saved?.tries) ? saved.tries : [];
    this.judging.cancel();
    this.judged = "";
    this.view.warn("");
    this.view.tell(position.solved ? solved : () => t("play.welcome", { n: this.pieces.size }));
    this.draw();
    return refused;
  }

  /**
   * Takes another pattern: with the pieces that lay on it before, or those that still fit on it.
   * @param {string} pattern
   */
  repaint(pattern) {
    const before = this.position.pattern;
    if (pattern === before) return;
    this.remember();
    const changes = [...pattern].filter((letter, at) => letter !== before[at]).length;
    const kept = changes <= RETOUCH ? this.position.on(pattern).format() : "";
    const saved = findGame(pattern);
    this.show(pattern, kept, true);
    this.carried = !saved;
  }

  /** Keeps what the link does not hold. */
  remember() {
    if (!this.position.pattern) return;
    keepGame({
      pattern: this.position.pattern, history: this.history.save(), seconds: this.clock.seconds, hints: this.hints,
      tries: this.tries,
    }, this.carried || this.history.isFresh);
  }

  /**
   * Warns of a pattern that has no solution.
   * @param {boolean} isSound whether it is known to have one
   */
  judge(isSound) {
    const { pattern } = this.position;
    if (isSound || this.judged === pattern) return;
    this.judged = pattern;
    this.judging.run(async (signal) => this.view.warn(await whyUnsolvable(pattern, signal)), () => {
      this.judged = "";
    });
  }

  pause() {
    this.clock.stop();
  }

  /** Goes on with the clock when there is something to time. */
  resume() {
    if (this.position.lies.length && !this.position.solved) this.clock.start();
    this.view.drawClock(this.clock.seconds);
  }

  draw() {
    this.view.draw(this);
  }

  /**
   * @param {Position} position
   * @param {Said} message
   */
  #go(position, message) {
    const wasSolved = this.position.solved;
    this.position = position;
    this.history.push(position.format());
    this.#moved(message);
    if (position.solved && !wasSolved) this.#finish();
  }

  /** Tells that the board is solved; only what the player has done is celebrated. */
  #finish() {
    const time = clockTime(this.clock.seconds);
    const n = this.hints;
    const done = () => (n ? t("play.solvedWith", { time, n }) : t("play.solvedIn", { time }));
    if (n >= this.pieces.size) this.view.tell(() => t("play.full", { n }), "hint");
    else if (n * 2 > this.pieces.size) this.view.tell(done, "hint");
    else {
      this.view.tell(() => `${done()} ${t("play.wellDone")}`, "joy");
      celebrate(this.view.board.node);
    }
  }

  /** @param {Said} message */
  #moved(message) {
    this.hint = null;
    this.carried = false;
    this.asking.cancel();
    this.keepPoses();
    if (this.position.solved) this.clock.stop();
    else if (this.position.lies.length) this.clock.start();
    this.view.tell(message);
    this.remember();
    this.changed();
    this.draw();
  }

  /**
   * @param {string} text of a position
   * @param {Said} message
   */
  #travel(text, message) {
    const { position, refused } = Position.parse(this.pieces, this.position.pattern, text);
    this.hand = null;
    this.position = position;
    this.#moved(() => [told(message), ...refused.map((each) => `${told(each)}.`), position.solved ? solved() : ""].join(" "));
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
    const { hints, clock: { seconds }, history: { past } } = this;
    this.tries = [...this.tries, { hints, seconds, moves: past.length + 1 }];
    this.hints = 0;
    this.clock.reset();
    this.poses.clear();
    this.#go(new Position(this.pieces, this.position.pattern), () => t("play.cleared"));
  }

  // The hand.

  /** The pose of a piece: as it was last turned, at first with a face up that the pattern has a place for.
   * @type {(name: string) => import("./pieces.js").Pose} */
  poseOf = (name) => {
    const known = this.poses.get(name);
    if (known) return known;
    const piece = this.pieces.named(name);
    const [face = piece.faces[0]] = piece.facesOn(this.position.pattern);
    return { face, turn: 0 };
  };

  /** Gives the pieces in the tray the poses that they had on the board. */
  keepPoses() {
    for (const { piece, face, turn } of this.position.lies) this.poses.set(piece, { face, turn });
  }

  /**
   * Takes a piece into the hand, from the tray or the board.
   * @param {string} name
   * @param {{x: number, y: number}|null} grip
   */
  take(name, grip = null) {
    const lie = this.position.lieOf(name);
    const { row, col } = this.hand?.lie ?? this.cursor;
    this.hand = new Hand(
      this.pieces.named(name), lie ?? { piece: name, ...this.poseOf(name), row, col }, Boolean(lie));
    this.hand.grip = grip;
    this.hand.move(0, 0);
    this.tellHand();
    this.draw();
  }

  /** Puts the piece in the hand back where it came from. */
  putBack() {
    if (!this.hand) return;
    const { fromBoard, piece } = this.hand;
    this.hand = null;
    const lie = this.position.lieOf(piece.name);
    if (lie) this.poses.set(piece.name, { face: lie.face, turn: lie.turn });
    this.view.tell(() => t(fromBoard ? "play.putBack" : "play.inTray", { piece: piece.title }));
    this.draw();
  }

  /** Places the piece in the hand; a clash is refused. */
  place() {
    if (!this.hand) return false;
    const { lie, piece } = this.hand;
    const { why } = this.position.clash(lie);
    if (why) {
      const { position } = this;
      this.view.tell(() => t("play.noFit", { piece: piece.title, why: position.clash(lie).why }), "clash");
      return false;
    }
    this.hand = null;
    this.cursor = { row: lie.row, col: lie.col };
    const left = this.pieces.size - this.position.without(lie.piece).lies.length - 1;
    this.#go(this.position.with(lie), () => t("play.placed", { piece: piece.title, n: left }));
    return true;
  }

  /**
   * Takes a piece off the board: the one in the hand, under the cursor, or the last one.
   * @param {string} [name]
   */
  takeBack(name) {
    const { lies } = this.position;
    if (!name && this.hand && !this.hand.fromBoard) {
      this.putBack();
      return;
    }
    const piece = name ?? this.hand?.piece.name ?? this.underCursor?.piece ?? lies.at(-1)?.piece;
    if (!piece || !this.position.lieOf(piece)) return;
    this.hand = null;
    this.#go(this.position.without(piece), () => t("play.inTray", { piece: this.pieces.named(piece).title }));
  }

  /** The piece under the cursor, as it lies. */
  get underCursor() {
    return this.position.at.get(cellNumber([this.cursor.row, this.cursor.col]));
  }

  rotate(by = 1, name = this.hand?.piece.name) {
    this.#turn(name, (hand) => hand.rotate(by), ({ face, turn }) => ({ face, turn: (turn + by + 4) % 4 }));
  }

  turnOver(name = this.hand?.piece.name) {
    this.#turn(name, (hand) => hand.turnOver(), (pose, piece) => piece.turnedOver(pose));
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
    if (this.hand?.piece !== piece && this.position.lieOf(name)) this.take(name);
    if (this.hand?.piece === piece) {
      held(this.hand);
      const { face, turn } = this.hand.lie;
      this.poses.set(name, { face, turn });
      this.tellHand();
    } else {
      const pose = lying(this.poseOf(name), piece);
      this.poses.set(name, pose);
      this.view.tell(() => t("play.turned", { piece: sentence(piece.title), pose: piece.describe(pose) }));
    }
    this.draw();
  }

  /**
   * Moves the piece in the hand, or the cursor.
   * @param {number} rows
   * @param {number} cols
   */
  move(rows, cols) {
    if (this.hand) {
      this.hand.move(rows, cols);
      this.tellHand();
    } else {
      const row = Math.max(0, Math.min(SIZE - 1, this.cursor.row + rows));
      const col = Math.max(0, Math.min(SIZE - 1, this.cursor.col + cols));
      this.cursor = { row, col };
      const under = this.underCursor;
      const colour = colourName(this.position.pattern[cellNumber([row, col])]);
      const cell = `(${row}, ${col})`;
      say(under ? t("play.cursor", { cell, colour, piece: this.pieces.named(under.piece).title })
        : t("shared.at", { cell, colour }));
    }
    this.draw();
  }

  /**
   * Takes the next piece of the tray into the hand.
   * @param {number} by
   */
  next(by) {
    const left = [...this.pieces.keys()].filter((name) => !this.position.lieOf(name));
    if (!left.length) return;
    const at = left.indexOf(this.hand?.piece.name ?? "");
    this.take(left[at < 0 ? 0 : (at + by + left.length) % left.length]);
  }

  tellHand() {
    if (!this.hand) return;
    const { hand: { lie, piece }, position } = this;
    const clash = () => position.clash(lie).why;
    this.view.tell(() => {
      const why = clash();
      const how = { piece: sentence(piece.title), pose: piece.describe(lie), cell: `(${lie.row}, ${lie.col})` };
      return why ? t("play.clashes", { ...how, why }) : t("play.fits", how);
    }, clash() ? "clash" : "fits");
  }

  // What the solver says.

  askHint() {
    if (this.position.solved) {
      this.view.tell(solved);
      return;
    }
    this.putBack();
    this.view.tell(() => t("play.thinking"), "wait");
    this.#ask(async (signal) => {
      this.hint = await askHint(this.position, this.#tell, signal);
      if (this.hint) this.hints += 1;
      this.draw();
    });
  }

  /** Does what the hint says. */
  followHint() {
    const { hint } = this;
    if (!hint) return;
    this.hand = null;
    if (hint.lie) {
      const { title } = this.pieces.named(hint.lie.piece);
      this.#go(this.position.with(hint.lie), () => t("play.hinted", { piece: title }));
      return;
    }
    let position = this.position;
    for (const name of hint.off) position = position.without(name);
    this.#go(position, () => t("play.takenOff", { n: hint.off.length }));
  }

  /** Says whether the board still has a solution, and then how many. */
  check() {
    if (this.position.solved) {
      this.view.tell(solved);
      return;
    }
    this.view.tell(() => t("play.looking"), "wait");
    this.#ask((signal) => checkPosition(this.position, this.#tell, signal));
  }

  /** @type {import("./advice.js").Tell} */
  #tell = (text, kind) => this.view.tell(text, kind);

  /** @param {(signal: AbortSignal) => Promise<void>} task */
  #ask(task) {
    this.asking.run(task, (problem) => this.view.tell(failure(problem), "clash"));
  }
}
