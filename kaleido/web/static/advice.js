/** Advice from the solver: a hint, or whether a position can still be solved. */

import { ApiError, post } from "./api.js";
import { reasonOf } from "./reasons.js";
import { foreign, numberText, sentence, t } from "./text.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./puzzle.js").Lie} Lie
 * @typedef {{lie: Lie|null, off: Lie[]}} Hint a move, or pieces that must come off
 * @typedef {(text: import("./text.js").Said, kind?: ""|"hint"|"clash") => void} Tell
 */

/** @param {Position} position */
function question(position) {
  return { ...position.puzzle.question(), placed: position.placements() };
}

/**
 * Asks for a hint and tells its sentence.
 * @param {Position} position
 * @param {Tell} tell
 * @param {AbortSignal} signal
 * @returns {Promise<Hint|null>}
 */
export async function askHint(position, tell, signal) {
  const answer = await post("hint", question(position), signal);
  const lie = answer.placement && position.lieFrom(answer.placement);
  if (answer.placement && !lie) throw new Error(t("advice.misfit"));
  /** @type {import("./api.js").Placement[]} */
  const remove = answer.remove ?? [];
  const off = remove.map((each) => position.find(each)).filter((each) => each !== null);
  tell(() => foreign(`${sentence(answer.hint)}.`), answer.lost ? "clash" : "hint");
  return lie || off.length ? { lie, off } : null;
}

/**
 * Tells whether a position still has a solution, and then how many; returns whether it has one.
 * @param {Position} position
 * @param {Tell} tell
 * @param {AbortSignal} signal
 */
export async function checkPosition(position, tell, signal) {
  const answer = await post("solve", { ...question(position), timeout: 20 }, signal);
  if (answer.status === "no-solution") {
    const { lies, puzzle: { pieces } } = position;
    tell(() => (lies.length ? t("advice.dead") : t("advice.noSolution", { reason: reasonOf(answer.reason, pieces) })),
      "clash");
    return false;
  }
  if (answer.status === "gave-up") {
    tell(() => t("shared.gaveUp", { reason: foreign(answer.reason) }));
    return false;
  }
  tell(() => t("advice.counting"), "hint");
  try {
    const { solutions, text } = await post("count", question(position), signal);
    tell(() => t("advice.left", { n: solutions, text: numberText(text) }), "hint");
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 503) throw problem;
    tell(() => t("advice.many"), "hint");
  }
  return true;
}

/**
 * Says that a puzzle has no solution, and why; nothing if it may have one.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {AbortSignal} signal
 * @returns {Promise<import("./text.js").Said>}
 */
export async function whyUnsolvable(puzzle, signal) {
  const answer = await post("judge", puzzle.question(), signal);
  if (answer.status !== "no-solution") return "";
  return () => t("advice.unsolvable", { reason: reasonOf(answer.reason, puzzle.pieces) });
}
