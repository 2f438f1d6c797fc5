import assert from "node:assert/strict";
import test from "node:test";
import { readName, SearchChoice, writeName } from "../../kaleido/web/static/searchchoice.js";
import { median, medianCost, medianLine, opponents } from "../../kaleido/web/static/taste.js";
import { has } from "../../kaleido/web/static/text.js";
import { expected } from "./expected.js";

const entries = expected.strategies;

test("names are read and written as Python does", () => {
  for (const { name, base, values } of expected.adjusted) {
    const read = readName(name, entries);
    assert.deepEqual([read?.entry.name, read?.values], [base, values]);
    assert.equal(read && writeName(read.entry, read.values), name);
  }
});

test("what is as usual is not written, and the order is always the same", () => {
  const read = readName("paper-plus+window=2+no-chance+held+corner=0.26", entries);
  assert.equal(read && writeName(read.entry, read.values), "paper-plus+held+no-chance+window=2");
});

test("what Python refuses is no name", () => {
  for (const name of [
    "guess", "guess+held", "paper-plu", "paper-plus+", "paper-plus+best", "paper-plus+window", "paper-plus+window=",
    "paper-plus+window=much", "paper-plus+window=6", "paper-plus+held=1", "random+held", "paper-plus+no-window=1",
  ]) assert.equal(readName(name, entries), null, name);
});

test("each parameter of Kaleido's strategies has words", () => {
  for (const { name, parameters } of entries) {
    for (const each of parameters) assert.ok(has(`parameters.${each.name}`), `${each.name} of ${name}`);
  }
});

test("of names that begin alike the longest counts", () => {
  const [entry] = entries;
  const own = ["c", "c++/lab.py:tightest"].map((name) => ({ ...entry, name, parameters: [] }));
  assert.equal(readName("c++/lab.py:tightest", own)?.entry.name, "c++/lab.py:tightest");
});

/** @param {number[][]} line @param {"solved"|"gave-up"|"no-solution"} status
 * @returns {import("../../kaleido/web/static/api.js").RunEvent} */
const run = (line, status = "solved", nodes = line.at(-1)?.[0] ?? 0) =>
  ({ type: "run", strategy: "paper", seed: 0, uses_seed: true, status, nodes, backtracks: nodes - line.length, line });

test("medians are numbers of the searches, the lower of two", () => {
  assert.equal(median([5]), 5);
  assert.equal(median([4, 1, 10, 2]), 2);
  assert.equal(median([4, 10, 2]), 4);
});

test("a search that gave up needs more than all others", () => {
  const two = [run([[1, 8], [9, 64]]), run([[1, 8]], "gave-up", 100)];
  assert.equal(medianCost(two, "nodes"), 9);
  assert.equal(medianCost([...two, run([[1, 4]], "gave-up", 5)], "nodes"), Infinity);
  assert.equal(medianCost(two, "backtracks"), 7);
});

test("the median line rises where half of the searches have come so far", () => {
  const [one, other] = [run([[1, 4], [2, 8], [5, 64]]), run([[1, 2], [3, 8], [9, 64]])];
  const runs = [one, other, run([[1, 6], [2, 7], [3, 9]], "gave-up")];
  assert.deepEqual(medianLine(runs), [[1, 4], [2, 7], [3, 8], [5, 9], [9, 64]]);
  assert.deepEqual(medianLine([]), []);
});

test("a strategy that stands alone is compared with itself as it is usually, or with another", () => {
  /** @param {...string} names */
  const choice = (...names) => /** @type {any} */ ({
    slots: { value: names }, usable: entries.map(({ name }) => name),
    read: (/** @type {string} */ name) => readName(name, entries),
  });
  assert.deepEqual(opponents(choice("paper+held", "", "")), ["paper+held", "paper"]);
  assert.deepEqual(opponents(choice("paper", "", "")), ["paper", "constrained"]);
  assert.deepEqual(opponents(choice("constrained", "", "")), ["constrained", "tuned"]);
  assert.deepEqual(opponents(choice("paper", "paper", "random")), ["paper", "random"]);
});

test("a seed is a whole number that a link can have", () => {
  const choice = new SearchChoice(/** @type {any} */ ([{ name: "paper" }]), () => {});
  for (const [typed, seed] of [[-5, 0], [1.5, 1], [1e12, 999_999_999], [NaN, 0], [42, 42]]) {
    choice.set(choice.seed, typed);
    assert.equal(choice.seed.value, seed);
  }
});
