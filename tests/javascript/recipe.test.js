import assert from "node:assert/strict";
import { test } from "node:test";
import { Board } from "../../kaleido/web/static/board.js";
import { Pieces } from "../../kaleido/web/static/pieces.js";
import {
  blank, boardText, drawingOf, isSet, lettered, questionOf, readBoard, readRecipe, resized, setText, supply, withPiece,
} from "../../kaleido/web/static/recipe.js";

/** @param {string} text */
const field = (text) => /** @type {Board} */ (Board.read(text));

const NONE = new Pieces();

test("a drawing is pushed into the corner, and must hold together", () => {
  assert.equal(drawingOf(field("...../.oo../..o../..oo.")), "oo./.o./.oo");
  assert.equal(drawingOf(field("o..../...../.....")), "o");
  assert.equal(drawingOf(field("...../....o/...oo")), ".o/oo");
  assert.equal(drawingOf(field("oo./..o")), null);
  assert.equal(drawingOf(new Board(2, 2, "....")), null);
});

test("the same piece is one more copy, however it is turned", () => {
  let recipe = blank();
  for (const drawing of ["oo/o.", "oooo/o...", ".o/oo"]) ({ recipe } = withPiece(recipe, drawing));
  assert.deepEqual(recipe.own, [
    { name: "A", drawing: "oo/o.", copies: 2 }, { name: "B", drawing: "oooo/o...", copies: 1 },
  ]);
  // Its mirror image is another piece where pieces may not be turned over.
  const mirrored = withPiece({ ...recipe, turnsOver: false }, "oooo/...o");
  assert.equal(mirrored.name, "C");
  assert.equal(withPiece(recipe, "oooo/...o").name, "B");
  assert.equal(withPiece(recipe, "o/o/o/oo").name, "B");
  assert.equal(supply(recipe, NONE), 11);
});

test("names go on after the letters, and a name that is free again is used", () => {
  let recipe = blank();
  for (let cells = 1; cells <= 28; cells += 1) ({ recipe } = withPiece(recipe, "o".repeat(cells)));
  assert.equal(recipe.own.map(({ name }) => name).join(""), "ABCDEFGHIJKLMNOPQRSTUVWXYZ12");
  recipe = { ...recipe, own: recipe.own.filter(({ name }) => name !== "C") };
  assert.equal(withPiece(recipe, "ooo").name, "C");
});

test("another size keeps the cells, and colours go on in the chequer", () => {
  const holes = { ...blank(), rows: 2, cols: 2, cells: "o.oo" };
  assert.deepEqual([resized(holes, 3, 3).cells, resized(holes, 1, 1).cells], ["o.ooooooo", "o"]);
  const coloured = lettered(holes, false);
  assert.equal(coloured.cells, "r.xr");
  assert.equal(resized(coloured, 2, 3).cells, "r.rxrx");
  assert.equal(lettered(coloured, true).cells, "o.oo");
  assert.equal(lettered(coloured, false), coloured);
});

test("what is written is read again", () => {
  const { recipe } = withPiece({
    ...blank(), title: "A ring", rows: 2, cols: 3, cells: "ooo.oo", wrap: "columns", mayRemain: true, turnsOver: false,
  }, "oo");
  assert.equal(boardText(recipe), "# title: A ring\n# wrap: columns\nooo\n.oo");
  const { title, rows, cols, cells, wrap } = recipe;
  assert.deepEqual(readBoard(boardText(recipe)), { title, rows, cols, cells, wrap });
  assert.equal(setText(recipe), "# title: A ring\n# sides: one-sided\n# use: some\nA oo");
  assert.deepEqual([setText(recipe), boardText(recipe)].map(isSet), [true, false]);
  assert.deepEqual(readRecipe(JSON.parse(JSON.stringify(recipe))), recipe);
  for (const wrong of [null, 5, {}, { ...recipe, cells: "o" }, { ...recipe, wrap: "left" }, { ...recipe, rows: 40 }]) {
    assert.equal(readRecipe(wrong), null);
  }
});

test("boards are read as people write them", () => {
  assert.equal(readBoard("\uFEFF# note: a card\r\n\r\nAA-\r\nA--\r\n")?.cells, "AA-A--");
  assert.equal(readBoard("2x3")?.cells, "oooooo");
  assert.equal(readBoard("RXR/XRX")?.cells, "rxrxrx");
  assert.equal(readBoard("121\n212")?.cells, "xrxrxr");
  for (const wrong of ["", "oo\no", "21x1", "...", "# wrap: left\noo"]) assert.equal(readBoard(wrong), null);
});

test("a question names the pieces that are chosen, unless all are", () => {
  const entry = (/** @type {string} */ name, copies = 1) =>
    ({ name, size: 2, copies, drawings: { front: "oo" } });
  const pieces = Pieces.of({ name: "few", pieces: [entry("I", 2), entry("L")] });
  const recipe = { ...blank(), set: "few", rows: 1, cols: 4, cells: "oooo" };
  const few = { pattern: "oooo", pieces: "few" };
  assert.deepEqual(questionOf({ ...recipe, use: ["I", "I"] }, pieces), { ...few, use: ["I", "I"] });
  assert.deepEqual(questionOf({ ...recipe, use: ["I", "I", "L"] }, pieces), few);
  assert.equal(supply({ ...recipe, use: ["I", "I", "L"] }, pieces), 6);
  const rows = Array(8).fill("rxrxrxrx").join("");
  const classic = { ...blank(), set: "classic", rows: 8, cols: 8, cells: rows, use: ["I", "I", "L"] };
  assert.deepEqual(Object.keys(questionOf(classic, pieces)), ["pattern"]);
  assert.deepEqual(Object.keys(questionOf({ ...classic, rows: 4, cols: 16 }, pieces)), ["pattern", "pieces"]);
  const own = withPiece({ ...blank(), wrap: "rows", title: "Not in the link" }, "ooo").recipe;
  assert.deepEqual(questionOf(own, NONE), {
    pattern: "ooooo/ooooo/ooooo", pieces: "# sides: mirrored\nA ooo", wrap: "rows",
  });
});
