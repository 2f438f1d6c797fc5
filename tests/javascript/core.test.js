/** The core as WebAssembly answers as Python does. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Beyond, Core, CoreProblem, sweep } from "../../kaleido/web/static/core.js";
import { CoreAnswers } from "../../kaleido/web/static/coreanswers.js";
import { expected } from "./expected.js";

const FILE = new URL("../../kaleido/search/core/kaleido_core.wasm", import.meta.url);

/** Where it is not built there is nothing to test: core/CMakePresets.json builds it. */
const skip = existsSync(FILE) ? false : "the core was not built for WebAssembly";
const module = skip ? null : new WebAssembly.Module(readFileSync(FILE));
const load = () => Core.load(/** @type {WebAssembly.Module} */ (module));

/** @param {(typeof expected.core)[number]} board */
const answersOf = async ({ table, question: { pattern = "", pieces = "", use = [], wrap = "" } }) => {
  const key = [pattern, pieces, use.join(","), wrap].filter(Boolean).join(" ");
  /** @type {Record<string, any>} */
  const files = { index: { [key]: "own" }, own: { table, parts: { title: "own" } }, patterns: { table } };
  // However slow the machine is, all solutions are counted.
  return new CoreAnswers(await load(), async (name) => files[name], 1000);
};

const none = () => assert.fail("no event was expected");

for (const board of expected.core) {
  const { question, placed, solved, solutions, left, watched, events } = board;
  const name = `${question.pieces ?? "pattern"} ${watched.strategy}`;

  test(`a board is solved as in Python, and its solutions are counted: ${name}`, { skip }, async () => {
    const answers = await answersOf(board);
    const answer = /** @type {any} */ (await answers.answer("solve", question, none));
    assert.equal(answer.status, "solved");
    assert.deepEqual(answer.placements, solved.map(({ piece, face, cells }) => ({ piece, face, cells })));
    assert.equal(/** @type {any} */ (await answers.answer("judge", question, none)).status, "solved");
    const all = /** @type {any} */ (await answers.answer("count", question, none));
    assert.deepEqual([all.solutions, all.exact, all.text], [solutions, true, solutions.toLocaleString("en")]);
    const before = { ...question, placed: placed.slice(0, -1), move: placed.at(-1) };
    const some = /** @type {any} */ (await answers.answer("count", before, none));
    assert.deepEqual([some.exact, some.with_move], [true, left.toLocaleString("en")]);
  });

  test(`a search is watched, event for event: ${name}`, { skip }, async () => {
    const answers = await answersOf(board);
    /** @type {any[]} */
    const told = [];
    told.push(await answers.answer("events", { ...question, ...watched }, (event) => told.push(event)));
    for (const event of told) {
      delete event.reason;
      event.waiting &&= event.waiting.map((/** @type {any} */ each) => [each.placement.piece, each.score_line]);
      if (!event.waiting) delete event.waiting;
    }
    assert.deepEqual(told, events);
  });

  test(`solutions are browsed: ${name}`, { skip }, async () => {
    const answers = await answersOf(board);
    /** @type {Set<string>} */
    const seen = new Set();
    const most = Math.min(solutions, 40);
    for (let offset = 0; offset < most; offset += 20) {
      const reply = /** @type {any} */ (await answers.answer("solutions", { ...question, offset, limit: 20 }, none));
      for (const each of reply.found.slice(0, most - offset)) seen.add(JSON.stringify(each));
      assert.equal(reply.reachable, reply.solutions ?? 1000);
      if (reply.solutions !== null) assert.equal(reply.solutions, solutions);
    }
    assert.equal(seen.size, most);
  });
}

test("sweeps count what a search counts", { skip }, async () => {
  for (const { table, question: { pattern = "" }, placed, left } of expected.core) {
    const problem = new CoreProblem(await load(), table, pattern);
    const total = sweep(problem, problem.lying(placed), 60);
    if (total !== null) assert.equal(Number(total), left);
    assert.ok(total !== null || table.is_plain, pattern);
  }
});

test("what the core cannot say is left to Python", { skip }, async () => {
  const [board] = expected.core;
  const answers = await answersOf(board);
  const { pattern = "" } = board.question;
  const other = pattern.startsWith("x") ? "r" : "x";
  for (const [path, question] of /** @type {[string, object][]} */ ([
    ["hint", { pattern }], ["solve", { pattern: other + pattern.slice(1) }], ["solve", { pattern: "rx/xr" }],
    ["events", { pattern, strategy: "paper-plus" }], ["pieces", { pieces: "own" }],
    ["solutions", { pattern, up_to_symmetry: true }],
    ["solve", { pattern, placed: [{ piece: "wand", face: "front", cells: [[0, 0]] }] }],
  ])) {
    await assert.rejects(answers.answer(path, question, none), Beyond, path);
  }
});
