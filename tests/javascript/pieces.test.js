import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf, expected, pieces } from "./expected.js";

/** @param {import("../../kaleido/web/static/pieces.js").Shape} shape */
function drawing({ spots, rows, cols }) {
  const lines = Array.from({ length: rows }, () => new Array(cols).fill("."));
  for (const { row, col, letter } of spots) lines[row][col] = letter;
  return lines.map((line) => line.join("")).join("/");
}

test("all turns of all faces are those of Python", () => {
  assert.equal(pieces.size, 18);
  for (const piece of pieces.values()) {
    for (const face of piece.faces) {
      const turns = [0, 1, 2, 3].map((turn) => drawing(piece.shape({ face, turn })));
      assert.deepEqual(turns, expected.turned[piece.name][face]);
    }
  }
});

test("a piece turned over shows its other face in its mirrored outline, and back again", () => {
  for (const piece of pieces.values()) {
    for (let turn = 0; turn < 4; turn += 1) {
      const pose = { face: "front", turn };
      const over = piece.turnedOver(pose);
      const { cols } = piece.shape(pose);
      const flat = piece.shape(pose).spots.map(({ row, col }) => `${row},${cols - 1 - col}`).sort();
      assert.equal(over.face, "back");
      assert.deepEqual(piece.shape(over).spots.map(({ row, col }) => `${row},${col}`).sort(), flat);
      const back = piece.shape(piece.turnedOver(over));
      assert.deepEqual(back.spots.map(({ row, col }) => [row, col]),
        piece.shape(pose).spots.map(({ row, col }) => [row, col]));
    }
  }
});

test("a pose is found by its cells and the colours of the pattern", () => {
  for (const piece of pieces.values()) {
    for (const face of piece.faces) {
      for (let turn = 0; turn < 4; turn += 1) {
        const shape = piece.shape({ face, turn });
        const pattern = new Array(64).fill("?");
        for (const { row, col, letter } of shape.spots) pattern[8 * row + col] = letter;
        const cells = shape.spots.map(({ row, col }) => [row, col]);
        const pose = piece.poseOn(face, cells, pattern.join(""));
        assert.ok(pose);
        assert.deepEqual(piece.shape(pose), shape);
      }
    }
  }
  const domino = pieces.named("domino");
  assert.equal(domino.poseOn("front", [[0, 0], [1, 1]], "rx"), null);
  assert.equal(domino.poseOn("side", [[0, 0], [0, 1]], "rx"), null);
  assert.equal(domino.poseOn("front", [[0, 0], [0, 1]], "rr"), null);
  assert.deepEqual(domino.poseOn("front", [[0, 1], [0, 0]], "xr"), { face: "front", turn: 2 });
  assert.deepEqual(domino.posesOver("front", [[0, 0], [0, 1]]).map(({ turn }) => turn), [0, 2]);
});

test("pieces are described in words", () => {
  assert.equal(pieces.named("small-wand").title, "small wand");
  assert.equal(pieces.named("domino").describe({ face: "back", turn: 3 }), "back, turned 270°");
  assert.equal(pieces.named("domino").describe({ face: "front", turn: 0 }), "front");
  assert.throws(() => pieces.named("sofa"), /no piece sofa/);
});

test("the faces that a pattern has a place for are those that its placements show, and more", () => {
  for (const pattern of expected.patterns) {
    const cells = cellsOf(pattern);
    for (const { piece, face } of pattern.placements) assert.ok(pieces.named(piece).facesOn(cells).includes(face));
  }
  const car = cellsOf(expected.patterns[0]);
  assert.deepEqual(pieces.named("wand").facesOn(car), ["front"]);
  assert.deepEqual(pieces.named("mono-r").facesOn(car), ["front", "back"]);
  assert.deepEqual(pieces.named("mono-x").facesOn(car), ["front"]);
  assert.deepEqual(pieces.named("domino").facesOn("x".repeat(64)), []);
  // Colours alone are not enough: nowhere do a red and a black cell touch.
  assert.deepEqual(pieces.named("domino").facesOn(`${"x".repeat(48)}${"y".repeat(8)}${"r".repeat(8)}`), []);
});
