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

/** The size of the face below beside the face above. */
const BELOW = 0.6;
/** The space between them, in cells. */
const BETWEEN = 0.5;

/**
 * Draws a shape with its rim, its corner at (0, 0).
 * @param {import("./pieces.js").Shape} shape
 * @param {Marks} marks
 */
function shapeParts(shape, marks) {
  const cells = shape.spots.map(({ row, col }) => [row, col]);
  return [
    ...cellParts(shape.spots, marks, { "shape-rendering": "crispEdges" }),
    svg("path", { class: "rim", d: outline(cells), fill: "none", "stroke-width": 0.12, "stroke-linejoin": "round" }),
  ];
}

/**
 * Draws in the middle of a box of `width` × `height` cells, or as large as what is drawn.
 * @param {{rows: number, cols: number}} drawn
 * @param {{width?: number, height?: number}} box
 * @param {Element[]} parts
 */
function boxed({ rows, cols }, { width = 0, height = 0 }, parts) {
  const wide = Math.max(width, cols) + 0.3;
  const high = Math.max(height, rows) + 0.3;
  return svg("svg", {
    class: "piece-drawing", "aria-hidden": "true", viewBox: `${(cols - wide) / 2} ${(rows - high) / 2} ${wide} ${high}`,
  }, ...parts);
}

/**
 * Draws a piece with both faces, the one below small beside the one above; a face that is not in `able` is faint.
 * @param {import("./pieces.js").Piece} piece
 * @param {import("./pieces.js").Pose} pose
 * @param {string[]} able
 * @param {{width?: number, height?: number, marks?: Marks}} options
 */
export function drawFaces(piece, pose, able, { marks = "none", ...box } = {}) {
  const up = piece.shape(pose);
  const over = piece.turnedOver(pose);
  const down = piece.shape(over);
  const isLevel = up.cols > up.rows;
  const rows = isLevel ? up.rows + BETWEEN + BELOW * down.rows : up.rows;
  const cols = isLevel ? up.cols : up.cols + BETWEEN + BELOW * down.cols;
  /** @param {string} face */
  const faint = (face) => (able.includes(face) ? "" : " faint");
  return boxed({ rows, cols }, box, [
    svg("g", { class: `up${faint(pose.face)}` }, ...shapeParts(up, marks)),
    svg("g", {
      class: `down${faint(over.face)}`,
      transform: `translate(${cols - BELOW * down.cols} ${rows - BELOW * down.rows}) scale(${BELOW})`,
    }, ...shapeParts(down, marks)),
  ]);
}

/**
 * Draws a shape in the middle of a box of `width` × `height` cells (or as large as the shape).
 * @param {import("./pieces.js").Shape} shape
 * @param {{width?: number, height?: number, marks?: Marks}} options
 */
export function drawPiece(shape, { marks = "none", ...box } = {}) {
  return boxed(shape, box, shapeParts(shape, marks));
}
