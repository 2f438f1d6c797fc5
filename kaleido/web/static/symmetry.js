/** The symmetries of the square: a number of quarter turns clockwise and perhaps a mirror. */

/** @typedef {{turns?: number, mirror?: boolean}} Symmetry turned first, then mirrored left to right */

export const TURN = { turns: 1 };
export const MIRROR = { mirror: true };
const HALF_TURN = { turns: 2 };
const FLIP = { turns: 2, mirror: true };

/** Returns the contents of the cells of a box, row by row, after a symmetry has moved it.
 * @template T
 * @param {Iterable<T>} before
 * @param {Symmetry} symmetry
 * @param {number} cols of the box before */
export function image(before, { turns = 0, mirror = false }, cols) {
  let found = [...before];
  for (let turn = 0; turn < turns; turn += 1) {
    const rows = found.length / cols;
    found = found.map((_, at) => found[(rows - 1 - (at % rows)) * cols + Math.floor(at / rows)]);
    cols = rows;
  }
  return mirror ? found.map((_, at) => found[at + cols - 1 - 2 * (at % cols)]) : found;
}

/** Symmetric brushes: one stroke also paints the cells that these symmetries carry it to.
 * @type {Record<string, Symmetry[]>} */
export const BRUSHES = {
  none: [],
  "left-right": [MIRROR],
  "top-bottom": [FLIP],
  "both ways": [MIRROR, FLIP, HALF_TURN],
  diagonal: [{ turns: 1, mirror: true }],
  "half turn": [HALF_TURN],
  "quarter turns": [TURN, HALF_TURN, { turns: 3 }],
};
