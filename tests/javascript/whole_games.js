/**
 * Plays games from their first piece to their last, back and forth, through every form that they are kept in.
 *
 * `node whole_games.js FILE`: the file holds the games as JSON, each a puzzle with the placements as the server sends
 * them. `tests/page_games.py` writes it.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { useLattices } from "../../kaleido/web/static/lattice.js";
import { Position } from "../../kaleido/web/static/position.js";
import { PositionTree } from "../../kaleido/web/static/positiontree.js";
import { puzzleOf } from "./expected.js";

/** @typedef {{name: string, question: {pattern: string, pieces?: string, use?: string, wrap?: string}, set: string,
 *   placements: import("./expected.js").Placement[]}} Game
 * @typedef {import("../../kaleido/web/static/puzzle.js").Puzzle} Puzzle */

/** Reads a position of which nothing may be missing.
 * @param {Puzzle} puzzle @param {string} text */
function read(puzzle, text) {
  const { position, refused } = Position.parse(puzzle, text);
  assert.deepEqual(refused, []);
  return position;
}

/** @param {Puzzle} puzzle @param {Game["placements"]} placements */
function play(puzzle, placements) {
  const tree = new PositionTree("");
  let position = new Position(puzzle);
  const steps = [position.format()];
  for (const [at, placement] of placements.entries()) {
    const posed = position.freeAs(placement);
    assert.ok(posed, `${placement.piece} is refused`);
    position = position.with(posed);
    // Every cell shows the colour of the pattern, and the server is told what it told.
    for (const spot of puzzle.spots(posed)) assert.ok(puzzle.accepts(spot));
    const { piece, face, cells } = placement;
    const told = position.placements()[at];
    assert.deepEqual({ ...told, cells: told.cells.map(String).sort() },
      { piece, face, cells: cells.map(String).sort() });
    tree.add(position.format());
    steps.push(position.format());
    assert.deepEqual(read(puzzle, position.format()).placed, position.placed);
  }
  assert.equal(position.placed.length, placements.length);
  assert.equal(position.solved, true);
  return { tree, steps };
}

/** @param {Puzzle} puzzle @param {Game["placements"]} placements */
function travel(puzzle, placements) {
  const { tree, steps } = play(puzzle, placements);
  const last = placements.length;
  for (let at = last - 1; at >= 0; at -= 1) assert.equal(read(puzzle, tree.undo()).format(), steps[at]);
  assert.equal(tree.canUndo, false);
  for (let at = 1; at <= last; at += 1) assert.equal(read(puzzle, tree.redo()).format(), steps[at]);
  // After a reload, the same steps are there.
  const again = PositionTree.load(JSON.parse(JSON.stringify(tree.save())));
  assert.ok(again);
  for (let at = last - 1; at >= 0; at -= 1) assert.equal(read(puzzle, again.undo()).placed.length, at);
}

/** @type {{lattices: import("../../kaleido/web/static/api.js").Schemas["LatticeEntry"][],
 *   sets: Record<string, import("../../kaleido/web/static/api.js").SetEntry>, games: Game[]}} */
const { lattices, sets, games } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
useLattices(lattices);
for (const { name, question, set, placements } of games) {
  try {
    const puzzle = puzzleOf(question, sets[set]);
    travel(puzzle, placements.filter(({ piece, cells }) => !puzzle.givens.some((posed) => posed.piece === piece &&
      puzzle.cells(posed).map(String).sort().join() === cells.map(String).sort().join())));
  } catch (problem) {
    throw new Error(`the game on ${name} is not kept`, { cause: problem });
  }
}
console.log(`${games.length} games`);
