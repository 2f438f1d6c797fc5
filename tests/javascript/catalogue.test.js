import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { arranged, following, matches, nearest } from "../../kaleido/web/static/catalogue.js";

/** @type {(name: string, group: string, difficulty: number|null, solutions: number|null) =>
 *   import("../../kaleido/web/static/catalogue.js").Entry} */
const entry = (name, group, difficulty, solutions) => ({ key: name, name, title: name, group, difficulty, solutions });

const ENTRIES = [
  entry("mine", "own", null, null),
  entry("car", "pictures", 1, 32),
  entry("boat", "pictures", 3, 7),
  entry("tree", "pictures", 5, 1200),
  entry("A", "letters", 2, 9),
  entry("B", "letters", 3, 4),
];
const ALL = { query: "", levels: new Set(), unsolved: false, order: /** @type {const} */ ("given") };

/** @param {Partial<import("../../kaleido/web/static/catalogue.js").Wish>} wish @param {string[]} solved */
function names(wish, solved = []) {
  return arranged(ENTRIES, { ...ALL, ...wish }, ({ name }) => solved.includes(name), ({ name, group }) => `${name} ${group}`)
    .map(({ group, level, members }) => [group || level, ...members.map(({ name }) => name)].join(" "));
}

test("a query finds the beginnings of words, in any spelling", () => {
  assert.ok(matches("", "anything"));
  assert.ok(matches("  ex SOL ", "Exactly one solution"));
  assert.ok(matches("buchstabe grun", "Großer Buchstabe: Grünes"));
  assert.ok(matches("strasse", "Straße"));
  assert.ok(matches("alphabet-a", "Capital A alphabet-a"));
  assert.ok(!matches("ar", "Car"));
  assert.ok(!matches("car boat", "Car"));
});

test("the nearest to a misspelt name begins so, or has few wrong letters", () => {
  const entries = [
    entry("soma-cross", "Soma", null, 9), entry("soma-cube", "Soma", null, 480),
    entry("pentomino-8x8-corners", "Pentominoes", null, 5000), entry("pentomino-6x10", "Pentominoes", null, 2339),
    entry("heart", "Pictures", 1, 7), entry("cat", "Pictures", 1, 7),
  ];
  /** @param {string} text */
  const near = (text) => nearest(text, entries, ({ name, group }) => `${name} ${group}`)?.name;
  assert.equal(near("soma"), "soma-cube");
  assert.equal(near(" SOMA-cr "), "soma-cross");
  assert.equal(near("pentominoes"), "pentomino-6x10");
  assert.equal(near("haert"), "heart");
  assert.equal(near("cta"), "cat");
  assert.equal(near("cot"), "cat");
  assert.equal(near("cox"), undefined);
  assert.equal(near("co"), undefined);
  assert.equal(near("nothing of the kind"), undefined);
  assert.equal(near(""), undefined);
});

test("boards come by groups, as given", () => {
  assert.deepEqual(names({}), ["own mine", "pictures car boat tree", "letters A B"]);
  assert.deepEqual(names({ query: "pict" }), ["pictures car boat tree"]);
  assert.deepEqual(names({ query: "nothing of the kind" }), []);
});

test("boards are filtered by difficulty and by what is solved", () => {
  assert.deepEqual(names({ levels: new Set([3, 5]) }), ["pictures boat tree", "letters B"]);
  assert.deepEqual(names({ unsolved: true }, ["car", "A", "B"]), ["own mine", "pictures boat tree"]);
});

test("boards are ordered by difficulty and by solutions; what is not known comes last", () => {
  assert.deepEqual(names({ order: "difficulty" }), ["1 car", "2 A", "3 B boat", "5 tree", "0 mine"]);
  assert.deepEqual(names({ order: "solutions" }), [" B boat A car tree mine"]);
});

test("the next board is the next one of the group, around its end, then one of like difficulty", () => {
  /** @param {string} current @param {string[]} solved */
  const next = (current, solved, order = /** @type {"given"|"solutions"} */ ("given")) => {
    const found = ENTRIES.find(({ name }) => name === current) ?? entry(current, "days", 4, 2);
    const sections = arranged(ENTRIES, { ...ALL, order }, () => false, ({ name }) => name);
    return following(sections, found, ({ name }) => solved.includes(name))?.name;
  };
  assert.equal(next("car", ["car"]), "boat");
  assert.equal(next("boat", ["boat", "tree"]), "car");
  assert.equal(next("boat", ["car", "boat", "tree"]), "B");
  assert.equal(next("car", ["car", "boat", "tree"]), "A");
  assert.equal(next("another", []), "boat");
  assert.equal(next("car", ["car"], "solutions"), "tree");
  assert.equal(next("car", ENTRIES.map(({ name }) => name)), undefined);
});
