/** The puzzles that come with Kaleido, and any other one: by its name, or by what a link says. */

import { get, post } from "./api.js";
import { Board } from "./board.js";
import { letters } from "./look.js";
import { CELLS, readPattern, writePattern } from "./pattern.js";
import { Pieces } from "./pieces.js";
import { Puzzle } from "./puzzle.js";

/**
 * What a link, or a question to the server, says of a puzzle.
 * @typedef {{pattern: string, pieces?: string, use?: string[], wrap?: string}} Question
 * @typedef {{name: string, title: string, group: string, cells: string}} Pattern
 */

/** How many puzzles are kept that were opened. */
const MOST = 40;

/** A text that is neither the name nor the rows of anything. */
export class UnknownPuzzle extends Error {}

export class Library {
  /** The puzzles that were opened, by what was asked for.
   * @type {Map<string, Promise<Puzzle>>} */
  #opened = new Map();

  /**
   * @param {import("./api.js").PatternEntry[]} patterns
   * @param {import("./api.js").PuzzleEntry[]} puzzles
   * @param {Pieces} classic
   */
  constructor(patterns, puzzles, classic) {
    /** @type {Pattern[]} */
    this.patterns = patterns.map(({ name, title, group, text }) =>
      ({ name, title: title || name, group, cells: text.replaceAll("/", "") }));
    this.puzzles = puzzles;
    this.classic = classic;
  }

  /** Gets from the server what there is. */
  static async load() {
    const [patterns, puzzles, classic] = await Promise.all(["patterns", "puzzles", "pieces"].map(get));
    return new Library(patterns, puzzles, Pieces.of(classic));
  }

  /**
   * A pattern for the classic pieces.
   * @param {string} cells 64 letters
   */
  pattern(cells) {
    const { name, title } = this.patterns.find((each) => each.cells === cells) ?? {};
    return Puzzle.classic(cells, this.classic, { name, title });
  }

  /** The pattern that is shown first. */
  get first() {
    const { cells } = this.patterns.find(({ name }) => name === "car") ?? this.patterns[0];
    return this.pattern(cells);
  }

  /**
   * A pattern by its rows or its name; null if it is none, and for other pieces.
   * @param {Question} question
   */
  find({ pattern, pieces = "classic", use = [], wrap = "" }) {
    if (pieces !== "classic" || use.length || wrap) return null;
    const cells = readPattern(pattern) ?? this.patterns.find(({ name }) => name === pattern)?.cells;
    return cells ? this.pattern(cells) : null;
  }

  /**
   * Opens a puzzle; fails with the server's words if it is none, or as an `UnknownPuzzle`.
   * @param {Question} question whose pattern may be a name
   */
  async open(question) {
    const found = this.find(question);
    if (found) return found;
    const full = this.#complete(question);
    if (!full.pieces && !full.use.length && !this.#isPattern(full.pattern)) throw new UnknownPuzzle(full.pattern);
    const key = JSON.stringify(full);
    const opened = this.#opened.get(key) ?? this.#ask(full);
    this.#opened.delete(key);
    this.#opened.set(key, opened);
    opened.catch(() => this.#opened.delete(key));
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MOST) this.#opened.delete(oldest);
    return opened;
  }

  /**
   * Puts the board and the pieces in the place of a puzzle's name.
   * @param {Question} question
   */
  #complete({ pattern, pieces, use = [], wrap = "" }) {
    const entry = pieces ? undefined : this.puzzles.find(({ name }) => name === pattern);
    const cells = this.patterns.find(({ name }) => name === pattern)?.cells;
    if (!entry) return { pattern: cells ? writePattern(cells) : pattern, pieces, use, wrap };
    return {
      pattern: use.length && entry.open ? entry.open : entry.pattern,
      pieces: entry.pieces,
      use: use.length ? use : entry.use,
      wrap: wrap || entry.wrap,
    };
  }

  /**
   * Whether a text may be a board for all classic pieces.
   * @param {string} text
   */
  #isPattern(text) {
    const board = Board.read(text);
    return board?.size === CELLS && board.numbers.every((at) => letters().includes(board.cells[at]));
  }

  /** @param {Question} question */
  async #ask(question) {
    const { pieces: source = this.classic.source, use: chosen } = question;
    /** @type {import("./api.js").PuzzleParts} */
    const { pattern, wrap, title, pieces } = await post("pieces", question);
    const board = Board.read(pattern, wrap);
    if (!board) throw new Error(pattern);
    const puzzle = new Puzzle(board, Pieces.of(pieces, { source, chosen }), { title });
    const known = this.puzzles.find((entry) => entry.pattern === board.text && entry.wrap === board.wrap &&
      entry.pieces === source && entry.use.join() === (chosen ?? []).join());
    return known ? new Puzzle(board, puzzle.pieces, known) : puzzle;
  }
}
