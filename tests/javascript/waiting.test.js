/** What a page without a server says while its solver loads. */

import assert from "node:assert/strict";
import test from "node:test";

/** @type {FakeWorker[]} */
const workers = [];

class FakeWorker {
  constructor() { workers.push(this); }

  /** @type {(message: {data: object}) => void} */
  onmessage = () => {};
}

test("a wait says how much of the solver has arrived", async () => {
  const html = { dataset: { engine: "page" } };
  Object.assign(globalThis, {
    document: { documentElement: html, querySelector: () => null }, HTMLProgressElement: class {}, Worker: FakeWorker,
  });
  const { engine, waiting } = await import("../../kaleido/web/static/api.js");
  const { t } = await import("../../kaleido/web/static/text.js");
  engine?.start();
  const [, python] = workers;
  assert.equal(waiting("play.thinking"), "The solver is loading…");
  python.onmessage({ data: { type: "loading", share: 0.437 } });
  assert.equal(waiting("play.thinking"), "The solver is loading, 43% of it is here…");
  python.onmessage({ data: { type: "ready" } });
  assert.equal(waiting("play.thinking"), t("play.thinking"));
});
