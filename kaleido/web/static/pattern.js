/** A pattern: 64 letters, row by row. */

import { BRUSHES, image } from "./symmetry.js";

export const SIZE = 8;
export const CELLS = SIZE * SIZE;

/** @typedef {[row: number, col: number, isLevel: boolean]} Side the upper or the left side of a cell */

/** A checkerboard to begin with. */
export const CHEQUER = Array.from({ length: CELLS }, (_, at) =>
  (at + Math.floor(at / SIZE)) % 2 ? "x" : "r").join("");

/**
 * The number of a cell in the text of a pattern.
 * @param {import("./api.js").Cell} cell
 */
export function cellNumber([row, col]) {
  return row * SIZE + col;
}

/**
 * The cell with a number.
 * @param {number} at
 * @returns {[number, number]}
 */
export function cellAt(at) {
  return [Math.floor(at / SIZE), at % SIZE];
}

/**
 * Reads 8 rows with `/` between them; null unless each cell is one of `letters`.
 * @param {string} text
 */
export function readPattern(text, letters = "xryb") {
  const rows = text.trim().split("/");
  if (rows.length !== SIZE || rows.some((row) => row.length !== SIZE)) return null;
  const cells = rows.join("");
  return [...cells].every((letter) => letters.includes(letter)) ? cells : null;
}

/**
 * Writes 64 letters as 8 rows with `separator` between them.
 * @param {string} cells
 */
export function writePattern(cells, separator = "/") {
  return (cells.match(/.{8}/g) ?? []).join(separator);
}

/**
 * Counts the cells of each letter.
 * @param {string} cells
 */
export function countLetters(cells) {
  /** @type {Record<string, number>} */
  const counts = { x: 0, r: 0, y: 0, b: 0 };
  for (const letter of cells) if (letter in counts) counts[letter] += 1;
  return counts;
}

/**
 * Whether a piece border must run between two touching cells.
 * @param {string} one
 * @param {string} other
 */
export function isImplied(one, other) {
  return (one === "x") === (other === "x");
}

/**
 * The sides between cells where a border must run.
 * @param {string} cells
 */
export function impliedSides(cells) {
  /** @type {Side[]} */
  const found = [];
  for (let at = 0; at < CELLS; at += 1) {
    const [row, col] = cellAt(at);
    if (row && isImplied(cells[at], cells[at - SIZE])) found.push([row, col, true]);
    if (col && isImplied(cells[at], cells[at - 1])) found.push([row, col, false]);
  }
  return found;
}

/**
 * Labels the regions of free cells that no implied border cuts, from 1 on; covered cells are 0.
 * @param {string} cells
 * @param {(at: number) => boolean} isCovered
 */
export function labelIslands(cells, isCovered = () => false) {
  /** @type {number[]} */
  const labels = new Array(CELLS).fill(0);
  let label = 0;
  for (let start = 0; start < CELLS; start += 1) {
    if (labels[start] || isCovered(start)) continue;
    label += 1;
    const open = [start];
    labels[start] = label;
    for (const at of open) {
      for (const next of neighbours(at)) {
        if (!labels[next] && !isCovered(next) && !isImplied(cells[at], cells[next])) {
          labels[next] = label;
          open.push(next);
        }
      }
    }
  }
  return labels;
}

/**
 * The cells beside a cell, by number.
 * @param {number} at
 */
export function neighbours(at) {
  const found = [];
  if (at % SIZE) found.push(at - 1);
  if (at % SIZE < SIZE - 1) found.push(at + 1);
  if (at >= SIZE) found.push(at - SIZE);
  if (at < CELLS - SIZE) found.push(at + SIZE);
  return found;
}

/**
 * Turns or mirrors a pattern.
 * @param {string} cells
 * @param {import("./symmetry.js").Symmetry} symmetry
 */
export function transformed(cells, symmetry) {
  const result = [...cells];
  [...cells].forEach((letter, at) => {
    result[cellNumber(image(cellAt(at), symmetry, SIZE, SIZE))] = letter;
  });
  return result.join("");
}

/**
 * Returns the cells that a symmetric brush paints, by number.
 * @param {number[]} cells under the brush
 * @param {string} brush one of `BRUSHES`
 */
export function brushed(cells, brush) {
  const all = new Set(cells);
  for (const at of cells) {
    for (const symmetry of BRUSHES[brush]) all.add(cellNumber(image(cellAt(at), symmetry, SIZE, SIZE)));
  }
  return [...all];
}
