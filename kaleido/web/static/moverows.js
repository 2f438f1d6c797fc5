/** The rows of a list of moves: the main line, and between its moves the branches, which fold. */

/** @typedef {import("./recording.js").Move} Move */

/** A row of the list.
 * @typedef {object} Row
 * @property {"start"|"move"|"branch"|"jump"|"end"} kind the board before the first move, a move, the head of a branch
 *   that can be folded, the way to another board, the end of the search
 * @property {number} step that the row opens
 * @property {number} indent its distance from the main line in moves
 * @property {Move|null} [move]
 * @property {Move|null} [over] the last move on the board before it; null without one
 * @property {Branch} [branch] headed by the row */

/** Consecutive moves that are not in the main line.
 * @typedef {object} Branch
 * @property {number} step the step of its first row
 * @property {number} last step the last step that belongs to it
 * @property {number} moves how many
 * @property {number} depth the most pieces on the board
 * @property {boolean} isOpen */

/** The most rows of a branch that is not folded. */
const FEW = 5;

export class MoveRows {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** Whether only the main line is listed. */
    this.isMainOnly = false;
    /** The branches that were opened, by their first step.
     * @type {Set<number>} */
    this.open = new Set();
    /** The state from which the rows were made. */
    this.made = "";
    /** @type {number[]} the row of each step */
    this.rowOf = [];
  }

  /** Lists a search again if it has gone on or must be shown differently.
   * @param {import("./recording.js").Recording} recording
   * @returns {boolean} whether the rows have changed */
  update(recording) {
    const { steps, tree, ended } = recording;
    const made = [steps.length, ended, this.isMainOnly, ...this.open].join();
    if (made === this.made) return false;
    this.made = made;
    const main = new Set(tree.mainLine);
    this.rows = [];
    this.rowOf = new Array(steps.length).fill(0);
    /** The distance of each move from the main line, by its number. */
    const away = [0];
    /** @type {Row[]} the rows since the last move of the main line */
    let branch = [];
    steps.forEach(({ kind, move }, step) => {
      if (kind === "backtrack" || kind === "ended") return;
      if (kind === "resume") {
        branch.push({ kind: "jump", step, indent: away[move?.number ?? 0] + 1, over: move });
        return;
      }
      if (kind === "place" && move) {
        const indent = main.has(move) ? 0 : away[move.parent?.number ?? 0] + 1;
        away[move.number] = indent;
        if (indent) {
          branch.push({ kind: "move", step, indent, move, over: move.parent });
          return;
        }
      }
      this.#addBranch(branch, step);
      branch = [];
      this.#add({ kind: kind === "place" ? "move" : kind === "start" ? "start" : "end", step, indent: 0, move });
    });
    this.#addBranch(branch, steps.length);
    steps.forEach(({ kind, move }, step) => {
      if (kind === "backtrack" && move) this.rowOf[step] = this.rowOf[move.step];
      if (kind === "ended") this.rowOf[step] = this.rowOf[step - 1];
    });
    return true;
  }

  /** @param {Row} row */
  #add(row) {
    this.rowOf[row.step] = this.rows.length;
    this.rows.push(row);
  }

  /** Adds the rows of a branch, which may be folded or left out.
   * @param {Row[]} rows
   * @param {number} end the first step that does not belong to it */
  #addBranch(rows, end) {
    if (!rows.length) return;
    if (this.isMainOnly) {
      // In their place, the list shows the last main-line move that was on the board.
      for (const { step, over } of rows) this.rowOf[step] = over ? this.rowOf[over.step] : 0;
      return;
    }
    const { step, indent } = rows[0];
    const isOpen = rows.length <= FEW || this.open.has(step);
    if (rows.length > FEW) {
      const depths = rows.map(({ move }) => move?.depth ?? 0);
      const moves = depths.filter(Boolean).length;
      const depth = depths.reduce((most, each) => Math.max(most, each), 0);
      this.#add({ kind: "branch", step, indent, branch: { step, last: end - 1, moves, depth, isOpen } });
    }
    for (const row of rows) {
      if (isOpen) this.#add(row);
      else this.rowOf[row.step] = this.rows.length - 1;
    }
  }

  /** Opens or folds the branch to which a row belongs; returns whether the row has one.
   * @param {number} at */
  toggle(at) {
    let head = at;
    while (head >= 0 && this.rows[head].indent && this.rows[head].kind !== "branch") head -= 1;
    const branch = this.rows[head]?.branch;
    if (!branch) return false;
    if (!this.open.delete(branch.step)) this.open.add(branch.step);
    return true;
  }

  /** Returns the next row, down or up, that goes to another step.
   * @param {number} at @param {1|-1} by */
  next(at, by) {
    let next = at + by;
    while (this.rows[next]?.branch?.isOpen) next += by;
    return this.rows[next] ? next : at;
  }
}
