import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../kaleido/web/static/history.js";

test("undo and redo walk through what was done", () => {
  const history = new History("a");
  for (const next of ["b", "c", "c"]) history.push(next);
  assert.equal(history.undo(), "b");
  assert.equal(history.undo(), "a");
  assert.equal(history.canUndo, false);
  assert.equal(history.undo(), "a");
  assert.equal(history.redo(), "b");
  assert.equal(history.redo(), "c");
  assert.equal(history.canRedo, false);
  assert.equal(history.redo(), "c");
});

test("every step of a long game is saved", () => {
  const history = new History("0");
  for (let number = 1; number <= 300; number += 1) history.push(String(number));
  const again = new History("300");
  again.load(JSON.parse(JSON.stringify(history.save())));
  while (again.canUndo) again.undo();
  assert.equal(again.now, "0");
});

test("something new after an undo takes the place of what was undone", () => {
  const history = new History("a");
  history.push("b");
  history.undo();
  history.push("c");
  assert.equal(history.canRedo, false);
  assert.equal(history.undo(), "a");
});

test("it forgets what is beyond its limit", () => {
  const history = new History("0", 3);
  for (let number = 1; number <= 9; number += 1) history.push(String(number));
  while (history.canUndo) history.undo();
  assert.equal(history.now, "6");
});

test("it is saved and loaded; another state is the next step", () => {
  const history = new History("");
  assert.equal(history.isFresh, true);
  for (const next of ["a", "b", "c"]) history.push(next);
  history.undo();
  const saved = JSON.parse(JSON.stringify(history.save()));
  const same = new History("b");
  same.load(saved);
  assert.deepEqual([same.undo(), same.redo(), same.redo()], ["a", "b", "c"]);
  const other = new History("x");
  other.load(saved);
  assert.equal(other.now, "x");
  assert.deepEqual([other.canRedo, other.undo(), other.undo()], [false, "b", "a"]);
  for (const wrong of [null, undefined, { past: [], future: [], now: 5 }, { now: "a" }]) {
    const fresh = new History("x");
    // @ts-expect-error what somebody else has stored
    fresh.load(wrong);
    assert.deepEqual([fresh.canUndo, fresh.canRedo, fresh.now], [false, false, "x"]);
  }
});
