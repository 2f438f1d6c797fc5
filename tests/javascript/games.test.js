import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { storage } from "./shelves.js";

const { allGames, findGame, keepGame, keepTime } = await import("../../kaleido/web/static/games.js");
const { addSolve, solvesOf } = await import("../../kaleido/web/static/results.js");

beforeEach(() => {
  storage.room = Infinity;
  storage.store.clear();
});

const game = {
  question: { pattern: "xr/rx" }, isTimed: true,
  history: { past: [""], future: [], now: "wand@0,0:front" }, seconds: 7, hints: 1, tries: [], placed: 1, pieces: 18,
  isOver: false,
};
const solve = { when: 1, seconds: 60, moves: 18, hints: 0, pieces: 18 };

test("a game is found again", () => {
  const when = keepGame("a", game);
  assert.deepEqual(findGame("a"), { ...game, when });
  assert.equal(findGame("b"), null);
  assert.deepEqual(allGames().map(([key]) => key), ["a"]);
});

test("the last change wins, and the clock of another tab changes nothing", () => {
  const first = keepGame("a", { ...game, seconds: 1 });
  const second = keepGame("a", { ...game, seconds: 2 });
  assert.ok(second > first);
  keepTime("a", first, 99);
  assert.equal(findGame("a")?.seconds, 2);
  keepTime("a", second, 3);
  assert.deepEqual(findGame("a"), { ...game, seconds: 3, when: second });
  keepTime("b", 0, 3);
  assert.equal(findGame("b"), null);
});

test("only the last games are kept", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  for (let number = 0; number < 250; number += 1) {
    keepGame(String(number), game);
    context.mock.timers.tick(1);
  }
  assert.equal(allGames().length, 200);
  assert.equal(findGame("49"), null);
  assert.notEqual(findGame("50"), null);
  assert.notEqual(findGame("249"), null);
});

test("where there is no more room, the oldest games that are not over go first, results never", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  keepGame("over", { ...game, isOver: true });
  addSolve("over", solve);
  storage.room = 2000;
  for (let number = 0; number < 50; number += 1) {
    context.mock.timers.tick(1);
    keepGame(String(number), game);
    assert.notEqual(findGame(String(number)), null);
    if (number) assert.notEqual(findGame(String(number - 1)), null);
  }
  assert.equal(findGame("0"), null);
  assert.notEqual(findGame("over"), null);
  for (let number = 0; number < 15; number += 1) addSolve(`board ${number}`, solve);
  assert.deepEqual([...Array(15).keys()].filter((number) => !solvesOf(`board ${number}`).length), []);
  assert.deepEqual(solvesOf("over"), [solve]);
});

test("what somebody else has written there does no harm", () => {
  for (const wrong of ["{}", "[null, 5, {}]", "no JSON", "5", '{"history": {"now": "a"}}', '{"when": 5}']) {
    for (const key of ["kaleido.game.a", "kaleido.solved.a"]) storage.store.set(key, wrong);
    assert.equal(findGame("a"), null);
    assert.deepEqual(allGames(), []);
    assert.deepEqual(solvesOf("a"), []);
    const when = keepGame("a", game);
    addSolve("a", solve);
    assert.deepEqual(findGame("a"), { ...game, when });
    assert.deepEqual(solvesOf("a"), [solve]);
  }
});

test("where the browser refuses to keep anything, all stays until the page is closed", () => {
  storage.room = 0;
  keepGame("p", game);
  keepGame("q", game);
  addSolve("p", solve);
  assert.deepEqual(allGames().map(([key]) => key), ["p", "q"]);
  assert.deepEqual(solvesOf("p"), [solve]);
});
