/** Symmetric brushes: one stroke paints all cells that a symmetry carries it to. */

import { SIZE } from "./pattern.js";

const LAST = SIZE - 1;

const MAPS = {
  none: [],
  "left-right": [([r, c]) => [r, LAST - c]],
  "top-bottom": [([r, c]) => [LAST - r, c]],
  "both ways": [([r, c]) => [r, LAST - c], ([r, c]) => [LAST - r, c], ([r, c]) => [LAST - r, LAST - c]],
  diagonal: [([r, c]) => [c, r]],
  "half turn": [([r, c]) => [LAST - r, LAST - c]],
  "quarter turns": [([r, c]) => [c, LAST - r], ([r, c]) => [LAST - r, LAST - c], ([r, c]) => [LAST - c, r]],
};

export const SYMMETRIES = Object.keys(MAPS);

/** Gives the cells that a symmetry carries these to, themselves included. */
export function images(cells, symmetry) {
  const all = new Set();
  for (const at of cells) {
    const cell = [Math.floor(at / SIZE), at % SIZE];
    for (const [row, col] of [cell, ...(MAPS[symmetry] ?? []).map((map) => map(cell))]) all.add(row * SIZE + col);
  }
  return [...all];
}
