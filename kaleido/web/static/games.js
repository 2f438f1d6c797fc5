/** The games of this window: for the last few patterns, what the link does not hold. */

import { memory } from "./settings.js";

/** The number of patterns that are remembered with the pieces placed on them. */
const PATTERNS = 12;

/**
 * @typedef {object} Game
 * @property {string} pattern
 * @property {import("./history.js").Saved} history
 * @property {number} seconds
 * @property {number} hints
 */

/** @returns {Game[]} */
function load() {
  const games = memory.load("play");
  return Array.isArray(games) ? games.filter((game) => typeof game?.pattern === "string") : [];
}

/**
 * The game that was played on a pattern, if it is remembered.
 * @param {string} pattern
 */
export function findGame(pattern) {
  return load().find((game) => game.pattern === pattern);
}

/**
 * Remembers a game, or forgets an earlier one of its pattern if nothing has happened in it.
 * @param {Game} game
 * @param {boolean} isFresh
 */
export function keepGame(game, isFresh) {
  const others = load().filter(({ pattern }) => pattern !== game.pattern);
  memory.save("play", [...others.slice(1 - PATTERNS), ...(isFresh ? [] : [game])]);
}
