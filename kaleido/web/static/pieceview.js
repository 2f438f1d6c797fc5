/** Draws pieces, and cells with their marks. */

import { svg } from "./dom.js";
import { hatchPath, look } from "./look.js";
import { outline } from "./outline.js";

/** @typedef {"none"|"hatches"|"letters"} Marks what a cell carries besides its colour */

/**
 * Draws the mark of a cell, if it has one.
 * @param {string} letter
 * @param {number} row
 * @param {number} col
 * @param {Marks} marks
 * @returns {SVGElement[]}
 */
function markParts(letter, row, col, marks) {
  const fill = look.shades[letter].ink;
  if (marks === "hatches") return [svg("path", { d: hatchPath(letter, row, col), fill })];
  if (marks === "letters") return [svg("text", { class: "letter", x: col + 0.5, y: row + 0.5, fill, text: letter })];
  return [];
}

/**
 * Draws cells in their colours, with their marks on top.
 * @param {import("./pieces.js").Spot[]} spots
 * @param {Marks} marks
 * @param {import("./dom.js").Attributes} attributes of each cell's square
 */
export function cellParts(spots, marks, attributes = {}) {
  return [
    ...spots.map(({ row, col, letter }) => svg("rect", {
      x: col, y: row, width: 1, height: 1, fill: look.shades[letter].fill, ...attributes,
    })),
    ...spots.flatMap(({ row, col, letter }) => markParts(letter, row, col, marks)),
  ];
}

/**
 * Draws a shape in the middle of a box of `width` × `height` cells (or as large as the shape).
 * @param {import("./pieces.js").Shape} shape
 * @param {{width?: number, height?: number, marks?: Marks}} options
 */
export function drawPiece(shape, { width = 0, height = 0, marks = "none" } = {}) {
  const wide = Math.max(width, shape.cols) + 0.3;
  const high = Math.max(height, shape.rows) + 0.3;
  const cells = shape.spots.map(({ row, col }) => [row, col]);
  return svg(
    "svg",
    {
      class: "piece-drawing", "aria-hidden": "true",
      viewBox: `${(shape.cols - wide) / 2} ${(shape.rows - high) / 2} ${wide} ${high}`,
    },
    ...cellParts(shape.spots, marks, { "shape-rendering": "crispEdges" }),
    svg("path", { class: "rim", d: outline(cells), fill: "none", "stroke-width": 0.12, "stroke-linejoin": "round" }),
  );
}
