/** The moves of a search as a tree: which followed which, what is on the board, and what led furthest. */

/**
 * A placement that the search made.
 * @typedef {object} Move
 * @property {number} number from 1, in the order of the search
 * @property {number} step at which it was made
 * @property {number} depth how many pieces are on the board with it
 * @property {Move|null} parent the move before it on the board
 * @property {import("./api.js").Placement} placement
 * @property {number} board the number of the first move that led to the same board by the same moves
 */

export class MoveTree {
  /** @param {number} laid how many pieces lie there before the first move */
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

  /**
   * Makes a move.
   * @param {import("./api.js").Placement} placement
   * @param {number} step
   */
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

  /**
   * Goes to another board, and returns the last move on it.
   * @param {import("./api.js").Placement[]} placed in the order of the moves
   */
  resume(placed) {
    this.top = null;
    for (const placement of placed) {
      const next = this.known.get(this.#keyOf(placement));
      if (!next) break;
      this.top = next;
    }
    return this.top;
  }

  /** The moves that count: those of the solution or, as long as there is none, those that led furthest. */
  get mainLine() {
    /** @type {Move[]} */
    const line = [];
    for (let move = this.isSolved ? this.top : this.deepest; move; move = move.parent) line.push(move);
    return line.reverse();
  }
}
