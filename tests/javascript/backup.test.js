import assert from "node:assert/strict";
import { test } from "node:test";
import { CHEQUER } from "../../kaleido/web/static/pattern.js";
import "./shelves.js";

const { merged, readBackup, writeBackup } = await import("../../kaleido/web/static/backup.js");

const NOW = new Date("2026-05-31T12:00:00Z");

/** @param {number} when */
const solve = (when, seconds = 60) => ({ when, seconds, moves: 18, hints: 0, pieces: 18 });
/** @param {number} when */
const game = (when, now = "") => ({ when, tree: { nodes: [[0, -1, `=${now}`]], at: 0, tip: 0 } });

test("a file is read back as it was written", () => {
  const entries = { "solved.a": [solve(1)], boards: [{ title: "Mine", text: "xr" }] };
  assert.deepEqual(readBackup(writeBackup(entries, { theme: "dark" }, NOW)), { entries, settings: { theme: "dark" } });
});

test("other files are told apart", () => {
  for (const wrong of ["", "no JSON", "[]", "null", "5", "{}", '{"format": "kaleido", "version": 1}',
    '{"format": "kaleido", "version": 1, "entries": []}', '{"format": "solitaire", "version": 1, "entries": {}}']) {
    assert.equal(readBackup(wrong), "strange", wrong);
  }
  assert.equal(readBackup('{"format": "kaleido", "version": 2, "entries": {}}'), "newer");
});

/** @param {string} letter */
const board = (letter) => ({ text: `${letter}${CHEQUER.slice(1)}`.match(/.{8}/g)?.join("/") });

test("every solve counts, the newer game stays, own boards are put together", () => {
  const own = {
    "solved.a": [solve(1), solve(3)], "game.a": game(5, "mine"), "game.b": game(5),
    boards: [{ title: "One", ...board("r") }, { title: "Own board 1", ...board("y") }], hello: true,
  };
  const others = {
    "solved.a": [solve(2), solve(3)], "solved.c": [solve(9)], "game.a": game(4), "game.b": game(6, "theirs"),
    "game.c": game(1), hello: false, more: 7, boards: [
      { title: "One", ...board("b"), saved: true }, { title: "First", ...board("r") },
      { title: "Castle", ...board("y"), saved: true },
    ],
  };
  const changes = merged(own, others);
  assert.deepEqual(changes, {
    "solved.a": [solve(1), solve(2), solve(3)], "solved.c": [solve(9)], "game.b": game(6, "theirs"), "game.c": game(1),
    more: 7, boards: [
      { title: "One", ...board("r") }, { title: "Castle", ...board("y"), saved: true },
      { title: "One 2", ...board("b"), saved: true },
    ],
  });
  assert.deepEqual(merged({ ...own, ...changes }, others), {});
  assert.deepEqual(merged({}, own), own);
});

test("what is wrong in a file changes nothing", () => {
  const own = { "solved.a": [solve(1)], "game.a": game(5), boards: [{ title: "One", ...board("r") }] };
  assert.deepEqual(merged(own, {
    "solved.a": "all of them", "solved.b": [{ when: "now" }], "game.a": { when: 9 }, "game.b": 5,
    boards: [null, { title: "Two" }],
  }), {});
  assert.deepEqual(merged({}, { boards: { length: 5 }, "solved.b": {} }), {});
});
