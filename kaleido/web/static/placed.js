/** Draws placements small, for lists. */

import { el } from "./dom.js";
import { drawPose } from "./pieceview.js";
import { settings } from "./settings.js";

/**
 * Draws a piece as it lies on the board.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./api.js").Placement} placement
 */
export function drawPlacement(puzzle, placement) {
  const lie = puzzle.lieOn(placement);
  const piece = puzzle.pieces.get(placement.piece);
  return el("span", { class: "lying" },
    lie && piece ? drawPose(piece, lie, { width: 3, height: 3, marks: settings.marks }) : "");
}
