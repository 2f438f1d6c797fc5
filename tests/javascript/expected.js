/** What Kaleido's Python says of boards and pieces; `python tests/page_expected.py` writes it. */

import { readFileSync } from "node:fs";
import { Board } from "../../kaleido/web/static/board.js";
import { useLook } from "../../kaleido/web/static/look.js";
import { Pieces } from "../../kaleido/web/static/pieces.js";
import { Puzzle } from "../../kaleido/web/static/puzzle.js";

/** @typedef {import("../../kaleido/web/static/api.js").Placement} Placement
 * @typedef {import("../../kaleido/web/static/api.js").Cell} Cell */

/** @type {{
 *   look: import("../../kaleido/web/static/api.js").Schemas["Look"],
 *   strategies: import("../../kaleido/web/static/api.js").StrategyEntry[],
 *   adjusted: {name: string, base: string, values: import("../../kaleido/web/static/searchchoice.js").Values}[],
 *   pieces: import("../../kaleido/web/static/api.js").SetEntry,
 *   turned: Record<string, Record<string, string[]>>,
 *   patterns: {text: string, counts: Record<string, number>, turned: string, edges: number,
 *     islands: number[], tints: number[],
 *     placed: string, placements: Placement[], tried: (Placement & {error: string|null})[]}[],
 *   puzzles: {question: Record<"pattern"|"pieces"|"use"|"wrap", string>,
 *     set: import("../../kaleido/web/static/api.js").SetEntry, givens: Placement[], islands: number[], tints: number[],
 *     placed: string,
 *     placements: Placement[], tried: (Placement & {error: string|null})[]}[],
 *   lattices: import("../../kaleido/web/static/api.js").Schemas["LatticeEntry"][],
 *   outlines: {cells: Cell[], loops: Cell[][]}[],
 *   reasons: import("../../kaleido/web/static/reasons.js").Reason[],
 *   core: {table: import("../../kaleido/web/static/core.js").Table,
 *     question: import("../../kaleido/web/static/coreanswers.js").Question, placed: Placement[], solved: Placement[],
 *     solutions: number, left: number, watched: {strategy: string, seed: number, max_nodes: number}, events: any[]}[],
 *   days: Record<string, string>, calendars: Record<"pattern"|"fields"|"day"|"text", string>[],
 *   sketches: {text: string, cells: string[], written: string}[],
 * }} */
export const expected = JSON.parse(readFileSync(new URL("expected.json", import.meta.url), "utf-8"));

useLook(expected.look);

export const pieces = Pieces.of(expected.pieces);

/** The 64 letters of a pattern.
 * @param {{text: string}} pattern */
export const cellsOf = ({ text }) => text.replaceAll("/", "");

/** Returns the puzzle of a question to the server.
 * @param {{pattern: string, pieces?: string, use?: string, wrap?: string}} question
 * @param {import("../../kaleido/web/static/api.js").SetEntry} [set] its pieces */
export function puzzleOf({ pattern, pieces: source, use = "", wrap }, set) {
  const board = Board.read(pattern, wrap);
  if (!board) throw new Error(pattern);
  const chosen = use ? use.split(",") : [];
  return new Puzzle(board, set ? Pieces.of(set, { source, chosen }) : pieces);
}
