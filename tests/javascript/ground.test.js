import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { Board } from "../../kaleido/web/static/board.js";
import { SQUARES } from "../../kaleido/web/static/ground.js";
import { solidOf } from "../../kaleido/web/static/solid.js";
import { useLattices } from "../../kaleido/web/static/lattice.js";
import { expected } from "./expected.js";

useLattices(expected.lattices);

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

/** @param {string} text */
function boardOf(text) {
  const board = Board.read(text);
  assert.ok(board);
  return board;
}

test("layers lie in lines, each as large as its own cells", () => {
  const box = new Array(3).fill("ooo/ooo/ooo").join("//");
  const cube = boardOf(`cubic: ${box}`);
  assert.ok(cube.extent.cols < 8 && cube.extent.rows < 9);
  const pyramid = boardOf("spheres: ooo/ooo/ooo//oo./oo./...//o../.../...");
  assert.deepEqual(pyramid.ground.sizes.map(({ rows, cols }) => [rows, cols]), [[3, 3], [2, 2], [1, 1]]);
  for (const board of [cube, pyramid]) {
    for (const at of board.numbers) {
      const [y, x] = board.ground.middle(board.cell(at));
      assert.deepEqual(board.at(x, y), board.cell(at));
    }
  }
});

test("a solid shows the outer faces that look up, right and down", () => {
  const { bodies } = solidOf(boardOf("cubic: oo/oo//oo/oo"));
  assert.equal(bodies.flatMap(({ faces }) => faces).filter(({ next }) => next < 0).length, 12);
  assert.equal(bodies[7].at, 7);
  const spheres = solidOf(boardOf("spheres: oo/oo//o./..")).bodies;
  const top = spheres.find(({ at }) => at === 4);
  // The upper one lies in the hollow of the four below.
  assert.ok(top && Math.abs(top.x) < 1e-9);
  assert.ok(Math.abs(top.y - (0.5 - Math.SQRT1_2)) < 1e-9);
  assert.ok(spheres.every(({ faces }) => !faces.length));
});
