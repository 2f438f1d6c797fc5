/** The puzzles that come with Kaleido, and any other that a link describes. */

import { ApiError, post } from "./api.js";
import { Board, textOn } from "./board.js";
import { folded } from "./catalogue.js";
import {
  boardOfDay, dayOf, dayOfBoard, dealBoard, knownDeals, later, openedOn, readBoards, readDay, readDeal,
} from "./days.js";
import { useLattices } from "./lattice.js";
import { letters } from "./look.js";
import { boardOf, CELLS, readPattern, writePattern } from "./pattern.js";
import { CLASSIC, Pieces } from "./pieces.js";
import { keyOf, Puzzle } from "./puzzle.js";
import { foreign, named, plain } from "./text.js";

/** A puzzle as a link or a request describes it.
 * @typedef {import("./api.js").Schemas["PuzzleRequest"]} PuzzleRequest
 * @typedef {Pick<PuzzleRequest, "pattern"> & Partial<Pick<PuzzleRequest, "use">>
 *   & {pieces?: string, wrap?: string}} Question
 * @typedef {{name: string, title: string, group: string, cells: string, solutions: number, difficulty: number}} Pattern
 * @typedef {import("./api.js").Schemas["ListedPuzzle"]} PuzzleEntry
 */

/** A board to choose.
 * @typedef {import("./catalogue.js").Entry & {question: Question, board: import("./board.js").Board,
 *   isPlain: boolean}} Entry */

/** The groups of the boards of the day and of dealt boards. */
const DAYS = "days";
const DEALS = "deals";
/** The most opened puzzles that are cached. */
const MOST = 40;

/** The days of a year, back from today.
 * @param {string} today */
const year = (today) => Array.from({ length: 366 }, (_, at) => later(today, -at));

/** Thrown for a text that is neither the name nor the rows of a puzzle. */
export class UnknownPuzzle extends Error {}

export class Library {
  /** The opened puzzles, by their questions.
   * @type {Map<string, Promise<Puzzle>>} */
  #opened = new Map();

  /** @param {import("./api.js").Schemas["ListedPattern"][]} patterns
   * @param {PuzzleEntry[]} puzzles @param {Pieces} classic
   * @param {import("./days.js").Board[]} days the boards of the day
   * @param {import("./api.js").Schemas["RefusedPuzzle"][]} refused puzzles that cannot be played here */
  constructor(patterns, puzzles, classic, days, refused = []) {
    this.patterns = patterns.map(({ pattern: text, ...pattern }) =>
      ({ ...pattern, title: pattern.title || pattern.name, cells: text.replaceAll("/", "") }));
    this.puzzles = puzzles;
    this.classic = classic;
    this.days = days;
    this.refused = refused;
  }

  /** The entries on a day. */
  #listed = { day: "", entries: /** @type {Entry[]} */ ([]) };

  /** All boards that come with Kaleido, to choose from; calendars are today's. */
  get entries() {
    const day = dayOf(new Date());
    if (this.#listed.day !== day) {
      const puzzles = this.puzzles.map((puzzle) => puzzleEntry(puzzle.calendar ? onDay(puzzle, day) : puzzle));
      this.#listed = { day, entries: [...this.patterns.map(patternEntry), ...puzzles] };
    }
    return this.#listed.entries;
  }

  /** Returns the library of the server's patterns, puzzles and pieces.
   * @param {import("./api.js").Schemas["Start"]} start
   * @param {string} days the file of the boards of the day */
  static of({ patterns, puzzles, refused, pieces, lattices }, days) {
    useLattices(lattices);
    return new Library(patterns, puzzles, Pieces.of(pieces), readBoards(days), refused);
  }

  /** Returns the board of a day.
   * @param {string} day @returns {Entry} */
  day(day) {
    const board = boardOfDay(day, this.days);
    return patternEntry({ ...board, name: day, title: day, group: DAYS });
  }

  /** Returns a pattern for the classic pieces.
   * @param {string} cells 64 letters
   * @param {string} day whose board it is, if any */
  pattern(cells, day = dayOfBoard(cells, dayOf(new Date()), this.days) ?? "") {
    const { name, title } = this.#known.find((each) => each.cells === cells) ?? { name: day, title: day };
    return new Puzzle(boardOf(cells), this.classic, { name, title });
  }

  /** The boards dealt in this browser, to choose from.
   * @returns {Entry[]} */
  get deals() {
    return knownDeals().map(({ name, cells, solutions }) =>
      patternEntry({ name, title: name, cells, solutions, group: DEALS, difficulty: readDeal(name)?.level ?? 0 }));
  }

  /** The patterns that come with Kaleido, and those dealt in this browser. */
  get #known() { return [...this.patterns, ...knownDeals().map((deal) => ({ ...deal, title: deal.name }))]; }

  /** The pattern that is shown first. */
  get first() {
    const { cells } = this.patterns.find(({ name }) => name === "car") ?? this.patterns[0];
    return this.pattern(cells);
  }

  /** Returns a pattern by its rows or its name; null if there is no such pattern, and for other pieces.
   * @param {Question} question */
  find({ pattern, pieces = CLASSIC, use = [], wrap = "" }) {
    if (pieces !== CLASSIC || use.length || wrap) return null;
    const cells = readPattern(pattern) ?? this.#cellsOf(pattern);
    return cells ? this.pattern(cells, readDay(pattern) ?? undefined) : null;
  }

  /** Returns the cells of a pattern by its name, which may be a day.
   * @param {string} name */
  #cellsOf(name) {
    const day = readDay(name);
    if (day && day <= dayOf(new Date())) return boardOfDay(day, this.days).cells;
    return this.#known.find((pattern) => isCalled(pattern, name))?.cells;
  }

  /** Returns a puzzle by its name or title, a calendar on the day behind it or today; undefined for other names.
   * @param {string} text such as calendar@2026-05-31 or calendar@31-feb */
  #puzzleOf(text) {
    const [name, day = dayOf(new Date()), ...rest] = text.split("@");
    const found = this.puzzles.find((puzzle) => isCalled(puzzle, name));
    if (!found?.calendar) return name === text ? found : undefined;
    return openedOn(found.pattern, found.calendar, day) && !rest.length ? onDay(found, day) : undefined;
  }

  /** Returns the entry of a calendar on a day by its name or key; undefined for another board.
   * @param {{name?: string, key: string}} board */
  calendar({ name = "", key }) {
    const dated = name ? this.#puzzleOf(name) : this.#dated.find((each) => keyOf(each) === key);
    return dated?.calendar ? puzzleEntry(dated) : undefined;
  }

  /** The calendars on each day of the last year. */
  get #dated() {
    const days = year(dayOf(new Date()));
    return this.puzzles.filter(({ calendar }) => calendar).flatMap((each) => days.map((day) => onDay(each, day)));
  }

  /** Opens a puzzle; throws the server's words if it is not valid, or an `UnknownPuzzle`.
   * @param {Question} question whose pattern may be a name */
  async open(question) {
    const found = this.find(question);
    if (found) return found;
    const deal = question.pieces ? null : readDeal(question.pattern);
    if (deal) return this.pattern((await dealBoard(deal)).cells);
    const called = question.pieces ? undefined : this.#puzzleOf(question.pattern);
    const refused = this.refused.find((each) => isCalled(each, question.pattern));
    if (refused && !question.pieces) throw new ApiError(() => foreign(refused.why), 400);
    const full = this.complete(question);
    if (!full.pieces && !full.use.length && !this.#isPattern(full.pattern)) throw new UnknownPuzzle(full.pattern);
    const key = JSON.stringify(full);
    const opened = this.#opened.get(key) ?? this.#ask(full, called);
    this.#opened.delete(key);
    this.#opened.set(key, opened);
    opened.catch(() => this.#opened.delete(key));
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MOST) this.#opened.delete(oldest);
    return opened;
  }

  /** Returns a pattern in any form that Kaleido reads, such as JSON, as the text of a file; null for another text.
   * @param {string} text @returns {Promise<string|null>} */
  read(text) {
    return post("pieces", { pattern: text }).then(({ pattern, title }) => `# title: ${title}\n${pattern}`, () => null);
  }

  /** Replaces a puzzle's name by its board and pieces.
   * @param {Question} question */
  complete({ pattern, pieces, use = [], wrap = "" }) {
    const entry = pieces ? undefined : this.#puzzleOf(pattern);
    const cells = this.#cellsOf(pattern);
    if (!entry) return { pattern: cells ? writePattern(cells) : pattern, pieces, use, wrap };
    return {
      pattern: use.length && entry.open ? entry.open : textOn(entry.pattern, entry.lattice),
      pieces: entry.pieces,
      use: use.length ? use : entry.use,
      wrap: wrap || entry.wrap,
    };
  }

  /** Returns whether a text may be a board for all classic pieces.
   * @param {string} text */
  #isPattern(text) {
    const board = Board.read(text);
    return board && !board.lattice && board.size === CELLS &&
      board.numbers.every((at) => letters().includes(board.cells[at]));
  }

  /** @param {Question} question @param {PuzzleEntry} [called] the puzzle whose name was asked for */
  async #ask(question, called) {
    const { pieces: source = this.classic.source, use: chosen } = question;
    /** @type {import("./api.js").PuzzleParts} */
    const { pattern, wrap, lattice, title, pieces } = await post("pieces", question);
    const board = Board.read(textOn(pattern, lattice), wrap);
    if (!board) throw new Error(pattern);
    const puzzle = new Puzzle(board, Pieces.of(pieces, { source, chosen }), { title });
    const all = [...(called ? [called] : []), ...this.puzzles, ...this.#dated];
    const known = all.find((entry) => textOn(entry.pattern, entry.lattice) === board.text &&
      entry.wrap === board.wrap && entry.pieces === source && entry.use.join() === (chosen ?? []).join());
    return known ? new Puzzle(board, puzzle.pieces, known) : puzzle;
  }
}

/** @param {Question} asked whose board is drawn: in its colours with the classic pieces
 * @param {Omit<import("./catalogue.js").Entry, "key">} facts
 * @param {Question} question that opens it */
function entryOf(asked, facts, question = { pattern: facts.name }) {
  const board = /** @type {import("./board.js").Board} */ (Board.read(asked.pattern, asked.wrap));
  return { ...facts, key: keyOf(asked), question, board, isPlain: !/^[xryb.]*$/.test(board.cells) };
}

/** @param {Pattern} pattern */
const patternEntry = ({ cells, ...facts }) => entryOf({ pattern: writePattern(cells) }, facts);

/** @param {PuzzleEntry} puzzle */
const puzzleEntry = ({ pattern, pieces, use, wrap, lattice, ...facts }) =>
  entryOf({ pattern: textOn(pattern, lattice), pieces, use, wrap }, { ...facts, difficulty: null });

/** Returns a calendar on a day, with its name there.
 * @param {PuzzleEntry} puzzle @param {string} day */
const onDay = (puzzle, day) => ({
  ...puzzle, name: `${puzzle.name}@${day}`, pattern: openedOn(puzzle.pattern, puzzle.calendar, day),
});

/** Returns whether a text is the name or the title of a board, in any case.
 * @param {{name: string, title: string}} board @param {string} text */
const isCalled = ({ name, title }, text) =>
  [name, title, plain(named("titles", title))].some((each) => folded(each) === folded(text.trim()));

/** Returns the entry of a board of the player's.
 * @param {import("./boards.js").OwnBoard} board */
export const ownEntry = ({ title, question }) =>
  entryOf(question, { name: "", title, group: "own", difficulty: null, solutions: null }, question);
