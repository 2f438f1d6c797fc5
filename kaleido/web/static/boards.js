/** The player's own boards, stored in the browser: saved ones, and the ones played last. */

import { save } from "./games.js";
import { Board } from "./board.js";
import { keyOf } from "./puzzle.js";
import { shelf } from "./settings.js";
import { Sketch } from "./sketch.js";
import { t } from "./text.js";

/** The most boards that are stored without having been saved. */
const MOST = 24;

/** @typedef {import("./library.js").Question} Question
 * @typedef {import("./judgement.js").Verdict} Verdict
 * A board of the player's, with its pieces unless they are the classic ones. No two have the same title. The pattern
 * may be a sketch, which cannot be played.
 * @typedef {{title: string, question: Question, isSaved: boolean, verdict: Verdict|null, isSketch: boolean}} OwnBoard
 */

/** The parts of a question besides the pattern. */
const PARTS = /** @type {const} */ (["pieces", "use", "wrap"]);

/** Returns all stored boards, the latest first. */
export const allBoards = () => read(shelf.load("boards"));

/** Reads a stored list of boards.
 * @param {unknown} boards */
function read(boards) {
  if (!Array.isArray(boards)) return [];
  /** @type {OwnBoard[]} */
  const found = [];
  for (const board of boards) {
    const question = questionOf(board ?? {});
    const isOther = PARTS.some((name) => question[name]);
    const sketch = isOther ? null : Sketch.find(question.pattern);
    if (!isOther && !sketch) continue;
    const isSketch = Boolean(sketch && !sketch.isPattern);
    found.push({
      title: freeTitle(String(board.title), found), question, isSaved: board.saved === true,
      verdict: board.verdict ?? null, isSketch,
    });
  }
  return found;
}

/** Returns the boards that can be played, the latest first; another version may have stored boards that cannot. */
export const ownBoards = () =>
  allBoards().filter(({ isSketch, question: { pattern, wrap } }) => !isSketch && Board.read(pattern, wrap));

/** @param {OwnBoard[]} boards */
const store = (boards) => save("boards", written(boards));

/** Returns a list of boards for the storage, without the oldest unsaved ones.
 * @param {OwnBoard[]} boards */
function written(boards) {
  let room = MOST;
  return boards.filter(({ isSaved }) => isSaved || (room -= 1) >= 0)
    .map(({ title, question: { pattern, ...parts }, isSaved, verdict }) => ({
      title, text: pattern, ...parts, ...(isSaved ? { saved: true } : {}), ...(verdict ? { verdict } : {}),
    }));
}

/** Merges lists of boards stored in two places: the player's own, then the unknown ones of the other list. A board that
 * was saved there, but only played here, counts as saved.
 * @param {unknown} own @param {unknown} others */
export function mergedBoards(own, others) {
  const boards = read(own);
  const known = new Map(boards.map((board) => [keyOf(board.question), board]));
  for (const other of read(others)) {
    const board = known.get(keyOf(other.question));
    const rest = boards.filter((each) => each !== board);
    if (!board) boards.push({ ...other, title: freeTitle(other.title, boards) });
    else if (other.isSaved && !board.isSaved) Object.assign(board, other, { title: freeTitle(other.title, rest) });
  }
  return written(boards);
}

/** Returns the question that opens a stored board.
 * @param {Record<string, unknown>} board */
function questionOf({ text, pieces, use, wrap }) {
  return {
    pattern: String(text),
    ...(typeof pieces === "string" ? { pieces } : {}),
    ...(Array.isArray(use) ? { use: use.map(String) } : {}),
    ...(typeof wrap === "string" ? { wrap } : {}),
  };
}

/** Stores a board that is played; a known one keeps its place.
 * @param {Question} question
 * @param {string} title without one, the board gets a number */
export function keepBoard(question, title) {
  const boards = allBoards();
  const known = boards.find((board) => keyOf(board.question) === keyOf(question));
  if (!known) {
    const called = title ? freeTitle(title, boards) : nextTitle(boards);
    boards.unshift({ title: called, question, isSaved: false, verdict: null, isSketch: false });
  } else if (title && title !== known.title && !known.isSaved) {
    known.title = freeTitle(title, boards.filter((board) => board !== known));
  }
  store(boards);
}

/** Saves a board for good, as the first of the list.
 * @param {Question} question
 * @param {string} title without one, it gets a number
 * @param {{over?: string, verdict?: Verdict|null}} options the title of the board to overwrite, and the known verdict
 * @returns {{title: string, isKept: boolean}} its title now, and whether the browser stores it */
export function saveBoard(question, title, { over = "", verdict = null } = {}) {
  // A board that was only played is not stored twice.
  const others = allBoards()
    .filter((board) => board.title !== over && (board.isSaved || keyOf(board.question) !== keyOf(question)));
  const called = title ? freeTitle(title, others) : nextTitle(others);
  const board = { title: called, question, isSaved: true, verdict, isSketch: false };
  return { title: called, isKept: store([board, ...others]) };
}

/** Gives a board another title.
 * @param {string} title @param {string} wanted
 * @returns {string} its title now */
export function renameBoard(title, wanted) {
  const boards = allBoards();
  const board = boards.find((each) => each.title === title);
  if (!board || !wanted) return title;
  board.title = freeTitle(wanted, boards.filter((each) => each !== board));
  board.isSaved = true;
  store(boards);
  return board.title;
}

/** Makes a copy of a board.
 * @param {string} title */
export function copyBoard(title) {
  const boards = allBoards();
  const at = boards.findIndex((each) => each.title === title);
  if (at < 0) return title;
  const copy = { ...boards[at], title: freeTitle(title, boards), isSaved: true };
  store(boards.toSpliced(at, 0, copy));
  return copy.title;
}

/** Deletes a board.
 * @param {string} title
 * @returns {() => void} undoes the deletion */
export function dropBoard(title) {
  const boards = allBoards();
  const at = boards.findIndex((each) => each.title === title);
  store(boards.filter((_, each) => each !== at));
  return () => {
    const left = allBoards();
    const called = freeTitle(title, left);
    if (at >= 0) store(left.toSpliced(at, 0, { ...boards[at], title: called }));
  };
}

/** Stores the verdict on a board.
 * @param {Question} question @param {Verdict} verdict */
export function markBoard(question, verdict) {
  const boards = allBoards();
  const found = boards.filter((board) => keyOf(board.question) === keyOf(question) && board.verdict !== verdict);
  for (const board of found) board.verdict = verdict;
  if (found.length) store(boards);
  return found.length > 0;
}

/** Returns the player's title of a board; empty if it only has a number, or is not stored.
 * @param {string} key of the puzzle */
export function givenTitle(key) {
  const title = ownBoards().find(({ question }) => keyOf(question) === key)?.title ?? "";
  return numbered().test(title) ? "" : title;
}

const numbered = () => new RegExp(`^${t("page.ownBoard", { number: "(\\d+)" })}$`);

/** @param {OwnBoard[]} boards */
function nextTitle(boards) {
  const numbers = boards.map(({ title }) => Number(numbered().exec(title)?.[1] ?? 0));
  return t("page.ownBoard", { number: String(Math.max(0, ...numbers) + 1) });
}

/** Returns a title that no board has yet, with a number if necessary.
 * @param {string} title @param {OwnBoard[]} boards */
function freeTitle(title, boards) {
  const taken = new Set(boards.map((board) => board.title));
  const stem = title.replace(/ \d+$/, "");
  for (let number = 2, free = title; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${stem} ${number}`;
  }
}
