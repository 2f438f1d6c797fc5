import assert from "node:assert/strict";
import test from "node:test";

const store = new Map();
Object.assign(globalThis, {
  sessionStorage: {
    /** @param {string} key */
    getItem: (key) => store.get(key) ?? null,
    /**
     * @param {string} key
     * @param {string} value
     */
    setItem: (key, value) => { store.set(key, value); },
  },
});

const { findGame, keepGame } = await import("../../kaleido/web/static/games.js");

/** @param {string} pattern */
const game = (pattern) => ({
  pattern, history: { past: [""], future: [], now: "wand@0,0:front" }, seconds: 7, hints: 1,
});

test("a game is found again", () => {
  keepGame(game("a"), false);
  assert.deepEqual(findGame("a"), game("a"));
  assert.equal(findGame("b"), undefined);
});

test("a fresh game is not kept, and takes the place of an earlier one", () => {
  keepGame(game("a"), true);
  assert.equal(findGame("a"), undefined);
});

test("only the last games are kept", () => {
  for (let number = 0; number < 20; number += 1) keepGame(game(String(number)), false);
  assert.equal(findGame("7"), undefined);
  assert.deepEqual(findGame("8"), game("8"));
  assert.deepEqual(findGame("19"), game("19"));
});

test("what somebody else has written there does no harm", () => {
  for (const wrong of ["{}", "[null, 5, {}]", "no JSON"]) {
    store.set("kaleido.play", wrong);
    assert.equal(findGame("a"), undefined);
    keepGame(game("a"), false);
    assert.deepEqual(findGame("a"), game("a"));
  }
});
