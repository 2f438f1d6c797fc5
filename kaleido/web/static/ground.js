/** How cells are drawn: squares as rectangles, cells of other lattices as polygons; in space, layer beside layer. */

/** @import { Cell } from "./api.js" */
/** @import { Side } from "./board.js" */
/** @import { Point } from "./lattice.js" */

/** The side of the square for a cell's mark, divided by the radius of the largest circle in the cell. */
const INNER = 1.5;

/** @param {Point} point */
const key = ([down, right]) => `${Math.round(down * 1000)} ${Math.round(right * 1000)}`;

/** Returns whether a loop turns at a point.
 * @param {Point} point @param {number} at @param {Point[]} loop */
function isCorner([y, x], at, loop) {
  const [[beforeY, beforeX], [afterY, afterX]] = [loop.at(at - 1) ?? [0, 0], loop[(at + 1) % loop.length]];
  return Math.abs((y - beforeY) * (afterX - x) - (x - beforeX) * (afterY - y)) > 1e-6;
}

/** @param {Point} point */
const written = ([down, right]) => `${+right.toFixed(4)} ${+down.toFixed(4)}`;

/** @param {Point[]} points @param {0|1} axis */
export const mean = (points, axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;

/** How much of a lattice is drawn: the rows of a layer and its columns, the space between layers and above them, and
 * whether the layers are drawn in rows, so that cells are as large as they can be.
 * @typedef {{depth: number, cols: number, gap?: number, high?: number, isFolded?: boolean}} Layers */

/** @typedef {{rows: number, cols: number}} Size */

/** How many times as scarce as its width a screen's height is: the tray and the buttons are below the board. */
const SCARCE = 1.25;

/** Returns where layers begin in lines no wider than some width, and the longer side of the whole drawing.
 * @param {Size[]} sizes @param {number} gap @param {number} high @param {number} width */
function folded(sizes, gap, high, width) {
  let [top, left, bottom, longest] = [0, 0, 0, 0];
  const starts = sizes.map(({ rows, cols }) => {
    if (left && left + cols > width) [top, left] = [bottom + high, 0];
    const start = /** @type {Point} */ ([top, left]);
    left += cols + gap;
    bottom = Math.max(bottom, top + rows);
    longest = Math.max(longest, left - gap, bottom * SCARCE);
    return start;
  });
  return { starts, longest };
}

/** Draws cells by their corners. */
export class Ground {
  /** The element of a cell.
   * @type {"rect"|"path"} */
  shape = "path";
  /** Whether there is one layer, in the plane. */
  isFlat = true;
  /** The sizes of the layers in space, from their corners on, to show which cells are above each other.
   * @type {Size[]} */
  sizes = [];

  /** @param {Layers} layers */
  constructor({ depth, cols }) {
    this.depth = depth;
    this.cols = cols;
    /** The size of the drawing. */
    this.extent = { rows: depth, cols };
  }

  /** Returns the number of the layer of a row.
   * @param {number} row */
  layer(row) { return this.isFlat ? 0 : Math.floor(row / this.depth); }

  /** Returns the place of a cell in the lattice.
   * @param {Cell} cell */
  place([row, col]) { return this.isFlat ? [row, col] : [this.layer(row), row % this.depth, col]; }

  /** Returns a cell in space: its layer, and where it is drawn there.
   * @param {Cell} cell */
  point([row, col]) {
    const layer = this.layer(row);
    const [down, right] = this.middle([row, col]);
    const [top, left] = layer ? this.corners([layer * this.depth, 0])[0] : [0, 0];
    return [layer, down - top, right - left];
  }

  /** Returns the cell at a point of the drawing; [-1, -1] between cells.
   * @param {number} x @param {number} y @param {Cell[]} cells @returns {Cell} */
  at(x, y, cells) { return cells.find((cell) => this.has(cell, x, y)) ?? [-1, -1]; }

  /** Returns the corners of a cell, clockwise.
   * @param {Cell} cell @returns {Point[]} */
  corners([row, col]) { return [[row, col], [row, col + 1], [row + 1, col + 1], [row + 1, col]]; }

  /** Returns the middle of a cell.
   * @param {Cell} cell @returns {Point} */
  middle(cell) {
    const corners = this.corners(cell);
    return [mean(corners, 0), mean(corners, 1)];
  }

  /** Returns the side of a square in the middle of a cell.
   * @param {Cell} cell */
  room(cell) {
    const [down, right] = this.middle(cell);
    const corners = this.corners(cell);
    return INNER * Math.min(...corners.map(([y, x], at) => {
      const [nextY, nextX] = corners[(at + 1) % corners.length];
      return Math.abs((nextX - x) * (down - y) - (nextY - y) * (right - x)) / Math.hypot(nextX - x, nextY - y);
    }));
  }

  /** Returns a cell, or a smaller one inside it.
   * @param {Cell} cell @param {number} side @returns {Record<string, string|number>} */
  tile(cell, side = 1) {
    const [down, right] = this.middle(cell);
    const points = this.corners(cell).map(([y, x]) =>
      /** @type {Point} */ ([down + (y - down) * side, right + (x - right) * side]));
    return { d: `M${points.map(written).join("L")}Z` };
  }

  /** Returns the ends of a side.
   * @param {Side} side
   * @returns {[Point, Point]|null} null between two layers */
  ends([row, col, which]) {
    const corners = this.corners([row, col]);
    const at = Number(which);
    return at < corners.length ? [corners[at], corners[(at + 1) % corners.length]] : null;
  }

  /** Returns the sides that no two of some cells share.
   * @param {Cell[]} cells */
  sides(cells) {
    const all = cells.flatMap((cell) =>
      this.corners(cell).map((_, at) => /** @type {Side} */ ([...cell, at])));
    const shared = Map.groupBy(all, (side) => (this.ends(side) ?? []).map(key).sort().join());
    return [...shared.values()].filter(({ length }) => length === 1).flat();
  }

  /** @param {Side[]} sides */
  strokes(sides) {
    return sides.map((side) => this.ends(side)).filter((ends) => ends !== null)
      .map((ends) => `M${ends.map(written).join("L")}`).join("");
  }

  /** Traces the outline of some cells: closed loops of corners, clockwise around the cells.
   * @param {Cell[]} cells */
  loops(cells) {
    const sides = this.sides(cells).map((side) => this.ends(side)).filter((ends) => ends !== null);
    /** The sides by the point where they start. */
    const from = Map.groupBy(sides, ([start]) => key(start));
    const found = [];
    for (const [first, open] of from) {
      while (open.length) {
        const points = [];
        let side = open.pop();
        while (side) {
          points.push(side[0]);
          const next = key(side[1]);
          side = next === first ? undefined : from.get(next)?.pop();
        }
        found.push(points.filter(isCorner));
      }
    }
    return found;
  }

  /** Returns the outline of some cells as a path.
   * @param {Cell[]} cells */
  outline(cells) {
    return this.loops(cells).map((points) => `M${points.map(written).join("L")}Z`).join("");
  }

  /** Returns the path around each layer; empty for a single layer.
   * @param {number} layers */
  boxes(layers) {
    if (layers < 2) return "";
    return Array.from({ length: layers }, (_, layer) => {
      const [down, right] = this.corners([layer * this.depth, 0])[0];
      return `M${right} ${down}h${this.cols}v${this.depth}h${-this.cols}z`;
    }).join("");
  }

  /** Returns whether a point of the drawing is in a cell.
   * @param {Cell} cell @param {number} x @param {number} y */
  has(cell, x, y) {
    const corners = this.corners(cell);
    return corners.every(([down, right], at) => {
      const [nextDown, nextRight] = corners[(at + 1) % corners.length];
      return (nextRight - right) * (y - down) - (nextDown - down) * (x - right) >= 0;
    });
  }
}

/** Draws squares as they are. */
export class SquareGround extends Ground {
  shape = /** @type {const} */ ("rect");

  /** @type {Ground["tile"]} */
  tile([row, col], side = 1) {
    const low = (1 - side) / 2;
    return { x: col + low, y: row + low, width: side, height: side };
  }

  room() { return 1; }

  /** @type {Ground["at"]} */
  at(x, y) { return [Math.floor(y), Math.floor(x)]; }
}

export const SQUARES = new SquareGround({ depth: 1, cols: 1 });

export class LatticeGround extends Ground {
  /** @type {Map<string, Point[]>} */
  #corners = new Map();

  /** @param {import("./lattice.js").Lattice} lattice
   * @param {Cell[]} cells to draw, from the corner of the drawing on
   * @param {Layers} layers */
  constructor(lattice, cells, { depth, cols, gap = 0, high = 0, isFolded = false }) {
    super({ depth, cols });
    this.lattice = lattice;
    this.isFlat = lattice.isFlat;
    const last = lattice.isFlat ? -1 : this.layer(cells[cells.length - 1][0]);
    for (let layer = 0; layer <= last; layer += 1) {
      const own = cells.filter(([row]) => this.layer(row) === layer);
      this.sizes.push(isFolded ? {
        rows: Math.max(1, ...own.map(([row]) => row % depth + 1)), cols: Math.max(1, ...own.map(([, col]) => col + 1)),
      } : { rows: depth, cols });
    }
    /** @type {Point[]} */
    this.starts = [[0, 0]];
    /** @type {Point} */
    this.origin = [0, 0];
    if (!lattice.isFlat) {
      // The widths of the first layers beside each other; those of pieces all are.
      let width = -gap;
      const widths = this.sizes.map(({ cols: own }) => (width += own + gap)).slice(isFolded ? 0 : -1);
      const ways = widths.map((most) => folded(this.sizes, gap, high, most));
      this.starts = ways.reduce((least, way) => (way.longest < least.longest ? way : least)).starts;
    }
    const drawn = cells.concat(this.sizes.flatMap(({ rows, cols: own }, layer) =>
      [[layer * depth, 0], [layer * depth + rows - 1, own - 1]]));
    const points = drawn.flatMap((cell) => this.corners(cell));
    const [downs, rights] = [points.map(([down]) => down), points.map(([, right]) => right)];
    this.origin = [Math.min(...downs), Math.min(...rights)];
    this.extent = { rows: Math.max(...downs) - this.origin[0], cols: Math.max(...rights) - this.origin[1] };
    this.#corners.clear();
  }

  /** @type {Ground["corners"]} */
  corners(cell) {
    const name = String(cell);
    let found = this.#corners.get(name);
    if (!found) {
      // A cell of no layer lies outside the drawing.
      const [top, left] = this.starts[this.layer(cell[0])] ?? [-this.depth - 2, -this.cols - 2];
      const [down, right] = [top - this.origin[0], left - this.origin[1]];
      found = this.lattice.corners(this.place(cell)).map(([y, x]) => /** @type {Point} */ ([y + down, x + right]));
      this.#corners.set(name, found);
    }
    return found;
  }
}
