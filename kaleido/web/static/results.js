/** What a player has achieved: every time that a board was solved. It is kept for ever. */

import { save } from "./games.js";
import { shelf } from "./settings.js";

/**
 * One time that a board was solved.
 * @typedef {object} Solve
 * @property {number} when in milliseconds since 1970
 * @property {number|null} seconds null if the clock has not seen the whole game
 * @property {number} moves
 * @property {number} hints
 * @property {number} pieces that the board takes
 * @property {string[]} [aids] what was shown beside the board; nothing in a game that was played blind
 * @property {string} [day] whose board it was
 * @property {boolean} [late] whether that day was over
 */

/**
 * What the solves of a board come to.
 * @typedef {object} Result
 * @property {boolean} isFeat whether the player has solved it, not the hints
 * @property {number|null} best the seconds of the quickest feat
 * @property {boolean} isBare whether it was solved without any hint
 * @property {boolean} isBlind whether it was solved without any hint and with nothing beside the board
 * @property {number} count of feats
 */

const PREFIX = "solved.";

/**
 * Whether it is the player who has solved a board: hints for more than half the pieces are too much help.
 * @param {{hints: number, pieces: number}} solve
 */
export const isFeat = ({ hints, pieces }) => hints * 2 <= pieces;

/**
 * Reads the solves of a board; whatever else is there is left out.
 * @param {unknown} value
 * @returns {Solve[]}
 */
export function readSolves(value) {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => ["when", "moves", "hints", "pieces"].every((name) => isAmount(each?.[name])) &&
    (each.seconds === null || isAmount(each.seconds)) && Array.isArray(each.aids ?? []));
}

/** @param {unknown} value */
const isAmount = (value) => typeof value === "number" && value >= 0 && Number.isFinite(value);

/**
 * The solves of all boards, by their keys.
 * @returns {Map<string, Solve[]>}
 */
export function allSolves() {
  const found = shelf.names().filter((name) => name.startsWith(PREFIX))
    .map((name) => /** @type {const} */ ([name.slice(PREFIX.length), readSolves(shelf.load(name))]));
  return new Map(found.filter(([, solves]) => solves.length));
}

/**
 * The solves of a board.
 * @param {string} key
 */
export const solvesOf = (key) => readSolves(shelf.load(PREFIX + key));

/**
 * Adds a solve of a board.
 * @param {string} key
 * @param {Solve} solve
 */
export function addSolve(key, solve) {
  save(PREFIX + key, mergeSolves(solvesOf(key), [solve]));
}

/**
 * The days whose boards were solved on the day itself.
 * @param {Iterable<Solve[]>} solves of all boards
 */
export const daysInTime = (solves) =>
  [...solves].flat().flatMap((solve) => (solve.day && !solve.late && isFeat(solve) ? [solve.day] : []));

/**
 * Puts the solves of a board together that were kept in two places.
 * @param {Solve[]} some
 * @param {Solve[]} others
 */
export function mergeSolves(some, others) {
  const all = new Map([...others, ...some].map((solve) => [solve.when, solve]));
  return [...all.values()].sort((one, other) => one.when - other.when);
}

/**
 * @param {Solve[]} solves
 * @returns {Result}
 */
export function resultOf(solves) {
  const feats = solves.filter(isFeat);
  return {
    isFeat: feats.length > 0,
    best: least(times(feats)),
    isBare: feats.some(({ hints }) => !hints),
    isBlind: feats.some(({ hints, aids }) => !hints && !aids?.length),
    count: feats.length,
  };
}

/**
 * The seconds of the solves that were timed.
 * @param {Solve[]} solves
 */
export const times = (solves) => solves.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));

/**
 * @param {number[]} numbers
 * @returns {number|null} null without any
 */
export const least = (numbers) => (numbers.length ? Math.min(...numbers) : null);
