import assert from "node:assert/strict";
import test from "node:test";
import { CHEQUER, writePattern } from "../../kaleido/web/static/pattern.js";

/** @type {Map<string, string>} */
const store = new Map();
Object.assign(globalThis, {
  localStorage: {
    /** @param {string} key */
    getItem: (key) => store.get(key) ?? null,
    /**
     * @param {string} key
     * @param {string} value
     */
    setItem: (key, value) => store.set(key, value),
  },
});

const { keepBoard, ownBoards } = await import("../../kaleido/web/static/boards.js");

/** @param {number} at */
const board = (at) => ({ pattern: writePattern(`${CHEQUER.slice(0, at)}b${CHEQUER.slice(at + 1)}`) });

test("boards are kept, the last one first, with numbers for those without a title", () => {
  assert.deepEqual(ownBoards(), []);
  keepBoard(board(0), "");
  keepBoard(board(1), "Ship");
  keepBoard(board(2), "");
  keepBoard(board(1), "");
  assert.deepEqual(ownBoards().map(({ title }) => title), ["Own board 2", "Ship", "Own board 1"]);
  keepBoard(board(0), "House");
  assert.deepEqual(ownBoards().map(({ title, question }) => [title, question]),
    [["Own board 2", board(2)], ["Ship", board(1)], ["House", board(0)]]);
});

test("only so many are kept", () => {
  for (let at = 0; at < 40; at += 1) keepBoard(board(at), `${at}`);
  assert.equal(ownBoards().length, 24);
  assert.deepEqual(ownBoards()[0].question, board(39));
});

test("boards for other pieces are kept with them", () => {
  const tube = { pattern: "ooo/o.o", pieces: "# sides: mirrored\nI ooo x2", use: ["I"], wrap: "columns" };
  keepBoard(tube, "Tube");
  keepBoard({ ...tube, wrap: "rows" }, "");
  keepBoard(tube, "");
  assert.deepEqual(ownBoards()[1], { title: "Tube", question: tube });
  assert.deepEqual(ownBoards()[0].question, { ...tube, wrap: "rows" });
});

test("what somebody else has written there does no harm", () => {
  for (const wrong of ["{}", "no JSON", '[null, 5, {"title": "a", "text": "rx"}]']) {
    store.set("kaleido.boards", wrong);
    assert.deepEqual(ownBoards(), []);
  }
});
