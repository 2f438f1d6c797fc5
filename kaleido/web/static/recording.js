/** A recorded search: every step, so that the player can go back. */

import { look } from "./look.js";

/** A step: the board after an event of the search.
 * @typedef {object} Step
 * @property {import("./api.js").SearchEvent["type"]} kind
 * @property {import("./api.js").Placement[]} placed the placements on the board
 * @property {import("./api.js").Placement|null} moved the placement that was made or taken back
 * @property {Move|null} move that was made or taken back; otherwise the last one on the board
 * @property {number} edges
 * @property {number} nodes
 * @property {number} backtracks
 * @property {import("./api.js").SearchEvent} event */

/** Numbers the recordings. */
let recordings = 0;

export class Recording {
  /** @param {import("./position.js").Position} from the position at the start */
  constructor(from) {
    const { puzzle } = from;
    this.puzzle = puzzle;
    /** The pieces on the board at the start. */
    this.laid = from.placements();
    /** @type {Step[]} */
    this.steps = [];
    this.tree = new MoveTree(this.laid.length);
    recordings += 1;
    /** A number that no other recording has. */
    this.number = recordings;
    this.ended = false;
    /** The edges of a solved board. */
    this.full = 65;
    this.start = puzzle.islands((at) => from.at.has(at));
    this.tinted = tinter(puzzle);
  }

  get last() { return this.steps.at(-1); }

  /** Returns the next step at which a move is taken back or the board is left for another; null without one.
   * @param {number} after */
  nextBacktrack(after) {
    const at = this.steps.findIndex(({ kind }, step) => step > after && ["backtrack", "resume"].includes(kind));
    return at < 0 ? null : at;
  }

  /** Takes the next event of the server.
   * @param {import("./api.js").SearchEvent} event */
  add(event) {
    const before = this.last;
    /** @type {Step} */
    const step = {
      kind: event.type,
      placed: before?.placed ?? this.laid,
      moved: event.placement ?? null,
      move: this.tree.top,
      edges: event.edges ?? before?.edges ?? 0,
      nodes: before?.nodes ?? 0,
      backtracks: before?.backtracks ?? 0,
      event,
    };
    const { moved } = step;
    if (event.type === "start") {
      this.full = event.full ?? 65;
      step.edges = event.edges ?? this.puzzle.implied.length;
    } else if (event.type === "place" && moved) {
      step.placed = [...step.placed, moved];
      step.move = this.tree.place(moved, this.steps.length);
      step.nodes += 1;
    } else if (event.type === "backtrack" && moved) {
      // Of several copies, the last one placed.
      const at = step.placed.findLastIndex(({ piece, cells }) =>
        piece === moved.piece && String(cells) === String(moved.cells));
      step.placed = step.placed.toSpliced(at, at < 0 ? 0 : 1);
      step.backtracks += 1;
      step.move = this.tree.takeBack();
    } else if (event.type === "resume") {
      const placed = event.placed ?? [];
      step.placed = [...this.laid, ...placed];
      step.move = this.tree.resume(placed);
    } else if (event.type === "solved") {
      step.placed = (event.placements ?? []).filter((placement) => !this.puzzle.isGiven(placement));
      this.tree.isSolved = true;
    }
    if (["solved", "exhausted", "gave-up"].includes(event.type)) this.ended = true;
    this.steps.push(step);
  }

  /** Returns the number of islands after a step.
   * @param {Step} step */
  islands({ event: { islands } }) { return Math.max(0, ...(islands?.flat() ?? this.start)); }

  /** Returns the number of the tint of every free cell, and -1 for the others.
   * @param {Step} step */
  tints(step) {
    const { puzzle } = this;
    const pieces = [...puzzle.givens.map((posed) => puzzle.cells(posed)), ...step.placed.map(({ cells }) => cells)];
    const covered = new Set(pieces.flat().map((cell) => puzzle.board.number(cell)));
    const labels = step.event.islands?.flat() ?? puzzle.islands((at) => covered.has(at));
    return this.tinted(labels, (at) => covered.has(at));
  }
}

/** A placement that the search made.
 * @typedef {object} Move
 * @property {number} number from 1, in the order of the search
 * @property {number} step at which it was made
 * @property {number} depth the number of pieces on the board with it
 * @property {Move|null} parent the move before it on the board
 * @property {import("./api.js").Placement} placement
 * @property {number} board the number of the first move that led to the same board by the same moves */

class MoveTree {
  /** @param {number} laid the number of pieces on the board before the first move */
  constructor(laid = 0) {
    this.laid = laid;
    /** @type {Move[]} in the order of the search */
    this.moves = [];
    /** @type {Move|null} the last move on the board */
    this.top = null;
    /** @type {Move|null} the first of those that led furthest */
    this.deepest = null;
    /** Whether the moves on the board are a solution. */
    this.isSolved = false;
    /** @type {Map<string, Move>} the latest move by the board before it and its placement */
    this.known = new Map();
  }

  /** Makes a move.
   * @param {import("./api.js").Placement} placement @param {number} step */
  place(placement, step) {
    const { top: parent } = this;
    const number = this.moves.length + 1;
    const key = this.#keyOf(placement);
    const board = this.known.get(key)?.board ?? number;
    const move = { number, step, depth: (parent?.depth ?? this.laid) + 1, parent, placement, board };
    this.moves.push(move);
    this.known.set(key, move);
    this.top = move;
    if (move.depth > (this.deepest?.depth ?? 0)) this.deepest = move;
    return move;
  }

  /** @param {import("./api.js").Placement} placement that follows the last move on the board */
  #keyOf({ piece, face, cells }) {
    return `${this.top?.board ?? 0} ${piece} ${face} ${cells.join(" ")}`;
  }

  /** Takes the last move back, and returns it. */
  takeBack() {
    const { top } = this;
    this.top = top?.parent ?? null;
    return top;
  }

  /** Goes to another board, and returns the last move on it.
   * @param {import("./api.js").Placement[]} placed in the order of the moves */
  resume(placed) {
    this.top = null;
    for (const placement of placed) {
      const next = this.known.get(this.#keyOf(placement));
      if (!next) break;
      this.top = next;
    }
    return this.top;
  }

  /** The moves of the solution or, before it is found, of the deepest line. */
  get mainLine() {
    const line = [];
    for (let move = this.isSolved ? this.top : this.deepest; move; move = move.parent) line.push(move);
    return line.reverse();
  }
}

/** Returns a function that gives each free cell the number of its island's tint, and -1 to the others, as
 * `choose_tints` in Python does: an island keeps the tint of the one that it is part of on the board without pieces; if
 * that has fallen apart, the parts after the first take other tints.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @returns {(labels: number[], isCovered: (at: number) => boolean) => number[]} */
export function tinter(puzzle) {
  const whole = puzzle.islands();
  const first = tintsOf(whole, puzzle.board);
  return (labels, isCovered) => {
    /** @type {Map<number, number>} by label */
    const tints = new Map();
    /** @type {Map<number, number>} by island of the board without pieces */
    const parts = new Map();
    return labels.map((label, at) => {
      if (!label || isCovered(at)) return -1;
      if (!tints.has(label)) {
        const part = parts.get(whole[at]) ?? 0;
        parts.set(whole[at], part + 1);
        tints.set(label, ((first.get(whole[at]) ?? 0) + part * 2) % look.tints.length);
      }
      return tints.get(label) ?? -1;
    });
  };
}

/** Returns tints of islands by label, so that islands that meet differ as far as possible.
 * @param {number[]} labels by cell @param {import("./board.js").Board} board */
function tintsOf(labels, board) {
  /** @type {Map<string, Set<number>>} the islands by the corners and the sides at which they meet */
  const meeting = new Map();
  const own = board.numbers.filter((at) => labels[at]);
  for (const at of own) {
    const corners = board.ground.corners(board.cell(at)).map((corner) => corner.map((each) => each.toFixed(3)).join());
    const sides = board.neighbours(at).map((next) => `${Math.min(at, next)} ${Math.max(at, next)}`);
    for (const place of [...corners, ...sides]) meeting.set(place, (meeting.get(place) ?? new Set()).add(labels[at]));
  }
  const { length } = look.tints;
  /** @type {Map<number, number>} */
  const tints = new Map();
  for (const label of new Set(own.map((at) => labels[at]))) {
    const around = new Set([...meeting.values()].filter((met) => met.has(label)).flatMap((met) => [...met]));
    const taken = [...around].map((other) => tints.get(other));
    /** @param {number} tint */
    const cost = (tint) =>
      taken.filter((each) => each === tint).length * length + (tint - label + length * label) % length;
    // The rarest tint among the neighbours; the first try depends on the label, so that consecutive islands differ.
    tints.set(label, look.tints.map((_, tint) => tint).reduce((best, tint) => (cost(tint) < cost(best) ? tint : best)));
  }
  return tints;
}

/** Returns the server's known edges that have a free cell beside them.
 * @param {import("./api.js").Schemas["Survey"]["implied"]} told @param {import("./position.js").Position} position */
export function openSides(told, { puzzle: { board }, at }) {
  const sides = told.map(([row, col, side]) =>
    /** @type {import("./board.js").Side} */ ([row, col, typeof side === "number" ? side : side === "top" ? 0 : 3]));
  return sides.filter((side) => board.across(side).some((cell) => cell >= 0 && !at.has(cell)));
}
