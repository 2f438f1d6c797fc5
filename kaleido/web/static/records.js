/** What the solves of all boards come to: the statistics, and the records by board and by level. */

import { dayOf, streaks } from "./days.js";
import { daysInTime, resultOf } from "./results.js";

/**
 * @typedef {import("./results.js").Solve} Solve
 * @typedef {import("./results.js").Result} Result
 * How many boards were solved and of how many, the best and the average time of their solves.
 * @typedef {{solved: number, all: number|null, best: number|null, average: number|null}} Row
 * The record of a board, and what that is called and how hard it is.
 * @typedef {Result & {key: string, title: string, level: number|null}} BoardRecord
 * @typedef {(key: string, solves: Solve[]) => {title: string, level: number|null}} Describe
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
  const { best, average } = resultOf(feats.flatMap(({ solves }) => solves));
  return { solved: feats.length, all, best, average };
}

/**
 * The records of the boards, the one that was solved last first.
 * @param {Map<string, Solve[]>} solves by the keys of the boards
 * @param {Describe} describe
 * @returns {BoardRecord[]}
 */
export const boardRecords = (solves, describe) =>
  [...solves].map(([key, own]) => ({ key, ...describe(key, own), ...resultOf(own) })).filter(({ isFeat }) => isFeat)
    .sort((one, other) => other.last - one.last);

/**
 * The records of the levels, from easy to hard, which count their boards; those of no level that is known come last.
 * @param {Map<string, Solve[]>} solves
 * @param {Describe} describe
 * @returns {(Result & {level: number|null})[]}
 */
export function levelRecords(solves, describe) {
  const known = boardRecords(solves, describe);
  return [1, 2, 3, 4, 5, null].map((level) => {
    const keys = known.filter((each) => each.level === level).map(({ key }) => key);
    return { level, ...resultOf(keys.flatMap((key) => solves.get(key) ?? [])), count: keys.length };
  }).filter(({ isFeat }) => isFeat);
}

/**
 * Writes the records of boards as CSV (RFC 4180), for which text that a spreadsheet would compute is quoted.
 * @param {BoardRecord[]} records
 */
export function writeTable(records) {
  const head = "title,level,solved,best_seconds,fewest_hints,streak_without_hints,last_day,board";
  /** @param {string} text */
  const field = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = records.map(({ key, title, level, count, best, hints, streak, last }) =>
    [field(title), level ?? "", count, best ?? "", hints ?? "", streak, dayOf(new Date(last)), field(key)].join());
  return [head, ...lines, ""].join("\r\n");
}
