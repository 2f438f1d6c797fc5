import assert from "node:assert/strict";
import test from "node:test";
import { expected, puzzleOf } from "./expected.js";
import "./shelves.js";

const { merged, readBackup, writeBackup } = await import("../../kaleido/web/static/backup.js");
const { fragmentOf, readFragment } = await import("../../kaleido/web/static/fragment.js");
const { Position } = await import("../../kaleido/web/static/position.js");

/** Signs that mean something in links, and names that every object has. */
const ODD = ["@", ":", ";", ",", "=", "&", "#", "%", "%2", "%ff", "/", "-1", "999", "0,0", "front", "back90",
  "constructor", "toString", "\u2028", "\0", "é", "😀", "\ud800", " ", "x", "__proto__"];

/** Numbers below a limit, the same in every run (Lehmer).
 * @param {number} seed */
function dice(seed) {
  let state = seed % 2147483647 || 1;
  return (/** @type {number} */ limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}

/** Changes a text at some places.
 * @param {string} text @param {(limit: number) => number} roll */
function changed(text, roll) {
  for (let times = roll(5); times > 0; times--) {
    const at = roll(text.length + 1);
    text = text.slice(0, at) + (roll(3) ? ODD[roll(ODD.length)] : "") + text.slice(at + roll(4));
  }
  return text;
}

test("any moves in a link are a position that is written and read again, and one line for each other part", () => {
  const games = [...expected.patterns.map(({ text, placed }) => ({ puzzle: puzzleOf({ pattern: text }), placed })),
    ...expected.puzzles.map(({ question, set, placed }) => ({ puzzle: puzzleOf(question, set), placed }))];
  const roll = dice(7);
  for (let number = 0; number < 1500; number++) {
    const { puzzle, placed } = games[roll(games.length)];
    const text = changed(placed, roll);
    const { position, refused } = Position.parse(puzzle, text);
    const again = Position.parse(puzzle, position.format());
    assert.deepEqual(again.refused.map((why) => why()), [], text);
    assert.equal(again.position.format(), position.format(), text);
    for (const why of refused) assert.match(why(), /^[^\n]+$/, text);
  }
});

test("any part of a link is read as it was written, and any link is read", () => {
  const roll = dice(11);
  for (let number = 0; number < 2000; number++) {
    const written = { tab: changed("play", roll), placed: changed("wand@0,3:front", roll) };
    const kept = Object.fromEntries(Object.entries(written).filter(([, value]) => value)
      .map(([name, value]) => [name, value.replace(/\p{Surrogate}/gu, "\ufffd")]));
    assert.deepEqual(readFragment(fragmentOf(written), ["tab", "placed"]).state, kept);
    assert.ok(readFragment(changed(fragmentOf(written), roll), ["tab", "placed"]));
  }
});

test("any values in a file of games are put together with one's own", () => {
  const values = [null, 5, "x", [], {}, [null], [5], [{}], true, { tree: { nodes: [] }, when: 1 },
    { tree: { nodes: [] }, when: null }, [{ title: 5, text: null }], [{ when: "x" }]];
  for (const name of ["boards", "solved.a", "game.a", "other", "constructor", "days", "game."]) {
    for (const own of values) {
      for (const other of values) {
        const file = readBackup(writeBackup({ [name]: other }, {}, new Date(0)));
        assert.ok(typeof file === "object");
        assert.ok(merged({ [name]: own }, file.entries));
      }
    }
  }
});
