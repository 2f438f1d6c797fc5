/** A puzzle: a board, and the pieces to cover it. Never changes. */

import { SIZE } from "./pattern.js";
import { CLASSIC } from "./pieces.js";

/** @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./pieces.js").Spot} Spot
 * A piece in a pose, with its first cell at a place.
 * @typedef {{piece: string, face: string, turn: number, row: number, col: number}} Posed */

/** Returns the key of a puzzle under which games and boards are stored.
 * @param {import("./library.js").Question} question */
export function keyOf({ pattern, pieces = CLASSIC, use = [], wrap }) {
  return [
    pattern, ...(pieces === CLASSIC ? [] : [`pieces=${pieces}`]), ...(use.length ? [`use=${use}`] : []),
    ...(wrap ? [`wrap=${wrap}`] : []),
  ].join(" ");
}

export class Puzzle {
  /** A cache: the server's placements, converted.
   * @type {WeakMap<Placement, Posed|null>} */
  #posed = new WeakMap();

  /** @param {import("./board.js").Board} board @param {import("./pieces.js").Pieces} pieces
   * @param {{name?: string, title?: string}} names for people */
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

  /** Returns its part of a question to the server; the parts of a link have the same names. */
  question() {
    const { board: { text, wrap }, pieces: { source, chosen } } = this;
    return {
      pattern: text,
      ...(source === CLASSIC ? {} : { pieces: source }),
      ...(chosen.length ? { use: chosen } : {}),
      ...(wrap ? { wrap } : {}),
    };
  }

  /** The key under which its games are stored. */
  get key() { return keyOf(this.question()); }

  /** Returns the number of cells in which another puzzle for the same pieces differs; Infinity if its shape differs.
   * @param {Puzzle} other */
  differsFrom({ board, pieces }) {
    const { rows, cols, wrap, cells } = this.board;
    if (pieces !== this.pieces || board.rows !== rows || board.cols !== cols || board.wrap !== wrap) return Infinity;
    return [...cells].filter((letter, at) => letter !== board.cells[at]).length;
  }

  /** Returns the spots of a posed piece, which may be off the board or beyond a seam.
   * @param {Posed} posed */
  spots({ row, col, ...posed }) {
    return this.board.spots(this.pieces.named(posed.piece).shape(posed), [row, col]);
  }

  /** Returns the cells of a posed piece, continued around the seams.
   * @param {Posed} posed */
  cells(posed) { return this.spots(posed).map(({ row, col }) => this.board.home(row, col)); }

  /** Returns a piece as a board draws it.
   * @param {Posed} posed */
  drawn(posed) { return { spots: this.spots(posed), shade: this.pieces.named(posed.piece).shade }; }

  /** Returns a piece in a pose, with the first cell of its turned shape at a place.
   * @param {string} piece @param {import("./pieces.js").Pose} pose @param {import("./api.js").Cell} first */
  poseAt(piece, { face, turn }, first) {
    const [row, col] = this.board.home(first[0], first[1]);
    return { piece, face, turn, row, col };
  }

  /** Returns whether every cell under a piece is on the board and has the piece's colour there, and none is under it
   * twice.
   * @param {Posed} posed */
  allows(posed) {
    return this.spots(posed).every((spot) => this.accepts(spot)) && !this.isTooLong(posed);
  }

  /** Returns whether a piece is so long that it would overlap itself around the board.
   * @param {Posed} posed */
  isTooLong(posed) {
    const homes = this.cells(posed).map(String);
    return new Set(homes).size < homes.length;
  }

  /** Returns whether a spot is on the board and has the colour there.
   * @param {Spot} spot */
  accepts({ row, col, letter }) {
    const at = this.board.find(row, col);
    return at >= 0 && (this.isPlain || this.board.cells[at] === letter);
  }

  /** Converts one of the server's placements, whatever else is on the board; null if the board does not allow it.
   * @param {Placement} placement */
  posedAs(placement) {
    let posed = this.#posed.get(placement);
    if (posed === undefined) {
      posed = this.#posedAs(placement);
      this.#posed.set(placement, posed);
    }
    return posed;
  }

  /** Returns whether the board itself shows a placement.
   * @param {Placement} placement */
  isGiven({ piece, cells }) {
    const at = this.board.number(cells[0]);
    return this.givens.some((posed) => posed.piece === piece &&
      this.cells(posed).some((cell) => this.board.number(cell) === at));
  }

  /** Returns a placement as a board draws it.
   * @param {Placement} placement */
  drawnOn(placement) {
    const posed = this.posedAs(placement);
    if (posed) return this.drawn(posed);
    const { board } = this;
    const spots = placement.cells.map(([row, col]) => ({ row, col, letter: board.cells[board.number([row, col])] }));
    return { spots, shade: this.pieces.get(placement.piece)?.shade };
  }

  /** @param {Placement} placement @returns {Posed|null} */
  #posedAs({ piece, face, cells }) {
    const wanted = cells.map((cell) => this.board.number(cell)).sort((a, b) => a - b).join();
    const shapes = this.pieces.get(piece)?.shapes[face] ?? [];
    for (const turn of shapes.keys()) {
      for (const first of cells) {
        const posed = this.poseAt(piece, { face, turn }, first);
        const numbers = this.cells(posed).map((cell) => this.board.number(cell)).sort((a, b) => a - b).join();
        if (numbers === wanted && this.allows(posed)) return posed;
      }
    }
    return null;
  }

  /** The sides where a border must run, whatever the solution. */
  get implied() { return this.isPlain || !this.pieces.alternates ? [] : this.board.implied; }

  /** Labels the regions of free cells that no implied border cuts, from 1 on; covered cells and holes are 0.
   * @param {(at: number) => boolean} isCovered */
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
      const posed = pieces.named(piece).faces.map((face) => this.posedAs({ piece, face, cells })).find(Boolean);
      if (!posed) throw new Error(`the cells of ${piece} are not its shape`);
      return posed;
    });
  }
}

/** @param {number} one @param {number} other */
const pair = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
