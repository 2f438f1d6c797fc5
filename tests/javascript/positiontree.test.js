import assert from "node:assert/strict";
import test from "node:test";
import { PositionTree } from "../../kaleido/web/static/positiontree.js";

/** Numbers that look random, the same for the same seed.
 * @param {number} seed */
function dice(seed) {
  let state = seed;
  /** @param {number} sides */
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** @param {PositionTree} tree */
const again = (tree) =>
  /** @type {PositionTree} */ (PositionTree.load(JSON.parse(JSON.stringify(tree.save()))));

/** Returns the way to a node, from the first text on.
 * @param {import("../../kaleido/web/static/positiontree.js").PositionNode} node */
const way = (node) => node.path.map(({ text }) => text).join(" > ");

test("undo and redo walk through what was done", () => {
  const tree = new PositionTree("a");
  for (const next of ["b", "c", "c"]) tree.add(next);
  assert.deepEqual([tree.undo(), tree.undo(), tree.canUndo, tree.undo()], ["b", "a", false, "a"]);
  assert.deepEqual([tree.redo(), tree.redo(), tree.canRedo, tree.redo()], ["b", "c", false, "c"]);
});

test("what follows an undo is a branch beside what was undone", () => {
  const tree = new PositionTree("a");
  tree.add("b");
  tree.undo();
  tree.add("c", "hint");
  assert.deepEqual([tree.canRedo, tree.undo(), tree.redo()], [false, "a", "c"]);
  assert.deepEqual(tree.root.children.map(({ text, origin }) => [text, origin]), [["b", "played"], ["c", "hint"]]);
  tree.undo();
  tree.add("b");
  assert.equal(tree.nodes.size, 3);
});

test("a line from elsewhere is added without going there, and shares what is known", () => {
  const tree = new PositionTree("");
  tree.add("a");
  tree.add("a;b");
  const end = tree.addLine("a", ["a;b", "a;b;c"], "strategy");
  assert.equal(tree.now, "a;b");
  assert.equal(way(end), " > a > a;b > a;b;c");
  assert.equal(way(tree.addLine("x", ["x;y"], "photo")), " > x > x;y");
  assert.equal(tree.go(end), "a;b;c");
});

test("a branch is deleted with all that follows, and one who was there stands before it", () => {
  const tree = new PositionTree("");
  for (const next of ["a", "a;b", "a;b;c"]) tree.add(next);
  tree.addLine("a", ["a;d"], "strategy");
  tree.remove(tree.at.path[2]);
  assert.deepEqual([tree.now, tree.nodes.size, tree.canRedo, tree.redo()], ["a", 3, true, "a;d"]);
  tree.remove(tree.root);
  assert.equal(tree.nodes.size, 3);
});

test("a branch becomes the main line with all that leads there, until that is undone", () => {
  const tree = new PositionTree("");
  for (const next of ["a", "a;b"]) tree.add(next);
  tree.addLine("a", ["a;c", "a;c;d"], "strategy");
  assert.equal(tree.canPromote, false);
  tree.go(tree.addLine("x", ["x;y", "x;z"], "photo"));
  tree.undo();
  tree.add("x;w");
  const lines = () => [way(tree.root.end), tree.now, tree.canPromote];
  tree.promote();
  assert.deepEqual(lines(), [" > x > x;y > x;w", "x;w", false]);
  assert.equal(way(again(tree).root.end), " > x > x;y > x;w");
  assert.deepEqual([tree.undo(), ...lines()], ["x;w", " > a > a;b", "x;w", true]);
  assert.equal(tree.undo(), "x;y");
  tree.promote();
  tree.add("x;y;v");
  assert.equal(tree.undo(), "x;y");
  assert.equal(way(tree.root.end), " > x > x;y > x;z");
});

test("what is no tree is refused", () => {
  for (const wrong of [null, 5, { now: "a" }, { nodes: [] }, { nodes: [5] }]) {
    assert.equal(PositionTree.load(wrong), null);
  }
  const broken = PositionTree.load({ nodes: [[0, -1, "="], [1, 7, "+a"], null, [1, 0, "+a"], [1, 0, "+b"]], at: 9 });
  assert.deepEqual([broken?.nodes.size, broken?.now], [2, ""]);
});

test("what is kept of a step is short: the piece, not the position", () => {
  const tree = new PositionTree("");
  const pieces = Array.from({ length: 18 }, (_, at) => `piece-${at}@0,${at}:front`);
  pieces.forEach((_, at) => tree.add(pieces.slice(0, at + 1).join(";")));
  tree.add(pieces.toSpliced(4, 1).join(";"));
  tree.add([...pieces.toSpliced(4, 2), "piece-5@7,7:back"].join(";"));
  assert.ok(JSON.stringify(tree.save()).length < 20 * 40);
  assert.equal(again(tree).now, tree.now);
});

test("beyond its limit it forgets the oldest ends, then the beginning, never where one is", () => {
  const tree = new PositionTree("0", 4);
  for (const number of [1, 2, 3]) {
    tree.add(`end ${number}`);
    tree.undo();
  }
  tree.add("1");
  assert.deepEqual(tree.root.children.map(({ text }) => text), ["end 2", "end 3", "1"]);
  for (let number = 2; number <= 9; number += 1) tree.add(String(number));
  while (tree.canUndo) tree.undo();
  assert.equal(tree.now, "6");
  tree.add("x");
  assert.deepEqual([tree.nodes.size, tree.now], [4, "x"]);
});

/** A naive model: all ways to a position, each a list of texts, where one is and where redo leads. */
class Model {
  ways = [[""]];
  at = [""];
  tip = [""];

  /** @param {string[]} path @param {string[]} start */
  isBelow = (path, start) => start.every((text, index) => path[index] === text);

  /** @param {string[]} path */
  endOf(path) {
    let end = path;
    for (let next; (next = this.ways.find((each) => each.length === end.length + 1 && this.isBelow(each, end)));) {
      end = next;
    }
    return end;
  }

  /** @param {string[]} path */
  go(path) {
    this.at = path;
    if (!this.isBelow(this.tip, path)) this.tip = this.endOf(path);
  }

  /** @param {string} text */
  add(text) {
    const path = [...this.at, text];
    if (!this.ways.some((each) => each.join("|") === path.join("|"))) this.ways.push(path);
    this.go(path);
  }

  remove() {
    const gone = this.at;
    if (gone.length === 1) return;
    this.ways = this.ways.filter((each) => !this.isBelow(each, gone));
    this.at = gone.slice(0, -1);
    if (this.isBelow(this.tip, gone)) this.tip = this.endOf(this.at);
  }
}

/** Does the same with a tree and the model; returns the tree, which may be another after it was kept.
 * @param {PositionTree} tree @param {Model} model @param {(sides: number) => number} roll */
function step(tree, model, roll) {
  const pieces = tree.now.split(";").filter(Boolean);
  const kind = roll(8);
  if (kind <= 3) {
    const text = (kind < 3 || !pieces.length ? [...pieces, `${"abcd"[roll(4)]}${pieces.length}`]
      : pieces.toSpliced(roll(pieces.length), 1)).join(";");
    tree.add(text, roll(2) ? "played" : "hint");
    model.add(text);
  } else if (kind === 4) {
    tree.undo();
    model.go(model.at.slice(0, Math.max(1, model.at.length - 1)));
  } else if (kind === 5) {
    tree.redo();
    model.go(model.tip.slice(0, model.at.length + 1));
  } else if (kind === 6) {
    const wanted = model.ways[roll(model.ways.length)];
    const node = [...tree.nodes.values()].find((each) => way(each) === wanted.join(" > "));
    assert.ok(node);
    tree.go(node);
    model.go(wanted);
  } else if (roll(5)) return again(tree);
  else {
    tree.remove(tree.at);
    model.remove();
  }
  return tree;
}

test("two hundred steps are those of a naive model, whatever the seed", () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const roll = dice(seed);
    const model = new Model();
    let tree = new PositionTree("");
    for (let number = 0; number < 200; number += 1) {
      tree = step(tree, model, roll);
      assert.equal(way(tree.at), model.at.join(" > "), `step ${number} of seed ${seed}`);
      assert.equal(way(tree.tip), model.tip.join(" > "), `step ${number} of seed ${seed}`);
      assert.deepEqual([...tree.nodes.values()].map(way).sort(), model.ways.map((each) => each.join(" > ")).sort());
    }
  }
});
