/** What the solves of all boards come to. */

import { streaks } from "./days.js";
import { daysInTime, isFeat, least, resultOf, times } from "./results.js";

/**
 * @typedef {import("./results.js").Solve} Solve
 * How many boards were solved and of how many, the best and the average time of their solves.
 * @typedef {{solved: number, all: number|null, best: number|null, average: number|null}} Row
 */

/**
 * @typedef {object} Statistics
 * @property {number} solved boards that come with Kaleido
 * @property {number} all of them
 * @property {number} bare boards of any kind that were solved without hints
 * @property {number} blind boards among these with nothing beside them
 * @property {number} helped boards of any kind that were solved with too many hints only
 * @property {Row[]} levels by difficulty, from 1 to 5
 * @property {Row} others boards of no difficulty that is known: one's own, and those of other puzzles
 * @property {Row} days the boards of the day
 * @property {{now: number, longest: number}} streak of days whose board was solved on the day itself
 */

/**
 * @param {{key: string, difficulty: number|null}[]} shipped the boards that come with Kaleido
 * @param {Map<string, Solve[]>} solves by the keys of the boards
 * @param {string} today
 * @returns {Statistics}
 */
export function statistics(shipped, solves, today) {
  const levelOf = new Map(shipped.map(({ key, difficulty }) => [key, difficulty]));
  const results = [...solves].map(([key, own]) => ({ key, solves: own, ...resultOf(own) }));
  const feats = results.filter((result) => result.isFeat);
  const ofDays = feats.filter((result) => result.solves.some(({ day }) => day));
  /** @param {(level: number|null|undefined) => boolean} isWanted */
  const having = (isWanted) => feats.filter((result) => isWanted(levelOf.get(result.key)) && !ofDays.includes(result));
  return {
    solved: feats.filter(({ key }) => levelOf.has(key)).length,
    all: shipped.length,
    bare: results.filter(({ isBare }) => isBare).length,
    blind: results.filter(({ isBlind }) => isBlind).length,
    helped: results.length - feats.length,
    levels: [1, 2, 3, 4, 5].map((level) =>
      row(having((own) => own === level), shipped.filter(({ difficulty }) => difficulty === level).length)),
    others: row(having((own) => !own), null),
    days: row(ofDays, null),
    streak: streaks(daysInTime(solves.values()), today),
  };
}

/**
 * @param {{solves: Solve[]}[]} feats
 * @param {number|null} all
 * @returns {Row}
 */
function row(feats, all) {
  const seconds = feats.flatMap(({ solves }) => times(solves.filter(isFeat)));
  const sum = seconds.reduce((total, each) => total + each, 0);
  return { solved: feats.length, all, best: least(seconds), average: seconds.length ? sum / seconds.length : null };
}
