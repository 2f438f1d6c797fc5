import assert from "node:assert/strict";
import test from "node:test";

/** @type {Map<string, string>} */
const store = new Map();
let room = Infinity;
Object.assign(globalThis, {
  sessionStorage: {
    /** @param {string} key */
    getItem: (key) => store.get(key) ?? null,
    /**
     * @param {string} key
     * @param {string} value
     */
    setItem: (key, value) => {
      const others = [...store].filter(([name]) => name !== key);
      if (others.reduce((sum, [, text]) => sum + text.length, value.length) > room) throw new Error("full");
      store.set(key, value);
    },
    /** @param {string} key */
    removeItem: (key) => store.delete(key),
  },
});

const { findGame, keepGame } = await import("../../kaleido/web/static/games.js");

/** @param {string} pattern */
const game = (pattern) => ({
  pattern, history: { past: [""], future: [], now: "wand@0,0:front" }, seconds: 7, hints: 1, tries: [],
});

test("a game is found again", () => {
  keepGame(game("a"), false);
  assert.deepEqual(findGame("a"), game("a"));
  assert.equal(findGame("b"), null);
});

test("a fresh game is not kept, and takes the place of an earlier one", () => {
  keepGame(game("a"), true);
  assert.equal(findGame("a"), null);
});

test("only the last games are kept", () => {
  for (let number = 0; number < 100; number += 1) keepGame(game(String(number)), false);
  assert.equal(findGame("39"), null);
  assert.deepEqual(findGame("40"), game("40"));
  assert.deepEqual(findGame("99"), game("99"));
});

test("where there is no more room, the games that were left longest ago go", () => {
  store.clear();
  room = 1500;
  for (let number = 0; number < 50; number += 1) {
    keepGame(game(String(number)), false);
    assert.deepEqual(findGame(String(number)), game(String(number)));
    if (number) assert.deepEqual(findGame(String(number - 1)), game(String(number - 1)));
  }
  room = Infinity;
  assert.equal(findGame("0"), null);
});

test("what somebody else has written there does no harm", () => {
  for (const wrong of ["{}", "[null, 5, {}]", "no JSON", "5", '{"pattern": "a"}']) {
    for (const key of ["kaleido.games", "kaleido.game.a"]) store.set(key, wrong);
    assert.equal(findGame("a"), null);
    keepGame(game("a"), false);
    assert.deepEqual(findGame("a"), game("a"));
  }
});
