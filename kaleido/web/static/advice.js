/** Advice from the solver: a hint, or whether a position can still be solved. */

import { ApiError, post } from "./api.js";
import { writePattern } from "./pattern.js";
import { count, sentence } from "./words.js";

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {{lie: import("./position.js").Lie|null, off: string[]}} Hint a move, or pieces that must come off
 * @typedef {(text: string, kind?: ""|"hint"|"clash") => void} Tell
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
  if (answer.placement && !lie) throw new Error("the solver's hint does not fit this board");
  const off = (answer.remove ?? []).map((/** @type {import("./api.js").Placement} */ each) => each.piece);
  tell(`${sentence(answer.hint)}.`, answer.lost ? "clash" : "hint");
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
    tell(`No: ${position.lies.length ? "the pieces as they lie leave no solution" : answer.reason}.`, "clash");
    return;
  }
  if (answer.status === "gave-up") {
    tell(`Gave up: ${answer.reason}.`);
    return;
  }
  tell("Yes, it can be solved. Counting the solutions…", "hint");
  try {
    const { solutions, text } = await post("count", question(position), signal);
    tell(`Yes: ${solutions === 1 ? count(1, "solution") : `${text} solutions`} left.`, "hint");
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 503) throw problem;
    tell("Yes, and it has more solutions than can be counted quickly.", "hint");
  }
}

/**
 * Says that a pattern has no solution, and why; nothing if it may have one.
 * @param {string} pattern
 * @param {AbortSignal} signal
 */
export async function whyUnsolvable(pattern, signal) {
  const answer = await post("judge", { pattern: writePattern(pattern) }, signal);
  return answer.status === "no-solution" ? `This board has no solution: ${answer.reason}.` : "";
}
