/** The hand: the piece that a player holds, over the board. */

/**
 * @param {number} value
 * @param {number} top
 */
const clamp = (value, top) => Math.max(0, Math.min(value, top));

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
    /** Where the pointer holds the piece, in cells from its corner; null: in the middle.
     * @type {{x: number, y: number}|null} */
    this.grip = null;
  }

  get shape() {
    return this.piece.shape(this.lie);
  }

  /**
   * Moves by whole cells and stays on the board.
   * @param {number} rows
   * @param {number} cols
   */
  move(rows, cols) {
    this.#put(this.lie.row + rows, this.lie.col + cols);
  }

  /**
   * Puts the piece under a pointer, in cells from the board's corner.
   * @param {number} x
   * @param {number} y
   */
  follow(x, y) {
    const grip = this.grip ?? { x: this.shape.cols / 2, y: this.shape.rows / 2 };
    this.#put(Math.round(y - grip.y), Math.round(x - grip.x));
  }

  rotate(by = 1) {
    this.#pose({ face: this.lie.face, turn: (this.lie.turn + by + 4) % 4 });
  }

  turnOver() {
    this.#pose(this.piece.turnedOver(this.lie));
  }

  /**
   * Takes another pose around the same middle.
   * @param {import("./pieces.js").Pose} pose
   */
  #pose(pose) {
    const before = this.shape;
    const after = this.piece.shape(pose);
    this.grip = null;
    const row = this.lie.row + Math.trunc((before.rows - after.rows) / 2);
    const col = this.lie.col + Math.trunc((before.cols - after.cols) / 2);
    this.lie = { ...this.lie, ...pose };
    this.#put(row, col);
  }

  /**
   * Puts it down on the board, or on around joined sides.
   * @param {number} row
   * @param {number} col
   */
  #put(row, col) {
    const { shape: { rows, cols }, board } = this;
    const [top, left] = board.home(row, col);
    this.lie = {
      ...this.lie,
      row: board.wrapsRows ? top : clamp(top, board.rows - rows),
      col: board.wrapsCols ? left : clamp(left, board.cols - cols),
    };
  }
}
