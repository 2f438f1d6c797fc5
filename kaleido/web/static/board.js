/** A board: the cells of a lattice in a rectangle for each layer, some of them holes. It never changes.
 *
 * Cells are numbered by the rows of the drawing, layer after layer. The sides of a board of squares may be joined.
 */

import { mean } from "./ground.js";
import { findLattice, HOLE, image, inOrder, plus, SQUARE } from "./lattice.js";
import { image as imageOfBox } from "./symmetry.js";

/** @typedef {import("./api.js").Cell} Cell
 * @typedef {[row: number, col: number, which: number]} Side of a cell: the one after the corner with a number
 * Where a pointer holds a piece: the number of the cell under it, and how far the pointer is from its middle.
 * @typedef {{x: number, y: number, at: number}} Grip
 * @typedef {import("./pieces.js").Shape} Shape
 * @typedef {""|"columns"|"rows"|"both"} Wrap the sides that are joined, by the lines that close */

export { HOLE };
export const WRAPS = /** @type {const} */ (["", "columns", "rows", "both"]);
/** The largest number of cells in a board's rectangle, holes included. */
const MOST = 1024;

/** The room between layers, and above those that follow below, in cells: for the names of their rows and columns. */
const GAP = 1.15;
const HIGH = 1.9;
/** The least cosine of the angle between a direction and a step that follows it: on squares, steps are straight. */
const AHEAD = 0.3;
const STRAIGHT = 0.999;

/** @param {number[]} vector */
const key = (vector) => vector.join();

/** Returns the name of a row: A, B, …, Z, AA, …
 * @param {number} row @returns {string} */
export const rowName = (row) =>
  (row < 26 ? "" : rowName(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + (row % 26));

/** Returns the name of a cell as the board shows it: C4 is in the third row from the top and the fourth column from the
 * left.
 * @param {Cell} cell */
export const cellName = ([row, col]) => `${rowName(row)}${col + 1}`;

/** Returns whether a text names a way of joining sides.
 * @param {string} wrap @returns {wrap is Wrap} */
export const isWrap = (wrap) => WRAPS.some((each) => each === wrap);

/** Returns whether a piece border must run between two touching cells with these colours.
 * @param {string} one @param {string} other */
export const isImplied = (one, other) => (one === "x") === (other === "x");

/** Returns the text of a board on a lattice.
 * @param {string} rows @param {string} lattice */
export const textOn = (rows, lattice) => (lattice === "square" ? rows : `${lattice}: ${rows}`);

export class Board {
  /** For each shape, the cells that it covers, by the number of its first one.
   * @type {WeakMap<Shape, Map<number, number[]>>} */
  #places = new WeakMap();
  /** @type {Map<string, number>|null} the numbers of the cells by their centres */
  #byCentre = null;
  /** @type {number[][]|null} */
  #beside = null;
  /** @type {number[][]|null} */
  #centred = null;
  /** @type {number[]|null} */
  #kind = null;

  /** @param {number} rows of all layers together
   * @param {number} cols
   * @param {string} cells rows × cols letters, row by row; `.` is a hole
   * @param {Wrap} wrap */
  constructor(rows, cols, cells, wrap = "", on = SQUARE, layers = 1) {
    this.rows = rows;
    this.cols = cols;
    this.cells = cells;
    this.wrap = wrap;
    this.on = on;
    this.layers = layers;
    /** The name of its lattice; nothing for squares. */
    this.lattice = on === SQUARE ? "" : on.name;
    /** The rows of a layer. */
    this.depth = rows / layers;
    this.wrapsRows = wrap === "rows" || wrap === "both";
    this.wrapsCols = wrap === "columns" || wrap === "both";
    /** The numbers of the cells that are no holes, in reading order. */
    this.numbers = [...cells].flatMap((letter, at) => (letter === HOLE ? [] : [at]));
    /** Draws its cells. */
    this.ground = on.ground(this.numbers.map((at) => this.cell(at)),
      { depth: this.depth, cols, gap: GAP, high: HIGH, isFolded: true });
    /** The size of its drawing, in cells. */
    this.extent = this.ground.extent;
  }

  /** Reads rows with `/` between them and `//` between layers, after the name of a lattice other than squares, or
   * ROWSxCOLS; null unless they make a board.
   * @param {string} text @param {string} wrap */
  static read(text, wrap = "") {
    const [, name = "", drawing] = /^(?:([a-z-]+):\s+)?(.*)$/s.exec(text.trim()) ?? [];
    const lattice = name ? findLattice(name) : SQUARE;
    const size = /^(\d{1,4})[x×*](\d{1,4})$/i.exec(drawing);
    if (!lattice || (size && Number(size[1]) * Number(size[2]) > MOST)) return null;
    const layers = size ? [new Array(Number(size[1])).fill("o".repeat(Number(size[2])))]
      : drawing.split(lattice.isFlat ? /$/ : "//").map((layer) => layer.split("/"));
    const rows = layers.flat();
    const cells = rows.join("");
    const isEven = layers.every(({ length }) => length === layers[0].length) &&
      rows.every(({ length }) => length === rows[0].length);
    const isSound = /^[!-~¡-￿]+$/.test(cells) && cells.length <= MOST && /[^.]/.test(cells);
    if (!isEven || !isSound || !isWrap(wrap) || (name && wrap)) return null;
    return new Board(rows.length, rows[0].length, cells, wrap, lattice, layers.length);
  }

  /** The middle of each layer, above its columns; nothing in the plane. */
  get captions() {
    return this.ground.sizes.map(({ cols }, layer) => {
      const [[top, left]] = this.ground.corners([layer * this.depth, 0]);
      return { x: left + cols / 2, y: top };
    });
  }

  /** Its rows with `/` between them, as the server reads it. */
  get text() {
    const { lines, depth } = this;
    const layers = Array.from({ length: this.layers }, (_, at) => lines.slice(at * depth, (at + 1) * depth).join("/"));
    return textOn(layers.join("//"), this.on.name);
  }

  /** Its rows. */
  get lines() {
    return Array.from({ length: this.rows }, (_, row) => this.cells.slice(row * this.cols, (row + 1) * this.cols));
  }

  /** The number of cells that are no holes. */
  get size() { return this.numbers.length; }

  /** Returns the number of a cell.
   * @param {Cell} cell */
  number([row, col]) { return row * this.cols + col; }

  /** Returns the cell with a number.
   * @param {number} at @returns {[number, number]} */
  cell(at) { return [Math.floor(at / this.cols), at % this.cols]; }

  /** Returns a place in the rectangle of the board, continued around joined sides; without them it may be outside.
   * @param {number} row @param {number} col @returns {[number, number]} */
  home(row, col) {
    return [
      this.wrapsRows ? modulo(row, this.rows) : row,
      this.wrapsCols ? modulo(col, this.cols) : col,
    ];
  }

  /** Returns the number of the cell at a place, continued around joined sides; -1 off the board and in a hole.
   * @param {number} row @param {number} col */
  find(row, col) {
    const [r, c] = this.home(row, col);
    if (r < 0 || c < 0 || r >= this.rows || c >= this.cols) return -1;
    const at = r * this.cols + c;
    return this.cells[at] === HOLE ? -1 : at;
  }

  /** The centres of all cells, holes included. */
  get #centres() {
    this.#centred ??= Array.from(this.cells, (_, at) => this.on.centre(this.ground.place(this.cell(at))));
    return this.#centred;
  }

  /** The kinds of all cells, holes included. */
  get #kinds() {
    this.#kind ??= this.#centres.map((centre) => this.on.kind(centre));
    return this.#kind;
  }

  /** Returns the number of the cell with a centre, on around joined sides; -1 outside the rectangle.
   * @param {number[]} centre */
  #numberAt(centre) {
    if (this.on === SQUARE) {
      const [row, col] = this.home(centre[0], centre[1]);
      return row < 0 || col < 0 || row >= this.rows || col >= this.cols ? -1 : this.number([row, col]);
    }
    this.#byCentre ??= new Map(this.#centres.map((each, at) => [key(each), at]));
    return this.#byCentre.get(key(centre)) ?? -1;
  }

  /** The cell in its middle, or the nearest to it. */
  get middle() {
    const [row, col] = [(this.rows - 1) / 2, (this.cols - 1) / 2];
    const cells = this.numbers.map((at) => this.cell(at));
    /** @param {Cell} cell */
    const away = ([r, c]) => Math.hypot(r - row, c - col);
    return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
  }

  /** Returns the nearest cell in a direction, across holes and around joined sides; the same one without such a cell.
   * @param {[number, number]} cell @param {number} down @param {number} right
   * @param {number} up layers */
  next(cell, down, right, up = 0) {
    const far = this.numbers.map((at) => this.#ahead(cell, this.cell(at), [down, right, up]));
    const least = Math.min(...far);
    return least < Infinity ? this.cell(this.numbers[far.indexOf(least)]) : cell;
  }

  /** Returns the cell at a point of the drawing, on around joined sides; it may lie outside.
   * @param {number} x @param {number} y */
  at(x, y) {
    const [row, col] = this.ground.at(x, y, this.numbers.map((at) => this.cell(at)));
    return this.home(row, col);
  }

  /** Returns the cells across the sides of a cell, by number; -1 outside and in holes.
   * @param {number} at */
  beside(at) {
    const { ground, on } = this;
    this.#beside ??= this.#centres.map((_, from) =>
      on.steps(ground.place(this.cell(from))).map((step) => this.stepped(from, step)));
    return this.#beside[at];
  }

  /** Returns the cell that is a step away from another, by number; -1 outside and in holes.
   * @param {number} at @param {number[]} step between centres */
  stepped(at, step) {
    const found = this.#numberAt(plus(this.#centres[at], step));
    return this.cells[found] === HOLE ? -1 : found;
  }

  /** Returns the cells on both sides of a side, by number; -1 off the board.
   * @param {Side} side @returns {[number, number]} */
  across([row, col, which]) {
    const at = this.find(row, col);
    return [at, at < 0 ? -1 : this.beside(at)[which]];
  }

  /** Returns where the names of rows and columns are, for a cell as large as 1: `away` from the sides. A row or column
   * without cells has no name.
   * @param {number} away
   * @param {{x: number, y: number}} beyond how far the drawing goes on beyond the sides */
  names(away, beyond) {
    const { ground, numbers } = this;
    const cells = numbers.map((at) => this.cell(at));
    const rows = [...Map.groupBy(cells, ([row]) => row)].map(([row, own]) => {
      const corners = own.flatMap((cell) => ground.corners(cell));
      const downs = corners.map(([down]) => down);
      const left = this.lattice ? Math.min(...corners.map(([, right]) => right)) : 0;
      return { x: left - beyond.x - away, y: (Math.min(...downs) + Math.max(...downs)) / 2, text: rowName(row) };
    });
    const columns = Map.groupBy(cells, ([row, col]) => ground.layer(row) * this.cols + col).values();
    const tops = [...columns].map((own) => {
      const [[row, col]] = own;
      const top = this.on.isFlat ? 0 : ground.corners([ground.layer(row) * this.depth, 0])[0][0];
      return { x: mean(own.map((cell) => ground.middle(cell)), 1), y: top - beyond.y - away, text: String(col + 1) };
    });
    return [...tops, ...rows];
  }

  // Where a shape can lie. Its place is that of its first cell.

  /** Returns the cells that a shape covers, by the number of its first one: wherever it lies in the rectangle of the
   * board and not in holes alone.
   * @param {Shape} shape */
  places(shape) {
    let found = this.#places.get(shape);
    if (!found) {
      const { kind, centres } = shape;
      found = new Map();
      for (const [at, centre] of this.#centres.entries()) {
        if (this.#kinds[at] !== kind) continue;
        const cells = centres.map((each) => this.#numberAt(plus(centre, each)));
        if (!cells.includes(-1) && cells.some((each) => this.cells[each] !== HOLE)) found.set(at, cells);
      }
      this.#places.set(shape, found);
    }
    return found;
  }

  /** Returns the spots of a shape whose first cell is at a place; they may be off the board or beyond a seam.
   * @param {Shape} shape @param {Cell} first */
  spots({ spots, centres, kind }, [row, col]) {
    const first = this.on.centre(this.ground.place([row, col]));
    const isOne = this.on.kind(first) === kind;
    return spots.map(({ letter }, at) => {
      const [down, right] = isOne ? this.#drawn(this.on.place(plus(first, centres[at]))) : [-1, -1];
      return { row: down, col: right, letter };
    });
  }

  /** Returns the cell at a place of the lattice; in space, [-1, -1] off the board.
   * @param {number[]} place */
  #drawn(place) {
    if (this.on.isFlat) return place;
    const [layer, row, col] = place;
    const sizes = [this.layers, this.depth, this.cols];
    const isOn = place.every((at, axis) => at >= 0 && at < sizes[axis]);
    return isOn ? [layer * this.depth + row, col] : [-1, -1];
  }

  /** Returns the places at which a shape covers a cell.
   * @param {Shape} shape @param {Cell} cell */
  covering(shape, cell) {
    const wanted = this.number(cell);
    return [...this.places(shape)].filter(([, cells]) => cells.includes(wanted)).map(([at]) => this.cell(at));
  }

  /** Returns the vector between two points of the lattice's layers, the short way around joined sides or, if a
   * direction is given, in it.
   * @param {number[]} from @param {number[]} to */
  #way(from, to, down = 0, right = 0) {
    const [layers, y, x] = plus(to, from, -1);
    return [layers, this.wrapsRows ? around(y, this.rows, down) : y, this.wrapsCols ? around(x, this.cols, right) : x];
  }

  /** Returns the place of a shape that is best by a measure; the first cell of the board if it has none.
   * @param {Shape} shape @param {(place: [number, number], cells: number[]) => number} away */
  #nearest(shape, away) {
    /** @type {[number, number]} */
    let best = [0, 0];
    let least = Infinity;
    for (const [at, cells] of this.places(shape)) {
      const distance = away(this.cell(at), cells);
      if (distance < least) [best, least] = [this.cell(at), distance];
    }
    return best;
  }

  /** Returns the place nearest to another at which a shape stays on the board, or goes on around joined sides.
   * @param {Shape} shape @param {Cell} wanted */
  settle(shape, [row, col]) {
    const [r, c] = this.home(row, col);
    const wanted = this.ground.point([clamp(r, this.rows - 1), clamp(c, this.cols - 1)]);
    return this.#nearest(shape, (place) => Math.hypot(...this.#way(wanted, this.ground.point(place))));
  }

  /** Returns the cost of a step from one cell to another in a direction; Infinity if it does not lead there.
   * @param {Cell} from @param {Cell} to @param {[down: number, right: number, up: number]} way */
  #ahead(from, to, [down, right, up]) {
    const [layers, y, x] = this.#way(this.ground.point(from), this.ground.point(to), down, right);
    if (up) return layers === up ? Math.hypot(y, x) : Infinity;
    const length = Math.hypot(y, x);
    const share = (y * down + x * right) / length;
    // Of two equally near cells, odd rows take the left and even rows the right one, so that repeated steps go
    // straight.
    const side = (from[0] % 2 ? -1 : 1) * (x * Math.abs(down) + y * Math.abs(right));
    return layers || !(share > (this.lattice ? AHEAD : STRAIGHT)) ? Infinity : length / share ** 2 - side / 1000;
  }

  /** Returns the place of a shape that was moved by a cell, or by a layer; without a direction, settles it.
   * @param {Shape} shape @param {[number, number]} place @param {number} down @param {number} right
   * @param {number} up layers */
  moved(shape, place, down, right, up = 0) {
    if (!down && !right && !up) return this.settle(shape, place);
    const next = this.#nearest(shape, (each) => this.#ahead(place, each, [down, right, up]));
    return this.#ahead(place, next, [down, right, up]) < Infinity ? next : place;
  }

  /** Returns the place of a shape that takes another's around the same middle; of those equally near, the one whose
   * corner moves least, so that turns come back.
   * @param {Shape} before @param {Shape} after @param {Cell} place */
  turned(before, after, place) {
    const [old, own] = [box(before), box(after)];
    const [middle, corner] = [old.middle, old.corner].map((each) => plus(this.ground.point(place), each));
    return this.#nearest(after, (each) => {
      const point = this.ground.point(each);
      return Math.hypot(...this.#way(middle, plus(point, own.middle))) +
        Math.hypot(...this.#way(corner, plus(point, own.corner))) / 1000;
    });
  }

  /** Returns the place of a shape that a pointer holds at a point of the drawing.
   * @param {Shape} shape
   * @param {Grip|null} grip null: in the middle of its cells in the layer of the first
   * @param {number} x @param {number} y */
  followed(shape, grip, x, y) {
    const { ground, on } = this;
    const own = shape.spots.map(({ row, col }) => shape.ground.middle([row, col]));
    const layers = shape.spots.map(({ row }) => shape.ground.layer(row));
    const held = grip ? [grip.at] : [...own.keys()].filter((at) => layers[at] === layers[0]);
    return this.#nearest(shape, (place, cells) => {
      // In the plane, a piece may go on beyond a seam; in space, its layers are drawn apart.
      const first = ground.middle(place);
      const middles = held.map((at) => /** @type {[number, number]} */ (on.isFlat
        ? plus(first, plus(own[at], own[0], -1)) : ground.middle(this.cell(cells[at]))));
      return Math.hypot(...this.#way([0, y, x],
        [0, mean(middles, 0) + (grip?.y ?? 0), mean(middles, 1) + (grip?.x ?? 0)]));
    });
  }

  /** Returns where a pointer holds a shape.
   * @param {number} at the number of the spot under it
   * @param {number} x @param {number} y @returns {Grip} */
  grip(at, x, y) {
    const [down, right] = this.ground.middle(this.ground.at(x, y, this.numbers.map((each) => this.cell(each))));
    return { x: x - right, y: y - down, at };
  }

  /** Returns whether the board is its own image, so that some solutions may be images of others.
   * @param {boolean} isMirrored whether reflections count, too */
  isSymmetric(isMirrored) {
    const { on, numbers } = this;
    const centres = this.#centres;
    const own = numbers.map((at) => centres[at]);
    const sides = [own, ...isMirrored && on.isFlat ? [own.map((centre) => image(on.mirror, centre))] : []];
    const all = sides.flatMap((side) => on.rotations.map((turn) => side.map((centre) => image(turn, centre))));
    // The first is the board as it is.
    return Boolean(this.wrap) || all.slice(1).some((images) => this.#pushed(images) === this.#pushed(own));
  }

  /** Writes some cells with the letters of the board's, in a form that does not depend on where they lie.
   * @param {number[][]} centres */
  #pushed(centres) {
    const lettered = centres.map((centre, at) => ({
      centre, letter: this.cells[this.numbers[at]], place: this.on.place(centre),
    })).sort((one, other) => inOrder(one.place, other.place));
    const [{ centre: first }] = lettered;
    const cells = lettered.map(({ centre, letter }) => letter + key(plus(centre, first, -1)));
    return `${this.on.kind(first)} ${cells.join(" ")}`;
  }

  /** Returns the cells that touch a cell, by number.
   * @param {number} at */
  neighbours(at) {
    return [...new Set(this.beside(at))].filter((next) => next >= 0 && next !== at);
  }

  /** Returns the sides between touching cells for which a condition holds; one on a seam is above row 0, or left of
   * column 0.
   * @param {(one: number, other: number) => boolean} holds for their numbers */
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

  /** Labels the regions of free cells that no border cuts, from 1 on; covered cells and holes are 0.
   * @param {(at: number) => boolean} isCovered
   * @param {(one: number, other: number) => boolean} isCut whether a border runs between two touching cells */
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

  /** Returns the same board with other letters.
   * @param {string} cells */
  painted(cells) { return new Board(this.rows, this.cols, cells, this.wrap, this.on, this.layers); }

  /** Turns or mirrors a board of squares.
   * @param {import("./symmetry.js").Symmetry} symmetry */
  transformed(symmetry) {
    const isTurned = (symmetry.turns ?? 0) % 2 === 1;
    const [rows, cols] = isTurned ? [this.cols, this.rows] : [this.rows, this.cols];
    const cells = imageOfBox(this.cells, symmetry, this.cols).join("");
    /** @type {Record<string, Wrap>} */
    const turned = { columns: "rows", rows: "columns" };
    return new Board(rows, cols, cells, isTurned ? turned[this.wrap] ?? this.wrap : this.wrap);
  }
}

/** @param {number} value @param {number} top */
const clamp = (value, top) => Math.max(0, Math.min(value, top));

/** Returns a number modulo a length, never negative.
 * @param {number} value @param {number} length */
export const modulo = (value, length) => ((value % length) + length) % length;

/** Returns a distance along joined sides: the short way or, with a sign, in its direction.
 * @param {number} distance @param {number} length @param {number} sign */
const around = (distance, length, sign) =>
  (sign ? sign * modulo(sign * distance, length) : modulo(distance + length / 2, length) - length / 2);

/** Returns the middle and the corner of a shape's box, from the middle of its first cell.
 * @param {Shape} shape */
function box({ spots, ground }) {
  const points = spots.map(({ row, col }) => ground.point([row, col]));
  const [lows, highs] = [Math.min, Math.max].map((far) =>
    points[0].map((_, axis) => far(...points.map((each) => each[axis]))));
  return { middle: plus(plus(lows, highs).map((each) => each / 2), points[0], -1), corner: plus(lows, points[0], -1) };
}
