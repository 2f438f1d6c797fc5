import assert from "node:assert/strict";
import test from "node:test";
import { MoveRows } from "../../kaleido/web/static/moverows.js";
import { Position } from "../../kaleido/web/static/position.js";
import { Recording } from "../../kaleido/web/static/recording.js";
import { expected, puzzleOf } from "./expected.js";

const puzzle = puzzleOf({ pattern: expected.patterns[0].text });

/** Numbers from 0 to below 1 that are the same in every run.
 * @param {number} seed */
function randoms(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a search that never was: places, takes back, goes to boards that it left, and starts again. The reference
 * keeps the board after each step as a list of moves, each a list of the placements up to it.
 * @param {number} seed @param {number} length */
function randomSearch(seed, length) {
  const random = randoms(seed);
  /** @param {number} below */
  const pick = (below) => Math.floor(random() * below);
  const recording = new Recording(new Position(puzzle));
  recording.add({ type: "start", edges: 0, full: 65 });
  /** @type {string[][]} the boards after each step */
  const boards = [[]];
  for (let step = 1; step < length; step += 1) {
    const board = boards[step - 1];
    const choice = pick(10);
    if (choice < 6) {
      const piece = `p${step}`;
      boards.push([...board, piece]);
      recording.add({ type: "place", placement: placementOf(piece) });
    } else if (choice < 9 && board.length) {
      boards.push(board.slice(0, -1));
      recording.add({ type: "backtrack", placement: placementOf(board[board.length - 1]) });
    } else {
      const next = choice < 9 ? [] : boards[pick(step)];
      boards.push(next);
      recording.add({ type: "resume", placed: next.map(placementOf) });
    }
  }
  return { recording, boards };
}

/** @param {string} piece */
const placementOf = (piece) => ({ piece, face: "front", cells: [[0, 0]] });

/** The names of the moves up to one.
 * @param {import("../../kaleido/web/static/recording.js").Move|null} move */
function lineTo(move) {
  const line = [];
  for (let each = move; each; each = each.parent) line.push(each.placement.piece);
  return line.reverse();
}

for (const seed of [1, 2, 3, 4, 5]) {
  test(`the tree knows the way to every board of a random search (${seed})`, () => {
    const { recording, boards } = randomSearch(seed, 400);
    recording.steps.forEach(({ kind, move, placed }, step) => {
      // The move of a step back is the one that was on the board before it.
      assert.deepEqual(lineTo(move), boards[kind === "backtrack" ? step - 1 : step]);
      assert.deepEqual(placed.map(({ piece }) => piece), boards[step]);
    });
    for (const { number, step, depth } of recording.tree.moves) {
      assert.equal(recording.steps[step].nodes, number);
      assert.equal(boards[step].length, depth);
    }
    const most = Math.max(...boards.map((board) => board.length));
    assert.deepEqual(recording.tree.mainLine.map(({ placement }) => placement.piece),
      boards.find((board) => board.length === most));
  });

  test(`every step has its row, whatever is folded (${seed})`, () => {
    const { recording } = randomSearch(seed, 400);
    const rows = new MoveRows();
    const main = new Set(recording.tree.mainLine);
    /** Opens what can be opened. */
    const openAll = () => {
      for (let at = 0; at < rows.rows.length; at += 1) {
        if (rows.rows[at].branch && !rows.rows[at].branch?.isOpen) rows.toggle(at);
        rows.update(recording);
      }
    };
    rows.update(recording);
    const folded = rows.rows.length;
    assert.ok(folded < 100);
    for (const isOpen of [false, true]) {
      if (isOpen) openAll();
      let step = -1;
      for (const row of rows.rows) {
        assert.ok(row.step >= step, "rows are in the order of the search");
        step = row.step;
        if (row.move) assert.equal(row.indent === 0, main.has(row.move));
      }
      recording.steps.forEach(({ kind, move }, at) => {
        const row = rows.rows[rows.rowOf[at]];
        if (row.branch) {
          assert.ok(!isOpen);
          const own = kind === "backtrack" ? move?.step ?? -1 : at;
          assert.ok(row.step <= own && own <= row.branch.last);
        } else if (kind === "backtrack") assert.equal(row.move, move);
        else assert.equal(row.step, at);
      });
    }
    // Everything is in a row of its own now, and beside them are only the heads of branches.
    const heads = rows.rows.filter(({ branch }) => branch);
    assert.equal(rows.rows.length - heads.length, recording.steps.filter(({ kind }) => kind !== "backtrack").length);
    for (const { branch } of heads) {
      const own = recording.tree.moves.filter((move) => branch && move.step >= branch.step && move.step <= branch.last);
      assert.equal(branch?.moves, own.length);
      assert.equal(branch?.depth, Math.max(0, ...own.map(({ depth }) => depth)));
    }
  });

  test(`one can walk through all rows, and list the main line alone (${seed})`, () => {
    const { recording, boards } = randomSearch(seed, 400);
    const rows = new MoveRows();
    rows.update(recording);
    assert.ok(rows.toggle(rows.rows.findIndex(({ branch }) => branch)));
    rows.update(recording);
    // Walking down goes through every row but the heads of open branches, and up again.
    const heads = rows.rows.filter(({ branch }) => branch?.isOpen);
    assert.equal(heads.length, 1);
    const seen = [0];
    for (let at = 0; rows.next(at, 1) !== at;) seen.push(at = rows.next(at, 1));
    assert.equal(seen.length, rows.rows.length - heads.length);
    let at = seen[seen.length - 1];
    for (const each of seen.toReversed()) {
      assert.equal(at, each);
      at = rows.next(at, -1);
    }
    // A step is shown at the last move that it has in common with it.
    rows.isMainOnly = true;
    assert.equal(rows.update(recording), true);
    assert.equal(rows.update(recording), false);
    assert.deepEqual(rows.rows.map(({ move }) => move ?? null), [null, ...recording.tree.mainLine]);
    const line = lineTo(recording.tree.deepest);
    recording.steps.forEach(({ kind }, own) => {
      const board = boards[kind === "backtrack" ? own - 1 : own];
      const differs = board.findIndex((piece, depth) => piece !== line[depth]);
      assert.equal(rows.rowOf[own], differs < 0 ? board.length : differs);
    });
  });
}

test("a placement that is made again after a new start is another move", () => {
  const { tree } = new Recording(new Position(puzzle));
  const [one, two, three] = ["one", "two", "three"].map(placementOf);
  const first = tree.place(one, 1);
  const second = tree.place(two, 2);
  tree.resume([]);
  const again = tree.place(one, 4);
  assert.notEqual(again, first);
  assert.equal(again.parent, null);
  // The board that was left is known by its moves; the latest are taken.
  assert.equal(tree.resume([one]), again);
  assert.equal(tree.resume([one, two]), second);
  assert.deepEqual(lineTo(tree.place(three, 7)), ["one", "two", "three"]);
});

test("the main line is the solution once there is one", () => {
  const recording = new Recording(new Position(puzzle));
  const [one, two, three] = ["one", "two", "three"].map(placementOf);
  recording.add({ type: "start", edges: 0 });
  for (const placement of [one, two, three]) recording.add({ type: "place", placement });
  recording.add({ type: "resume", placed: [] });
  recording.add({ type: "place", placement: three });
  assert.deepEqual(recording.tree.mainLine.map(({ number }) => number), [1, 2, 3]);
  recording.add({ type: "solved", placements: [three] });
  assert.deepEqual(recording.tree.mainLine.map(({ number }) => number), [4]);
  const rows = new MoveRows();
  rows.update(recording);
  assert.deepEqual(rows.rows.map(({ kind, indent }) => [kind, indent]),
    [["start", 0], ["move", 1], ["move", 2], ["move", 3], ["jump", 1], ["move", 0], ["end", 0]]);
});

test("a branch of few moves stays open; a longer one opens and folds", () => {
  const recording = new Recording(new Position(puzzle));
  recording.add({ type: "start", edges: 0 });
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) recording.add({ type: "place", placement: placementOf(name) });
  recording.add({ type: "resume", placed: [] });
  recording.add({ type: "solved", placements: [] });
  const rows = new MoveRows();
  rows.update(recording);
  const kinds = () => rows.rows.map(({ kind }) => kind);
  assert.deepEqual(kinds(), ["start", "branch", "end"]);
  assert.deepEqual(rows.rowOf, [0, 1, 1, 1, 1, 1, 1, 1, 2]);
  assert.equal(rows.toggle(0), false);
  assert.equal(rows.toggle(1), true);
  rows.update(recording);
  assert.deepEqual(kinds(), ["start", "branch", ...names.map(() => "move"), "jump", "end"]);
  assert.deepEqual(rows.rowOf, [0, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(rows.next(0, 1), 2);
  assert.equal(rows.next(2, -1), 0);
  assert.equal(rows.next(9, 1), 9);
  // From within, too.
  assert.equal(rows.toggle(5), true);
  rows.update(recording);
  assert.deepEqual(kinds(), ["start", "branch", "end"]);
});
