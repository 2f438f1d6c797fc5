/** Draws placements small, for lists. */

import { Drawn } from "./modal.js";
import { drawPose } from "./pieceview.js";
import { settings } from "./settings.js";
import { h, useMemo } from "./vendor/preact.js";

/**
 * A piece as it lies on the board.
 * @param {{puzzle: import("./puzzle.js").Puzzle, placement: import("./api.js").Placement}} props
 */
export function Placed({ puzzle, placement }) {
  const { marks } = settings;
  const node = useMemo(() => {
    const [lie, piece] = [puzzle.lieOn(placement), puzzle.pieces.get(placement.piece)];
    return lie && piece && drawPose(piece, lie, { width: 3, height: 3, marks });
  }, [puzzle, placement, marks]);
  return h("span", { class: "lying" }, node && h(Drawn, { node }));
}
