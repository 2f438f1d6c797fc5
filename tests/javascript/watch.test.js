/** A search is drawn while it arrives. */

import { frame, put } from "./nodes.js";
import "./browser.js";
import "./shelves.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Watch } from "../../kaleido/web/static/watch.js";
import { expected, puzzleOf } from "./expected.js";

const [car] = expected.patterns;

/** Answers a request with events, after which more may come until it is called off.
 * @param {object[]} events */
function answer(...events) {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  globalThis.fetch = async (_, init) => new Response(new ReadableStream({
    start(control) {
      control.enqueue(new TextEncoder().encode(text));
      init?.signal?.addEventListener("abort", () => control.error(init.signal?.reason));
    },
  }));
}

test("the first step is told as soon as it has arrived, while the search goes on", async () => {
  const panel = put("panel-watch");
  put("watch-more");
  answer({ type: "start", edges: car.edges, full: 65 });
  const page = { puzzle: puzzleOf({ pattern: car.text }), address: { save() {} } };
  const watch = new Watch(/** @type {any} */ (page), expected.strategies);
  watch.search(0);
  const words = () => panel.called("move")?.textContent ?? "";
  assert.equal(words(), "Searching…");
  while (!watch.recordings[0].last) await new Promise((resolve) => { setTimeout(resolve); });
  frame();
  assert.equal(watch.searching, true);
  assert.equal(watch.step, "0");
  assert.match(words(), new RegExp(`^${car.edges} implied edges`));
  watch.reset();
});
