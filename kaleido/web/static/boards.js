/** Boards of one's own, kept in the browser so that they stay in the list of puzzles. */

import { readPattern } from "./pattern.js";
import { keyOf } from "./puzzle.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";

/** The number of boards that are kept. */
const MOST = 24;

/**
 * A board of one's own, with its pieces unless they are the classic ones.
 * @typedef {{title: string, question: import("./library.js").Question}} Board
 */

/** The parts of a question that a board may have beside its pattern. */
const PARTS = /** @type {const} */ (["pieces", "use", "wrap"]);

/**
 * The boards that are kept, the last one first.
 * @returns {Board[]}
 */
export function ownBoards() {
  const boards = shelf.load("boards");
  if (!Array.isArray(boards)) return [];
  return boards.flatMap((board) => {
    const question = questionOf(board ?? {});
    const isSound = PARTS.some((name) => question[name]) || readPattern(question.pattern);
    return isSound ? [{ title: String(board.title), question }] : [];
  });
}

/**
 * What a board that was kept asks for.
 * @param {Record<string, unknown>} board
 * @returns {import("./library.js").Question}
 */
function questionOf({ text, pieces, use, wrap }) {
  return {
    pattern: String(text),
    ...(typeof pieces === "string" ? { pieces } : {}),
    ...(Array.isArray(use) ? { use: use.map(String) } : {}),
    ...(typeof wrap === "string" ? { wrap } : {}),
  };
}

/**
 * Keeps a board, in its place if it is known already.
 * @param {import("./library.js").Question} question
 * @param {string} title what it is called; without one, it gets a number
 */
export function keepBoard(question, title) {
  const boards = ownBoards();
  const known = boards.find((board) => keyOf(board.question) === keyOf(question));
  if (known) known.title = title || known.title;
  else boards.unshift({ title: title || nextTitle(boards), question });
  shelf.save("boards", boards.slice(0, MOST).map(({ title: own, question: { pattern, ...parts } }) =>
    ({ title: own, text: pattern, ...parts })));
}

/**
 * What a board is called that is kept; nothing if it is not.
 * @param {string} key of the puzzle
 */
export function titleOf(key) {
  return ownBoards().find(({ question }) => keyOf(question) === key)?.title ?? "";
}

/** @param {Board[]} boards */
function nextTitle(boards) {
  const numbered = new RegExp(`^${t("page.ownBoard", { number: "(\\d+)" })}$`);
  const numbers = boards.map(({ title }) => Number(numbered.exec(title)?.[1] ?? 0));
  return t("page.ownBoard", { number: String(Math.max(0, ...numbers) + 1) });
}
