import assert from "node:assert/strict";
import test from "node:test";
import {
  boardOf, brushed, cellNumber, CHEQUER, countLetters, readPattern, writePattern,
} from "../../kaleido/web/static/pattern.js";
import { Puzzle } from "../../kaleido/web/static/puzzle.js";
import { BRUSHES, image, MIRROR, TURN } from "../../kaleido/web/static/symmetry.js";
import { cellsOf, expected, pieces } from "./expected.js";

test("a pattern is read and written", () => {
  for (const { text } of expected.patterns) {
    const cells = readPattern(text);
    assert.equal(cells, text.replaceAll("/", ""));
    assert.equal(writePattern(cells ?? ""), text);
  }
});

test("what is no pattern is not read", () => {
  const [{ text }] = expected.patterns;
  for (const wrong of ["", "rx", `${text}/`, text.slice(1), text.toUpperCase(), text.replace("r", "?")]) {
    assert.equal(readPattern(wrong), null, wrong);
  }
  assert.notEqual(readPattern(text.replace("r", "?"), "xryb?"), null);
});

test("letters, implied edges and islands are those of Python", () => {
  for (const pattern of expected.patterns) {
    const cells = cellsOf(pattern);
    assert.deepEqual(countLetters(cells), pattern.counts);
    const puzzle = new Puzzle(boardOf(cells), pieces);
    assert.equal(puzzle.implied.length, pattern.edges);
    assert.deepEqual(puzzle.islands(), pattern.islands);
  }
});

test("covered cells belong to no island", () => {
  const labels = new Puzzle(boardOf(CHEQUER), pieces).islands((at) => at % 8 === 4);
  assert.deepEqual(labels.slice(0, 8), [1, 1, 1, 1, 0, 2, 2, 2]);
});

/** @param {string} cells @param {import("../../kaleido/web/static/symmetry.js").Symmetry} symmetry */
const transformed = (cells, symmetry) => boardOf(cells).transformed(symmetry).cells;

test("a turned pattern is that of Python; four turns and two mirrors change nothing", () => {
  for (const pattern of expected.patterns) {
    const cells = cellsOf(pattern);
    assert.equal(writePattern(transformed(cells, TURN)), pattern.turned);
    let turned = cells;
    for (let turn = 0; turn < 4; turn += 1) turned = transformed(turned, TURN);
    assert.equal(turned, cells);
    assert.equal(transformed(transformed(cells, MIRROR), MIRROR), cells);
    assert.equal(transformed(cells, { turns: 3 }), transformed(transformed(transformed(cells, TURN), TURN), TURN));
  }
});

test("a symmetry maps the cells of any box to those of its image", () => {
  assert.equal(image("abcdef", TURN, 3).join(""), "daebfc");
  assert.equal(image("abcdef", MIRROR, 3).join(""), "cbafed");
  assert.equal(image("abcdef", { turns: 3, mirror: true }, 3).join(""), "fcebda");
});

test("a brush paints the same cells from each of them", () => {
  const sizes = { none: 1, "left-right": 2, "top-bottom": 2, "both ways": 4, diagonal: 2, "half turn": 2,
    "quarter turns": 4 };
  assert.deepEqual(Object.keys(BRUSHES), Object.keys(sizes));
  for (const [brush, size] of Object.entries(sizes)) {
    const cells = brushed([cellNumber([1, 2])], brush).sort();
    assert.equal(cells.length, size, brush);
    for (const at of cells) assert.deepEqual(brushed([at], brush).sort(), cells);
  }
  /** @param {number} at */
  const cell = (at) => boardOf(CHEQUER).cell(at);
  assert.deepEqual(brushed([cellNumber([1, 2])], "diagonal").map(cell), [[1, 2], [2, 1]]);
  assert.deepEqual(brushed([cellNumber([1, 2])], "top-bottom").map(cell), [[1, 2], [6, 2]]);
  assert.deepEqual(brushed([cellNumber([1, 2])], "quarter turns").map(cell), [[1, 2], [2, 6], [6, 5], [5, 1]]);
});
