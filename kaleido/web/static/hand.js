/** The hand: the piece that a player holds, over the board. */

export class Hand {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {import("./puzzle.js").Lie} lie how the piece is held over the board
   * @param {import("./puzzle.js").Lie|null} from where on the board it was taken; null: it is from the tray
   */
  constructor(puzzle, lie, from) {
    this.board = puzzle.board;
    this.piece = puzzle.pieces.named(lie.piece);
    this.lie = lie;
    this.from = from;
    /** Where the pointer holds the piece; null: in the middle.
     * @type {import("./board.js").Grip|null} */
    this.grip = null;
  }

  get shape() {
    return this.piece.shape(this.lie);
  }

  /**
   * Moves by a cell, or by a layer, and stays on the board.
   * @param {number} rows
   * @param {number} cols
   * @param {number} layers
   */
  move(rows, cols, layers = 0) {
    this.#put(this.board.moved(this.shape, this.#corner, rows, cols, layers));
  }

  /** @returns {[number, number]} */
  get #corner() {
    return [this.lie.row, this.lie.col];
  }

  /**
   * Puts the piece under a pointer, in cells from the board's corner.
   * @param {number} x
   * @param {number} y
   */
  follow(x, y) {
    this.#put(this.board.followed(this.shape, this.grip, x, y));
  }

  /**
   * Turns it.
   * @param {number} by 1: clockwise, or -1
   * @param {number} axis around which it is turned in space
   */
  rotate(by = 1, axis = 0) {
    this.#pose(this.piece.rotated(this.lie, this.board, by, axis));
  }

  turnOver() {
    this.#pose(this.piece.turnedOver(this.lie));
  }

  /** How far it reaches down from where a pointer holds it, in cells. */
  get below() {
    const { grip, shape: { rows, ground, spots } } = this;
    if (grip?.at === undefined) return rows - (grip?.y ?? rows / 2);
    const { row, col } = spots[grip.at];
    return rows - ground.middle([row, col])[0] - grip.y;
  }

  /**
   * Takes another pose around the same middle.
   * @param {import("./pieces.js").Pose} pose
   */
  #pose(pose) {
    const before = this.shape;
    const after = this.piece.shape(pose);
    if (!this.board.holds(after)) return;
    this.grip = null;
    const corner = this.board.turned(before, after, this.#corner);
    this.lie = { ...this.lie, ...pose };
    this.#put(corner);
  }

  /** @param {[number, number]} corner */
  #put([row, col]) {
    this.lie = { ...this.lie, row, col };
  }
}
