import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { storage } from "./shelves.js";

const { allGames, findGame, keepGame, keepTime } = await import("../../kaleido/web/static/games.js");
const { PositionTree } = await import("../../kaleido/web/static/positiontree.js");
const { copyBoard, dropBoard, keepBoard, renameBoard, saveBoard } = await import("../../kaleido/web/static/boards.js");
const { forgetAll, unkept } = await import("../../kaleido/web/static/settings.js");
const { CHEQUER, writePattern } = await import("../../kaleido/web/static/pattern.js");
const { addSolve, solvesOf } = await import("../../kaleido/web/static/results.js");

let refused = 0;
unkept.tell = () => { refused += 1; };

beforeEach(() => {
  refused = 0;
  storage.room = Infinity;
  forgetAll();
  storage.store.clear();
});

const game = {
  question: { pattern: "xr/rx" }, isTimed: true,
  tree: new PositionTree("wand@0,0:front").save(), seconds: 7, hints: 1, tries: [], placed: 1, pieces: 18,
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
  for (const wrong of ["{}", "[null, 5, {}]", "no JSON", "5", '{"tree": {"nodes": []}}', '{"when": 5}']) {
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

test("what the browser keeps is no reason to worry, nor is room that games make", () => {
  keepGame("a", game);
  storage.room = 300;
  keepGame("b", game);
  addSolve("b", solve);
  assert.equal(findGame("a"), null);
  assert.equal(refused, 0);
});

test("games make room for boards, and a refusal is told whatever was done with a board", () => {
  keepGame("a", game);
  storage.room = [...storage.store.values()].join("").length + 5;
  assert.deepEqual(saveBoard({ pattern: writePattern(CHEQUER) }, "mine"), { title: "mine", isKept: true });
  assert.equal(findGame("a"), null);
  assert.equal(refused, 0);
  storage.room = 5;
  const deeds = [() => renameBoard("mine", "yours"), () => copyBoard("yours"), () => dropBoard("yours")()];
  for (const [at, deed] of deeds.entries()) {
    deed();
    assert.ok(refused > at);
  }
});

for (const [how, room] of [["is full", 5], ["is refused", 0]]) {
  test(`where the storage ${how}, all goes on until the page is closed, and it is told`, () => {
    storage.room = Number(room);
    const when = keepGame("a", game);
    assert.equal(refused, 1);
    assert.deepEqual(findGame("a"), { ...game, when });
    keepTime("a", when, 9);
    assert.equal(findGame("a")?.seconds, 9);
    addSolve("a", solve);
    assert.deepEqual(solvesOf("a"), [solve]);
    keepBoard({ pattern: "xr/rx" }, "mine");
    assert.ok(refused >= 3);
    assert.equal(storage.store.size, 0);
    storage.room = Infinity;
    keepGame("a", game);
    assert.equal(storage.store.size, 1);
  });
}

test("a clock that was set back makes no game older than the one before", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const first = keepGame("a", game);
  context.mock.timers.reset();
  context.mock.timers.enable({ apis: ["Date"], now: 5 });
  const second = keepGame("a", { ...game, seconds: 8 });
  assert.ok(second > first);
  assert.equal(findGame("a")?.seconds, 8);
});
