/** Play: a game on a puzzle. Its positions form a tree: every step can be undone, and none is lost. */

import { Adviser } from "./adviser.js";
import { findGame, keepGame, keepTime } from "./games.js";
import { lessonWords } from "./first.js";
import { Grasp } from "./grasp.js";
import { pieceName } from "./pieces.js";
import { PlayInput } from "./playinput.js";
import { PlayView } from "./playview.js";
import { Position } from "./position.js";
import { PositionTree } from "./positiontree.js";
import { isFeat } from "./results.js";
import { clockTime, t, told } from "./text.js";
import { drawTree } from "./treeview.js";
import { Tries } from "./tries.js";
import { celebrate } from "./won.js";

/** @import { Said } from "./text.js" */
/** @import { Origin, PositionNode } from "./positiontree.js" */

/** Pieces stay on the board unless the new pattern differs in more cells than this. */
const RETOUCH = 16;

const solved = () => t("play.solved");

export class Play {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.position = new Position(page.puzzle);
    this.tree = new PositionTree("");
    /** The time at which this tab last stored the game; 0 if it has not. */
    this.kept = 0;
    this.view = new PlayView(this);
    this.grasp = new Grasp(this);
    this.advice = new Adviser(this);
    this.tries = new Tries((seconds) => this.view.drawClock(seconds));
    this.input = new PlayInput(this);
  }

  get puzzle() { return this.position.puzzle; }

  /** Shows a puzzle with pieces on it, such as from a link. A stored game on this puzzle goes on; if the pieces match a
   * position of its tree, goes there, otherwise adds them as a branch.
   * @param {import("./puzzle.js").Puzzle} puzzle @param {object} where @param {string} [where.placed]
   * @param {string} [where.branch] the number of the position to prefer, if it has these pieces
   * @param {boolean} [where.goesOn] whether to show the pieces of the stored game instead of `placed`
   * @returns {Said[]} the parts of `placed` that are left out, with the reasons */
  show(puzzle, { placed = "", branch = "", goesOn = false } = {}) {
    const { grasp } = this;
    if (puzzle.pieces !== this.puzzle.pieces) grasp.poses.clear();
    if (puzzle.differsFrom(this.puzzle) === Infinity) grasp.cursor = puzzle.board.middle;
    grasp.hand = null;
    this.advice.reset();
    const saved = findGame(puzzle.key);
    const tree = saved && PositionTree.load(saved.tree);
    this.tree = tree ?? new PositionTree("");
    const wanted = Position.parse(puzzle, tree && goesOn ? this.tree.now : placed);
    const text = wanted.position.format();
    const known = goesOn && tree ? this.tree.at : this.tree.find(text, branch ? Number(branch) : undefined);
    if (known) this.tree.go(known);
    else this.tree.add(text, "link");
    this.position = wanted.position;
    this.tries.load(saved, Boolean(known));
    this.tries.rejoin(this.tree);
    this.kept = saved?.when ?? 0;
    grasp.keepPoses();
    this.view.warn("");
    this.view.tell(this.position.solved ? solved : this.#welcome);
    this.draw();
    // A link has brought another position. (Painting a board brings a new one with each stroke.)
    if (!known && !goesOn) this.keep();
    return wanted.refused;
  }

  #welcome = () => {
    const { position, puzzle: { pieces, givens } } = this;
    const welcome = pieces.mayRemain ? t("play.welcomeSome") : t("play.welcome", { n: pieces.total - givens.length });
    return lessonWords(position) || welcome;
  };

  /** Shows another puzzle: with the pieces of its stored game, or on a repainted board with the pieces that still fit.
   * @param {import("./puzzle.js").Puzzle} puzzle */
  open(puzzle) {
    const before = this.puzzle;
    if (puzzle.key === before.key) return;
    this.remember();
    const placed = before.differsFrom(puzzle) <= RETOUCH ? this.position.on(puzzle).format() : "";
    this.show(puzzle, { placed, goesOn: true });
  }

  /** Stores the game. */
  keep() {
    const { puzzle, position, position: { placed: { length: placed } }, tree, tries } = this;
    this.kept = keepGame(puzzle.key, {
      question: puzzle.question(), tree: tree.save(), ...tries.save(), placed, pieces: placed + position.remaining,
    });
  }

  /** Stores the time, which goes on without moves. */
  remember() {
    keepTime(this.puzzle.key, this.kept, this.tries.clock.seconds);
  }

  pause() {
    this.tries.clock.stop();
  }

  /** Starts the clock again if there is a game to time. */
  resume() {
    const { position, tries: { clock } } = this;
    if (position.placed.length && !position.solved) clock.start();
    this.view.drawClock(clock.seconds);
    this.page.beside.follow();
  }

  draw() {
    this.view.draw();
    drawTree(this);
    this.page.beside.follow();
  }

  // Moves.

  /** Makes a move.
   * @param {Position} position
   * @param {() => string} said the words for it
   * @param {Origin} [origin] */
  move(position, said, origin) {
    this.#go(position, () => `${said()} ${this.#left()}`, origin);
  }

  /** @param {Position} position @param {Said} message @param {Origin} [origin] */
  #go(position, message, origin) {
    const isWon = position.solved && !this.position.solved;
    this.position = position;
    this.tree.add(position.format(), origin);
    if (isWon) {
      const { hints, tries, position: { placed: { length: pieces } } } = this;
      tries.finish(this.puzzle, { moves: this.#moves, hints, pieces });
    }
    this.#moved(message);
    if (isWon) this.#finish();
  }

  /** Reports that the board is solved; celebrates it if the player solved it. */
  #finish() {
    const { hints, position, position: { placed: { length } }, tries: { clock: { seconds } } } = this;
    const time = clockTime(seconds);
    const done = () => (hints ? t("play.solvedWith", { time, n: hints }) : t("play.solvedIn", { time }));
    if (hints >= length) {
      this.view.tell(() => t("play.full", { n: hints }), "hint");
      return;
    }
    const isOwn = isFeat({ hints, pieces: length });
    this.view.tell(() => (isOwn ? `${done()} ${t("play.wellDone")}` : done()), isOwn ? "joy" : "hint");
    const { page: { address: { link }, next, title } } = this;
    celebrate({
      drawing: this.view.board.node, board: this.puzzle.board.extent, seconds, hints, moves: this.#moves,
      aids: [...this.tries.aids], title, link, next,
      holds: () => this.position === position && this.view.isSeen,
    }, isOwn);
  }

  /** The number of moves since the board was cleared; very old ones are forgotten. */
  get #moves() {
    return Math.max(1, this.tries.part(this.tree.at).filter(({ origin }) => origin !== "link").length);
  }

  /** The number of hints; pieces placed by a strategy or a photo count as hints. */
  get hints() {
    const isTaken = /** @param {PositionNode} node */ ({ origin }) => origin === "strategy" || origin === "photo";
    return this.tries.hints + this.tries.part(this.tree.at).filter(isTaken).length;
  }

  /** @param {Said} message */
  #moved(message) {
    const { tries: { clock }, position } = this;
    this.grasp.hand = null;
    this.advice.forget();
    this.grasp.keepPoses();
    if (position.solved) clock.stop();
    else if (position.placed.length) clock.start();
    this.view.tell(message);
    this.keep();
    this.page.address.save();
    this.draw();
  }

  /** Shows the present position of the tree.
   * @param {Said} message */
  #travel(message) {
    const { position, refused } = Position.parse(this.puzzle, this.tree.now);
    this.tries.rejoin(this.tree);
    this.position = position;
    this.#moved(() => [
      told(message), ...refused.map((each) => `${told(each)}.`), position.solved ? solved() : this.#left(),
    ].join(" "));
  }

  undo() {
    if (!this.tree.canUndo) return;
    this.tree.undo();
    this.#travel(() => t("play.undone"));
  }

  redo() {
    if (!this.tree.canRedo) return;
    this.tree.redo();
    this.#travel(() => t("play.redone"));
  }

  /** Goes to a position of the tree.
   * @param {PositionNode} node @param {Said} [message] */
  visit(node, message = "") {
    this.tree.go(node);
    this.#travel(message);
  }

  /** Makes the present branch the main line of the tree. */
  promote() {
    if (!this.tree.canPromote) return;
    this.tree.promote();
    this.#travel(() => t("tree.promoted"));
  }

  /** Deletes a position of the tree and all that follows from it.
   * @param {PositionNode} node */
  prune(node) {
    this.tree.remove(node);
    this.#travel(() => t("tree.deleted"));
  }

  /** Adds the pieces placed by a search, a solution or a photo as a branch.
   * @param {import("./api.js").Placement[]} placements in their order
   * @param {Origin} origin
   * @param {Position} start the position with the first of them
   * @returns {PositionNode} the position with all of them, for a visit */
  takeUp(placements, origin, start = new Position(this.puzzle)) {
    let position = start;
    const texts = placements.flatMap((placement) => {
      const posed = this.puzzle.isGiven(placement) || position.find(placement) ? null : position.freeAs(placement);
      if (!posed) return [];
      position = position.with(posed);
      return [position.format()];
    });
    const end = this.tree.addLine(start.format(), texts, origin);
    this.keep();
    this.draw();
    return end;
  }

  /** Starts again: an empty board, the pieces in their first poses, the clock at zero. */
  clear() {
    this.grasp.hand = null;
    if (!this.position.placed.length) return;
    this.position = new Position(this.puzzle);
    this.tree.add("");
    this.tries.begin(this.tree.at.id);
    this.grasp.poses.clear();
    this.#moved(() => t("play.cleared"));
  }

  /** Makes the pieces on the board givens, as the cards of some puzzles show them. */
  fix() {
    this.grasp.hand = null;
    const fixed = this.position.fixed();
    if (!fixed) {
      this.view.tell(() => t("play.unfixable"), "clash");
      return;
    }
    this.page.adopt(fixed, true);
    this.view.tell(() => t("play.fixedAll"));
  }

  /** Returns the words for the number of pieces left, or for what to do next. */
  #left = () => lessonWords(this.position) || t("play.left", { n: this.position.remaining });

  // The solver's help.

  /** Counts a hint that has named a piece: once for a position. */
  countHint() {
    if (this.tries.count(this.tree.now)) this.keep();
  }

  /** Carries out a hint.
   * @param {import("./hintwords.js").Hint} hint */
  follow({ posed, off }) {
    if (posed) {
      const piece = this.puzzle.pieces.named(posed.piece);
      this.move(this.position.with(posed), () => t("play.hinted", { piece: pieceName(piece) }), "hint");
    } else if (off.length) {
      const position = off.reduce((one, each) => one.without(each), this.position);
      this.#go(position, () => t("play.takenOff", { n: off.length }), "hint");
    }
  }

  /** Puts a whole solution on the board, which does not count as the player's feat.
   * @param {import("./api.js").Placement[]} placements */
  lay(placements) {
    const { puzzle, position } = this;
    const placed = placements.filter((placement) => !puzzle.isGiven(placement))
      .map((placement) => position.find(placement) ?? puzzle.posedAs(placement)).filter((posed) => posed !== null);
    this.tries.hints += placed.length;
    this.#go(new Position(puzzle, placed), () => "", "solution");
  }
}
