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
 * What solves come to: those of a board, or of several. All but `isFeat` is of feats alone.
 * @typedef {object} Result
 * @property {boolean} isFeat whether the player has solved it, not the hints
 * @property {number} count how often
 * @property {number|null} best the seconds of the quickest
 * @property {number|null} average those of one on average
 * @property {number|null} hints the fewest
 * @property {number} streak the most in a row without a hint
 * @property {number} last when it was solved last, in milliseconds since 1970
 * @property {boolean} isBare whether it was solved without any hint
 * @property {boolean} isBlind whether it was solved without any hint and with nothing beside the board
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
