/** A puzzle: a board, and the pieces to cover it. Never changes. */

import { SIZE } from "./pattern.js";
import { CLASSIC } from "./pieces.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./pieces.js").Spot} Spot
 * A piece as it lies: its pose, and the place of its corner.
 * @typedef {{piece: string, face: string, turn: number, row: number, col: number}} Lie
 */

/**
 * A text that stands for a puzzle where games and boards are kept.
 * @param {import("./library.js").Question} question
 */
export function keyOf({ pattern, pieces = CLASSIC, use = [], wrap }) {
  return [
    pattern, ...(pieces === CLASSIC ? [] : [`pieces=${pieces}`]), ...(use.length ? [`use=${use}`] : []),
    ...(wrap ? [`wrap=${wrap}`] : []),
  ].join(" ");
}

export class Puzzle {
  /** How the placements of the server lie that it was asked about.
   * @type {WeakMap<Placement, Lie|null>} */
  #lies = new WeakMap();

  /**
   * @param {import("./board.js").Board} board
   * @param {import("./pieces.js").Pieces} pieces
   * @param {{name?: string, title?: string}} names by which people know it
   */
  constructor(board, pieces, { name = "", title = "" } = {}) {
    this.board = board;
    this.pieces = pieces;
    this.name = name;
    this.title = title;
    this.isPlain = pieces.isPlain;
    /** The pieces that the board shows in place. */
    this.givens = this.isPlain ? this.#findGivens() : [];
  }

  /** Whether it is a pattern of 8 × 8 cells for all classic pieces. */
  get isClassic() {
    const { board: { rows, cols, size, wrap, lattice }, pieces: { source, chosen } } = this;
    return source === CLASSIC && !lattice && !chosen.length && !wrap &&
      rows === SIZE && cols === SIZE && size === rows * cols;
  }

  /**
   * Its part of a question to the server; the parts of a link have the same names.
   */
  question() {
    const { board: { text, wrap }, pieces: { source, chosen } } = this;
    return {
      pattern: text,
      ...(source === CLASSIC ? {} : { pieces: source }),
      ...(chosen.length ? { use: chosen } : {}),
      ...(wrap ? { wrap } : {}),
    };
  }

  /** A text that stands for it where games and boards are kept. */
  get key() { return keyOf(this.question()); }

  /**
   * The number of cells in which another puzzle for the same pieces differs; Infinity if its shape does, too.
   * @param {Puzzle} other
   */
  differsFrom({ board, pieces }) {
    const { rows, cols, wrap, cells } = this.board;
    if (pieces !== this.pieces || board.rows !== rows || board.cols !== cols || board.wrap !== wrap) return Infinity;
    return [...cells].filter((letter, at) => letter !== board.cells[at]).length;
  }

  /**
   * The spots of a piece as it lies, which may be off the board or beyond a seam.
   * @param {Lie} lie
   */
  spots({ row, col, ...lie }) {
    return this.board.spots(this.pieces.named(lie.piece).shape(lie), row, col);
  }

  /**
   * The cells of a piece as it lies, counted on around the seams.
   * @param {Lie} lie
   */
  cells(lie) { return this.spots(lie).map(({ row, col }) => this.board.home(row, col)); }

  /**
   * A piece as a board draws it.
   * @param {Lie} lie
   */
  drawn(lie) { return { spots: this.spots(lie), shade: this.pieces.named(lie.piece).shade }; }

  /**
   * Puts a piece down by the first cell of its turned shape.
   * @param {string} piece
   * @param {import("./pieces.js").Pose} pose
   * @param {import("./api.js").Cell} first
   */
  lieAt(piece, { face, turn }, first) {
    const [row, col] = this.board.corner(this.pieces.named(piece).shape({ face, turn }), first);
    return { piece, face, turn, row, col };
  }

  /**
   * Whether every cell under a piece is on the board and has the piece's colour there, and none is under it twice.
   * @param {Lie} lie
   */
  allows(lie) {
    return this.spots(lie).every((spot) => this.accepts(spot)) && !this.isTooLong(lie);
  }

  /**
   * Whether a piece is so long that it would lie over itself around the board.
   * @param {Lie} lie
   */
  isTooLong(lie) {
    const homes = this.cells(lie).map(String);
    return new Set(homes).size < homes.length;
  }

  /**
   * Whether a spot is on the board and has the colour there.
   * @param {Spot} spot
   */
  accepts({ row, col, letter }) {
    const at = this.board.find(row, col);
    return at >= 0 && (this.isPlain || this.board.cells[at] === letter);
  }

  /**
   * Makes a lie of a placement as the server writes it, whatever else lies there; null if the board does not allow it.
   * @param {Placement} placement
   */
  lieOn(placement) {
    let lie = this.#lies.get(placement);
    if (lie === undefined) {
      lie = this.#lieOn(placement);
      this.#lies.set(placement, lie);
    }
    return lie;
  }

  /**
   * Whether the board itself shows a placement.
   * @param {Placement} placement
   */
  isGiven({ piece, cells }) {
    const at = this.board.number(cells[0]);
    return this.givens.some((lie) => lie.piece === piece &&
      this.cells(lie).some((cell) => this.board.number(cell) === at));
  }

  /**
   * A placement as a board draws it.
   * @param {Placement} placement
   */
  drawnOn(placement) {
    const lie = this.lieOn(placement);
    if (lie) return this.drawn(lie);
    const { board } = this;
    const spots = placement.cells.map(([row, col]) => ({ row, col, letter: board.cells[board.number([row, col])] }));
    return { spots, shade: this.pieces.get(placement.piece)?.shade };
  }

  /** @param {Placement} placement @returns {Lie|null} */
  #lieOn({ piece, face, cells }) {
    const wanted = cells.map((cell) => this.board.number(cell)).sort((a, b) => a - b).join();
    const shapes = this.pieces.get(piece)?.shapes[face] ?? [];
    for (const turn of shapes.keys()) {
      for (const first of cells) {
        const lie = this.lieAt(piece, { face, turn }, first);
        const numbers = this.cells(lie).map((cell) => this.board.number(cell)).sort((a, b) => a - b).join();
        if (numbers === wanted && this.allows(lie)) return lie;
      }
    }
    return null;
  }

  /** The sides where a border must run, whatever the solution. */
  get implied() { return this.isPlain ? [] : this.board.implied; }

  /**
   * Labels the regions of free cells that no implied border cuts, from 1 on; covered cells and holes are 0.
   * @param {(at: number) => boolean} isCovered
   */
  islands(isCovered = () => false) {
    const cut = new Set(this.implied.map((side) => pair(...this.board.across(side))));
    return this.board.regions(isCovered, (one, other) => cut.has(pair(one, other)));
  }

  /** Finds the pieces that a board with their letters shows in place. */
  #findGivens() {
    const { board, pieces } = this;
    if (new Set(board.numbers.map((at) => board.cells[at])).size < 2) return [];
    const { cells: letters } = board;
    const labels = board.regions((at) => !pieces.has(letters[at]), (one, other) => letters[one] !== letters[other]);
    const named = [...new Set(labels)].filter(Boolean);
    return named.map((label) => {
      const numbers = board.numbers.filter((at) => labels[at] === label);
      const piece = letters[numbers[0]];
      const cells = numbers.map((at) => board.cell(at));
      const lie = pieces.named(piece).faces.map((face) => this.lieOn({ piece, face, cells })).find(Boolean);
      if (!lie) throw new Error(`the cells of ${piece} are not its shape`);
      return lie;
    });
  }
}

/** @param {number} one @param {number} other */
const pair = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
