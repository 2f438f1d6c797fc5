import assert from "node:assert/strict";
import test from "node:test";
import { cellName } from "../../kaleido/web/static/board.js";
import { Position } from "../../kaleido/web/static/position.js";
import { expected, pieces, puzzleOf } from "./expected.js";

/** @typedef {import("../../kaleido/web/static/puzzle.js").Puzzle} Puzzle */

const [{ text: car, placed: placedOnCar }] = expected.patterns;
const carPuzzle = puzzleOf({ pattern: car });

/** All puzzles with a position, as Python writes it. */
const all = [
  ...expected.patterns.map((pattern) => ({ ...pattern, puzzle: puzzleOf({ pattern: pattern.text }) })),
  ...expected.puzzles.map((each) => ({ ...each, puzzle: puzzleOf(each.question, each.set) })),
];

/** @param {Puzzle} puzzle @param {string} text */
const read = (puzzle, text) => Position.parse(puzzle, text).position;

/** Returns the piece on the cells of a placement, even if it does not fit.
 * @param {Puzzle} puzzle @param {import("./expected.js").Placement} placement */
function tryOut(puzzle, { piece, face, cells }) {
  const wanted = cells.map(([row, col]) => String(puzzle.board.home(row, col))).sort().join(" ");
  for (const turn of [0, 1, 2, 3]) {
    for (const first of cells) {
      const posed = puzzle.poseAt(piece, { face, turn }, first);
      if (puzzle.cells(posed).map(String).sort().join(" ") === wanted) return posed;
    }
  }
  throw new Error(`${piece} has not that shape`);
}

/** @param {import("./expected.js").Placement[]} placements */
const bare = (placements) => placements.map(({ piece, face, cells }) =>
  ({ piece, face, cells: cells.map(String).sort() }));

test("positions are read and written in the form of Python's, and survive a round trip", () => {
  for (const { puzzle, placed, placements } of all) {
    const position = read(puzzle, placed);
    assert.deepEqual(bare(position.placements()), bare(placements));
    const again = read(puzzle, position.format());
    assert.deepEqual(again.placed, position.placed);
    assert.equal(again.format(), position.format());
  }
});

test("what fits, and why not, is what Python says", () => {
  const kinds = { off: 0, overlaps: 0, shows: 0, fits: 0 };
  for (const { puzzle, placed, tried: tries } of all) {
    const position = read(puzzle, placed);
    for (const { error, ...tried } of tries) {
      const found = position.freeAs(tried);
      assert.equal(found !== null, error === null, error ?? "");
      if (found || !error) {
        assert.ok(found);
        assert.equal(position.fits(found), true);
        kinds.fits += 1;
        continue;
      }
      if (error.includes("already placed")) {
        assert.equal(position.left(tried.piece), 0);
        continue;
      }
      const posed = tryOut(puzzle, tried);
      const { bad, why } = position.clash(posed);
      assert.throws(() => position.with(posed), /off the board|on the hole|overlaps|shows/);
      const [, letter = "", number] = /.* at ([A-Z])(\d+)$/.exec(error.replace(/, where.*/, "")) ?? [];
      const [row, col] = puzzle.board.home(letter.charCodeAt(0) - 65, Number(number) - 1);
      const homes = bad.map(([r, c]) => puzzle.board.home(r, c));
      assert.ok(homes.some(([r, c]) => r === row && c === col), `${error}: ${JSON.stringify(bad)}`);
      const isSame = homes[0][0] === row && homes[0][1] === col;
      const cell = cellName([row, col]);
      if (error.includes("lies off the board") || error.includes("lies on the hole")) {
        kinds.off += 1;
        // Around a seam, Python names the cell as it was given.
        if (isSame) assert.ok(error.replace(/ at \w+$/, ` at ${cell}`).endsWith(why.replace(/^it/, "")), `${error}: ${why}`);
      } else if (error.includes("overlaps")) {
        kinds.overlaps += 1;
        // Without the words of a language, the page takes the names of the pieces as they are.
        if (isSame) assert.match(why, new RegExp(`^it overlaps the .+ at ${cell}$`));
      } else {
        kinds.shows += 1;
        assert.ok(error.endsWith(why.replace(/^it/, "")), `${error}: ${why}`);
      }
    }
  }
  assert.ok(Object.values(kinds).every((count) => count >= 5), JSON.stringify(kinds));
});

test("pieces that a board shows in place are those of Python, and stay", () => {
  const withGivens = all.flatMap((each) => ("givens" in each && each.givens.length ? [each] : []));
  assert.ok(withGivens.length >= 3);
  for (const { puzzle, givens } of withGivens) {
    const cells = puzzle.givens.map((posed) => ({ piece: posed.piece, cells: puzzle.cells(posed).map(String).sort() }));
    assert.deepEqual(cells.map(String).sort(), givens.map(({ piece, cells: own }) =>
      ({ piece, cells: own.map(String).sort() })).map(String).sort());
    const position = new Position(puzzle);
    const [first] = puzzle.givens;
    assert.equal(position.isFixed(first), true);
    assert.equal(position.placed.length, 0);
    assert.equal(position.format(), "");
    assert.equal(position.left(first.piece), puzzle.pieces.named(first.piece).copies - 1);
    assert.match(position.clash(first).why, /^it overlaps the piece /);
  }
});

test("islands are those of Python, with holes, seams and givens", () => {
  for (const { question, set, islands } of expected.puzzles) {
    const labels = puzzleOf(question, set).islands();
    /** @type {Map<number, number>} */
    const first = new Map();
    labels.forEach((label, at) => first.set(label, first.get(label) ?? at));
    assert.deepEqual(labels.map((label) => (label ? first.get(label) : -1)), islands);
  }
});

test("a position never changes: moves return new ones", () => {
  const empty = new Position(carPuzzle);
  const one = read(carPuzzle, "mono-r@0,0:front");
  const [posed] = one.placed;
  assert.equal(empty.with(posed).format(), "mono-r@0,0:front");
  assert.equal(empty.placed.length, 0);
  assert.equal(one.without(posed).placed.length, 0);
  assert.equal(one.placed.length, 1);
  const moved = one.without(posed).with({ ...posed, col: 2 });
  assert.equal(moved.format(), "mono-r@0,2:front");
  assert.equal(moved.at.get(2)?.piece, "mono-r");
  assert.equal(moved.at.get(0), undefined);
  assert.throws(() => one.with({ ...posed, col: 2 }), /no copy is left/);
});

test("a full board is solved", () => {
  const position = read(carPuzzle, placedOnCar);
  assert.equal(position.solved, false);
  assert.equal(position.remaining, 12);
  assert.equal(position.at.size, position.placed.reduce((sum, { piece }) => sum + pieces.named(piece).size, 0));
});

/** @type {import("../../kaleido/web/static/api.js").SetEntry} */
const bars = { name: "own", sides: "mirrored", use: "all", pieces: [
  { name: "I", size: 2, copies: 3, drawings: { front: "oo" } },
  { name: "L", size: 3, copies: 1, drawings: { front: "oo/o." } },
] };

test("a piece of which there are copies lies several times", () => {
  const puzzle = puzzleOf({ pattern: "3x3" }, bars);
  const text = "I@0,0:front;I@0,2:front90;I@2,1:front180";
  const { position, refused } = Position.parse(puzzle, `${text};I@1,0:front90`);
  assert.equal(position.format(), text);
  assert.deepEqual(refused.map((each) => each()), ["“I@1,0:front90” is there more than 3 times"]);
  assert.deepEqual([position.left("I"), position.left("L"), position.remaining], [0, 1, 1]);
  const fewer = position.without(position.placedOf("I")[1]);
  assert.equal(fewer.format(), "I@0,0:front;I@2,1:front180");
  assert.deepEqual(position.find({ piece: "I", face: "front", cells: [[2, 2], [2, 1]] }), position.placed[2]);
  assert.equal(position.find({ piece: "I", face: "front", cells: [[1, 1], [1, 0]] }), null);
});

test("where pieces may be left over, a covered board is solved; where not, all must lie", () => {
  for (const use of /** @type {const} */ (["some", "all"])) {
    const puzzle = puzzleOf({ pattern: "2x2" }, { ...bars, use });
    const position = read(puzzle, "I@0,0:front;I@1,0:front");
    assert.equal(position.solved, use === "some");
    assert.equal(position.remaining, 2);
  }
});

test("a piece lies across a seam and winds around, unless it would lie over itself", () => {
  const tube = puzzleOf({ pattern: "ooo/ooo", wrap: "columns" }, bars);
  const position = read(tube, "I@0,2:front");
  assert.deepEqual(position.placements()[0].cells, [[0, 2], [0, 0]]);
  assert.equal(position.format(), "I@0,2:front");
  const narrow = puzzleOf({ pattern: "o/o/o", wrap: "columns" }, bars);
  const { refused } = Position.parse(narrow, "I@0,0:front");
  assert.deepEqual(refused.map((each) => each()),
    ["“I@0,0:front” does not fit: it is longer than the way around the board"]);
  const stair = { name: "S", size: 4, copies: 1, drawings: { front: "oo./.oo" } };
  const stairs = { ...bars, pieces: [stair] };
  const ring = puzzleOf({ pattern: "oo/oo", wrap: "columns" }, stairs);
  const wound = read(ring, "S@0,1:front");
  assert.deepEqual(wound.placements()[0].cells, [[0, 1], [0, 0], [1, 0], [1, 1]]);
  assert.equal(wound.solved, true);
});

test("a turn may be left out where there is one way", () => {
  const puzzle = puzzleOf({ pattern: "o../ooo" }, bars);
  const { position, refused } = Position.parse(puzzle, "I@0,0;I@1,1;L@1,0");
  assert.equal(position.format(), "I@0,0:front90;I@1,1:front");
  assert.deepEqual(refused.map((each) => each()), ["“L@1,0” does not fit there, however it is turned"]);
  const square = puzzleOf({ pattern: "2x2" }, bars);
  assert.deepEqual(Position.parse(square, "I@0,0").refused.map((each) => each()),
    ["“I@0,0” fits in 2 ways: name the turn"]);
});

test("nonsense in a link is left out, and it is said why", () => {
  const text = "mono-r@0,0:front;mono-r@0,2:front;sofa@0,0:front;wand@9,9:front;mono-x@0,0:front;domino@1,1:side;;x";
  const { position, refused } = Position.parse(carPuzzle, text);
  assert.equal(position.format(), "mono-r@0,0:front");
  assert.deepEqual(refused.map((each) => each()), [
    "“mono-r@0,2:front” is there twice",
    "“sofa@0,0:front” is not understood",
    "“wand@9,9:front” does not fit: it lies off the board at J10",
    "“mono-x@0,0:front” does not fit: it overlaps the red-black dot (M) at A1",
    "“domino@1,1:side” is not understood",
    "“x” is not understood",
  ]);
});

test("on another pattern the pieces stay that still fit", () => {
  const position = read(carPuzzle, placedOnCar);
  const same = position.on(carPuzzle);
  assert.equal(same.format(), position.format());
  const inverted = puzzleOf({ pattern: car.replace(/[xr]/g, (letter) => (letter === "x" ? "r" : "x")) });
  assert.ok(position.on(inverted).placed.length < position.placed.length);
  assert.equal(carPuzzle.differsFrom(inverted), 64);
  assert.equal(carPuzzle.differsFrom(carPuzzle), 0);
});

test("a piece finds the nearest place that fits over a cell", () => {
  const position = read(carPuzzle, "mono-r@0,2:front");
  const posed = { piece: "l4-right-x", face: "front", turn: 2, row: 4, col: 4 };
  // Half a turn, it fits in the corner of the car, which this cell belongs to.
  for (const cell of [[0, 0], [1, 0], [0, 1]]) {
    const found = new Position(carPuzzle).nearestFit(posed, cell);
    assert.deepEqual(found, { ...posed, row: 0, col: 0 });
  }
  assert.equal(position.nearestFit(posed, [0, 0]), null);
  const domino = { piece: "domino", face: "front", turn: 0, row: 0, col: 4 };
  const found = position.nearestFit(domino, [0, 5]);
  assert.ok(found && position.fits(found));
  assert.deepEqual([found.row, found.col], [0, 5]);
});

test("a puzzle asks by the parts that are not usual, and has a key of its own", () => {
  assert.deepEqual(carPuzzle.question(), { pattern: car });
  assert.deepEqual([carPuzzle.key, carPuzzle.isClassic, carPuzzle.isPlain], [car, true, false]);
  const tube = puzzleOf({ pattern: "3x3", pieces: "own", use: "I,I,L", wrap: "columns" }, bars);
  assert.deepEqual(tube.question(),
    { pattern: "ooo/ooo/ooo", pieces: "own", use: ["I", "I", "L"], wrap: "columns" });
  assert.deepEqual([tube.isClassic, tube.isPlain], [false, true]);
  const keys = all.map(({ puzzle }) => puzzle.key);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(puzzleOf({ pattern: car, wrap: "both" }).isClassic, false);
});

test("the pieces of a card become a part of the board, unless letters cannot show them", () => {
  const puzzle = puzzleOf({ pattern: "4x3" }, bars);
  const card = read(puzzle, "I@0,0:front;L@1,1:front").fixed();
  assert.ok(card);
  assert.equal(card.board.text, "II-/-LL/-L-/---");
  assert.deepEqual(card.givens.map(({ piece }) => piece), ["I", "L"]);
  const position = read(card, "I@2,0:front90;L@0,0:front");
  assert.equal(position.format(), "I@2,0:front90");
  assert.equal(position.left("L"), 0);
  const more = position.fixed();
  assert.equal(more?.board.text, "II-/-LL/IL-/I--");
  // Two of a name that touch are one shape; an empty or a full board has nothing to fix.
  assert.equal(read(puzzle, "I@0,0:front;I@1,0:front").fixed(), null);
  assert.equal(new Position(puzzle).fixed(), null);
  assert.equal(read(carPuzzle, placedOnCar).fixed(), null);
});
