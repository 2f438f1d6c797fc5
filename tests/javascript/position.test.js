import assert from "node:assert/strict";
import test from "node:test";
import { Position } from "../../kaleido/web/static/position.js";
import { cellsOf, expected, pieces } from "./expected.js";

const [car] = expected.patterns;

/**
 * @param {import("../../kaleido/web/static/pieces.js").Pieces} own
 * @param {string} pattern
 * @param {string} text
 */
const read = (own, pattern, text) => Position.parse(own, pattern, text).position;

/**
 * The piece on the cells of a placement, even if it does not fit.
 * @param {import("./expected.js").Placement} placement
 */
function tryOut({ piece, face, cells }) {
  const [pose] = pieces.named(piece).posesOver(face, cells);
  const [row, col] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return { piece, ...pose, row, col };
}

test("positions are read and written in the form of Python's, and survive a round trip", () => {
  for (const pattern of expected.patterns) {
    const position = read(pieces, cellsOf(pattern), pattern.placed);
    assert.equal(position.lies.length, 6);
    assert.deepEqual(position.placements().map(({ piece, cells }) => ({ piece, cells })),
      pattern.placements.map(({ piece, cells }) => ({ piece, cells })));
    const again = read(pieces, cellsOf(pattern), position.format());
    assert.deepEqual(again.lies, position.lies);
    assert.equal(again.format(), position.format());
  }
});

test("what fits, and why not, is what Python says", () => {
  const kinds = { off: 0, overlaps: 0, shows: 0, fits: 0 };
  for (const pattern of expected.patterns) {
    const position = read(pieces, cellsOf(pattern), pattern.placed);
    for (const { error, ...tried } of pattern.tried) {
      const found = position.lieFrom(tried);
      assert.equal(found !== null, error === null, error ?? "");
      if (found || !error) {
        assert.ok(found);
        assert.equal(position.fits(found), true);
        kinds.fits += 1;
        continue;
      }
      const lie = tryOut(tried);
      const { bad, why } = position.clash(lie);
      assert.throws(() => position.with(lie), /off the board|overlaps|shows/);
      const [, row, col] = (/.*at \((-?\d+), (-?\d+)\)/.exec(error.replace(/, where.*/, "")) ?? []).map(Number);
      assert.ok(bad.some(([r, c]) => r === row && c === col), `${error}: ${JSON.stringify(bad)}`);
      const isSame = bad[0][0] === row && bad[0][1] === col;
      if (error.includes("lies off the board")) {
        kinds.off += 1;
        if (isSame) assert.equal(why, "it lies off the board");
      } else if (error.includes("overlaps")) {
        kinds.overlaps += 1;
        const under = / overlaps (\S+)/.exec(error)?.[1];
        if (isSame) assert.equal(why, `it overlaps ${under} at (${row}, ${col})`);
      } else {
        kinds.shows += 1;
        const [, shown, wanted] = / shows (\w) .* asks for (\w)$/.exec(error) ?? [];
        const { shades } = expected.look;
        assert.equal(why, `it shows ${shades[shown].name} at (${row}, ${col}), ` +
          `where the pattern has ${shades[wanted].name}`);
      }
    }
  }
  assert.ok(Object.values(kinds).every((count) => count >= 5), JSON.stringify(kinds));
});

test("a position never changes: moves return new ones", () => {
  const empty = new Position(pieces, cellsOf(car));
  const one = read(pieces, cellsOf(car), "mono-r@0,0:front");
  const [lie] = one.lies;
  assert.equal(empty.with(lie).format(), "mono-r@0,0:front");
  assert.equal(empty.lies.length, 0);
  assert.equal(one.without("mono-r").lies.length, 0);
  assert.equal(one.lies.length, 1);
  const moved = one.with({ ...lie, col: 2 });
  assert.equal(moved.format(), "mono-r@0,2:front");
  assert.equal(moved.at.get(2)?.piece, "mono-r");
  assert.equal(moved.at.get(0), undefined);
});

test("a full board is solved", () => {
  const position = read(pieces, cellsOf(car), car.placed);
  assert.equal(position.solved, false);
  assert.equal(position.at.size, position.lies.reduce((sum, { piece }) => sum + pieces.named(piece).size, 0));
});

test("nonsense in a link is left out, and it is said why", () => {
  const text = "mono-r@0,0:front;mono-r@0,2:front;sofa@0,0:front;wand@9,9:front;mono-x@0,0:front;domino@1,1:side;;x";
  const { position, refused } = Position.parse(pieces, cellsOf(car), text);
  assert.equal(position.format(), "mono-r@0,0:front");
  assert.deepEqual(refused.map((why) => why()), [
    "“mono-r@0,2:front” is there twice",
    "“sofa@0,0:front” is not understood",
    "“wand@9,9:front” does not fit: it lies off the board",
    "“mono-x@0,0:front” does not fit: it overlaps mono-r at (0, 0)",
    "“domino@1,1:side” is not understood",
    "“x” is not understood",
  ]);
});

test("on another pattern the pieces stay that still fit", () => {
  const position = read(pieces, cellsOf(car), car.placed);
  const same = position.on(cellsOf(car));
  assert.equal(same.format(), position.format());
  const inverted = [...cellsOf(car)].map((letter) => (letter === "x" ? "r" : "x")).join("");
  assert.ok(position.on(inverted).lies.length < position.lies.length);
});

test("a piece finds the nearest place that fits over a cell", () => {
  const position = read(pieces, cellsOf(car), "mono-r@0,2:front");
  const lie = { piece: "l4-right-x", face: "front", turn: 2, row: 4, col: 4 };
  // Half a turn, it fits in the corner of the car, which this cell belongs to.
  for (const cell of [[0, 0], [1, 0], [0, 1]]) {
    const found = new Position(pieces, cellsOf(car)).nearestFit(lie, cell);
    assert.deepEqual(found, { ...lie, row: 0, col: 0 });
  }
  assert.equal(position.nearestFit(lie, [0, 0]), null);
  const domino = { piece: "domino", face: "front", turn: 0, row: 0, col: 4 };
  const found = position.nearestFit(domino, [0, 5]);
  assert.ok(found && position.fits(found));
  assert.deepEqual([found.row, found.col], [0, 5]);
});
