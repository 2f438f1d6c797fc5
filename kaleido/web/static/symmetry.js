/** The symmetries of the square: a number of quarter turns clockwise and perhaps a mirror. */

/** @typedef {{turns?: number, mirror?: boolean}} Symmetry turned first, then mirrored left to right */

export const TURN = { turns: 1 };
export const MIRROR = { mirror: true };
const HALF_TURN = { turns: 2 };
const FLIP = { turns: 2, mirror: true };

/**
 * Returns the place to which a symmetry of a box moves a cell.
 * @param {import("./api.js").Cell} cell
 * @param {Symmetry} symmetry
 * @param {number} rows of the box
 * @param {number} cols
 * @returns {[number, number]}
 */
export function image([row, col], { turns = 0, mirror = false }, rows, cols) {
  for (let turn = 0; turn < turns; turn += 1) {
    [row, col] = [col, rows - 1 - row];
    [rows, cols] = [cols, rows];
  }
  return [row, mirror ? cols - 1 - col : col];
}

/**
 * Symmetric brushes: one stroke also paints the cells that these symmetries carry it to.
 * @type {Record<string, Symmetry[]>}
 */
export const BRUSHES = {
  none: [],
  "left-right": [MIRROR],
  "top-bottom": [FLIP],
  "both ways": [MIRROR, FLIP, HALF_TURN],
  diagonal: [{ turns: 1, mirror: true }],
  "half turn": [HALF_TURN],
  "quarter turns": [TURN, HALF_TURN, { turns: 3 }],
};
