/** The games of this window, one for each pattern: what the link does not hold. */

import { memory } from "./settings.js";

/** The number of patterns whose games are remembered. */
const PATTERNS = 60;

/** @typedef {{moves: number, seconds: number, hints: number}} Try what was done before the board was cleared */

/**
 * @typedef {object} Game
 * @property {string} pattern
 * @property {import("./history.js").Saved} history
 * @property {number} seconds
 * @property {number} hints
 * @property {string|null} [hinted] the position for which a hint was counted last
 * @property {Try[]} tries
 */

/** @param {string} pattern */
const key = (pattern) => `game.${pattern}`;

/**
 * The patterns whose games are remembered, the last one at the end.
 * @returns {string[]}
 */
function remembered() {
  const patterns = memory.load("games");
  return Array.isArray(patterns) ? patterns.map(String) : [];
}

/**
 * The game that was played on a pattern, if it is remembered.
 * @param {string} pattern
 * @returns {Game|null}
 */
export function findGame(pattern) {
  const game = memory.load(key(pattern));
  return game?.pattern === pattern && typeof game.history?.now === "string" ? game : null;
}

/**
 * Remembers a game, or forgets an earlier one of its pattern if nothing has happened in it. The games that were left
 * longest ago make room if there is not enough.
 * @param {Game} game
 * @param {boolean} isFresh
 */
export function keepGame(game, isFresh) {
  const others = remembered().filter((pattern) => pattern !== game.pattern);
  if (isFresh) {
    memory.forget(key(game.pattern));
    memory.save("games", others);
    return;
  }
  while (others.length >= PATTERNS) memory.forget(key(others.shift() ?? ""));
  while (!memory.save(key(game.pattern), game) && others.length) memory.forget(key(others.shift() ?? ""));
  memory.save("games", [...others, game.pattern]);
}
