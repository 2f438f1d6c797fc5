/** Boards of one's own, kept in the browser so that they stay in the list of patterns. */

import { readPattern, writePattern } from "./pattern.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";

/** The number of boards that are kept. */
const MOST = 24;

/** @typedef {{title: string, cells: string}} Board */

/**
 * The boards that are kept, the last one first.
 * @returns {Board[]}
 */
export function ownBoards() {
  const boards = shelf.load("boards");
  if (!Array.isArray(boards)) return [];
  return boards.flatMap((board) => {
    const cells = readPattern(String(board?.text));
    return cells ? [{ title: String(board.title), cells }] : [];
  });
}

/**
 * Keeps a board, in its place if it is known already.
 * @param {string} cells
 * @param {string} title what it is called; without one, it gets a number
 */
export function keepBoard(cells, title) {
  const boards = ownBoards();
  const known = boards.find((board) => board.cells === cells);
  if (known) known.title = title || known.title;
  else boards.unshift({ title: title || nextTitle(boards), cells });
  shelf.save("boards", boards.slice(0, MOST).map((board) => ({ title: board.title, text: writePattern(board.cells) })));
}

/** @param {Board[]} boards */
function nextTitle(boards) {
  const numbered = new RegExp(`^${t("page.ownBoard", { number: "(\\d+)" })}$`);
  const numbers = boards.map(({ title }) => Number(numbered.exec(title)?.[1] ?? 0));
  return t("page.ownBoard", { number: String(Math.max(0, ...numbers) + 1) });
}
