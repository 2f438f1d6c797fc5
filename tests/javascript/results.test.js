import assert from "node:assert/strict";
import { test } from "node:test";
import "./shelves.js";

const { addSolve, allSolves, isFeat, mergeSolves, resultOf, solvesOf } =
  await import("../../kaleido/web/static/results.js");

/** @type {(changes?: Partial<import("../../kaleido/web/static/results.js").Solve>) =>
 *   import("../../kaleido/web/static/results.js").Solve} */
const solve = (changes = {}) => ({ when: 1000, seconds: 60, moves: 18, hints: 0, pieces: 18, ...changes });

test("hints for more than half the pieces make no feat", () => {
  assert.deepEqual([0, 9, 10, 18].map((hints) => isFeat({ hints, pieces: 18 })), [true, true, false, false]);
  assert.deepEqual([2, 3].map((hints) => isFeat({ hints, pieces: 5 })), [true, false]);
});

test("the best time is that of a feat whose whole game was timed", () => {
  const others = [{ seconds: null }, { seconds: 5, hints: 10 }, { seconds: 70, hints: 1 }].map(solve);
  const last = 1000;
  assert.deepEqual(resultOf([solve({ seconds: 90 }), ...others]), {
    isFeat: true, count: 3, best: 70, average: 80, hints: 0, streak: 2, last, isBare: true, isBlind: true,
  });
  assert.deepEqual(resultOf([solve({ seconds: null, hints: 2 })]), {
    isFeat: true, count: 1, best: null, average: null, hints: 2, streak: 0, last, isBare: false, isBlind: false,
  });
  assert.deepEqual(resultOf([solve({ hints: 18 })]), {
    isFeat: false, count: 0, best: null, average: null, hints: null, streak: 0, last: 0, isBare: false, isBlind: false,
  });
});

test("a board is solved blind without hints and with nothing beside it", () => {
  /** @param {Partial<import("../../kaleido/web/static/results.js").Solve>[]} solves */
  const isBlind = (...solves) => resultOf(solves.map(solve)).isBlind;
  assert.deepEqual([isBlind({ aids: [] }), isBlind({ aids: ["left"] }), isBlind({ aids: [], hints: 1 })],
    [true, false, false]);
  assert.equal(isBlind({ aids: ["left"] }, { aids: [] }), true);
});

test("solves are kept by board, in the order of time", () => {
  addSolve("a", solve({ when: 2 }));
  addSolve("a", solve({ when: 1 }));
  addSolve("b", solve({ when: 3 }));
  assert.deepEqual(solvesOf("a").map(({ when }) => when), [1, 2]);
  assert.deepEqual([...allSolves().keys()], ["a", "b"]);
});

test("merging twice is merging once", () => {
  const [one, two, three] = [1, 2, 3].map((when) => solve({ when }));
  assert.deepEqual(mergeSolves([one, three], [two, three]), [one, two, three]);
  assert.deepEqual(mergeSolves(mergeSolves([one, three], [two]), [two]), [one, two, three]);
});
