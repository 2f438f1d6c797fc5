import assert from "node:assert/strict";
import test from "node:test";
import { Board, cellName } from "../../kaleido/web/static/board.js";
import { MIRROR, TURN } from "../../kaleido/web/static/symmetry.js";

/** @param {string} text @param {string} [wrap] */
function read(text, wrap) {
  const board = Board.read(text, wrap);
  assert.ok(board, text);
  return board;
}

test("cells are named by rows and columns", () => {
  assert.deepEqual([[0, 0], [2, 3], [7, 7], [25, 19], [26, 0], [701, 1], [702, 2]].map(cellName),
    ["A1", "C4", "H8", "Z20", "AA1", "ZZ2", "AAA3"]);
});

test("boards are read and written", () => {
  for (const text of ["o", "oo.o/.ooo", "AA-/A--", "rxr/xrx"]) assert.equal(read(text).text, text);
  assert.equal(read("2x3").text, "ooo/ooo");
  assert.equal(read("2×3", "both").wrap, "both");
  const { rows, cols, size, numbers } = read("oo.o/.ooo");
  assert.deepEqual([rows, cols, size, numbers], [2, 4, 6, [0, 1, 3, 5, 6, 7]]);
});

test("what is no board is not read", () => {
  const wrongs = ["", "/", "oo/o", "../..", "o o", "9999x9999", "1025x1", "0x3"];
  for (const wrong of wrongs) assert.equal(Board.read(wrong), null, wrong);
  assert.equal(Board.read("oo/oo", "sideways"), null);
});

test("cells have neighbours, on around joined sides and not in holes", () => {
  const sum = (/** @type {Board} */ board) =>
    board.numbers.reduce((total, at) => total + board.neighbours(at).length, 0);
  assert.equal(sum(read("8x8")), 2 * 112);
  assert.equal(sum(read("4x5", "columns")), 2 * (4 * 5 + 3 * 5));
  assert.equal(sum(read("4x5", "both")), 2 * 40);
  assert.deepEqual(read("8x8").neighbours(0).sort(), [1, 8]);
  assert.deepEqual(read("ooo/o.o/ooo").neighbours(1).sort(), [0, 2]);
  // Two rows that are joined touch each other once.
  assert.deepEqual(read("2x3", "rows").neighbours(0).sort(), [1, 3]);
  assert.deepEqual(read("1x3", "rows").neighbours(0), [1]);
});

test("the frame runs around the board and its holes, not along seams", () => {
  assert.equal(read("3x3").frame.length, 12);
  assert.equal(read("ooo/o.o/ooo").frame.length, 16);
  assert.equal(read("4x5", "columns").frame.length, 10);
  assert.equal(read("4x5", "both").frame.length, 0);
});

test("the cursor walks across holes and around joined sides", () => {
  const ring = read("ooo/o.o/ooo");
  assert.deepEqual(ring.next([1, 0], 0, 1), [1, 2]);
  assert.deepEqual(ring.next([1, 2], 0, 1), [1, 2]);
  assert.deepEqual(read("ooo/o.o/ooo", "columns").next([1, 2], 0, 1), [1, 0]);
  assert.deepEqual(ring.middle, [0, 1]);
  assert.deepEqual(read("8x8").middle, [3, 3]);
});

test("a turned board keeps its letters and turns its seams", () => {
  const board = read("abc/d.f", "columns");
  const turned = board.transformed(TURN);
  assert.equal(turned.text, "da/.b/fc");
  assert.equal(turned.wrap, "rows");
  assert.equal(board.transformed(MIRROR).text, "cba/f.d");
  assert.equal(turned.transformed({ turns: 3 }).text, board.text);
});
