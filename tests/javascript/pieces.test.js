import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { boardOf } from "../../kaleido/web/static/pattern.js";
import { pieceName, Pieces } from "../../kaleido/web/static/pieces.js";
import { Puzzle } from "../../kaleido/web/static/puzzle.js";
import { foreignParts, useLanguage } from "../../kaleido/web/static/text.js";
import { cellsOf, expected, pieces } from "./expected.js";

afterEach(() => useLanguage("en"));

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
  /** @param {string} piece @param {string} face @param {import("../../kaleido/web/static/api.js").Cell[]} cells
   * @param {string} pattern */
  const poseOn = (piece, face, cells, pattern) => new Puzzle(boardOf(pattern), pieces).posedAs({ piece, face, cells });
  for (const piece of pieces.values()) {
    for (const face of piece.faces) {
      for (let turn = 0; turn < 4; turn += 1) {
        const shape = piece.shape({ face, turn });
        const pattern = new Array(64).fill("?");
        for (const { row, col, letter } of shape.spots) pattern[8 * row + col] = letter;
        const cells = shape.spots.map(({ row, col }) => [row, col]);
        const pose = poseOn(piece.name, face, cells, pattern.join(""));
        assert.ok(pose);
        assert.deepEqual(piece.shape(pose), shape);
      }
    }
  }
  const rx = "rx".padEnd(64, "?");
  assert.equal(poseOn("domino", "front", [[0, 0], [1, 1]], rx), null);
  assert.equal(poseOn("domino", "side", [[0, 0], [0, 1]], rx), null);
  assert.equal(poseOn("domino", "front", [[0, 0], [0, 1]], "rr".padEnd(64, "?")), null);
  assert.equal(poseOn("domino", "front", [[0, 1], [0, 0]], "xr".padEnd(64, "?"))?.turn, 2);
});

test("pieces are described in words", () => {
  assert.equal(pieces.named("domino").describe({ face: "back", turn: 3 }), "back, turned 270°");
  assert.equal(pieces.named("domino").describe({ face: "front", turn: 0 }), "front");
  assert.throws(() => pieces.named("sofa"), /no piece sofa/);
});

test("the classic pieces have names that players use, each its own, in every language", async () => {
  for (const language of ["en", "de"]) {
    await useLanguage(language);
    const names = [...pieces.values()].map(pieceName);
    assert.equal(new Set(names).size, 18);
    assert.deepEqual(names.filter((name) => /-[rx]\b|\d/.test(name) || foreignParts(name).length > 1), []);
  }
  assert.equal(pieceName(pieces.named("l4-left-r")), "J mit rotem Fuß (J)");
});

test("pieces of other sets keep their names", async () => {
  const own = Pieces.of({ name: "own", sides: "two-faced", use: "all", pieces: [{
    name: "t-r", size: 2, drawings: { front: "rx", back: "bx" },
  }] });
  assert.equal(pieceName(own.named("t-r")), "piece t-r");
  await useLanguage("de");
  assert.equal(pieceName(own.named("t-r")), "Teil t-r");
});

test("the faces that a pattern has a place for are those that its placements show, and more", () => {
  for (const pattern of expected.patterns) {
    const board = boardOf(cellsOf(pattern));
    for (const { piece, face } of pattern.placements) assert.ok(pieces.named(piece).facesOn(board).includes(face));
  }
  const car = boardOf(cellsOf(expected.patterns[0]));
  assert.deepEqual(pieces.named("wand").facesOn(car), ["front"]);
  assert.deepEqual(pieces.named("mono-r").facesOn(car), ["front", "back"]);
  assert.deepEqual(pieces.named("mono-x").facesOn(car), ["front"]);
  assert.deepEqual(pieces.named("domino").facesOn(boardOf("x".repeat(64))), []);
  // Colours alone are not enough: nowhere do a red and a black cell touch.
  assert.deepEqual(pieces.named("domino").facesOn(boardOf("x".repeat(48) + "y".repeat(8) + "r".repeat(8))), []);
});

test("plain pieces have no colours, and are turned over only where that is allowed", () => {
  /** @param {"mirrored"|"one-sided"} sides @param {number} copies */
  const set = (sides, copies = 1) => Pieces.of({ name: "own", sides, pieces: [{
    name: "L", size: 4, copies, drawings: { front: "ooo/o..", back: "ooo/..o" },
  }] });
  const piece = set("mirrored", 3).named("L");
  assert.deepEqual([piece.isPlain, pieceName(piece), piece.copies, set("mirrored", 3).total], [true, "piece L", 3, 3]);
  assert.equal(piece.turnedOver({ face: "front", turn: 0 }).face, "back");
  assert.deepEqual(["front", "back"].flatMap((face) => [0, 1].map((turn) => piece.describe({ face, turn }))),
    ["not turned", "turned 90°", "turned over", "turned over and by 90°"]);
  const fixed = set("one-sided");
  assert.deepEqual(fixed.named("L").turnedOver({ face: "front", turn: 1 }), { face: "front", turn: 1 });
  assert.equal(fixed.turnsOver, false);
  assert.deepEqual([pieces.isPlain, pieces.turnsOver, pieces.total], [false, true, 18]);
});
