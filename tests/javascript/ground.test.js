import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { SQUARES } from "../../kaleido/web/static/ground.js";
import { expected } from "./expected.js";

/** Writes a loop from its first corner in reading order on.
 * @param {import("../../kaleido/web/static/api.js").Cell[]} loop */
function normal(loop) {
  const first = loop.map(([row, col], at) => [row, col, at]).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0][2];
  return JSON.stringify([...loop.slice(first), ...loop.slice(0, first)]);
}

test("outlines are those of Python's pictures", () => {
  for (const { cells, loops: wanted } of expected.outlines) {
    assert.deepEqual(SQUARES.loops(cells).map(normal).sort(), wanted.map(normal).sort());
  }
});

test("outlines and sides are written as paths", () => {
  assert.equal(SQUARES.outline([[0, 0], [0, 1]]), "M0 0L2 0L2 1L0 1Z");
  assert.equal(SQUARES.outline([]), "");
  assert.equal(SQUARES.strokes(SQUARES.sides([[0, 0]])), "M0 0L1 0M1 0L1 1M1 1L0 1M0 1L0 0");
  assert.equal(SQUARES.sides([[0, 0], [0, 1]]).length, 6);
});
