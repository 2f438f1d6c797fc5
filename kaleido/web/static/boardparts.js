/** Parts of a board's picture, and the marks of a sketch on top of it. */

import { BARE, CLASH, letters, look, WHITE } from "./look.js";
import { cellParts } from "./pieceview.js";
import { ANY } from "./sketch.js";
import { h, useMemo } from "./vendor/preact.js";

/** @import { Cell } from "./api.js" */
/** @import { Board } from "./board.js" */
/** @import { Sketch } from "./sketch.js" */

/** Returns a set of cells, once for each side of the seams that it crosses.
 * @param {Cell[]} cells which may lie beyond seams
 * @param {Board} board */
export function shifted(cells, { rows, cols, wrapsRows, wrapsCols }) {
  if (!cells.length) return [];
  const found = [];
  for (const down of wrapsRows ? around(cells.map(([row]) => row), rows) : [0]) {
    for (const right of wrapsCols ? around(cells.map(([, col]) => col), cols) : [0]) {
      const moved = cells.map(([row, col]) => [row + down, col + right]);
      const isSeen = moved.some(([row, col]) => row >= -1 && col >= -1 && row <= rows && col <= cols);
      if (isSeen || (!wrapsRows && !wrapsCols)) found.push(moved);
    }
  }
  return found;
}

/** Returns the offsets that move numbers near the board; a piece may wind around it several times.
 * @param {number[]} numbers @param {number} size */
function around(numbers, size) {
  const first = Math.ceil((-1 - Math.max(...numbers)) / size);
  const last = Math.floor((size - Math.min(...numbers)) / size);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * size);
}

/** Returns the path of a square in a cell.
 * @param {Cell} cell @param {number} inset */
export function square([row, col], inset) {
  const side = 1 - 2 * inset;
  return `M${col + inset} ${row + inset}h${side}v${side}h${-side}z`;
}

/** Returns the path inside a cell of a board, along its sides.
 * @param {Cell} cell @param {number} inset @param {Board} board */
export const inside = (cell, inset, { lattice, ground }) =>
  (lattice ? String(ground.tile(cell, 1 - 2 * inset).d) : square(cell, inset));

/** Returns the path around a window, a little outside, so that a piece that fills it shows its own outline.
 * @param {{row: number, col: number, rows: number, cols: number}} window */
export function box({ row, col, rows, cols }) {
  const beyond = 0.12;
  const width = cols + 2 * beyond;
  return `M${col - beyond} ${row - beyond}h${width}v${rows + 2 * beyond}h${-width}z`;
}

/** Returns the path of a pin in each cell of a piece that cannot be moved.
 * @param {import("./pieces.js").Spot[]} spots @param {Board} board */
export function pins(spots, board) {
  return spots.map((spot) => {
    const [y, x] = board.ground.middle(board.home(spot.row, spot.col));
    return `M${x - 0.13} ${y}a.13 .13 0 1 0 .26 0a.13 .13 0 1 0 -.26 0`;
  }).join("");
}

/** Marks a cell of a ghost that clashes: a cross, and stripes in a square.
 * @param {Cell} cell @param {Board} board */
export function clashMark([row, col], { lattice, ground }) {
  const [y, x] = ground.middle([row, col]);
  const arm = 0.22 * Math.min(1, ground.room([row, col]));
  const cross = `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
  const stripes = lattice ? [] : [0.5, 1, 1.5].map((at) => {
    const [high, low] = [Math.min(at, 1), Math.max(at - 1, 0)];
    return `M${col + low} ${row + high}L${col + high} ${row + low}`;
  });
  return [
    h("path", { d: stripes.join(""), stroke: CLASH, "stroke-width": 0.1 }),
    h("path", { d: cross, stroke: WHITE, "stroke-width": 0.3, "stroke-linecap": "round" }),
    h("path", { d: cross, stroke: CLASH, "stroke-width": 0.14, "stroke-linecap": "round" }),
  ];
}

/** Draws a small board, with one path for each colour.
 * @param {{board: Board, isPlain?: boolean}} props */
export function Thumbnail({ board, isPlain = false }) {
  const { cells: all, ground, lattice, extent: { rows, cols } } = board;
  const paths = useMemo(() => {
    /** @param {(letter: string) => boolean} holds */
    const squares = (holds) => {
      const cells = board.numbers.filter((at) => holds(all[at])).map((at) => board.cell(at));
      return lattice ? ground.outline(cells) : cells.map(([row, col]) => `M${col} ${row}h1v1h-1z`).join("");
    };
    return [
      { fill: BARE, d: squares((own) => isPlain || !(own in look.shades)) },
      ...isPlain ? [] : letters().map((letter) =>
        ({ fill: look.shades[letter].fill, d: squares((own) => own === letter) })),
    ].filter(({ d }) => d);
  }, [board.text, isPlain]);
  return h("svg", { class: "thumbnail", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": true }, paths.map((path) =>
    h("path", { key: path.fill, "shape-rendering": lattice ? undefined : "crispEdges", ...path })));
}

/** Draws the cells that may have some colours, but not every one, with a stripe of each.
 * @param {Sketch} sketch @param {Board} board @param {import("./pieceview.js").Marks} marks */
export function choiceParts(sketch, board, marks) {
  return [...sketch.choices].map(([at, all]) => {
    const [row, col] = board.cell(at);
    const stripes = [...all].map((letter, place) =>
      h("g", { transform: `translate(${place} 0)` }, cellParts({ spots: [{ row: 0, col: 0, letter }] }, marks)));
    return h("g", { transform: `translate(${col + 0.02} ${row + 0.02}) scale(${0.96 / all.length} 0.96)` }, stripes);
  });
}

/** Marks the cells that a proposal changes: a ring, and the former colour in the corner.
 * @param {number[]} changed @param {Sketch} sketch @param {Board} board */
export function changeParts(changed, sketch, board) {
  const { paper, accent } = look.colours;
  const rings = changed.map((at) => square(board.cell(at), 0.1)).join("");
  return [
    h("path", { class: "changed", d: rings, fill: "none", stroke: paper, "stroke-width": 0.2 }),
    h("path", { d: rings, fill: "none", stroke: accent, "stroke-width": 0.11 }),
    ...changed.map((at) => {
      const [row, col] = board.cell(at);
      const before = sketch.cells[at];
      return h("path", {
        d: `M${col + 0.03} ${row + 0.03}h.46l-.46 .46z`, fill: before === ANY ? paper : look.shades[before[0]].fill,
        stroke: paper, "stroke-width": 0.05,
      });
    }),
  ];
}
