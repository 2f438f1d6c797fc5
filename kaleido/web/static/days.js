/**
 * The board of the day, made from the calendar day alone: the same for everyone, with no server to agree.
 *
 * A day is the player's own, from midnight to midnight, and is written as 2026-05-31. The boards come in whole weeks,
 * which grow harder from Monday to Sunday. When all weeks have been played, they begin again, turned by a quarter: a
 * turned board is solvable, as its pieces turn with it.
 */

import { modulo } from "./board.js";
import { CELLS, transformed } from "./pattern.js";

/** @typedef {{cells: string, solutions: number, difficulty: number}} Board */
/** @typedef {Board & {day: string}} DayBoard */

const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const MILLISECONDS = 86_400_000;
/** The first Monday, in days since 1970. */
const START = 4;

/**
 * Reads the file of boards: in each line the cells, three in each sign, the number of solutions and the difficulty.
 * @param {string} text
 * @returns {Board[]}
 */
export function readBoards(text) {
  return text.trim().split("\n").map((line) => {
    const [signs, solutions, difficulty] = line.split(" ");
    const cells = [...signs].flatMap((sign) => {
      const number = SIGNS.indexOf(sign);
      return [number >> 4, (number >> 2) & 3, number & 3].map((each) => "xryb"[each]);
    });
    return { cells: cells.slice(0, CELLS).join(""), solutions: Number(solutions), difficulty: Number(difficulty) };
  });
}

/**
 * The calendar day of a moment where the player is.
 * @param {Date} moment
 */
export const dayOf = (moment) => text(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()));

/** @param {number} time in milliseconds, of a day's midnight in UTC, where every day has 24 hours */
const text = (time) => new Date(time).toISOString().slice(0, 10);

/**
 * Reads a day; null if there is none of that name.
 * @param {string} day
 */
export function readDay(day) {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN;
  return !Number.isNaN(time) && text(time) === day ? day : null;
}

/**
 * The number of a day since 1970.
 * @param {string} day
 */
const numberOf = (day) => Date.parse(day) / MILLISECONDS;

/**
 * The day so many days later.
 * @param {string} day
 * @param {number} days
 */
export const later = (day, days) => text((numberOf(day) + days) * MILLISECONDS);

/**
 * The days of a month up to a day.
 * @param {string} day
 */
export const monthUntil = (day) =>
  Array.from({ length: Number(day.slice(8)) }, (_, at) => `${day.slice(0, 8)}${String(at + 1).padStart(2, "0")}`);

/**
 * The board of a day.
 * @param {string} day
 * @param {Board[]} boards in whole weeks from Monday on
 * @returns {DayBoard}
 */
export function boardOfDay(day, boards) {
  const number = numberOf(day) - START;
  const board = boards[modulo(number, boards.length)];
  const turns = modulo(Math.floor(number / boards.length), 4);
  return { ...board, cells: transformed(board.cells, { turns }), day };
}

/**
 * The day on which a board is the board of the day: the last one until a day, within a year; null if there is none.
 * @param {string} cells
 * @param {string} today
 * @param {Board[]} boards
 */
export function dayOfBoard(cells, today, boards) {
  for (let back = 0; back < 366; back += 1) {
    const day = later(today, -back);
    if (boardOfDay(day, boards).cells === cells) return day;
  }
  return null;
}

/**
 * How many days in a row were played, now and at most. A day that has not been played yet does not end a streak before
 * it is over.
 * @param {Iterable<string>} played days
 * @param {string} today
 */
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
