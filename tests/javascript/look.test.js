import assert from "node:assert/strict";
import test from "node:test";
import { colourName, hatchPath, letters, look } from "../../kaleido/web/static/look.js";
import "./expected.js";

test("colours have names and an order", () => {
  assert.deepEqual(letters(), ["x", "r", "y", "b"]);
  assert.deepEqual(letters().map(colourName), ["black", "red", "yellow", "blue"]);
  assert.equal(colourName("?"), "unknown");
});

test("hatches lie in their cell", () => {
  assert.equal(hatchPath(look.shades.x, 2, 3), "");
  assert.equal(hatchPath(look.shades.b, 0, 0),
    "M0 0.2L1 0.2L1 0.3L0 0.3ZM0 0.45L1 0.45L1 0.55L0 0.55ZM0 0.7L1 0.7L1 0.8L0 0.8Z");
  for (const letter of letters()) {
    const numbers = (hatchPath(look.shades[letter], 2, 2, 0.5).match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(numbers.every((number) => number >= 2.25 && number <= 2.75), letter);
  }
});
