import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, get, Latest, post, stream } from "../../kaleido/web/static/api.js";

/** @param {() => Response|Promise<Response>} reply */
function answer(reply) {
  globalThis.fetch = async () => reply();
}

test("an error is told in the server's words", async () => {
  answer(() => new Response('{"error": "no such piece"}', { status: 400 }));
  await assert.rejects(post("hint", {}), { name: "Error", message: "no such piece", status: 400 });
  answer(() => new Response("<html>", { status: 502 }));
  await assert.rejects(get("health"), { message: "the server answered 502", status: 502 });
  answer(() => Promise.reject(new TypeError("failed to fetch")));
  await assert.rejects(get("health"), (problem) => problem instanceof ApiError && problem.status === 0
    && problem.message.includes("is `kaleido play` still running?"));
});

test("events are read however the network cuts them", async () => {
  const text = 'data: {"type":"start"}\n\n: still searching\n\ndata: {"type":"place"}\n\ndata: {"type":"solved"}\n\n';
  for (const size of [1, 7, 1000]) {
    const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    answer(() => new Response(new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    })));
    const types = [];
    for await (const events of stream("events", {}, new AbortController().signal)) {
      types.push(...events.map(({ type }) => type));
    }
    assert.deepEqual(types, ["start", "place", "solved"]);
  }
});

test("a new task ends the one before, without a word of failure", async () => {
  const latest = new Latest();
  /** @type {string[]} */
  const told = [];
  /** @param {AbortSignal} signal */
  const forever = (signal) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  const first = latest.run(forever, () => told.push("first failed"));
  assert.equal(latest.busy, true);
  const second = latest.run(async () => { told.push("second"); }, () => told.push("second failed"));
  await Promise.all([first, second]);
  assert.deepEqual(told, ["second"]);
  assert.equal(latest.busy, false);
  await latest.run(async () => { throw new Error("broken"); }, (problem) => told.push(problem.message));
  assert.deepEqual(told, ["second", "broken"]);
});

test("a server that is silent when one stops waiting is not said to be back", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {((there: boolean) => void)[]} */
  const asked = [];
  /** @type {any} */
  const silentServer = async (/** @type {string} */ path, /** @type {{signal: AbortSignal}} */ { signal }) =>
    new Promise((resolve, reject) => {
      if (path === "api/health") asked.push((there) => (there ? resolve(new Response()) : reject(new Error("none"))));
      else signal.addEventListener("abort", () => reject(signal.reason));
    });
  globalThis.fetch = silentServer;
  /** @type {boolean[]} */
  const told = [];
  const stop = new AbortController();
  const over = assert.rejects(stream("events", {}, stop.signal, (isSilent) => told.push(isSilent)).next());
  /** @param {number} times that the server has been asked whether it is there */
  const again = async (times) => {
    while (asked.length < times) {
      context.mock.timers.tick(1000);
      await new Promise(setImmediate);
    }
  };
  await again(1);
  asked[0](false);
  await again(2);
  assert.deepEqual(told, [true]);
  stop.abort();
  await new Promise(setImmediate);
  asked[1](false);
  await over;
  assert.deepEqual(told, [true]);
});
