import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { storage } from "./shelves.js";

const { PositionTree } = await import("../../kaleido/web/static/positiontree.js");
const { solvesOf } = await import("../../kaleido/web/static/results.js");
const { Tries } = await import("../../kaleido/web/static/tries.js");

const puzzle = /** @type {import("../../kaleido/web/static/puzzle.js").Puzzle} */ ({ key: "a", name: "" });

/** A game on a board of one piece. */
class Game {
  tree = new PositionTree("");
  tries = new Tries(() => {});

  /** @param {...("undo"|"redo")} ways */
  go(...ways) {
    for (const way of ways) {
      this.tree[way]();
      this.tries.rejoin(this.tree);
    }
  }

  clear() {
    this.tree.add("");
    this.tries.begin(this.tree.at.id);
  }

  solve() {
    this.tree.add("dot@0,0:front");
    this.tries.finish(puzzle, { moves: 1, hints: this.tries.hints, pieces: 1 });
  }
}

/** Returns how many hints each time took that the board was solved. */
const solves = () => solvesOf("a").map(({ hints }) => hints);

beforeEach((context) => {
  storage.store.clear();
  let now = 0;
  /** @type {import("node:test").TestContext} */ (context).mock.method(Date.prototype, "getTime", () => (now += 1));
});

test("a clearing that is undone and redone begins its own try again", () => {
  const game = new Game();
  game.solve();
  game.clear();
  game.go("undo");
  assert.equal(game.tries.isOver, true);
  game.go("redo");
  assert.equal(game.tries.isOver, false);
  game.solve();
  assert.deepEqual(solves(), [0, 0]);
  // It is solved once in each try, however often it is undone.
  game.go("undo", "undo", "redo");
  game.solve();
  assert.deepEqual(solves(), [0, 0]);
});

test("each try keeps its hints, also in a game that was left meanwhile", () => {
  const game = new Game();
  game.tries.hints = 1;
  game.solve();
  game.clear();
  game.tries.hints = 2;
  game.tree.add("dot@0,0:back");
  game.clear();
  game.tries.hints = 4;
  game.go("undo", "undo");
  assert.equal(game.tries.hints, 6);
  game.go("undo");
  assert.equal(game.tries.hints, 7);
  const kept = /** @type {any} */ (JSON.parse(JSON.stringify(game.tries.save())));
  game.tries = new Tries(() => {});
  game.tries.load(kept, true);
  game.go("redo");
  assert.equal(game.tries.hints, 6);
  game.go("redo", "redo");
  assert.equal(game.tries.hints, 4);
  game.go("undo", "undo", "undo");
  assert.equal(game.tries.hints, 7);
});

test("a board from which all pieces were taken by hand is no other try", () => {
  const game = new Game();
  game.tree.add("dot@0,0:front");
  game.tries.hints = 1;
  game.tree.add("");
  game.go("undo", "redo");
  assert.equal(game.tries.hints, 1);
  assert.deepEqual(game.tries.before, []);
});
