/** Advice from the solver: a hint, or whether a position can still be solved. */

import { ApiError, post } from "./api.js";
import { writePattern } from "./pattern.js";
import { foreign, numberText, sentence, t } from "./text.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {{lie: import("./position.js").Lie|null, off: string[]}} Hint a move, or pieces that must come off
 * @typedef {(text: import("./text.js").Said, kind?: ""|"hint"|"clash") => void} Tell
 */

/** @param {Position} position */
function question(position) {
  return { pattern: writePattern(position.pattern), placed: position.placements() };
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
  const off = (answer.remove ?? []).map((/** @type {import("./api.js").Placement} */ each) => each.piece);
  tell(() => foreign(`${sentence(answer.hint)}.`), answer.lost ? "clash" : "hint");
  return lie || off.length ? { lie, off } : null;
}

/**
 * Tells whether a position still has a solution, and then how many.
 * @param {Position} position
 * @param {Tell} tell
 * @param {AbortSignal} signal
 */
export async function checkPosition(position, tell, signal) {
  const answer = await post("solve", { ...question(position), timeout: 20 }, signal);
  if (answer.status === "no-solution") {
    tell(() => (position.lies.length ? t("advice.dead") : t("advice.noSolution", { reason: foreign(answer.reason) })),
      "clash");
    return;
  }
  if (answer.status === "gave-up") {
    tell(() => t("shared.gaveUp", { reason: foreign(answer.reason) }));
    return;
  }
  tell(() => t("advice.counting"), "hint");
  try {
    const { solutions, text } = await post("count", question(position), signal);
    tell(() => t("advice.left", { n: solutions, text: numberText(text) }), "hint");
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 503) throw problem;
    tell(() => t("advice.many"), "hint");
  }
}

/**
 * Says that a pattern has no solution, and why; nothing if it may have one.
 * @param {string} pattern
 * @param {AbortSignal} signal
 * @returns {Promise<import("./text.js").Said>}
 */
export async function whyUnsolvable(pattern, signal) {
  const answer = await post("judge", { pattern: writePattern(pattern) }, signal);
  if (answer.status !== "no-solution") return "";
  return () => t("advice.unsolvable", { reason: foreign(answer.reason) });
}
