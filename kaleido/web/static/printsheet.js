/** A design on paper: the pattern large, and on pages of their own a solution and the pieces to cut out. */

import { byId } from "./dom.js";
import { SIZE } from "./pattern.js";
import { cellParts } from "./pieceview.js";
import { t } from "./text.js";
import { h, render } from "./vendor/preact.js";

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
export async function printSheet(sheet) {
  const place = byId("sheet");
  render(h(Pages, sheet), place);
  await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode()));
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    render(null, place);
  }, { once: true });
  print();
}

/** @param {Sheet} props */
function Pages({ title, facts, pattern, solution, rim, pieces, marks }) {
  /** @param {string} source */
  const picture = (source) => h("img", {
    src: `data:image/svg+xml,${encodeURIComponent(source)}`, alt: "", width: Math.round((SIZE + 2 * rim) * CELL * 96 / 25.4),
  });
  const nets = pieces?.map((piece) => netOf(piece, marks)).sort((one, other) => other.rows - one.rows);
  return [
    h("section", {}, title && h("h1", {}, title), picture(pattern), h("p", {}, facts)),
    nets && h("section", {}, h("p", {}, t("sheet.cut")), h("div", { class: "nets" }, nets.map(({ net }) => net))),
    solution && h("section", {},
      h("h1", {}, title ? t("sheet.solutionOf", { title }) : t("sheet.solution")), picture(solution)),
  ];
}

/**
 * Draws the two faces of a piece side by side, so that folded they are a piece with both; says how high they are.
 * @param {Piece} piece
 * @param {Marks} marks
 */
function netOf(piece, marks) {
  const [face] = piece.faces;
  const flat = piece.shape({ face, turn: 0 });
  const pose = { face, turn: flat.cols > flat.rows ? 1 : 0 };
  const { rows, cols, spots, ground } = piece.shape(pose);
  const back = piece.shape(piece.turnedOver(pose)).spots.map((spot) => ({ ...spot, col: spot.col + cols }));
  const all = [...spots, ...back];
  const folds = spots.filter(({ col }) => col === cols - 1).map(({ row }) => `M${cols} ${row}v1`).join("");
  const line = { fill: "none", stroke: "#000" };
  const net = h("svg", {
    viewBox: `-0.05 -0.05 ${2 * cols + 0.1} ${rows + 0.1}`,
    width: `${(2 * cols + 0.1) * CELL}mm`, height: `${(rows + 0.1) * CELL}mm`,
  }, cellParts({ spots: all, shade: piece.shade }, marks),
  h("path", { ...line, d: ground.outline(all.map(({ row, col }) => [row, col])), "stroke-width": 0.03 }),
  h("path", { ...line, d: folds, stroke: "#fff", "stroke-width": 0.05 }),
  h("path", { ...line, d: folds, "stroke-width": 0.04, "stroke-dasharray": "0.09 0.09" }));
  return { net, rows };
}
