import assert from "node:assert/strict";
import test from "node:test";
import { fileName } from "../../kaleido/web/static/form.js";
import { CHEQUER } from "../../kaleido/web/static/pattern.js";
import { BLANK, readFile, Sketch, SketchError, writeFile } from "../../kaleido/web/static/sketch.js";
import { MIRROR, TURN } from "../../kaleido/web/static/symmetry.js";
import { expected } from "./expected.js";

test("sketches are read and written as Python does", () => {
  for (const { text, cells, written } of expected.sketches) {
    const sketch = Sketch.read(text);
    assert.deepEqual(sketch.cells, cells);
    assert.equal(sketch.text, written);
    assert.deepEqual(Sketch.read(sketch.text), sketch);
  }
});

test("what is no sketch is said", () => {
  const rest = "/????????".repeat(7);
  for (const [text, words] of [
    ["", "it has no rows"],
    [`???${rest}`, "row 1 “???” has 3 cells, expected 8"],
    [`[xy]${rest}`, "row 1 “[xy]” has 1 cell, expected 8"],
    [rest, "row 1 “” has 0 cells, expected 8"],
    [rest.slice(1), "found 7 rows, expected 8"],
    [`??q?????${rest}`, "unknown letter “q” in row 1 “??q?????”, expected x r y b, ? or letters between [ and ]"],
    [`??[]?????${rest}`, "unknown letter “[]” in row 1"],
  ]) {
    assert.throws(() => Sketch.read(text), (problem) =>
      problem instanceof SketchError && problem.said().startsWith(words) || assert.fail(`${problem}`));
  }
});

test("cells are painted, left open, and given a choice", () => {
  const painted = BLANK.painted([0], "r").painted([1], "b", { brush: "left-right" });
  assert.equal(painted.lines[0], "rb????b?");
  assert.equal(painted.open, 61);
  const choice = painted.painted([0, 1], "y", { adds: true });
  assert.equal(choice.lines[0], "[ry][yb]????b?");
  assert.deepEqual([...choice.choices], [[0, "ry"], [1, "yb"]]);
  assert.equal(choice.letters.slice(0, 8), "??????b?");
  assert.equal(choice.painted([0], "?").lines[0], "?[yb]????b?");
  assert.equal(choice.painted([2], "y", { adds: true }).lines[0], choice.lines[0], "any colour is any colour still");
});

test("a pattern is a sketch that has one colour for each cell", () => {
  const sketch = Sketch.of(CHEQUER);
  assert.ok(sketch.isPattern && !BLANK.isPattern);
  assert.equal(sketch.letters, CHEQUER);
  assert.deepEqual(sketch.painted([3, 9], "y").breaches(CHEQUER), [3, 9]);
  assert.deepEqual(BLANK.breaches(CHEQUER), []);
  let turned = BLANK.painted([0, 1, 2], "b").painted([5], "y");
  const first = turned;
  for (let turn = 0; turn < 4; turn += 1) turned = turned.transformed(TURN);
  assert.deepEqual(turned, first);
  assert.equal(first.transformed(MIRROR).lines[0], "??y??bbb");
  assert.equal(first.transformed(TURN).lines[2][7], "b");
});

test("a file keeps title and rows, whoever wrote it", () => {
  const sketch = BLANK.painted([7], "r").painted([8], "x", { adds: true }).painted([9], "b");
  assert.deepEqual(readFile(writeFile(sketch, "My <cat>")), { sketch, title: "My <cat>" });
  assert.deepEqual(readFile(writeFile(sketch, "")), { sketch, title: "" });
  const foreign = `\ufeff# Title : House \r\n# source: me\r\n\r\n ${sketch.lines.join(" \r\n ")}\r\n# title: other\r\n`;
  assert.deepEqual(readFile(foreign), { sketch, title: "House" });
  assert.equal(readFile(`# title: ${"a".repeat(90)}\n${sketch.text}`).title.length, 60);
});

test("the name of a file is made of the title", () => {
  for (const [title, name] of [
    ["My <car>", "my-car.txt"], ["", "pattern.txt"], ["Größe 2", "grosse-2.txt"], ["../..", "pattern.txt"],
    ["ネコ", "ネコ.txt"],
  ]) assert.equal(fileName(title, "txt"), name);
});
