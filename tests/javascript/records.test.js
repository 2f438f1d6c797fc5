import assert from "node:assert/strict";
import { test } from "node:test";
import { boardRecords, levelRecords, writeTable } from "../../kaleido/web/static/results.js";

/** @param {number} when @param {number|null} seconds @param {number} hints */
const solve = (when, seconds, hints) => ({ when, seconds, hints, moves: 20, pieces: 18 });
const solves = new Map([
  ["a", [solve(3e11, 50, 0), solve(1e11, 70, 0), solve(2e11, null, 3), solve(4e11, 90, 0)]],
  ["b", [solve(5e11, 20, 10)]],
  ["c", [solve(6e11, 200, 1)]],
]);
/** @param {string} key */
const describe = (key) => (key === "a" ? { title: '=1+"A"', level: 2 } : { title: "Sea, low", level: null });

test("a board's record has the best of its solves, and help does not count", () => {
  const [last, first, ...rest] = boardRecords(solves, describe);
  assert.deepEqual(rest, []);
  assert.equal(last.key, "c");
  assert.deepEqual(first, {
    key: "a", title: '=1+"A"', level: 2, isFeat: true, count: 4, best: 50, average: 70, hints: 0, streak: 2, last: 4e11,
    isBare: true, isBlind: true,
  });
});

test("a level's record counts its boards", () => {
  assert.deepEqual(levelRecords(solves, describe).map(({ level, count, best, streak }) => [level, count, best, streak]),
    [[2, 1, 50, 2], [null, 1, 200, 0]]);
});

test("the table quotes what a spreadsheet would compute, and ends its lines as RFC 4180 says", () => {
  const lines = writeTable(boardRecords(solves, describe)).split("\r\n");
  assert.equal(lines.length, 4);
  assert.match(lines[1], /^"Sea, low",,1,200,1,0,\d{4}-\d\d-\d\d,"c"$/);
  assert.match(lines[2], /^"'=1\+""A""",2,4,50,0,2,/);
});
