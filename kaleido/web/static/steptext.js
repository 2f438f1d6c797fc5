/** The steps of a search in words. */

import { cellName } from "./board.js";
import { pieceName } from "./pieces.js";
import { foreign, sentence, t } from "./text.js";

/**
 * @typedef {import("./recording.js").Step} Step
 * @typedef {import("./api.js").Placement} Placement
 */

/**
 * Says in words what a step does.
 * @param {Step} step
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
export function describeStep(step, puzzle) {
  const moved = step.moved ? describePlacement(step.moved, puzzle) : "";
  switch (step.kind) {
    case "start": return t("steps.start", { n: step.edges });
    case "place": return sentence(moved);
    case "backtrack": return t("steps.takenBack", { moved });
    case "resume": return step.placed.length
      ? t("steps.resume", { n: step.placed.length }) : t("steps.fresh");
    case "solved": return t("steps.solved");
    case "exhausted": return t("steps.exhausted");
    default: return t("steps.stopped");
  }
}

/**
 * Says how a search has ended.
 * @param {Step} step its last
 */
export function describeEnd(step) {
  if (step.kind === "solved") {
    return t("steps.solvedAfter", {
      moves: t("count.moves", { n: step.nodes }), backtracks: t("count.backtracks", { n: step.backtracks }),
    });
  }
  const reason = foreign(step.event.reason ?? "");
  return step.kind === "exhausted" ? t("steps.noSolution", { reason }) : t("shared.gaveUp", { reason });
}

/**
 * @param {Placement} placement
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
function describePlacement(placement, puzzle) {
  const { piece, face, cells } = placement;
  const lie = puzzle.lieOn(placement);
  const moved = puzzle.pieces.named(piece);
  const pose = lie ? moved.describe(lie) : face;
  return t("steps.placement", { piece: pieceName(moved), pose, cell: cellName(lie ? puzzle.cells(lie)[0] : cells[0]) });
}
