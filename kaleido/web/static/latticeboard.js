/** A board on another lattice than that of squares; its cells are numbered by the rows of its drawing. */

import { Board, HOLE, rowName } from "./board.js";
import { LatticeGround, mean } from "./ground.js";
import { findLattice, image, inOrder, plus } from "./lattice.js";

/** @import { Cell } from "./api.js" */
/** @import { Shape } from "./pieces.js" */

/** The room between layers, and above those that follow below, in cells: for the names of their rows and columns. */
const GAP = 1.15;
const HIGH = 1.9;
/** So many layers lie beside each other; of more, about as many as below each other. */
const BESIDE = 3;
/** Cells at a wider angle than this to a direction do not lie in it: its cosine. */
const AHEAD = 0.3;

/** @param {number[]} vector */
const key = (vector) => vector.join();

class LatticeBoard extends Board {
  /** For each shape, the cells that it covers, by the number of its first one.
   * @type {WeakMap<Shape, Map<number, number[]>>} */
  #places = new WeakMap();

  /**
   * @param {import("./lattice.js").Lattice} on
   * @param {number} layers
   * @param {number} rows of all layers together
   * @param {number} cols
   * @param {string} cells
   */
  constructor(on, layers, rows, cols, cells) {
    super(rows, cols, cells);
    this.on = on;
    this.lattice = on.name;
    this.layers = layers;
    const across = layers > BESIDE ? Math.ceil(Math.sqrt(layers)) : BESIDE;
    this.drawing = new LatticeGround(on, on.isFlat ? this.numbers.map((at) => this.cell(at)) : this.#all,
      { depth: rows / layers, cols, gap: GAP, high: HIGH, across });
    this.ground = this.drawing;
    this.extent = this.drawing.extent;
    const centres = this.#all.map((cell) => on.centre(this.drawing.place(cell)));
    /** @type {Map<string, number>} */
    this.byCentre = new Map(centres.map((centre, at) => [key(centre), at]));
    this.centres = centres;
    /** For each cell, the cells across its sides; -1 where there is none.
     * @type {number[][]} */
    this.touching = centres.map((centre, at) => on.steps(this.drawing.place(this.cell(at))).map((step) => {
      const beside = this.byCentre.get(key(plus(centre, step))) ?? -1;
      return this.cells[beside] === HOLE ? -1 : beside;
    }));
  }

  /**
   * Reads rows with `/` between them, and `//` between layers; null unless they make a board.
   * @param {string} name of the lattice
   * @param {string} text
   */
  static on(name, text) {
    const lattice = findLattice(name);
    const layers = text.trim().split("//").map((layer) => layer.split("/"));
    const lines = layers.flat();
    const isEven = layers.every(({ length }) => length === layers[0].length);
    if (!lattice || !isEven || (lattice.isFlat && layers.length > 1)) return null;
    const plain = Board.read(lines.join("/"));
    return plain && new LatticeBoard(lattice, layers.length, plain.rows, plain.cols, plain.cells);
  }

  /** All cells of its rectangle, holes included. */
  get #all() { return Array.from({ length: this.rows * this.cols }, (_, at) => this.cell(at)); }

  /** As the server reads it. */
  get text() {
    const { lines, depth } = this;
    const layers = Array.from({ length: this.layers }, (_, at) => lines.slice(at * depth, (at + 1) * depth).join("/"));
    return `${this.lattice}: ${layers.join("//")}`;
  }

  /** @param {number} row */
  #layer(row) { return Math.floor(row / this.depth); }

  /** @type {Board["at"]} */
  at(x, y) {
    const inside = this.#all.find((cell) => this.drawing.has(cell, x, y));
    return inside ?? [-1, -1];
  }

  /** @type {Board["beside"]} */
  beside(at) { return this.touching[at]; }

  /** @type {Board["names"]} */
  names(away) {
    const { drawing, numbers } = this;
    const cells = numbers.map((at) => this.cell(at));
    // Rows and columns without cells have no names.
    const rows = [...Map.groupBy(cells, ([row]) => row)].map(([row, own]) => {
      const corners = own.flatMap((cell) => drawing.corners(cell));
      const downs = corners.map(([down]) => down);
      return {
        x: Math.min(...corners.map(([, right]) => right)) - away, y: (Math.min(...downs) + Math.max(...downs)) / 2,
        text: rowName(row),
      };
    });
    const columns = Map.groupBy(cells, ([row, col]) => this.#layer(row) * this.cols + col).values();
    const tops = [...columns].map((own) => {
      const [[row, col]] = own;
      const x = mean(own.map((cell) => drawing.middle(cell)), 1);
      return { x, y: this.#top(this.#layer(row)) - away, text: String(col + 1) };
    });
    return [...tops, ...rows];
  }

  /**
   * Where a layer begins in the drawing.
   * @param {number} layer
   */
  #top(layer) { return this.on.isFlat ? 0 : this.drawing.corners([layer * this.depth, 0])[0][0]; }

  /** The middle of each layer, above its columns; nothing in the plane. */
  get captions() {
    if (this.on.isFlat) return [];
    return Array.from({ length: this.layers }, (_, layer) => {
      const [[, left]] = this.drawing.corners([layer * this.depth, 0]);
      return { x: left + this.cols / 2, y: this.#top(layer) };
    });
  }

  // Where a shape can lie.

  /**
   * The cells that a shape covers, by the number of its first one: wherever it lies in the rectangle of the board and
   * not in holes alone.
   * @param {Shape} shape
   */
  #placesOf(shape) {
    let found = this.#places.get(shape);
    if (!found) {
      const { kind, centres } = shape;
      found = new Map();
      for (const [at, centre] of this.centres.entries()) {
        if (this.on.kind(centre) !== kind) continue;
        const cells = centres.map((each) => this.byCentre.get(key(plus(centre, each))) ?? -1);
        if (!cells.includes(-1) && cells.some((each) => this.cells[each] !== HOLE)) found.set(at, cells);
      }
      this.#places.set(shape, found);
    }
    return found;
  }

  /** @type {Board["spots"]} */
  spots(shape, row, col) {
    const cells = this.#placesOf(shape).get(this.number([row, col]));
    return shape.spots.map(({ letter }, at) => {
      const [r, c] = cells ? this.cell(cells[at]) : [-1, -1];
      return { row: r, col: c, letter };
    });
  }

  /** @type {Board["corner"]} */
  corner(_, [row, col]) { return [row, col]; }

  /** @type {Board["corners"]} */
  corners(shape) { return [...this.#placesOf(shape).keys()].map((at) => this.cell(at)); }

  /** @type {Board["holds"]} */
  holds(shape) { return this.#placesOf(shape).size > 0; }

  /** @type {Board["covering"]} */
  covering(shape, cell) {
    const wanted = this.number(cell);
    return [...this.#placesOf(shape)].filter(([, cells]) => cells.includes(wanted)).map(([at]) => this.cell(at));
  }

  /**
   * A cell in space: its layer and where it is drawn there.
   * @param {Cell} cell
   */
  #point([row, col]) {
    const layer = this.#layer(row);
    const [down, right] = this.drawing.middle([row, col]);
    const [top, left] = this.drawing.middle([layer * this.depth, 0]);
    return [layer, down - top, right - left];
  }

  /**
   * The corner of a shape that is best by a measure; the first one if there is none.
   * @param {Shape} shape
   * @param {(corner: [number, number], cells: number[]) => number} away
   */
  #nearest(shape, away) {
    /** @type {[number, number]} */
    let best = [0, 0];
    let least = Infinity;
    for (const [at, cells] of this.#placesOf(shape)) {
      const distance = away(this.cell(at), cells);
      if (distance < least) [best, least] = [this.cell(at), distance];
    }
    return best;
  }

  /** @type {Board["settle"]} */
  settle(shape, row, col) {
    const wanted = this.#point([Math.max(0, Math.min(row, this.rows - 1)), Math.max(0, Math.min(col, this.cols - 1))]);
    return this.#nearest(shape, (corner) => Math.hypot(...plus(this.#point(corner), wanted, -1)));
  }

  /**
   * How far a cell lies in a direction from another, as one walks; Infinity if it does not.
   * @param {Cell} from
   * @param {Cell} to
   * @param {[down: number, right: number, up: number]} way
   */
  #ahead(from, to, [down, right, up]) {
    const [layers, y, x] = plus(this.#point(to), this.#point(from), -1);
    if (up) return layers === up ? Math.hypot(y, x) : Infinity;
    const length = Math.hypot(y, x);
    const share = (y * down + x * right) / length;
    // Where two lie equally near, every other row goes to the other side, so that one walks straight.
    const side = (from[0] % 2 ? -1 : 1) * (x * Math.abs(down) + y * Math.abs(right));
    return layers || !(share > AHEAD) ? Infinity : length / share ** 2 - side / 1000;
  }

  /** @type {Board["moved"]} */
  moved(shape, corner, down, right, up = 0) {
    if (!down && !right && !up) return this.settle(shape, ...corner);
    const next = this.#nearest(shape, (each) => this.#ahead(corner, each, [down, right, up]));
    return this.#ahead(corner, next, [down, right, up]) < Infinity ? next : corner;
  }

  /** @type {Board["next"]} */
  next(cell, down, right, up = 0) {
    const far = this.numbers.map((at) => this.#ahead(cell, this.cell(at), [down, right, up]));
    const least = Math.min(...far);
    return least < Infinity ? this.cell(this.numbers[far.indexOf(least)]) : cell;
  }

  /** @param {number[]} cells */
  #centre(cells) {
    const sum = cells.reduce((total, at) => plus(total, this.#point(this.cell(at))), [0, 0, 0]);
    return sum.map((each) => each / cells.length);
  }

  /** @type {Board["turned"]} */
  turned(before, after, corner) {
    const cells = this.#placesOf(before).get(this.number(corner));
    if (!cells) return this.settle(after, ...corner);
    const middle = this.#centre(cells);
    return this.#nearest(after, (_, others) => Math.hypot(...plus(this.#centre(others), middle, -1)));
  }

  /** @type {Board["followed"]} */
  followed(shape, grip, x, y) {
    return this.#nearest(shape, (_, cells) => {
      // Without a grip, by the middle of those cells that lie in the layer of the first.
      const own = cells.map((at) => this.cell(at));
      const held = grip ? [own[grip.at ?? 0]] : own.filter(([row]) => this.#layer(row) === this.#layer(own[0][0]));
      const middles = held.map((cell) => this.drawing.middle(cell));
      return Math.hypot(mean(middles, 0) + (grip?.y ?? 0) - y, mean(middles, 1) + (grip?.x ?? 0) - x);
    });
  }

  /** @type {Board["grip"]} */
  grip(shape, at, x, y, cell) {
    const [down, right] = this.drawing.middle(cell);
    return { x: x - right, y: y - down, at };
  }

  // Other boards.

  /** @type {Board["painted"]} */
  painted(cells) { return new LatticeBoard(this.on, this.layers, this.rows, this.cols, cells); }

  /** @type {Board["isSymmetric"]} */
  isSymmetric(isMirrored) {
    const { on, numbers, centres } = this;
    const own = numbers.map((at) => centres[at]);
    const sides = [own, ...isMirrored && on.isFlat ? [own.map((centre) => image(on.mirror, centre))] : []];
    const all = sides.flatMap((side) => on.rotations.map((turn) => side.map((centre) => image(turn, centre))));
    // The first is the board as it is.
    return all.slice(1).some((images) => this.#pushed(images) === this.#pushed(own));
  }

  /**
   * Some cells as they are wherever they lie, with their letters in the order of the board's.
   * @param {number[][]} centres
   */
  #pushed(centres) {
    const lettered = centres.map((centre, at) => ({
      centre, letter: this.cells[this.numbers[at]], place: this.on.place(centre),
    })).sort((one, other) => inOrder(one.place, other.place));
    const [{ centre: first }] = lettered;
    const cells = lettered.map(({ centre, letter }) => letter + key(plus(centre, first, -1)));
    return `${this.on.kind(first)} ${cells.join(" ")}`;
  }
}

/**
 * Reads a board; null unless it is one.
 * @param {string} text
 * @param {string} wrap
 */
export function readBoard(text, wrap = "") {
  const [, name, rows] = /^([a-z-]+):\s+(.*)$/.exec(text.trim()) ?? [];
  if (!name) return Board.read(text, wrap);
  return wrap ? null : LatticeBoard.on(name, rows);
}

/**
 * The text of a board on a lattice.
 * @param {string} rows
 * @param {string} lattice
 */
export const textOn = (rows, lattice) => (lattice === "square" ? rows : `${lattice}: ${rows}`);
