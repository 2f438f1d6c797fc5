/** A design on paper: the pattern large, and on pages of their own a solution and the pieces to cut out. */

import { byId, el, svg } from "./dom.js";
import { outline } from "./outline.js";
import { SIZE } from "./pattern.js";
import { cellParts } from "./pieceview.js";
import { t } from "./text.js";

/**
 * @typedef {import("./pieceview.js").Marks} Marks
 * @typedef {import("./pieces.js").Piece} Piece
 */

/** The side of a cell on paper in millimetres: pieces that are cut out fit on the pattern. */
const CELL = 18;

/**
 * @typedef {object} Sheet
 * @property {string} title
 * @property {string} facts how many solutions there are and how hard it is, as far as it is known
 * @property {string} pattern its picture as SVG
 * @property {string} [solution] that of a solution
 * @property {number} rim the paper around the board in both, in cells
 * @property {Piece[]} [pieces] to cut out
 * @property {Marks} marks
 */

/**
 * Prints a sheet.
 * @param {Sheet} sheet
 */
export async function printSheet({ title, facts, pattern, solution, rim, pieces, marks }) {
  /** @param {string} source */
  const picture = (source) => el("img", {
    src: `data:image/svg+xml,${encodeURIComponent(source)}`, alt: "", width: Math.round((SIZE + 2 * rim) * CELL * 96 / 25.4),
  });
  /** @param {string} text */
  const heading = (text) => (text ? [el("h1", { text })] : []);
  const pages = [[...heading(title), picture(pattern), el("p", { text: facts })]];
  if (pieces) {
    const nets = pieces.map((piece) => net(piece, marks)).sort((one, other) => height(other) - height(one));
    pages.push([el("p", { text: t("sheet.cut") }), el("div", { class: "nets" }, ...nets)]);
  }
  if (solution) {
    pages.push([...heading(title ? t("sheet.solutionOf", { title }) : t("sheet.solution")), picture(solution)]);
  }
  const sheet = byId("sheet");
  sheet.replaceChildren(...pages.map((parts) => el("section", {}, ...parts)));
  await Promise.all([...sheet.querySelectorAll("img")].map((image) => image.decode()));
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    sheet.replaceChildren();
  }, { once: true });
  print();
}

/** @param {SVGSVGElement} drawing */
const height = (drawing) => drawing.viewBox.baseVal.height;

/**
 * Draws the two faces of a piece side by side, so that folded they are a piece with both.
 * @param {Piece} piece
 * @param {Marks} marks
 */
function net(piece, marks) {
  const [face] = piece.faces;
  const flat = piece.shape({ face, turn: 0 });
  const pose = { face, turn: flat.cols > flat.rows ? 1 : 0 };
  const { rows, cols, spots } = piece.shape(pose);
  const back = piece.shape(piece.turnedOver(pose)).spots.map((spot) => ({ ...spot, col: spot.col + cols }));
  const all = [...spots, ...back];
  const folds = spots.filter(({ col }) => col === cols - 1).map(({ row }) => `M${cols} ${row}v1`).join("");
  /** @param {import("./dom.js").Attributes} attributes */
  const line = (attributes) => svg("path", { fill: "none", stroke: "#000", ...attributes });
  return svg("svg", {
    viewBox: `-0.05 -0.05 ${2 * cols + 0.1} ${rows + 0.1}`,
    width: `${(2 * cols + 0.1) * CELL}mm`, height: `${(rows + 0.1) * CELL}mm`,
  }, ...cellParts({ spots: all, shade: piece.shade }, marks),
  line({ d: outline(all.map(({ row, col }) => [row, col])), "stroke-width": 0.03 }),
  line({ d: folds, stroke: "#fff", "stroke-width": 0.05 }),
  line({ d: folds, "stroke-width": 0.04, "stroke-dasharray": "0.09 0.09" }));
}
