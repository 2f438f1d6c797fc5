/** A player's results: every solve of a board, stored for ever, and the statistics. */

import { LEVELS } from "./catalogue.js";
import { dayOf, streaks } from "./days.js";
import { save } from "./games.js";
import { shelf } from "./settings.js";

/** A solve of a board.
 * @typedef {object} Solve
 * @property {number} when in milliseconds since 1970
 * @property {number|null} seconds null if the clock has not seen the whole game
 * @property {number} moves
 * @property {number} hints
 * @property {number} pieces that the board takes
 * @property {string[]} [aids] the aids shown beside the board; missing in a game that was played blind
 * @property {string} [day] whose board it was
 * @property {boolean} [late] whether it was solved after that day */

/** The statistics of solves, of one board or several. All except `isFeat` count feats alone.
 * @typedef {object} Result
 * @property {boolean} isFeat whether the player solved it without too many hints
 * @property {number} count the number of feats
 * @property {number|null} best the fewest seconds
 * @property {number|null} average the average seconds
 * @property {number|null} hints the fewest
 * @property {number} streak the most in a row without a hint
 * @property {number} last the time of the last solve, in milliseconds since 1970
 * @property {boolean} isBare whether it was solved without any hint
 * @property {boolean} isBlind whether it was solved without any hint and with nothing beside the board */

const PREFIX = "solved.";

/** Returns whether a solve is the player's own feat: hints for more than half the pieces are too much help.
 * @param {{hints: number, pieces: number}} solve */
export const isFeat = ({ hints, pieces }) => hints * 2 <= pieces;

/** Reads the solves of a board, and skips invalid entries.
 * @param {unknown} value @returns {Solve[]} */
export function readSolves(value) {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => ["when", "moves", "hints", "pieces"].every((name) => isAmount(each?.[name])) &&
    (each.seconds === null || isAmount(each.seconds)) && Array.isArray(each.aids ?? []));
}

/** @param {unknown} value */
const isAmount = (value) => typeof value === "number" && value >= 0 && Number.isFinite(value);

/** Returns the solves of all boards, by their keys. */
export function allSolves() {
  const found = shelf.names().filter((name) => name.startsWith(PREFIX))
    .map((name) => /** @type {const} */ ([name.slice(PREFIX.length), readSolves(shelf.load(name))]));
  return new Map(found.filter(([, solves]) => solves.length));
}

/** Returns the solves of a board.
 * @param {string} key */
export const solvesOf = (key) => readSolves(shelf.load(PREFIX + key));

/** Adds a solve of a board.
 * @param {string} key @param {Solve} solve */
export function addSolve(key, solve) {
  save(PREFIX + key, mergeSolves(solvesOf(key), [solve]));
}

/** Returns the days whose boards were solved on the day itself.
 * @param {Iterable<Solve[]>} solves of all boards */
export const daysInTime = (solves) =>
  [...solves].flat().flatMap((solve) => (solve.day && !solve.late && isFeat(solve) ? [solve.day] : []));

/** Merges the solves of a board stored in two places.
 * @param {Solve[]} some @param {Solve[]} others */
export function mergeSolves(some, others) {
  const all = new Map([...others, ...some].map((solve) => [solve.when, solve]));
  return [...all.values()].sort((one, other) => one.when - other.when);
}

/** @param {Solve[]} solves @returns {Result} */
export function resultOf(solves) {
  const feats = solves.filter(isFeat).sort((one, other) => one.when - other.when);
  const times = feats.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  const bare = feats.filter(({ hints }) => !hints);
  let run = 0;
  const runs = feats.map(({ hints }) => { run = hints ? 0 : run + 1; return run; });
  return {
    isFeat: feats.length > 0,
    count: feats.length,
    best: times.length ? Math.min(...times) : null,
    average: times.length ? times.reduce((sum, each) => sum + each, 0) / times.length : null,
    hints: feats.length ? Math.min(...feats.map(({ hints }) => hints)) : null,
    streak: Math.max(0, ...runs),
    last: feats.at(-1)?.when ?? 0,
    isBare: bare.length > 0,
    isBlind: bare.some(({ aids }) => !aids?.length),
  };
}

/** The number of boards solved, and of all, the best and the average time of the solves.
 * @typedef {{solved: number, all: number|null, best: number|null, average: number|null}} Row
 * The record of a board, with its title and difficulty.
 * @typedef {Result & {key: string, title: string, level: number|null}} BoardRecord
 * @typedef {(key: string, solves: Solve[]) => {title: string, level: number|null}} Describe */

/** @typedef {object} Statistics
 * @property {number} solved boards that come with Kaleido
 * @property {number} all of them
 * @property {number} bare boards of any kind that were solved without hints
 * @property {number} blind boards among these with nothing beside them
 * @property {number} helped boards of any kind that were solved with too many hints only
 * @property {Row[]} levels by difficulty, from 1 to 5
 * @property {Row} others boards of unknown difficulty: the player's own, and those of other puzzles
 * @property {Row} days the boards of the day
 * @property {{now: number, longest: number}} streak the days in a row whose board was solved on the day itself */

/** @param {{key: string, difficulty: number|null}[]} shipped the boards that come with Kaleido
 * @param {Map<string, Solve[]>} solves by the keys of the boards
 * @param {string} today @returns {Statistics} */
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
    levels: LEVELS.map((level) =>
      row(having((own) => own === level), shipped.filter(({ difficulty }) => difficulty === level).length)),
    others: row(having((own) => !own), null),
    days: row(ofDays, null),
    streak: streaks(daysInTime(solves.values()), today),
  };
}

/** @param {{solves: Solve[]}[]} feats @param {number|null} all @returns {Row} */
function row(feats, all) {
  const { best, average } = resultOf(feats.flatMap(({ solves }) => solves));
  return { solved: feats.length, all, best, average };
}

/** Returns the records of the boards, the one that was solved last first.
 * @param {Map<string, Solve[]>} solves by the keys of the boards
 * @param {Describe} describe */
export const boardRecords = (solves, describe) =>
  [...solves].map(([key, own]) => ({ key, ...describe(key, own), ...resultOf(own) })).filter((each) => each.isFeat)
    .sort((one, other) => other.last - one.last);

/** Returns the records of the levels, from easy to hard, which count their boards; boards of unknown level come last.
 * @param {Map<string, Solve[]>} solves @param {Describe} describe */
export function levelRecords(solves, describe) {
  const known = boardRecords(solves, describe);
  return [...LEVELS, null].map((level) => {
    const keys = known.filter((each) => each.level === level).map(({ key }) => key);
    return { level, ...resultOf(keys.flatMap((key) => solves.get(key) ?? [])), count: keys.length };
  }).filter((each) => each.isFeat);
}

/** Writes the records of boards as CSV (RFC 4180); text that a spreadsheet would compute is quoted.
 * @param {BoardRecord[]} records */
export function writeTable(records) {
  const head = "title,level,solved,best_seconds,fewest_hints,streak_without_hints,last_day,board";
  /** @param {string} text */
  const field = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = records.map(({ key, title, level, count, best, hints, streak, last }) =>
    [field(title), level ?? "", count, best ?? "", hints ?? "", streak, dayOf(new Date(last)), field(key)].join());
  return [head, ...lines, ""].join("\r\n");
}
