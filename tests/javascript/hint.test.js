import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "./browser.js";
import { Hint } from "../../kaleido/web/static/hintwords.js";
import { endWords, hintWords, nextWords } from "../../kaleido/web/static/hintwords.js";
import { Position } from "../../kaleido/web/static/position.js";
import { useLanguage } from "../../kaleido/web/static/text.js";
import { expected, puzzleOf } from "./expected.js";

/** @typedef {import("../../kaleido/web/static/api.js").Schemas["Reason"]} Reason */

afterEach(() => useLanguage("en"));

const carPuzzle = puzzleOf({ pattern: expected.patterns[0].text });
const corner = { piece: "l4-right-x", face: "front", cells: [[0, 0], [0, 1], [0, 2], [1, 0]] };
const dot = { piece: "mono-r", face: "front", cells: [[0, 0]] };

/** @param {Partial<Reason>} given */
function reasonOf(given) {
  return /** @type {Reason} */ ({
    kind: "score", cells: [], where: "", candidates: [], matched: 4, edges: 10, score: null, score_line: "",
    found: null,
    alternatives: [], dead_end: null, why: "",
    ...given,
  });
}

/** Returns a hint on the car, with a dot in its corner if something must come off.
 * @param {Partial<Reason>} reason @param {import("../../kaleido/web/static/api.js").Placement|null} placement
 * @param {import("../../kaleido/web/static/api.js").Placement[]} remove */
function hintOf(reason, placement, remove = []) {
  const { position } = Position.parse(carPuzzle, remove.length ? "mono-r@0,0:front" : "");
  return new Hint({ status: "solved", lost: !placement, placement, remove, reason: reasonOf(reason) }, position, 1);
}

/** @param {Hint} hint */
function toldBy(hint) {
  const words = [hintWords(hint)];
  while (!hint.isLast) {
    hint.goOn();
    words.push(hintWords(hint));
  }
  return words;
}

/** @param {string} piece @param {import("../../kaleido/web/static/api.js").Schemas["DeadEnd"]|null} end */
const candidate = (piece, end = null, lost = piece !== "l4-right-x") => ({ piece, ways: 2, dead_end: end, lost });

const here = { cells: [[0, 0]], where: /** @type {const} */ ("corner") };

test("a move is told step by step, and what is shown goes with it", () => {
  const hint = hintOf({ ...here, kind: "cell", candidates: [candidate("l4-right-x")] }, corner);
  assert.deepEqual(hint.steps, ["where", "which", "how"]);
  assert.deepEqual(hint.shown, { look: [[0, 0]], piece: undefined, posed: null, off: [] });
  assert.deepEqual([hint.hasTold, hint.deed, nextWords(hint)], [false, null, "Which piece?"]);
  assert.equal(hint.goOn(), true);
  assert.deepEqual(hint.shown, { look: [[0, 0]], piece: "l4-right-x", posed: null, off: [] });
  assert.deepEqual([hint.hasTold, nextWords(hint)], [true, "How does it lie?"]);
  assert.equal(hint.goOn(), false);
  assert.deepEqual(hint.shown, { look: [], piece: "l4-right-x", posed: hint.posed, off: [] });
  assert.deepEqual([hint.deed, nextWords(hint)], ["place", "Place it"]);
});

test("what must come off is told step by step", () => {
  const end = { kind: /** @type {const} */ ("cell"), cells: [[0, 1]], piece: "" };
  const hint = hintOf({ kind: "lost", cells: end.cells, dead_end: end }, null, [dot]);
  assert.deepEqual(hint.steps, ["lost", "dead", "off"]);
  assert.deepEqual([hint.shown.look, nextWords(hint)], [[], "Where?"]);
  assert.equal(hint.goOn(), false);
  assert.deepEqual([hint.shown.look, hint.shown.off, nextWords(hint)], [[[0, 1]], [], "Which piece?"]);
  assert.equal(hint.goOn(), true);
  assert.deepEqual([hint.shown.off, hint.deed, nextWords(hint)], [hint.position.placed, "off", "Take off"]);
  assert.deepEqual(toldBy(hintOf({ kind: "lost" }, null, [dot])), [
    "Something must come off: as the pieces lie, there is no solution.",
    "Take this piece off: the red-black dot (M)."]);
});

test("each kind of reason has its words", async () => {
  const island = { kind: /** @type {const} */ ("island"), cells: [[0, 0], [0, 1], [0, 2], [1, 0]] };
  assert.deepEqual(toldBy(hintOf(island, corner)), [
    "Look at the 4 closed-off cells at A1: only one piece fills them.", "Only the black-footed L (l) fits there.",
    "Like this: black-footed L (l), front, turned 180°, at A1."]);
  assert.equal(hintWords(hintOf({ ...island, cells: [[4, 2]] }, dot)),
    "Look at E3, which is closed off: only one piece fits there.");
  assert.deepEqual(toldBy(hintOf({ kind: "piece", cells: corner.cells }, corner)).slice(0, 2), [
    "Look at the 4 cells at A1: one piece has its last place there.",
    "It is the black-footed L (l), which fits nowhere else."]);
  const only = { ...here, kind: /** @type {const} */ ("cell"), candidates: [candidate("l4-right-x")] };
  assert.deepEqual(toldBy(hintOf(only, corner)).slice(0, 2), [
    "Look at corner A1: only one piece fits there.", "The only piece that fits corner A1 is the black-footed L (l)."]);
  const others = [
    candidate("l4-right-x"), candidate("domino"), candidate("t-r"),
    candidate("mono-r", { kind: "island", cells: [[0, 1], [0, 2]], piece: "" }),
    candidate("square", { kind: "cell", cells: [[7, 7]], piece: "" }), 
    candidate("wand", { kind: "piece", cells: [], piece: "z-left" }),
  ];
  /** @type {Partial<Reason>} */
  const last = { cells: [[3, 4]], where: "inside", kind: "elimination", candidates: others };
  assert.deepEqual(toldBy(hintOf(last, corner)).slice(0, 2), [
    "Look at cell D5: 6 pieces fit there, but only one leads on.",
    "It is the black-footed L (l). With the domino (D) or the red T (T) there is no solution. With the red-black dot " +
    "(M) nothing fills the 2 cells at A2. With the square (O) nothing covers H8. With the big wand (W) there is no " +
    "place for the Z."]);
  assert.deepEqual(others.map((each) => endWords(each, carPuzzle.pieces)), ["", "then there is no solution",
    "then there is no solution", "then nothing fills the 2 cells at A2", "then nothing covers H8",
    "then there is no place for the Z"]);
  const score = { ...here, kind: /** @type {const} */ ("score"), candidates: others };
  assert.equal(toldBy(hintOf(score, corner))[1],
    "Try the black-footed L (l): 4 of its 10 sides already lie on a border.");
  assert.equal(toldBy(hintOf({ ...score, matched: 10 }, corner))[1], "The black-footed L (l) fits there exactly.");
  assert.match(toldBy(hintOf({ ...score, kind: "solution" }, corner))[1], /with it the board can be solved/);
  await useLanguage("de");
  assert.deepEqual(toldBy(hintOf(only, corner)), [
    "Schau auf Ecke A1: Dort passt nur ein Teil.", "Das einzige Teil, das auf Ecke A1 passt: L mit schwarzem Fuß (l).",
    "So liegt es: L mit schwarzem Fuß (l), Vorderseite, um 180° gedreht, auf A1."]);
  assert.match(toldBy(hintOf(last, corner))[1], /Sonst – Domino \(D\) oder rotes T \(T\) – gibt es keine Lösung\./);
});

test("what is lost is told in words", () => {
  /** @param {Reason["dead_end"]} end */
  const dead = (end) => toldBy(hintOf({ kind: "lost", dead_end: end }, null, [dot]))[1];
  assert.equal(dead({ kind: "cell", cells: [[0, 1]], piece: "" }), "Look at A2: no piece that is left can cover it.");
  assert.equal(dead({ kind: "island", cells: [[0, 1], [0, 2]], piece: "" }),
    "Look at the 2 cells at A2: the pieces that are left cannot fill them.");
  assert.equal(dead({ kind: "piece", cells: [], piece: "wand" }), "The big wand (W) does not fit anywhere any more.");
});

test("to give up, or to have no solution, leaves nothing to do", () => {
  const unknown = hintOf({ kind: "unknown", why: "the limit of 1 seconds is reached" }, null);
  assert.equal(hintWords(unknown), "It could not be found out in 1 second whether this board can still be solved.");
  assert.deepEqual([unknown.isLast, unknown.deed, nextWords(unknown)], [true, null, "Look longer"]);
  const hopeless = hintOf({ kind: "hopeless", why: "no choice of faces gives 31 x" }, null);
  assert.equal(hintWords(hopeless), "This board has no solution: no choice of faces gives 31 x.");
  assert.equal(hintWords(hintOf({ kind: "hopeless" }, null)), "This board has no solution, whatever is placed.");
  assert.deepEqual([hopeless.deed, nextWords(hopeless)], [null, ""]);
  const lost = hintOf({ kind: "lost" }, null);
  assert.equal(hintWords(lost), "Something must come off, but what it is could not be found out in time.");
  assert.deepEqual([lost.isLast, nextWords(lost)], [true, ""]);
});
