import assert from "node:assert/strict";
import { test } from "node:test";
import { dealName, knownDeals, readDeal } from "../../kaleido/web/static/days.js";
import { writePattern } from "../../kaleido/web/static/pattern.js";
import { shelf } from "../../kaleido/web/static/settings.js";

test("a name is read as it is written, and nothing else is a name", () => {
  for (const deal of [{ level: 1, seed: 0 }, { level: 5, seed: 999999999 }, { level: 3, seed: 42 }]) {
    assert.deepEqual(readDeal(dealName(deal)), deal);
  }
  for (const name of ["new-0-1", "new-6-1", "new-3-", "new-3-042", "new-3-1234567890", "new-3-4x", "car", ""]) {
    assert.equal(readDeal(name), null);
  }
});

test("what is kept is read with care", () => {
  const cells = "rx".repeat(32);
  const good = { name: "new-3-42", cells: writePattern(cells), solutions: 7 };
  const others = [{ ...good, name: "car" }, { ...good, cells: "rx" }, { ...good, solutions: "7" }, {}, null, 1];
  shelf.save("deals", [good, ...others]);
  assert.deepEqual(knownDeals(), [{ ...good, cells }]);
  shelf.save("deals", "strange");
  assert.deepEqual(knownDeals(), []);
});
