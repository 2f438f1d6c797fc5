/**
 * Boards without a title: dealt boards, and the board of the day. The latter depends on the calendar day alone, so
 * everyone gets the same without a server.
 *
 * A day runs from midnight to midnight where the player is, and is written as 2026-05-31. The boards come in whole
 * weeks, which grow harder from Monday to Sunday. When all weeks have been played, they begin again, turned by a
 * quarter: a turned board is solvable, as its pieces turn with it.
 */

import { ApiError, stream } from "./api.js";
import { modulo } from "./board.js";
import { boardOf, readPattern, writePattern } from "./pattern.js";
import { shelf } from "./settings.js";
import { foreign } from "./text.js";

/** @typedef {{cells: string, solutions: number, difficulty: number}} Board */

const MILLISECONDS = 86_400_000;
/** The first Monday, in days since 1970, as in `kaleido/library/ruled_names.py`. */
const START = 4;

/** Reads the file of boards: in each line the rows, the number of solutions and the difficulty.
 * @param {string} text */
export function readBoards(text) {
  return text.trim().split("\n").map((line) => {
    const [pattern, solutions, difficulty] = line.split(" ");
    return { cells: pattern.replaceAll("/", ""), solutions: Number(solutions), difficulty: Number(difficulty) };
  });
}

/** Returns the calendar day of a moment where the player is.
 * @param {Date} moment */
export const dayOf = (moment) => text(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()));

/** @param {number} time in milliseconds, of a day's midnight in UTC, where every day has 24 hours */
const text = (time) => new Date(time).toISOString().slice(0, 10);

/** Reads a day; null if the text is not one.
 * @param {string} day */
export function readDay(day) {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  return !Number.isNaN(time) && text(time) === day ? day : null;
}

/** @param {string} day to be numbered, in days since 1970 */
const numberOf = (day) => Date.parse(day) / MILLISECONDS;

/** Returns the day *n* days later.
 * @param {string} day @param {number} days */
export const later = (day, days) => text((numberOf(day) + days) * MILLISECONDS);

/** The values of each part of a date, a cell for each. */
const VALUES = /** @type {Record<string, string[]>} */ ({
  month: "january february march april may june july august september october november december".split(" "),
  day: Array.from({ length: 31 }, (_, at) => String(at + 1)),
  weekday: "sunday monday tuesday wednesday thursday friday saturday".split(" "),
});

/** Returns the rows of a calendar with holes for a day, as `kaleido/library/puzzles.py` does; "" for another text.
 * @param {string} rows @param {string} fields the parts of a date that its cells represent, in reading order
 * @param {string} day a date, or its parts in any order, such as 31-feb */
export function openedOn(rows, fields, day) {
  const words = (readDay(day) ? new Date(day).toUTCString().slice(0, 11) : day).toLowerCase().split(/\W+/);
  const isNamed = (/** @type {string} */ value) => words.some((word) =>
    value === word.replace(/^0+/, "") || (word.length > 2 && value.startsWith(word)));
  const open = fields.split(" ").map((field) => VALUES[field].map(isNamed));
  const flat = open.flat().reverse();
  const isWhole = open.every((own) => own.includes(true)) && (readDay(day) ?? words.length === open.length);
  return isWhole ? rows.replace(/[^./]/g, (cell) => (flat.pop() ? "." : cell)) : "";
}

/** Returns the board of a day.
 * @param {string} day
 * @param {Board[]} boards in whole weeks from Monday on */
export function boardOfDay(day, boards) {
  const number = numberOf(day) - START;
  const board = boards[modulo(number, boards.length)];
  const turns = modulo(Math.floor(number / boards.length), 4);
  return { ...board, cells: boardOf(board.cells).transformed({ turns }).cells, day };
}

/** Returns the day on which a board is the board of the day: the last one until a day, within a year; null if there is
 * none.
 * @param {string} cells @param {string} today @param {Board[]} boards */
export function dayOfBoard(cells, today, boards) {
  if (year.today !== today || year.boards !== boards) {
    // Of two days with the same board, the later one is found.
    const days = Array.from({ length: 366 }, (_, at) => later(today, at - 365));
    year = { today, boards, days: new Map(days.map((day) => [boardOfDay(day, boards).cells, day])) };
  }
  return year.days.get(cells) ?? null;
}

/** A cache: the days of the year until today by the cells of their boards, as turning all of these is slow. */
let year = { today: "", boards: /** @type {Board[]} */ ([]), days: /** @type {Map<string, string>} */ (new Map()) };

/** Returns how many days in a row were played, now and at most. A day that has not been played yet does not end a
 * streak before it is over.
 * @param {Iterable<string>} played days
 * @param {string} today */
export function streaks(played, today) {
  const days = new Set(played);
  let longest = 0;
  for (const day of days) {
    if (days.has(later(day, -1))) continue;
    let length = 1;
    while (days.has(later(day, length))) length += 1;
    longest = Math.max(longest, length);
  }
  let now = 0;
  const last = days.has(today) ? today : later(today, -1);
  while (days.has(later(last, -now))) now += 1;
  return { now, longest };
}

// Dealt boards: a level and a number name one, such as `new-3-42`, which is the same for everybody.

/** @typedef {{level: number, seed: number}} Deal
 * @typedef {{name: string, cells: string, solutions: number}} Dealt a board dealt before
 * @typedef {import("./api.js").Schemas["Dealt"|"Tried"]|{type: "gave-up", reason: string}} DealEvent */

/** The most boards that are stored, so that they open at once the next time. */
const MOST = 60;

/** @param {Deal} deal */
export const dealName = ({ level, seed }) => `new-${level}-${seed}`;

/** @param {string} name of a dealt board; for another text, null is returned */
export function readDeal(name) {
  const [, level, seed] = /^new-([1-5])-(0|[1-9]\d{0,8})$/.exec(name) ?? [];
  return level ? { level: Number(level), seed: Number(seed) } : null;
}

/** Returns the boards dealt in this browser, the latest first.
 * @returns {Dealt[]} */
export function knownDeals() {
  const kept = shelf.load("deals");
  return Array.isArray(kept) ? kept.filter((each) =>
    readDeal(String(each?.name)) && readPattern(String(each.cells)) && Number.isFinite(each.solutions))
    .map(({ name, cells, solutions }) => ({ name, cells: String(readPattern(cells)), solutions })) : [];
}

/** Deals a board, unless it is stored.
 * @param {Deal} deal @param {AbortSignal} [signal]
 * @param {(n: number) => void} [tell] called with the number of patterns tried */
export async function dealBoard(deal, signal = new AbortController().signal, tell = () => {}) {
  const name = dealName(deal);
  const known = knownDeals().find((each) => each.name === name);
  if (known) return known;
  for await (const events of stream("deal", deal, signal)) {
    for (const event of events) {
      if (event.type === "tried") tell(event.tried);
      else if (event.type === "gave-up") throw new ApiError(() => foreign(event.reason), 503);
      else {
        const { pattern, solutions } = event;
        const found = { name, cells: pattern.replaceAll("/", ""), solutions };
        const kept = [found, ...knownDeals()].slice(0, MOST);
        shelf.save("deals", kept.map((each) => ({ ...each, cells: writePattern(each.cells) })));
        return found;
      }
    }
  }
  throw new ApiError(() => name, 0);
}
