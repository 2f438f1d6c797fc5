/** A pattern: the 64 letters of a classic board, row by row. */

import { Board } from "./board.js";
import { BRUSHES, image } from "./symmetry.js";

export const SIZE = 8;
export const CELLS = SIZE * SIZE;

/** @param {number} row @param {number} col */
export const chequer = (row, col) => ((row + col) % 2 ? "x" : "r");

/** A checkerboard to begin with. */
export const CHEQUER = Array.from({ length: CELLS }, (_, at) => chequer(Math.floor(at / SIZE), at % SIZE)).join("");

/** Returns the number of a cell in the text of a pattern.
 * @param {import("./api.js").Cell} cell */
export const cellNumber = ([row, col]) => row * SIZE + col;

/** Returns the board of a pattern.
 * @param {string} cells */
export const boardOf = (cells) => new Board(SIZE, SIZE, cells);

/** Reads 8 rows with `/` between them; null unless each cell is one of `letters`.
 * @param {string} text */
export function readPattern(text, letters = "xryb") {
  const rows = text.trim().split("/");
  if (rows.length !== SIZE || rows.some((row) => row.length !== SIZE)) return null;
  const cells = rows.join("");
  return [...cells].every((letter) => letters.includes(letter)) ? cells : null;
}

/** Returns the letters of colours that were written as any letters, or as digits.
 * @param {string} text */
export const readLetters = (text) => text.toLowerCase().replace(/[1-4]/g, (digit) => "xryb"[Number(digit) - 1]);

/** Splits the text of a file into its rows and its headers, such as `# title: Car`; the first of two equal headers
 * counts.
 * @param {string} text
 * @param {string} remark the mark of lines that are not rows */
export function splitText(text, remark = "#") {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).map((line) => line.trim()).filter(Boolean);
  const rows = lines.filter((line) => !line.startsWith(remark) && line !== "#");
  /** @type {Record<string, string|undefined>} */
  const headers = {};
  for (const line of lines.filter((each) => !rows.includes(each))) {
    const [, name = "", value = ""] = /^#\s*(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    headers[name.toLowerCase()] ??= value;
  }
  return { rows, headers };
}

/** Writes 64 letters as 8 rows with `separator` between them.
 * @param {string} cells */
export const writePattern = (cells, separator = "/") => boardOf(cells).lines.join(separator);

/** Counts the cells of each letter.
 * @param {string} cells */
export function countLetters(cells) {
  /** @type {Record<string, number>} */
  const counts = { x: 0, r: 0, y: 0, b: 0 };
  for (const letter of cells) if (letter in counts) counts[letter] += 1;
  return counts;
}

/** Returns the cells that a symmetric brush paints, by number.
 * @param {number[]} cells under the brush
 * @param {string} brush one of `BRUSHES` */
export function brushed(cells, brush) {
  const images = BRUSHES[brush].map((symmetry) => image(new Array(CELLS).keys(), symmetry, SIZE));
  return [...new Set([...cells, ...images.flatMap((numbers) => cells.map((at) => numbers.indexOf(at)))])];
}
