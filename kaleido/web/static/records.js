/** The records of a player on this device: by board and by level, and as a table for other programs. */

import { dayOf } from "./days.js";
import { isFeat, least, times } from "./results.js";

/**
 * @typedef {import("./results.js").Solve} Solve
 * What the solves of a board, or of all boards of a level, come to.
 * @typedef {object} Record
 * @property {number} count how often it was solved, or how many boards were
 * @property {number|null} best the seconds of the quickest solve
 * @property {number|null} hints the fewest of a solve
 * @property {number} streak the most solves in a row without a hint
 * @property {number} last when it was solved last, in milliseconds since 1970
 * @typedef {Record & {key: string, title: string, level: number|null}} BoardRecord
 * What a board is called and how hard it is.
 * @typedef {(key: string, solves: Solve[]) => {title: string, level: number|null}} Describe
 */

/**
 * What some solves come to; hints for more than half the pieces do not count.
 * @param {Solve[]} solves
 * @returns {Record|null}
 */
function recordOf(solves) {
  const feats = solves.filter(isFeat).sort((one, other) => one.when - other.when);
  if (!feats.length) return null;
  let run = 0;
  const runs = feats.map(({ hints }) => { run = hints ? 0 : run + 1; return run; });
  return {
    count: feats.length, best: least(times(feats)), hints: least(feats.map(({ hints }) => hints)),
    streak: Math.max(...runs), last: feats[feats.length - 1].when,
  };
}

/**
 * The records of the boards, the one that was solved last first.
 * @param {Map<string, Solve[]>} solves by the keys of the boards
 * @param {Describe} describe
 * @returns {BoardRecord[]}
 */
export function boardRecords(solves, describe) {
  return [...solves].flatMap(([key, own]) => {
    const record = recordOf(own);
    return record ? [{ key, ...describe(key, own), ...record }] : [];
  }).sort((one, other) => other.last - one.last);
}

/**
 * The records of the levels, from easy to hard; boards of no level that is known come last.
 * @param {Map<string, Solve[]>} solves
 * @param {Describe} describe
 * @returns {(Record & {level: number|null})[]}
 */
export function levelRecords(solves, describe) {
  const known = [...solves].map(([key, own]) => ({ own, level: describe(key, own).level }));
  return [1, 2, 3, 4, 5, null].flatMap((level) => {
    const boards = known.filter((each) => each.level === level);
    const record = recordOf(boards.flatMap(({ own }) => own));
    return record ? [{ level, ...record, count: boards.filter(({ own }) => own.some(isFeat)).length }] : [];
  });
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
