/** What a board shows of its islands and its known edges. */

import { look } from "./look.js";

/**
 * Gives touching islands different tints, as long as there are enough.
 * @param {number[]} labels
 * @param {import("./board.js").Board} board
 */
export function tintIslands(labels, board) {
  /** @type {Map<number, number>} */
  const tints = new Map();
  const order = labels.flatMap((label, at) =>
    [label, ...board.neighbours(at).filter((next) => next > at).map((next) => labels[next])]);
  for (const label of new Set(order)) {
    if (!label) continue;
    const used = new Set();
    for (const at of board.numbers) {
      if (labels[at] === label) for (const next of board.neighbours(at)) used.add(tints.get(labels[next]));
    }
    let tint = 0;
    while (used.has(tint) && tint < look.tints.length - 1) tint += 1;
    tints.set(label, tint);
  }
  return tints;
}

/**
 * The known edges as the server tells them, on the board: those between free cells and others.
 * @param {import("./api.js").Schemas["Survey"]["implied"]} told
 * @param {import("./position.js").Position} position
 */
export function openSides(told, { puzzle: { board }, at }) {
  const sides = told.map(([row, col, side]) =>
    /** @type {import("./board.js").Side} */ ([row, col, typeof side === "number" ? side : side === "top" ? 0 : 3]));
  return sides.filter((side) => board.across(side).some((cell) => cell >= 0 && !at.has(cell)));
}
