/** Advice from the solver: a hint, or whether a position can still be solved. */

import { ApiError, post } from "./api.js";
import { Hint } from "./hint.js";
import { reasonOf } from "./reasons.js";
import { numberText, t } from "./text.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {(text: import("./text.js").Said, kind?: ""|"hint"|"clash") => void} Tell
 */

/** The seconds that a hint may take, and those that it may take when a player wants to wait. */
export const HINT_SECONDS = { quick: 1, patient: 8 };

/**
 * Asks for a hint.
 * @param {Position} position
 * @param {number} timeout in seconds
 * @param {AbortSignal} signal
 */
export async function askHint(position, timeout, signal) {
  /** @type {import("./api.js").HintAnswer} */
  const answer = await post("hint", { ...position.question(), timeout }, signal);
  const hint = new Hint(answer, position, timeout);
  if (answer.placement && !hint.lie) throw new Error(t("advice.misfit"));
  return hint;
}

/**
 * Tells whether a position still has a solution, and then how many; returns whether it has one.
 * @param {Position} position
 * @param {Tell} tell
 * @param {AbortSignal} signal
 */
export async function checkPosition(position, tell, signal) {
  const answer = await post("solve", { ...position.question(), timeout: 20 }, signal);
  if (answer.status === "no-solution") {
    const { lies, puzzle: { pieces } } = position;
    const none = () => (answer.reason
      ? t("advice.noSolution", { reason: reasonOf(answer, pieces) }) : t("hints.hopeless"));
    tell(() => (lies.length ? t("advice.dead") : none()), "clash");
    return false;
  }
  if (answer.status === "gave-up") {
    tell(() => t("shared.gaveUp", { reason: reasonOf(answer, position.puzzle.pieces) }));
    return false;
  }
  tell(() => t("advice.counting"), "hint");
  try {
    const { solutions, text } = await post("count", position.question(), signal);
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
  return () => t("advice.unsolvable", { reason: reasonOf(answer, puzzle.pieces) });
}
