/** How squares are drawn. */

import { outline, sides, strokes } from "./outline.js";

/** @type {import("./ground.js").Ground} */
export const SQUARES = {
  shape: "rect",
  tile: ([row, col], side = 1) => {
    const low = (1 - side) / 2;
    return { x: col + low, y: row + low, width: side, height: side };
  },
  middle: ([row, col]) => [row + 0.5, col + 0.5],
  room: () => 1,
  sides,
  strokes,
  outline,
};
