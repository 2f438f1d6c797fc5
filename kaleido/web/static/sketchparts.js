/** What a sketch shows on top of its board: the colours that a cell may have, and cells that a proposal changes. */

import { square } from "./boardparts.js";
import { look } from "./look.js";
import { cellParts } from "./pieceview.js";
import { ANY } from "./sketch.js";
import { h } from "./vendor/preact.js";

/**
 * @typedef {import("./sketch.js").Sketch} Sketch
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./pieceview.js").Marks} Marks
 */

/**
 * Draws the cells that may have some colours, but not any, with a stripe of each.
 * @param {Sketch} sketch
 * @param {Board} board
 * @param {Marks} marks
 */
export function choiceParts(sketch, board, marks) {
  return [...sketch.choices].map(([at, letters]) => {
    const [row, col] = board.cell(at);
    const stripes = [...letters].map((letter, place) =>
      h("g", { transform: `translate(${place} 0)` }, cellParts({ spots: [{ row: 0, col: 0, letter }] }, marks)));
    return h("g", { transform: `translate(${col + 0.02} ${row + 0.02}) scale(${0.96 / letters.length} 0.96)` }, stripes);
  });
}

/**
 * Marks the cells that a proposal changes: a ring, and in the corner the colour of before.
 * @param {number[]} changed
 * @param {Sketch} sketch
 * @param {Board} board
 */
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
