/** The games, one for each board, with everything that the link does not hold. The browser stores them. */

import { shelf, unkept } from "./settings.js";

/** The number of games that are kept. */
const MOST = 200;
const PREFIX = "game.";

/** @typedef {object} Kept a stored game, except the present try
 * @property {number} when the time of the last change, in milliseconds since 1970
 * @property {import("./library.js").Question} question that opens its board
 * @property {import("./positiontree.js").Saved} tree
 * @property {string|null} [hinted] the position for which a hint was counted last
 * @property {import("./tries.js").Try[]} tries
 * @property {import("./tries.js").Try[]} [undone] tries whose clearing of the board was undone
 * @property {number} placed pieces
 * @property {number} pieces that the board takes
 * @typedef {Omit<import("./tries.js").Try, "node"> & Kept} Game */

/** Reads a game; null if the value is not one.
 * @param {any} value @returns {Game|null} */
export const readGame = (value) => (Array.isArray(value?.tree?.nodes) && Number.isFinite(value.when) ? value : null);

/** Returns the stored game on a board, if any.
 * @param {string} key of the board */
export const findGame = (key) => readGame(shelf.load(PREFIX + key));

/** Returns all games by the keys of their boards, the oldest first.
 * @param {string[]} names on the shelf */
export function allGames(names = shelf.names()) {
  return names.filter((name) => name.startsWith(PREFIX)).flatMap((name) => {
    const key = name.slice(PREFIX.length);
    const game = findGame(key);
    return game ? [/** @type {const} */ ([key, game])] : [];
  }).sort(([, one], [, other]) => one.when - other.when);
}

/** Stores a game that has changed, over any stored by another tab.
 * @param {string} key of the board
 * @param {Omit<Game, "when">} game
 * @returns {number} the time of the change, which detects later changes by other tabs */
export function keepGame(key, game) {
  const when = Math.max(Date.now(), (findGame(key)?.when ?? 0) + 1);
  save(PREFIX + key, { ...game, when });
  const excess = shelf.stored().filter((name) => name.startsWith(PREFIX)).length - MOST;
  if (excess > 0) dispensable(PREFIX + key).slice(0, excess).forEach(shelf.forget);
  return when;
}

/** Keeps the time of a game, unless another tab has changed the game since then.
 * @param {string} key of the board
 * @param {number} when the time of the last change
 * @param {number} seconds */
export function keepTime(key, when, seconds) {
  const game = findGame(key);
  if (game?.when === when && game.seconds !== seconds) save(PREFIX + key, { ...game, seconds });
}

/** Saves a value on the shelf; if the storage is full, games make room for it. The player is warned if that does not
 * help.
 * @param {string} name @param {unknown} value
 * @returns {boolean} whether the browser stores it */
export function save(name, value) {
  const isKept = shelf.save(name, value) || dispensable(name).some((other) => {
    shelf.forget(other);
    return shelf.save(name, value);
  });
  if (!isKept) unkept.tell();
  return isKept;
}

/** Returns the games on the shelf in the order of their removal: unfinished ones first, the oldest of them first.
 * @param {string} name of the entry that must stay */
function dispensable(name) {
  const games = allGames(shelf.stored());
  return [...games.filter(([, { isOver }]) => !isOver), ...games.filter(([, { isOver }]) => isOver)]
    .map(([key]) => PREFIX + key).filter((other) => other !== name);
}
