/** Boards of one's own, kept in the browser so that they stay in the list of puzzles. */

import { readPattern } from "./pattern.js";
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
    const pattern = String(board?.text);
    const parts = PARTS.filter((name) => typeof board?.[name] === "string" && board[name]);
    if (!parts.length && !readPattern(pattern)) return [];
    const others = Object.fromEntries(parts.map((name) => [name, board[name]]));
    return [{ title: String(board.title), question: { pattern, ...others } }];
  });
}

/**
 * Keeps a board, in its place if it is known already.
 * @param {import("./library.js").Question} question
 * @param {string} title what it is called; without one, it gets a number
 */
export function keepBoard(question, title) {
  const boards = ownBoards();
  const known = boards.find((board) => isSame(board.question, question));
  if (known) known.title = title || known.title;
  else boards.unshift({ title: title || nextTitle(boards), question });
  shelf.save("boards", boards.slice(0, MOST).map(({ title: own, question: { pattern, ...parts } }) =>
    ({ title: own, text: pattern, ...parts })));
}

/**
 * @param {import("./library.js").Question} one
 * @param {import("./library.js").Question} other
 */
const isSame = (one, other) => one.pattern === other.pattern && PARTS.every((name) => one[name] === other[name]);

/** @param {Board[]} boards */
function nextTitle(boards) {
  const numbered = new RegExp(`^${t("page.ownBoard", { number: "(\\d+)" })}$`);
  const numbers = boards.map(({ title }) => Number(numbered.exec(title)?.[1] ?? 0));
  return t("page.ownBoard", { number: String(Math.max(0, ...numbers) + 1) });
}
