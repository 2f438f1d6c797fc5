/** Draws pieces, and cells with their marks. */

import { SQUARES } from "./ground.js";
import { BARE, hatchPath, look } from "./look.js";
import { settings } from "./settings.js";
import { h } from "./vendor/preact.js";

/** @typedef {"none"|"hatches"|"letters"} Marks the marks of a cell besides its colour
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {{spots: import("./pieces.js").Spot[], shade?: import("./api.js").Shade|null}} Drawn the spots of a piece,
 *   and their shade if it has no colours
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {import("./pieces.js").Pose} Pose
 * @typedef {{width?: number, height?: number}} Box the least size of a drawing, in cells */

/** Draws the mark of a cell, if it has one.
 * @param {import("./api.js").Shade} shade @param {import("./pieces.js").Spot} spot @param {Marks} marks
 * @param {Ground} ground */
function markOf(shade, { row, col }, marks, ground) {
  const { ink: fill, letter } = shade;
  if (marks === "hatches") return h("path", { d: hatchIn(shade, [row, col], ground), fill });
  return marks === "letters" &&
    h("text", { class: letterClass(letter), ...letterAt([row, col], ground), fill }, letter);
}

/** Returns the hatch of a cell, in a square in its middle.
 * @param {import("./api.js").Shade} shade @param {import("./api.js").Cell} cell @param {Ground} ground
 * @param {number} side the part of the square */
export function hatchIn(shade, cell, ground, side = 1) {
  const [y, x] = ground.middle(cell);
  return hatchPath(shade, y - 0.5, x - 0.5, side * Math.min(1, ground.room(cell)));
}

/** The least room for a letter of full size. */
const ROOMY = 0.75;

/** Returns the place of a letter in a cell, and its size in one with little room.
 * @param {import("./api.js").Cell} cell @param {Ground} ground */
export function letterAt(cell, ground) {
  const [y, x] = ground.middle(cell);
  const share = ground.room(cell) / ROOMY;
  return share < 1 ? { transform: `translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${share.toFixed(2)})` } : { x, y };
}

/** Returns the class of a mark: one of two letters is smaller.
 * @param {string} text */
export const letterClass = (text) => (text.length > 1 ? "letter two" : "letter");

/** Returns the shade of a spot of a piece: that of its colour or, without colours, of the piece.
 * @param {import("./pieces.js").Spot} spot
 * @param {import("./api.js").Shade|null} shade of the piece */
export const shadeOf = ({ letter }, shade) =>
  shade ?? look.shades[letter] ?? { letter, fill: BARE, pale: BARE, ink: look.colours.ink, hatch: [] };

/** Draws cells of a piece in their colours, with their marks on top.
 * @param {Drawn} drawn @param {Marks} marks
 * @param {object} attributes of each cell
 * @param {Ground} ground */
export function cellParts({ spots, shade = null }, marks, attributes = {}, ground = SQUARES) {
  return [
    ...spots.map((spot) => h(ground.shape, {
      ...ground.tile([spot.row, spot.col]), fill: shadeOf(spot, shade).fill, ...attributes,
    })),
    ...spots.map((spot) => markOf(shadeOf(spot, shade), spot, marks, ground)),
  ];
}

/** The size of the face below beside the face above. */
const BELOW = 0.6;
/** The space between them, in cells. */
const BETWEEN = 0.5;

/** Draws a pose of a piece with its rim, its corner at (0, 0).
 * @param {{piece: Piece, pose: Pose, marks: Marks}} props */
function PoseParts({ piece, pose, marks }) {
  const { spots, ground, layers } = piece.shape(pose);
  const sharp = ground.shape === "rect" ? { "shape-rendering": "crispEdges" } : {};
  const boxes = ground.boxes(layers);
  return [
    boxes && h("path", {
      class: "layer", d: boxes, fill: "none", "stroke-width": 0.06, "stroke-dasharray": "0.18 0.14",
    }),
    ...cellParts({ spots, shade: piece.shade }, marks, sharp, ground),
    h("path", {
      class: "rim", d: ground.outline(spots.map(({ row, col }) => [row, col])), fill: "none", "stroke-width": 0.12,
      "stroke-linejoin": "round",
    }),
  ];
}

/** Returns the view box that centres a drawing in `width` × `height` cells, or fits it if it is larger.
 * @param {{rows: number, cols: number}} drawn @param {Box} box */
function framed({ rows, cols }, { width = 0, height = 0 }) {
  const wide = Math.max(width, cols) + 0.3;
  const high = Math.max(height, rows) + 0.3;
  return {
    class: "piece-drawing", "aria-hidden": true, viewBox: `${(cols - wide) / 2} ${(rows - high) / 2} ${wide} ${high}`,
  };
}

/** Draws a piece; if its faces have colours, both, the one below small beside the one above. A face that is not in
 * `able` is faint.
 * @param {Box & {piece: Piece, pose: Pose, able: string[]}} props */
export function Faces({ piece, pose, able, ...box }) {
  const { marks } = settings;
  const up = piece.shape(pose);
  /** @param {string} face */
  const faint = (face) => (able.includes(face) ? "" : " faint");
  const above = h("g", { class: `up${faint(pose.face)}` }, h(PoseParts, { piece, pose, marks }));
  if (piece.isPlain || piece.faces.length < 2) return h("svg", framed(up, box), above);
  const over = piece.turnedOver(pose);
  const down = piece.shape(over);
  const isLevel = up.cols > up.rows;
  const rows = isLevel ? up.rows + BETWEEN + BELOW * down.rows : up.rows;
  const cols = isLevel ? up.cols : up.cols + BETWEEN + BELOW * down.cols;
  return h("svg", framed({ rows, cols }, box), above, h("g", {
    class: `down${faint(over.face)}`,
    transform: `translate(${cols - BELOW * down.cols} ${rows - BELOW * down.rows}) scale(${BELOW})`,
  }, h(PoseParts, { piece, pose: over, marks })));
}

/** Draws a pose of a piece.
 * @param {Box & {piece: Piece, pose: Pose, [attribute: string]: unknown}} props */
export function PoseView({ piece, pose, width, height, ...attributes }) {
  const { marks } = settings;
  return h("svg", { ...framed(piece.shape(pose), { width, height }), ...attributes },
    h(PoseParts, { piece, pose, marks }));
}

/** Draws a piece in its pose on the board.
 * @param {{puzzle: import("./puzzle.js").Puzzle, placement: import("./api.js").Placement}} props */
export function Placed({ puzzle, placement }) {
  const [pose, piece] = [puzzle.posedAs(placement), puzzle.pieces.get(placement.piece)];
  return h("span", { class: "lying" }, pose && piece && h(PoseView, { piece, pose, width: 3, height: 3 }));
}
