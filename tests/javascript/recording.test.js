import assert from "node:assert/strict";
import test from "node:test";
import { cellNumber } from "../../kaleido/web/static/pattern.js";
import { Position } from "../../kaleido/web/static/position.js";
import { Recording } from "../../kaleido/web/static/recording.js";
import { commentOn, describeEnd, describeStep, describeTotal } from "../../kaleido/web/static/steptext.js";
import { useLanguage } from "../../kaleido/web/static/text.js";
import { expected, puzzleOf } from "./expected.js";

const [car] = expected.patterns;
const [first, second, third] = car.placements;
const puzzle = puzzleOf({ pattern: car.text });

function recorded() {
  const recording = new Recording(new Position(puzzle));
  recording.add({ type: "start", edges: car.edges, full: 65 });
  recording.add({ type: "place", placement: first, edges: 40 });
  recording.add({ type: "place", placement: second, edges: 44 });
  recording.add({ type: "backtrack", placement: second, edges: 40 });
  recording.add({ type: "resume", placed: [third], edges: 41 });
  recording.add({ type: "resume", placed: [], edges: car.edges });
  return recording;
}

test("every step holds the board after it", () => {
  const { steps, ended } = recorded();
  assert.deepEqual(steps.map(({ placed }) => placed.map(({ piece }) => piece)), [
    [], [first.piece], [first.piece, second.piece], [first.piece], [third.piece], [],
  ]);
  assert.deepEqual(steps.map(({ nodes }) => nodes), [0, 1, 2, 2, 2, 2]);
  assert.deepEqual(steps.map(({ backtracks }) => backtracks), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(steps.map(({ edges }) => edges), [car.edges, 40, 44, 40, 41, car.edges]);
  assert.equal(ended, false);
});

test("from a position, its pieces lie there at each step, and the moves count from it", () => {
  const { position } = Position.parse(puzzle, "");
  const posed = position.freeAs(first);
  assert.ok(posed);
  const recording = new Recording(position.with(posed));
  recording.add({ type: "start", edges: 40, full: 65 });
  recording.add({ type: "place", placement: second, edges: 44 });
  recording.add({ type: "resume", placed: [], edges: 40 });
  recording.add({ type: "place", placement: third, edges: 45 });
  const { steps, tree } = recording;
  assert.deepEqual(steps.map(({ placed }) => placed.map(({ piece }) => piece)), [
    [first.piece], [first.piece, second.piece], [first.piece], [first.piece, third.piece],
  ]);
  assert.deepEqual(steps.map(({ nodes }) => nodes), [0, 1, 1, 2]);
  assert.equal(tree.top?.depth, 2);
  assert.equal(describeStep(recording, 0), "Begins with 1 piece.");
  assert.equal(describeStep(recording, 2), "A fresh start from where the search began.");
  assert.ok(steps[3].move?.parent === null);
});

test("it ends solved, exhausted or given up", () => {
  const solved = recorded();
  solved.add({ type: "solved", placements: car.placements });
  assert.equal(solved.ended, true);
  assert.equal(solved.last?.placed.length, car.placements.length);
  for (const type of /** @type {const} */ (["exhausted", "gave-up"])) {
    const recording = recorded();
    recording.add({ type, reason: "it is so" });
    assert.equal(recording.ended, true);
    assert.deepEqual(recording.last?.placed, []);
  }
});

test("touching islands have different tints, and they stay while the search goes on", () => {
  const recording = recorded();
  const [start, placed] = recording.steps;
  const tints = recording.tints(start);
  assert.ok(tints.every((tint) => tint >= 0 && tint < expected.look.tints.length));
  car.islands.forEach((label, at) => {
    for (const next of [at + 1, at + 8]) {
      if (next >= 64 || (next === at + 1 && next % 8 === 0) || car.islands[next] === label) continue;
      assert.notEqual(tints[at], tints[next]);
    }
  });
  const covered = new Set(first.cells.map(cellNumber));
  recording.tints(placed).forEach((tint, at) => {
    if (covered.has(at)) assert.equal(tint, -1);
    else if (!first.cells.some((cell) => car.islands[cellNumber(cell)] === car.islands[at])) {
      assert.equal(tint, tints[at]);
    }
  });
});

test("islands have the tints of Python's pictures", () => {
  const games = [...expected.patterns.map((each) => ({ ...each, puzzle: puzzleOf({ pattern: each.text }) })),
    ...expected.puzzles.map((each) => ({ ...each, puzzle: puzzleOf(each.question, each.set) }))];
  assert.ok(games.length > 20);
  for (const { puzzle: own, placements, tints } of games) {
    const recording = new Recording(new Position(own));
    recording.add({ type: "resume", placed: placements });
    assert.deepEqual(recording.tints(recording.steps[0]), tints, own.key);
  }
});

test("an island that falls into parts gives the later ones another tint", () => {
  const recording = recorded();
  const islands = Array.from({ length: 8 }, (_, row) => car.islands.slice(8 * row, 8 * row + 8));
  const label = car.islands[0];
  const parts = islands.map((labels, row) => labels.map((own) => (own === label && row > 0 ? 99 : own)));
  recording.add({ type: "resume", placed: [], edges: 30, islands: parts });
  const tints = recording.tints(/** @type {import("../../kaleido/web/static/recording.js").Step} */ (recording.last));
  assert.notEqual(tints[0], tints[parts.flat().indexOf(99)]);
});

test("steps are told in words", () => {
  const recording = recorded();
  const words = recording.steps.map((_, at) => describeStep(recording, at));
  assert.equal(words[0], `${car.edges} implied edges cut the board into islands.`);
  assert.match(words[1], /^[A-Z][\w -]+( \(\w\))? at [A-H][1-8](: |$)/);
  assert.match(words[3], /^Taken back: /);
  assert.equal(words[4], "Back to a board that waited, with 1 piece on it.");
  assert.equal(words[5], "A fresh start from where the search began.");
});

test("the end is told, and a proof is not mixed up with giving up", () => {
  /** @param {import("../../kaleido/web/static/api.js").SearchEvent} event */
  const end = (event) => {
    const recording = recorded();
    recording.add(event);
    const last = /** @type {import("../../kaleido/web/static/recording.js").Step} */ (recording.last);
    return [describeEnd(last), describeTotal("paper", last), describeStep(recording, recording.steps.length - 1)];
  };
  assert.deepEqual(end({ type: "solved", placements: [] }),
    ["Solved after 2 moves", "paper: 2 moves", "Every piece is placed: solved."]);
  assert.deepEqual(end({ type: "exhausted", reason: "no choice" }),
    ["No solution after 2 moves", "paper: no solution after 2 moves", "No solution (proved): no choice."]);
  assert.deepEqual(end({ type: "gave-up", reason: "a limit" }),
    ["Gave up after 2 moves", "paper: gave up after 2 moves", "Gave up: a limit."]);
});

test("in German the number of moves after which a search ended is in the dative", async () => {
  await useLanguage("de");
  try {
    /** @param {number} nodes */
    const words = (nodes) => {
      const step = /** @type {import("../../kaleido/web/static/recording.js").Step} */ ({ kind: "exhausted", nodes });
      return [describeEnd(step), describeTotal("paper", step)];
    };
    assert.deepEqual(words(1), ["Keine Lösung nach 1 Zug", "paper: keine Lösung nach 1 Zug"]);
    assert.deepEqual(words(2), ["Keine Lösung nach 2 Zügen", "paper: keine Lösung nach 2 Zügen"]);
  } finally {
    await useLanguage("en");
  }
});

test("of several copies the one that is taken back goes; what the board shows is not counted again", () => {
  const tube = puzzleOf({ pattern: "A.../oooo", wrap: "columns" }, { name: "own", sides: "mirrored", pieces: [
    { name: "A", size: 1, drawings: { front: "o" } },
    { name: "I", size: 2, copies: 2, drawings: { front: "oo" } },
  ] });
  /** @param {import("./expected.js").Cell[]} cells */
  const bar = (...cells) => ({ piece: "I", face: "front", cells });
  const [left, seam] = [bar([1, 1], [1, 2]), bar([1, 0], [1, 3])];
  const recording = new Recording(new Position(tube));
  recording.add({ type: "start" });
  for (const placement of [left, seam]) recording.add({ type: "place", placement });
  recording.add({ type: "backtrack", placement: { ...seam } });
  assert.deepEqual(recording.last?.placed, [left]);
  recording.add({ type: "solved", placements: [{ piece: "A", face: "front", cells: [[0, 0]] }, left, seam] });
  assert.deepEqual(recording.last?.placed, [left, seam]);
  assert.equal(describeStep(recording, 2), "Piece I at B4");
  assert.equal(recording.tints(recording.steps[0])[0], -1);
});

test("it is said in short how a move was found, or what it did", () => {
  /** @param {import("../../kaleido/web/static/api.js").Schemas["Found"]|null} found @param {number[][]} [islands] */
  const comment = (found, islands, isFull = false) => {
    const recording = new Recording(new Position(puzzle));
    recording.add({ type: "start", edges: 30, islands: [[1, 1, 2], [3, 3, 3]] });
    recording.add({ type: "place", placement: first, found, islands });
    return commentOn(recording, 1, isFull);
  };
  const window = { corner: [3, 4], shape: [2, 3] };
  /** @param {import("../../kaleido/web/static/api.js").Schemas["Found"]["kind"]} kind */
  const found = (kind, changed = false) => ({ kind, window, sizes: [3, 3], changed, words: "" });
  assert.equal(comment(found("trivial")), "trivial island");
  assert.equal(comment(found("longest")), "longest piece");
  assert.equal(comment(found("window", true)), "window 2 × 3, new progression");
  assert.equal(comment(found("window"), [], true), "window 2 × 3 at D5");
  assert.equal(comment(found("window", true), [], true), "window 2 × 3 at D5, progression changed to 3 + 3");
  // What a strategy does not say is seen on the board.
  assert.equal(comment(null, [[0, 1, 2], [3, 3, 3]]), "");
  assert.equal(comment(null, [[0, 0, 1], [2, 2, 2]]), `island of ${first.cells.length} filled`);
  assert.equal(comment(null, [[1, 1, 2], [3, 0, 4]]), "island cut in 2");
});

test("the steps at which moves are taken back are found", () => {
  const recording = recorded();
  assert.deepEqual([0, 2, 3, 4, 5].map((after) => recording.nextBacktrack(after)), [3, 3, 4, 5, null]);
});
