/** The steps of a search in words. */

import { count, sentence } from "./words.js";

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
    case "start": return `${count(step.edges, "implied edge")} cut the board into islands.`;
    case "place": return sentence(moved);
    case "backtrack": return `Taken back: ${moved}`;
    case "resume": return step.placed.length
      ? `Back to a deferred sibling, with ${count(step.placed.length, "piece")} on the board.`
      : "A fresh start from the empty board.";
    case "solved": return "Every piece is placed: solved.";
    case "exhausted": return "Nothing is left to try.";
    default: return "The search stops here.";
  }
}

/**
 * Says how a search has ended.
 * @param {Step} step its last
 */
export function describeEnd(step) {
  const { kind, event: { reason } } = step;
  if (kind === "solved") return `Solved after ${count(step.nodes, "move")}, ${count(step.backtracks, "backtrack")}.`;
  return kind === "exhausted" ? `No solution (proved): ${reason}.` : `Gave up: ${reason}.`;
}

/**
 * @param {Placement} placement
 * @param {import("./pieces.js").Pieces} pieces
 * @param {string} pattern
 */
function describePlacement(placement, pieces, pattern) {
  const piece = pieces.get(placement.piece);
  const pose = piece?.poseOn(placement.face, placement.cells, pattern);
  const face = piece && pose ? piece.describe(pose) : placement.face;
  return `${placement.piece} (${face}) at (${corner(placement).join(", ")})`;
}
