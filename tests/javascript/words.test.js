import assert from "node:assert/strict";
import test from "node:test";
import { clockTime, count, quoted, sentence, short, thousands } from "../../kaleido/web/static/words.js";

test("numbers", () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
  assert.equal(count(1, "piece"), "1 piece");
  assert.equal(count(0, "piece"), "0 pieces");
  assert.equal(count(2000, "die", "dice"), "2,000 dice");
  assert.deepEqual([15.26, 15.3, -0.123, 2].map(short), ["15.26", "15.3", "-0.12", "2"]);
});

test("times", () => {
  assert.deepEqual([0, 7.9, 61, 3723].map(clockTime), ["0:00", "0:07", "1:01", "1:02:03"]);
});

test("sentences", () => {
  assert.equal(sentence("no solution"), "No solution");
  assert.equal(sentence(""), "");
});

test("quotes are short", () => {
  assert.equal(quoted("a"), "“a”");
  assert.equal(quoted("x".repeat(99)), `“${"x".repeat(39)}…”`);
});
