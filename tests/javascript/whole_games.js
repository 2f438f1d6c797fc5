/**
 * Plays games from their first piece to their last, back and forth, through every form that they are kept in.
 *
 * `node whole_games.js FILE`: the file holds the games as JSON, each a pattern with the placements as the server sends
 * them. `tests/page_games.py` writes it.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { History } from "../../kaleido/web/static/history.js";
import { Position } from "../../kaleido/web/static/position.js";
import { cellsOf, pieces } from "./expected.js";

/** @typedef {{name: string, text: string, placements: import("./expected.js").Placement[]}} Game */

/**
 * Reads a position of which nothing may be missing.
 * @param {string} pattern
 * @param {string} text
 */
function read(pattern, text) {
  const { position, refused } = Position.parse(pieces, pattern, text);
  assert.deepEqual(refused, []);
  return position;
}

/** @param {Game} game */
function play(game) {
  const pattern = cellsOf(game);
  const history = new History("");
  let position = new Position(pieces, pattern);
  const steps = [position.format()];
  for (const [at, placement] of game.placements.entries()) {
    const lie = position.lieFrom(placement);
    assert.ok(lie, `${placement.piece} is refused`);
    position = position.with(lie);
    // Every cell shows the colour of the pattern, and the server is told what it told.
    for (const { row, col, letter } of position.spots(lie)) assert.equal(letter, pattern[8 * row + col]);
    const { piece, face, cells } = placement;
    const told = position.placements()[at];
    assert.deepEqual({ ...told, cells: told.cells.sort() }, { piece, face, cells: cells.sort() });
    history.push(position.format());
    steps.push(position.format());
    assert.deepEqual(read(pattern, position.format()).lies, position.lies);
  }
  assert.equal(position.lies.length, 18);
  assert.equal(position.solved, true);
  return { history, steps, pattern };
}

/** @param {Game} game */
function travel(game) {
  const { history, steps, pattern } = play(game);
  for (let at = 17; at >= 0; at -= 1) assert.equal(read(pattern, history.undo()).format(), steps[at]);
  assert.equal(history.canUndo, false);
  for (let at = 1; at <= 18; at += 1) assert.equal(read(pattern, history.redo()).format(), steps[at]);
  // After a reload, the same steps are there.
  const again = new History(steps[18]);
  again.load(JSON.parse(JSON.stringify(history.save())));
  for (let at = 17; at >= 0; at -= 1) assert.equal(read(pattern, again.undo()).lies.length, at);
}

/** @type {Game[]} */
const games = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const game of games) {
  try {
    travel(game);
  } catch (problem) {
    throw new Error(`the game on ${game.name} is not kept`, { cause: problem });
  }
}
console.log(`${games.length} games`);
