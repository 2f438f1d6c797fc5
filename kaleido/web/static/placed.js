/** Draws placements small, for lists. */

import { PoseView } from "./pieceview.js";
import { h } from "./vendor/preact.js";

/**
 * A piece as it lies on the board.
 * @param {{puzzle: import("./puzzle.js").Puzzle, placement: import("./api.js").Placement}} props
 */
export function Placed({ puzzle, placement }) {
  const [pose, piece] = [puzzle.lieOn(placement), puzzle.pieces.get(placement.piece)];
  return h("span", { class: "lying" }, pose && piece && h(PoseView, { piece, pose, width: 3, height: 3 }));
}
