import assert from "node:assert/strict";
import { test } from "node:test";
import { Adviser } from "../../kaleido/web/static/adviser.js";

test("a question that is asked twice leaves the answer as it is", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const answer = { status: "gave-up", reason: "it took too long", facts: null };
  context.mock.method(globalThis, "fetch", async () => Response.json(answer));
  /** @type {string[]} */
  const told = [];
  const position = { solved: false, placed: [], puzzle: { pieces: null }, question: () => ({}) };
  const view = { tell: (/** @type {() => string} */ words) => told.push(words()) };
  const adviser = new Adviser(/** @type {any} */ ({ position, view, draw: () => {} }));
  adviser.check();
  adviser.check();
  while (!told.length) await new Promise(setImmediate);
  context.mock.timers.tick(1000);
  assert.equal(told.at(-1), "Gave up: it took too long.");
});
