import assert from "node:assert/strict";
import test from "node:test";
import { reasonOf } from "../../kaleido/web/static/reasons.js";
import { expected, pieces } from "./expected.js";

test("every reason of the server is told in the words of players", () => {
  assert.deepEqual(expected.reasons.map((reason) => reasonOf(reason, pieces)), [
    "the pieces can show no 24 black, 40 red; the nearest they can is 32 black, 32 red",
    "no piece fits on D5",
    "there is no place for the black T",
    "no pieces fit in the island of 3 black, 2 yellow at F5",
    "all ways were tried, and none leads to the end",
  ]);
  assert.equal(reasonOf("the moon is full", pieces), "the moon is full");
});
