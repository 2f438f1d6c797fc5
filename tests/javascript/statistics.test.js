import assert from "node:assert/strict";
import { test } from "node:test";
import "./shelves.js";

const { statistics } = await import("../../kaleido/web/static/results.js");

const SHIPPED = [1, 1, 3, 5, null].map((difficulty, at) => ({ key: `board ${at}`, difficulty }));
const NONE = { best: null, average: null };

/** @type {(changes?: Partial<import("../../kaleido/web/static/results.js").Solve>) =>
 *   import("../../kaleido/web/static/results.js").Solve} */
const solve = (changes = {}) => ({ when: 1, seconds: 60, moves: 18, hints: 0, pieces: 18, ...changes });

test("without any solve, all is there to be done", () => {
  const found = statistics(SHIPPED, new Map(), "2026-05-31");
  assert.deepEqual(found.levels, [2, 0, 1, 0, 1].map((all) => ({ solved: 0, all, ...NONE })));
  assert.deepEqual([found.solved, found.all, found.bare, found.helped], [0, 5, 0, 0]);
  assert.deepEqual(found.streak, { now: 0, longest: 0 });
});

test("boards are counted by difficulty, with their times", () => {
  const found = statistics(SHIPPED, new Map([
    ["board 0", [solve({ seconds: 30 }), solve({ seconds: 90 }), solve({ seconds: 1, hints: 18 })]],
    ["board 1", [solve({ seconds: null, hints: 4 })]],
    ["board 2", [solve({ hints: 10 })]],
    ["board 4", [solve({ seconds: 5 })]],
    ["my own", [solve({ seconds: 15 })]],
  ]), "2026-05-31");
  assert.deepEqual([found.solved, found.all, found.bare, found.helped], [3, 5, 3, 1]);
  assert.deepEqual(found.levels[0], { solved: 2, all: 2, best: 30, average: 60 });
  assert.deepEqual(found.levels[2], { solved: 0, all: 1, ...NONE });
  assert.deepEqual(found.others, { solved: 2, all: null, best: 5, average: 10 });
  assert.deepEqual(found.days, { solved: 0, all: null, ...NONE });
});

test("only days that were played in time make a streak", () => {
  const days = [["2026-05-28"], ["2026-05-29"], ["2026-05-30", { late: true }], ["2026-05-31", { hints: 18 }]];
  const found = statistics(SHIPPED, new Map(days.map(([day, changes]) =>
    [`board of ${day}`, [solve({ day: String(day), ...Object(changes) })]])), "2026-05-30");
  assert.deepEqual(found.streak, { now: 2, longest: 2 });
  assert.deepEqual(found.days, { solved: 3, all: null, best: 60, average: 60 });
  assert.deepEqual(found.others, { solved: 0, all: null, ...NONE });
});
