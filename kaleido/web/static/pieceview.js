/** Draws pieces, and cells with their marks. */

import { svg } from "./dom.js";
import { LatticeGround } from "./ground.js";
import { BARE, hatchPath, look } from "./look.js";
import { SQUARES } from "./squares.js";

/**
 * @typedef {"none"|"hatches"|"letters"} Marks what a cell carries besides its colour
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {{spots: import("./pieces.js").Spot[], shade?: import("./api.js").Shade|null}} Drawn
 *   the spots of a piece, and how they are painted if it has no colours
 */

/**
 * Draws the mark of a cell, if it has one.
 * @param {import("./api.js").Shade} shade
 * @param {import("./pieces.js").Spot} spot
 * @param {Marks} marks
 * @param {Ground} ground
 * @returns {SVGElement[]}
 */
function markParts(shade, { row, col }, marks, ground) {
  const fill = shade.ink;
  if (marks === "hatches") return [svg("path", { d: hatchIn(shade, [row, col], ground), fill })];
  if (marks === "letters") {
    const { letter } = shade;
    return [svg("text", { class: letterClass(letter), ...letterAt([row, col], ground), fill, text: letter })];
  }
  return [];
}

/**
 * The hatch of a cell, in a square in its middle.
 * @param {import("./api.js").Shade} shade
 * @param {import("./api.js").Cell} cell
 * @param {Ground} ground
 * @param {number} side the part of the square
 */
export function hatchIn(shade, cell, ground, side = 1) {
  const [y, x] = ground.middle(cell);
  return hatchPath(shade, y - 0.5, x - 0.5, side * Math.min(1, ground.room(cell)));
}

/** The least room that a letter fills as it is. */
const ROOMY = 0.75;

/**
 * Where a letter stands in a cell; in one with little room it is smaller.
 * @param {import("./api.js").Cell} cell
 * @param {Ground} ground
 */
export function letterAt(cell, ground) {
  const [y, x] = ground.middle(cell);
  const share = ground.room(cell) / ROOMY;
  return share < 1 ? { transform: `translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${share.toFixed(2)})` } : { x, y };
}

/**
 * The class of a mark: one of two letters is smaller.
 * @param {string} text
 */
export const letterClass = (text) => (text.length > 1 ? "letter two" : "letter");

/**
 * How a spot of a piece is painted: by its colour, or as the piece if that has none.
 * @param {import("./pieces.js").Spot} spot
 * @param {import("./api.js").Shade|null} shade of the piece
 */
export function shadeOf({ letter }, shade) {
  return shade ?? look.shades[letter] ?? { letter, fill: BARE, pale: BARE, ink: look.colours.ink, hatch: [] };
}

/**
 * Draws cells of a piece in their colours, with their marks on top.
 * @param {Drawn} drawn
 * @param {Marks} marks
 * @param {import("./dom.js").Attributes} attributes of each cell
 * @param {Ground} ground
 */
export function cellParts({ spots, shade = null }, marks, attributes = {}, ground = SQUARES) {
  return [
    ...spots.map((spot) => svg(ground.shape, {
      ...ground.tile([spot.row, spot.col]), fill: shadeOf(spot, shade).fill, ...attributes,
    })),
    ...spots.flatMap((spot) => markParts(shadeOf(spot, shade), spot, marks, ground)),
  ];
}

/** The size of the face below beside the face above. */
const BELOW = 0.6;
/** The space between them, in cells. */
const BETWEEN = 0.5;

/**
 * Draws a pose of a piece with its rim, its corner at (0, 0).
 * @param {import("./pieces.js").Piece} piece
 * @param {import("./pieces.js").Pose} pose
 * @param {Marks} marks
 */
function poseParts(piece, pose, marks) {
  const { spots, ground, layers = 1 } = piece.shape(pose);
  const cells = spots.map(({ row, col }) => [row, col]);
  const sharp = ground === SQUARES ? { "shape-rendering": "crispEdges" } : {};
  const boxes = ground instanceof LatticeGround ? ground.boxes(layers) : "";
  return [
    ...(boxes ? [svg("path", {
      class: "layer", d: boxes, fill: "none", "stroke-width": 0.06, "stroke-dasharray": "0.18 0.14",
    })] : []),
    ...cellParts({ spots, shade: piece.shade }, marks, sharp, ground),
    svg("path", {
      class: "rim", d: ground.outline(cells), fill: "none", "stroke-width": 0.12, "stroke-linejoin": "round",
    }),
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
 * Draws a piece; if its faces have colours, both, the one below small beside the one above. A face that is not in
 * `able` is faint.
 * @param {import("./pieces.js").Piece} piece
 * @param {import("./pieces.js").Pose} pose
 * @param {string[]} able
 * @param {{width?: number, height?: number, marks?: Marks}} options
 */
export function drawFaces(piece, pose, able, { marks = "none", ...box } = {}) {
  const up = piece.shape(pose);
  /** @param {string} face */
  const faint = (face) => (able.includes(face) ? "" : " faint");
  const above = svg("g", { class: `up${faint(pose.face)}` }, ...poseParts(piece, pose, marks));
  if (piece.isPlain || piece.faces.length < 2) return boxed(up, box, [above]);
  const over = piece.turnedOver(pose);
  const down = piece.shape(over);
  const isLevel = up.cols > up.rows;
  const rows = isLevel ? up.rows + BETWEEN + BELOW * down.rows : up.rows;
  const cols = isLevel ? up.cols : up.cols + BETWEEN + BELOW * down.cols;
  return boxed({ rows, cols }, box, [
    above,
    svg("g", {
      class: `down${faint(over.face)}`,
      transform: `translate(${cols - BELOW * down.cols} ${rows - BELOW * down.rows}) scale(${BELOW})`,
    }, ...poseParts(piece, over, marks)),
  ]);
}

/**
 * Draws a pose in the middle of a box of `width` × `height` cells (or as large as the shape).
 * @param {import("./pieces.js").Piece} piece
 * @param {import("./pieces.js").Pose} pose
 * @param {{width?: number, height?: number, marks?: Marks}} options
 */
export function drawPose(piece, pose, { marks = "none", ...box } = {}) {
  return boxed(piece.shape(pose), box, poseParts(piece, pose, marks));
}
