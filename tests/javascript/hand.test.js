import assert from "node:assert/strict";
import test from "node:test";
import { Board } from "../../kaleido/web/static/board.js";
import { Hand } from "../../kaleido/web/static/grasp.js";
import { Puzzle } from "../../kaleido/web/static/puzzle.js";
import { expected, pieces, puzzleOf } from "./expected.js";

const puzzle = puzzleOf({ pattern: expected.patterns[0].text });

const held = (name = "l4-left-r", row = 3, col = 3, on = puzzle) =>
  new Hand(on, { piece: name, face: "front", turn: 0, row, col }, null);

/** @param {Hand} hand */
const rotate = (hand, by = 1) => hand.take(hand.piece.rotated(hand.posed, hand.board, by));

/** @param {Hand} hand */
const turnOver = (hand) => hand.take(hand.piece.turnedOver(hand.posed));

test("a piece in the hand stays on the board", () => {
  for (const [rows, cols] of [[-9, 0], [9, 0], [0, -9], [0, 9]]) {
    const hand = held();
    hand.move(rows, cols);
    const { row, col } = hand.posed;
    assert.ok(row >= 0 && col >= 0 && row + hand.shape.rows <= 8 && col + hand.shape.cols <= 8);
  }
});

test("four rotations bring it back to its pose and place", () => {
  const hand = held();
  const before = hand.posed;
  for (let turn = 0; turn < 4; turn += 1) rotate(hand);
  assert.deepEqual(hand.posed, before);
  rotate(hand);
  rotate(hand, -1);
  assert.deepEqual(hand.posed, before);
});

test("turning over twice brings its shape back", () => {
  const hand = held();
  const before = hand.shape;
  turnOver(hand);
  assert.equal(hand.posed.face, "back");
  turnOver(hand);
  assert.deepEqual(hand.shape, before);
});

test("a wand turned at the edge is pushed onto the board", () => {
  const hand = held("wand", 7, 0);
  rotate(hand);
  assert.deepEqual([hand.shape.rows, hand.shape.cols], [8, 1]);
  assert.equal(hand.posed.row, 0);
});

test("around joined sides it goes on, and comes back", () => {
  const tube = new Puzzle(new Board(3, 5, "x".repeat(15), "columns"), pieces);
  const hand = held("line3-r", 0, 4, tube);
  hand.move(0, 1);
  hand.move(0, 1);
  assert.deepEqual([hand.posed.row, hand.posed.col], [0, 1]);
  hand.move(-1, 0);
  for (let step = 0; step < 3; step += 1) hand.move(0, -1);
  assert.deepEqual([hand.posed.row, hand.posed.col], [0, 3]);
  hand.follow(-0.5, 9);
  assert.deepEqual([hand.posed.row, hand.posed.col], [2, 3]);
  // Longer than the board is high, it skips the turn that the board has no room for.
  const long = held("wand", 0, 0, new Puzzle(new Board(3, 9, "x".repeat(27), "columns"), pieces));
  rotate(long);
  assert.equal(long.posed.turn, 2);
});

test("it follows a pointer by its middle, or by the cell where it was gripped", () => {
  const hand = held("domino");
  hand.follow(4, 2.5);
  assert.deepEqual([hand.posed.row, hand.posed.col], [2, 3]);
  hand.grip = { x: 0, y: 0, at: 0 };
  hand.follow(4.5, 2.5);
  assert.deepEqual([hand.posed.row, hand.posed.col], [2, 4]);
  rotate(hand);
  assert.equal(hand.grip, null);
});
