import assert from "node:assert/strict";
import test from "node:test";
import { Hand } from "../../kaleido/web/static/hand.js";
import { pieces } from "./expected.js";

const held = (name = "l4-left-r", row = 3, col = 3) =>
  new Hand(pieces.named(name), { piece: name, face: "front", turn: 0, row, col }, false);

test("a piece in the hand stays on the board", () => {
  for (const [rows, cols] of [[-9, 0], [9, 0], [0, -9], [0, 9]]) {
    const hand = held();
    hand.move(rows, cols);
    const { row, col } = hand.lie;
    assert.ok(row >= 0 && col >= 0 && row + hand.shape.rows <= 8 && col + hand.shape.cols <= 8);
  }
});

test("four rotations bring it back to its pose and place", () => {
  const hand = held();
  const before = hand.lie;
  for (let turn = 0; turn < 4; turn += 1) hand.rotate();
  assert.deepEqual(hand.lie, before);
  hand.rotate();
  hand.rotate(-1);
  assert.deepEqual(hand.lie, before);
});

test("turning over twice brings its shape back", () => {
  const hand = held();
  const before = hand.shape;
  hand.turnOver();
  assert.equal(hand.lie.face, "back");
  hand.turnOver();
  assert.deepEqual(hand.shape, before);
});

test("a wand turned at the edge is pushed onto the board", () => {
  const hand = held("wand", 7, 0);
  hand.rotate();
  assert.deepEqual([hand.shape.rows, hand.shape.cols], [8, 1]);
  assert.equal(hand.lie.row, 0);
});

test("it follows a pointer by its middle, or by the cell where it was gripped", () => {
  const hand = held("domino");
  hand.follow(4, 2.5);
  assert.deepEqual([hand.lie.row, hand.lie.col], [2, 3]);
  hand.grip = { x: 0.5, y: 0.5 };
  hand.follow(4.5, 2.5);
  assert.deepEqual([hand.lie.row, hand.lie.col], [2, 4]);
  hand.rotate();
  assert.equal(hand.grip, null);
});
