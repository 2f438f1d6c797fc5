import assert from "node:assert/strict";
import test from "node:test";
import { CHEQUER, writePattern } from "../../kaleido/web/static/pattern.js";

/** @type {Map<string, string>} */
const store = new Map();
Object.assign(globalThis, {
  localStorage: {
    /** @param {string} key */
    getItem: (key) => store.get(key) ?? null,
    /** @param {string} key @param {string} value */
    setItem: (key, value) => store.set(key, value),
  },
});

const {
  allBoards, copyBoard, dropBoard, givenTitle, keepBoard, markBoard, ownBoards, renameBoard, saveBoard,
} = await import("../../kaleido/web/static/boards.js");

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
  assert.equal(ownBoards()[1].title, "Tube");
  assert.deepEqual(ownBoards()[1].question, tube);
  assert.deepEqual(ownBoards()[0].question, { ...tube, wrap: "rows" });
});

const titles = () => allBoards().map(({ title }) => title);

test("what is saved stays, whatever is played", () => {
  store.clear();
  assert.deepEqual(saveBoard(board(0), "Ship", { verdict: "yes" }), { title: "Ship", isKept: true });
  for (let at = 1; at < 40; at += 1) keepBoard(board(at), "");
  assert.equal(allBoards().length, 25);
  assert.deepEqual(allBoards().at(-1),
    { title: "Ship", question: board(0), isSaved: true, verdict: "yes", isSketch: false });
  // To play it keeps neither a second one nor another title.
  keepBoard(board(0), "Boat");
  assert.equal(titles().filter((title) => title === "Boat").length, 0);
});

test("no two designs have the same title, and each can be saved over", () => {
  store.clear();
  saveBoard(board(0), "Ship");
  assert.equal(saveBoard(board(1), "Ship").title, "Ship 2");
  assert.equal(saveBoard(board(2), "Ship 2", { over: "Ship 2" }).title, "Ship 2");
  assert.deepEqual(allBoards().map(({ question }) => question), [board(2), board(0)]);
  keepBoard(board(3), "");
  // What was only played before becomes the saved one.
  assert.equal(saveBoard(board(3), "").title, "Own board 1");
  assert.deepEqual(titles(), ["Own board 1", "Ship 2", "Ship"]);
  assert.equal(givenTitle(board(3).pattern), "");
  assert.equal(givenTitle(board(0).pattern), "Ship");
});

test("designs are renamed, copied, deleted and brought back", () => {
  store.clear();
  for (const title of ["C", "B", "A"]) saveBoard(board(title.charCodeAt(0) - 65), title);
  assert.equal(renameBoard("B", "A"), "A 2");
  assert.equal(renameBoard("A 2", ""), "A 2");
  assert.equal(renameBoard("gone", "D"), "gone");
  assert.equal(copyBoard("C"), "C 2");
  assert.deepEqual(titles(), ["A", "A 2", "C 2", "C"]);
  const before = allBoards();
  const bringBack = dropBoard("A 2");
  assert.deepEqual(titles(), ["A", "C 2", "C"]);
  bringBack();
  assert.deepEqual(allBoards(), before);
});

test("a sketch is kept, but not played; what is known of a board is marked", () => {
  store.clear();
  const sketch = { pattern: `[ry]${"?".repeat(7)}${"/????????".repeat(7)}` };
  saveBoard(sketch, "Idea", { verdict: "open" });
  keepBoard(board(0), "");
  assert.deepEqual(titles(), ["Own board 1", "Idea"]);
  assert.deepEqual(ownBoards().map(({ title }) => title), ["Own board 1"]);
  markBoard(board(0), "no");
  assert.deepEqual(allBoards().map(({ verdict, isSketch }) => [verdict, isSketch]), [["no", false], ["open", true]]);
});

test("what somebody else has written there does no harm", () => {
  for (const wrong of ["{}", "no JSON", '[null, 5, {"title": "a", "text": "rx"}, {"title": "b", "text": "??[/"}]']) {
    store.set("kaleido.boards", wrong);
    assert.deepEqual(ownBoards(), []);
  }
});

test("a board that this version cannot read is kept, but not offered", () => {
  store.set("kaleido.boards", JSON.stringify([
    { title: "Other lattice", text: "penrose: oo/oo", pieces: "I oo" }, { title: "Other wrap", text: "rx", wrap: "5" },
    { title: "Ship", text: board(0).pattern },
  ]));
  assert.deepEqual(ownBoards().map(({ title }) => title), ["Ship"]);
  assert.equal(allBoards().length, 3);
});
