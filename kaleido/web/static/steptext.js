/** The steps of a search in words. */

import { foreign, sentence, t } from "./text.js";

/**
 * @typedef {import("./recording.js").Step} Step
 * @typedef {import("./api.js").Placement} Placement
 */

/**
 * The top row and the leftmost column of a placement.
 * @param {Placement} placement
 */
export function corner({ cells }) {
  return [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, col]) => col))];
}

/**
 * Says in words what a step does.
 * @param {Step} step
 * @param {import("./pieces.js").Pieces} pieces
 * @param {string} pattern
 */
export function describeStep(step, pieces, pattern) {
  const moved = step.moved ? describePlacement(step.moved, pieces, pattern) : "";
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
 * @param {import("./pieces.js").Pieces} pieces
 * @param {string} pattern
 */
function describePlacement(placement, pieces, pattern) {
  const piece = pieces.get(placement.piece);
  const pose = piece?.poseOn(placement.face, placement.cells, pattern);
  return t("steps.placement", {
    piece: placement.piece,
    pose: piece && pose ? piece.describe(pose) : placement.face,
    cell: `(${corner(placement).join(", ")})`,
  });
}
