/** Lattices: the places of cells, which cells touch, and how shapes turn. */

import { LatticeGround, SquareGround } from "./ground.js";

/** @typedef {number[]} Place [row, col], or [layer, row, col] in space
 * @typedef {number[]} Vector the centre of a cell in whole numbers, in which turns are matrices and moves are sums
 * @typedef {Vector[]} Matrix
 * @typedef {[down: number, right: number]} Point of a drawing, in cells
 * @typedef {import("./pieces.js").Shape} Shape
 * @typedef {{centre: Vector, letter: string}} Lettered the centre of a cell, and its letter */

export const HOLE = ".";
/** The room between the layers of a piece, in cells. */
const GAP = 0.45;

/** @type {Map<string, Lattice>} */
const known = new Map();

/** Stores the lattices that the server knows.
 * @param {import("./api.js").Schemas["LatticeEntry"][]} entries */
export function useLattices(entries) {
  for (const entry of entries) known.set(entry.name, new Lattice(entry));
}

/** Returns the lattice with a name; null if it is unknown or empty, as for squares.
 * @param {string} [name] */
export const findLattice = (name = "") => known.get(name) ?? null;

/** @param {Matrix} matrix @param {Vector} vector */
export const image = (matrix, vector) => matrix.map((row) => row.reduce((sum, each, at) => sum + each * vector[at], 0));

/** Returns the matrix that applies `right` and then `left`.
 * @param {Matrix} left @param {Matrix} right */
function product(left, right) {
  const columns = left[0].map((_, at) => image(left, right.map((row) => row[at])));
  return left.map((_, at) => columns.map((column) => column[at]));
}

/** @param {Vector} one @param {Vector} other */
export const plus = (one, other, times = 1) => one.map((each, at) => each + times * other[at]);

/** Compares two places in reading order.
 * @param {number[]} one @param {number[]} other */
export function inOrder(one, other) {
  const at = one.findIndex((each, axis) => each !== other[axis]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** @param {Matrix} matrix of two or three rows */
function determinant([first, second, third]) {
  if (!third) return first[0] * second[1] - first[1] * second[0];
  return first.reduce((sum, each, at) => {
    const [next, last] = [(at + 1) % 3, (at + 2) % 3];
    return sum + each * (second[next] * third[last] - second[last] * third[next]);
  }, 0);
}

export class Lattice {
  /** @param {import("./api.js").Schemas["LatticeEntry"]} entry */
  constructor({ name, period, tiles, shifts, turns, rotations, mirror }) {
    this.name = name;
    this.period = period;
    this.tiles = tiles;
    this.shifts = shifts;
    this.rotations = rotations;
    this.mirror = mirror;
    this.isFlat = period.length === 2;
    this.volume = determinant(shifts.map(({ centre }) => centre));
    /** The turns of a pose by a key: around the line of sight, and in space around the other axes, too. */
    this.axes = this.isFlat ? turns : [
      turns[0], turns[1], product(product(turns[0], turns[1]), this.#inverse(turns[0])),
    ];
  }

  /** @param {Matrix} matrix a turn */
  #inverse(matrix) {
    const [identity] = this.rotations;
    return this.rotations.find((each) => String(product(each, matrix)) === String(identity)) ?? identity;
  }

  /** The angle of a turn, in degrees. */
  get degrees() { return 360 / (this.isFlat ? this.rotations.length : 4); }

  /** Returns the tile of a place, and its distance from the first tiles in periods.
   * @param {Place} place */
  #home(place) {
    const times = place.map((each, at) => Math.floor(each / this.period[at]));
    const at = place.reduce((sum, each, axis) => sum * this.period[axis] + each - times[axis] * this.period[axis], 0);
    return { tile: this.tiles[at], times };
  }

  /** Returns the centre of the cell at a place.
   * @param {Place} place */
  centre(place) {
    const { tile, times } = this.#home(place);
    return times.reduce((sum, each, axis) => plus(sum, this.shifts[axis].centre, each), tile.centre);
  }

  /** Returns the number of the tile that a cell repeats, and its distance in periods; throws unless a cell has this
   * centre.
   * @param {Vector} centre */
  #find(centre) {
    for (const [number, tile] of this.tiles.entries()) {
      const away = plus(centre, tile.centre, -1);
      // Cramer's rule: how many shifts make up the way.
      const times = this.shifts.map((_, axis) =>
        determinant(this.shifts.map((shift, at) => (at === axis ? away : shift.centre))) / this.volume);
      if (times.every(Number.isInteger)) return { number, times };
    }
    throw new Error(`no cell of the ${this.name} lattice has its centre at ${centre}`);
  }

  /** Returns the place of the cell with a centre.
   * @param {Vector} centre */
  place(centre) {
    const { number, times } = this.#find(centre);
    let rest = number;
    const own = this.period.map(() => 0);
    for (let axis = this.period.length - 1; axis >= 0; axis -= 1) {
      own[axis] = rest % this.period[axis];
      rest = Math.floor(rest / this.period[axis]);
    }
    return own.map((each, axis) => each + times[axis] * this.period[axis]);
  }

  /** Returns the kind of the cell with a centre: cells have the same kind if a translation of the lattice maps one to
   * the other.
   * @param {Vector} centre */
  kind(centre) { return this.tiles[this.#find(centre).number].kind; }

  /** Returns the drawing of some cells.
   * @param {import("./api.js").Cell[]} cells @param {import("./ground.js").Layers} layers */
  ground(cells, layers) {
    return this === SQUARE ? new SquareGround(layers) : new LatticeGround(this, cells, layers);
  }

  /** Returns the corners of a cell, clockwise; in space, those of the drawing of its layer.
   * @param {Place} place @returns {Point[]} */
  corners(place) {
    const { tile, times } = this.#home(place);
    const layer = place.length - 2;
    /** @param {0|1} way */
    const far = (way) => this.shifts.reduce((sum, { drawn }, axis) =>
      (axis < layer ? sum : sum + times[axis] * drawn[way]), 0);
    const [down, right] = [far(0), far(1)];
    return tile.corners.map(([y, x]) => [y + down, x + right]);
  }

  /** Returns the steps to the cells that touch the one at a place: across the side after each corner first.
   * @param {Place} place */
  steps(place) { return this.#home(place).tile.steps; }

  /** Returns the number of the turn that a pose has after one more.
   * @param {number} turn
   * @param {number} axis around which it is turned
   * @param {number} by 1, or -1 for the other way */
  turned(turn, axis, by) {
    const matrix = by < 0 ? this.#inverse(this.axes[axis]) : this.axes[axis];
    const wanted = String(product(matrix, this.rotations[turn]));
    return this.rotations.findIndex((each) => String(each) === wanted);
  }
}

/** The lattice of squares, the default of boards. */
export const SQUARE = new Lattice({
  name: "square", cells: "squares", period: [1, 1],
  tiles: [{
    centre: [0, 0], kind: 0, corners: [[0, 0], [0, 1], [1, 1], [1, 0]], steps: [[-1, 0], [0, 1], [1, 0], [0, -1]],
  }],
  shifts: [{ centre: [1, 0], drawn: [1, 0] }, { centre: [0, 1], drawn: [0, 1] }],
  turns: [[[0, 1], [-1, 0]]],
  rotations: [[[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]]],
  mirror: [[1, 0], [0, -1]],
});

// Shapes of cells.

/** Reads a drawing, with `//` between layers, and turns it.
 * @param {Lattice} lattice @param {string} drawing
 * @param {number[][]} turn one of the lattice's */
export function readShape(lattice, drawing, turn) {
  const cells = [];
  for (const [layer, rows] of drawing.split("//").entries()) {
    for (const [row, line] of rows.split("/").entries()) {
      for (const [col, letter] of [...line].entries()) {
        const place = lattice.isFlat ? [row, col] : [layer, row, col];
        if (letter !== HOLE) cells.push({ centre: lattice.centre(place), letter });
      }
    }
  }
  return shapeOf(lattice, turn, cells);
}

/** Returns the mirror image of a shape.
 * @param {Lattice} lattice @param {Shape} shape */
export function mirrorShape(lattice, { spots, centres, kind }) {
  const { centre: first } = lattice.tiles[kind];
  return shapeOf(lattice, lattice.mirror, centres.map((each, at) =>
    ({ centre: plus(first, each), letter: spots[at].letter })));
}

/** @param {Lattice} lattice
 * @param {number[][]} matrix that is applied to the cells
 * @param {Lettered[]} cells @returns {Shape} */
function shapeOf(lattice, matrix, cells) {
  const images = cells.map(({ centre }) => image(matrix, centre));
  const placed = images.map((centre, at) => ({ centre, letter: cells[at].letter, place: lattice.place(centre) }))
    .sort((one, other) => inOrder(one.place, other.place));
  // Moved as far into the corner of the drawing as whole periods allow.
  const least = lattice.period.map((period, axis) =>
    Math.floor(Math.min(...placed.map(({ place }) => place[axis])) / period) * period);
  const places = placed.map(({ place }) => plus(place, least, -1));
  /** @param {number} axis counted from the last one */
  const size = (axis) => 1 + Math.max(...places.map((place) => place[place.length - axis]));
  const [depth, cols] = [size(2), size(1)];
  const drawn = places.map((place) => {
    const [layer, row, col] = lattice.isFlat ? [0, ...place] : place;
    return [layer * depth + row, col];
  });
  const ground = lattice.ground(drawn, { depth, cols, gap: GAP });
  const [{ centre: first }] = placed;
  return {
    spots: placed.map(({ letter }, at) => ({ row: drawn[at][0], col: drawn[at][1], letter })),
    ...ground.extent, ground,
    layers: lattice.isFlat ? 1 : size(3), kind: lattice.kind(first),
    centres: placed.map(({ centre }) => plus(centre, first, -1)),
  };
}
