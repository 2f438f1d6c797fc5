/** A board: a rectangle of cells, of which some may be holes and whose sides may be joined. Never changes. */

import { SQUARES } from "./ground.js";
import { image, MIRROR, TURN } from "./symmetry.js";

/**
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {[row: number, col: number, which: number]} Side of a cell: the one after the corner with a number
 * Where a pointer holds a piece: in cells from its corner; on another lattice, from the middle of one of its cells.
 * @typedef {{x: number, y: number, at?: number}} Grip
 * @typedef {import("./pieces.js").Shape} Shape
 * @typedef {""|"columns"|"rows"|"both"} Wrap the sides that are joined, by the lines that close
 */

export const HOLE = ".";
export const WRAPS = /** @type {const} */ (["", "columns", "rows", "both"]);
/** The largest number of cells in a board's rectangle, holes included. */
const MOST = 1024;

/**
 * The name of a row: A, B, …, Z, AA, …
 * @param {number} row
 * @returns {string}
 */
export const rowName = (row) =>
  (row < 26 ? "" : rowName(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + (row % 26));

/**
 * The name of a cell as the board shows it: C4 is in the third row from the top and the fourth column from the left.
 * @param {Cell} cell
 */
export const cellName = ([row, col]) => `${rowName(row)}${col + 1}`;

/**
 * Whether sides can be joined so.
 * @param {string} wrap
 * @returns {wrap is Wrap}
 */
export const isWrap = (wrap) => WRAPS.some((each) => each === wrap);

/**
 * Whether a piece border must run between two touching cells with these colours.
 * @param {string} one
 * @param {string} other
 */
export const isImplied = (one, other) => (one === "x") === (other === "x");

export class Board {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} cells rows × cols letters, row by row; `.` is a hole
   * @param {Wrap} wrap
   */
  constructor(rows, cols, cells, wrap = "") {
    this.rows = rows;
    this.cols = cols;
    this.cells = cells;
    this.wrap = wrap;
    /** How its cells are drawn.
     * @type {import("./ground.js").Ground} */
    this.ground = SQUARES;
    /** The size of its drawing, in cells. */
    this.extent = { rows, cols };
    /** The number of layers. */
    this.layers = 1;
    /** What the board is said to lie on; nothing for squares. */
    this.lattice = "";
    this.wrapsRows = wrap === "rows" || wrap === "both";
    this.wrapsCols = wrap === "columns" || wrap === "both";
    /** The numbers of the cells that are no holes, in reading order. */
    this.numbers = [...cells].flatMap((letter, at) => (letter === HOLE ? [] : [at]));
  }

  /**
   * Reads rows with `/` between them, or ROWSxCOLS; null unless they make a board.
   * @param {string} text
   * @param {string} wrap
   */
  static read(text, wrap = "") {
    const size = /^(\d{1,4})[x×*](\d{1,4})$/i.exec(text.trim());
    if (size && Number(size[1]) * Number(size[2]) > MOST) return null;
    const rows = size ? new Array(Number(size[1])).fill("o".repeat(Number(size[2]))) : text.trim().split("/");
    const cells = rows.join("");
    const isEven = rows.every((row) => row.length === rows[0].length);
    const isSound = /^[!-~¡-￿]+$/.test(cells) && cells.length <= MOST && /[^.]/.test(cells);
    return isEven && isSound && isWrap(wrap) ? new Board(rows.length, rows[0].length, cells, wrap) : null;
  }

  /** Where the layers have their captions, if there are any.
   * @type {{x: number, y: number}[]} */
  get captions() { return []; }

  /** The rows of a layer. */
  get depth() { return this.rows / this.layers; }

  /** Its rows with `/` between them. */
  get text() { return this.lines.join("/"); }

  /** Its rows. */
  get lines() {
    return Array.from({ length: this.rows }, (_, row) => this.cells.slice(row * this.cols, (row + 1) * this.cols));
  }

  /** The number of cells that are no holes. */
  get size() { return this.numbers.length; }

  /**
   * The number of a cell.
   * @param {Cell} cell
   */
  number([row, col]) { return row * this.cols + col; }

  /**
   * The cell with a number.
   * @param {number} at
   * @returns {[number, number]}
   */
  cell(at) { return [Math.floor(at / this.cols), at % this.cols]; }

  /**
   * A place in the rectangle of the board, counted on around joined sides; elsewhere it may lie outside.
   * @param {number} row
   * @param {number} col
   * @returns {[number, number]}
   */
  home(row, col) {
    return [
      this.wrapsRows ? modulo(row, this.rows) : row,
      this.wrapsCols ? modulo(col, this.cols) : col,
    ];
  }

  /**
   * The number of the cell at a place, counted on around joined sides; -1 off the board and in a hole.
   * @param {number} row
   * @param {number} col
   */
  find(row, col) {
    const [r, c] = this.home(row, col);
    if (r < 0 || c < 0 || r >= this.rows || c >= this.cols) return -1;
    const at = r * this.cols + c;
    return this.cells[at] === HOLE ? -1 : at;
  }

  /** The cell in its middle, or the nearest to it. */
  get middle() {
    const [row, col] = [(this.rows - 1) / 2, (this.cols - 1) / 2];
    const cells = this.numbers.map((at) => this.cell(at));
    /** @param {Cell} cell */
    const away = ([r, c]) => Math.hypot(r - row, c - col);
    return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
  }

  /**
   * The next cell in a direction, across holes and around joined sides; the same one where there is none.
   * @param {[number, number]} cell
   * @param {number} down
   * @param {number} right
   * @param {number} up layers
   */
  // eslint-disable-next-line no-unused-vars -- squares have no layers
  next(cell, down, right, up = 0) {
    let [row, col] = cell;
    for (let step = 0; step < Math.max(this.rows, this.cols); step += 1) {
      [row, col] = this.home(row + down, col + right);
      if (this.find(row, col) >= 0) return /** @type {[number, number]} */ ([row, col]);
    }
    return cell;
  }

  /**
   * The cell at a point of the drawing, on around joined sides; it may lie outside.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) { return this.home(Math.floor(y), Math.floor(x)); }

  /**
   * The cells across the sides of a cell, by number; -1 where there is none.
   * @param {number} at
   */
  beside(at) {
    const [row, col] = this.cell(at);
    return [this.find(row - 1, col), this.find(row, col + 1), this.find(row + 1, col), this.find(row, col - 1)];
  }

  /**
   * The cells on both sides of a side, by number; -1 off the board.
   * @param {Side} side
   * @returns {[number, number]}
   */
  across([row, col, which]) {
    const at = this.find(row, col);
    return [at, at < 0 ? -1 : this.beside(at)[which]];
  }

  /**
   * Where the names of rows and columns are, for a cell as large as 1: `away` from the sides.
   * @param {number} away
   * @param {{x: number, y: number}} beyond how far the drawing goes on beyond the sides
   */
  names(away, { x, y }) {
    return [
      ...Array.from({ length: this.cols }, (_, at) => ({ x: at + 0.5, y: -y - away, text: String(at + 1) })),
      ...Array.from({ length: this.rows }, (_, at) => ({ x: -x - away, y: at + 0.5, text: rowName(at) })),
    ];
  }

  // Where a shape can lie.

  /**
   * The spots of a shape whose corner lies at a place, which may be off the board or beyond a seam.
   * @param {Shape} shape
   * @param {number} top
   * @param {number} left
   */
  spots({ spots }, top, left) {
    return spots.map(({ row, col, letter }) => ({ row: row + top, col: col + left, letter }));
  }

  /**
   * Where the corner of a shape lies if its first spot lies on a cell.
   * @param {Shape} shape
   * @param {Cell} first
   */
  corner({ spots: [{ row, col }] }, first) { return this.home(first[0] - row, first[1] - col); }

  /**
   * All corners at which a shape may lie over the board.
   * @param {Shape} shape
   */
  corners({ rows, cols }) {
    const lows = this.wrapsRows ? this.rows - 1 : this.rows - rows;
    const rights = this.wrapsCols ? this.cols - 1 : this.cols - cols;
    /** @type {[number, number][]} */
    const found = [];
    for (let row = 0; row <= lows; row += 1) for (let col = 0; col <= rights; col += 1) found.push([row, col]);
    return found;
  }

  /**
   * Whether a shape lies somewhere over the board, so that it can be held there.
   * @param {Shape} _
   */
  // eslint-disable-next-line no-unused-vars -- squares hang over the sides of a small board
  holds(_) { return true; }

  /**
   * The corners at which a spot of a shape lies on a cell.
   * @param {Shape} shape
   * @param {Cell} cell
   */
  covering({ spots }, cell) {
    return spots.map(({ row, col }) => this.home(cell[0] - row, cell[1] - col));
  }

  /**
   * The corner nearest to a place at which a shape stays on the board, or goes on around joined sides.
   * @param {Shape} shape
   * @param {number} row
   * @param {number} col
   * @returns {[number, number]}
   */
  settle({ rows, cols }, row, col) {
    const [top, left] = this.home(row, col);
    return [
      this.wrapsRows ? top : clamp(top, this.rows - rows), this.wrapsCols ? left : clamp(left, this.cols - cols),
    ];
  }

  /**
   * The corner of a shape that was moved by a cell, or by a layer.
   * @param {Shape} shape
   * @param {[number, number]} corner
   * @param {number} down
   * @param {number} right
   * @param {number} up layers
   */
  // eslint-disable-next-line no-unused-vars -- squares have no layers
  moved(shape, [row, col], down, right, up = 0) {
    return this.settle(shape, row + down, col + right);
  }

  /**
   * The corner of a shape that takes the place of another around the same middle.
   * @param {Shape} before
   * @param {Shape} after
   * @param {[number, number]} corner
   */
  turned(before, after, [row, col]) {
    return this.settle(after, row + Math.trunc((before.rows - after.rows) / 2),
      col + Math.trunc((before.cols - after.cols) / 2));
  }

  /**
   * The corner of a shape that a pointer holds at a point of the drawing.
   * @param {Shape} shape
   * @param {Grip|null} grip null: in the middle
   * @param {number} x
   * @param {number} y
   */
  followed(shape, grip, x, y) {
    const held = grip ?? { x: shape.cols / 2, y: shape.rows / 2 };
    return this.settle(shape, Math.round(y - held.y), Math.round(x - held.x));
  }

  /**
   * Where a pointer holds a shape.
   * @param {Shape} shape
   * @param {number} at the number of the spot under it
   * @param {number} x
   * @param {number} y
   * @param {Cell} _ under the pointer
   * @returns {Grip}
   */
  // eslint-disable-next-line no-unused-vars -- squares are where the pointer says
  grip({ spots }, at, x, y, _) {
    const { row, col } = spots[at];
    return { x: col + x - Math.floor(x), y: row + y - Math.floor(y) };
  }

  /**
   * Whether the board is its own image, so that some solutions may be images of others.
   * @param {boolean} isMirrored whether reflections count, too
   */
  isSymmetric(isMirrored) {
    const images = [TURN, { turns: 2 }, ...(isMirrored ? [MIRROR, { turns: 1, mirror: true }] : [])];
    return Boolean(this.wrap) || images.some((symmetry) => this.transformed(symmetry).text === this.text);
  }

  /**
   * The cells that touch a cell, by number.
   * @param {number} at
   */
  neighbours(at) {
    return [...new Set(this.beside(at))].filter((next) => next >= 0 && next !== at);
  }

  /**
   * The sides between touching cells for which a condition holds; one on a seam is above row 0, or left of column 0.
   * @param {(one: number, other: number) => boolean} holds for their numbers
   */
  sidesWhere(holds) {
    // A cell that touches itself around a seam has that side twice.
    return this.#sides((at, next, which) => (next > at || (next === at && which > 1)) && holds(at, next));
  }

  /** @param {(at: number, next: number, which: number) => boolean} holds */
  #sides(holds) {
    return this.numbers.flatMap((at) => this.beside(at).flatMap((next, which) =>
      (holds(at, next, which) ? [/** @type {Side} */ ([...this.cell(at), which])] : [])));
  }

  /** The sides between its colours where a border must run. */
  get implied() {
    return this.sidesWhere((one, other) => isImplied(this.cells[one], this.cells[other]));
  }

  /** The sides where the board ends: around it, unless they are joined, and around its holes. */
  get frame() { return this.#sides((_, next) => next < 0); }

  /**
   * Labels the regions of free cells that no border cuts, from 1 on; covered cells and holes are 0.
   * @param {(at: number) => boolean} isCovered
   * @param {(one: number, other: number) => boolean} isCut whether a border runs between two touching cells
   */
  regions(isCovered, isCut) {
    /** @type {number[]} */
    const labels = new Array(this.cells.length).fill(0);
    let label = 0;
    for (const start of this.numbers) {
      if (labels[start] || isCovered(start)) continue;
      label += 1;
      const open = [start];
      labels[start] = label;
      for (const at of open) {
        for (const next of this.neighbours(at)) {
          if (labels[next] || isCovered(next) || isCut(at, next)) continue;
          labels[next] = label;
          open.push(next);
        }
      }
    }
    return labels;
  }

  /**
   * The same board with other letters.
   * @param {string} cells
   */
  painted(cells) { return new Board(this.rows, this.cols, cells, this.wrap); }

  /**
   * Turns or mirrors it.
   * @param {import("./symmetry.js").Symmetry} symmetry
   */
  transformed(symmetry) {
    const isTurned = (symmetry.turns ?? 0) % 2 === 1;
    const [rows, cols] = isTurned ? [this.cols, this.rows] : [this.rows, this.cols];
    const cells = image(this.cells, symmetry, this.cols).join("");
    /** @type {Record<string, Wrap>} */
    const turned = { columns: "rows", rows: "columns" };
    return new Board(rows, cols, cells, isTurned ? turned[this.wrap] ?? this.wrap : this.wrap);
  }
}

/** @param {number} value @param {number} top */
const clamp = (value, top) => Math.max(0, Math.min(value, top));

/**
 * A number counted on around a length.
 * @param {number} value
 * @param {number} length
 */
export const modulo = (value, length) => ((value % length) + length) % length;
