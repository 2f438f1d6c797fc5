import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const source = await readFile(new URL("../../kaleido/web/static/site/worker.js", import.meta.url), "utf8");

/** Runs the worker of a site with caches of its own; `load` gets what is to be kept. */
function workerOf(
  /** @type {Map<string, string[]>} */ kept, /** @type {(name: string) => Promise<string>} */ load,
  /** @type {{open?: string[], skip?: () => void}} */ { open: windows = [], skip = () => {} } = {},
) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  const open = async (/** @type {string} */ name) => {
    const cache = kept.get(name) ?? kept.set(name, []).get(name) ?? [];
    return {
      // As in browsers: all of them, or none.
      addAll: async (/** @type {{url: string}[]} */ requests) => {
        const files = await Promise.all(requests.map(({ url }) => load(url)));
        cache.push(...files);
      },
      match: async (/** @type {{url: string}} */ { url }) => cache.find((file) => file === url),
    };
  };
  const caches = {
    open, keys: async () => [...kept.keys()], delete: async (/** @type {string} */ name) => kept.delete(name),
  };
  runInContext(`const VERSION = "new"; const FILES = ["./", "a.js"];\n${source}`, createContext({
    caches, URL, location: { origin: "https://site" }, registration: { scope: "https://site/game/" },
    clients: { claim: async () => {}, matchAll: async () => windows.map((url) => ({ url })) }, skipWaiting: skip,
    Request: class { constructor(/** @type {string} */ url) { Object.assign(this, { url }); } },
    fetch: async (/** @type {{url: string}} */ { url }) => `${url} of the network`,
    addEventListener: (/** @type {string} */ name, /** @type {any} */ listener) => { listeners[name] = listener; },
  }));
  return listeners;
}

/** @param {(event: any) => void} listener */
const run = async (listener, data = "") => {
  let end = Promise.resolve();
  listener({ data, waitUntil: (/** @type {Promise<void>} */ promise) => { end = promise; } });
  await end;
};

test("a file that does not arrive whole leaves the version of before", async () => {
  const kept = new Map([["kaleido-old", ["./", "a.js"]]]);
  const worker = workerOf(kept, async (name) => {
    if (name === "a.js") throw new TypeError("the network ended in the middle");
    return name;
  });
  await assert.rejects(run(worker.install), /ended in the middle/);
  assert.deepEqual(kept.get("kaleido-old"), ["./", "a.js"]);
  assert.deepEqual(kept.get("kaleido-new") ?? [], []);
});

test("a whole version takes the place of the one before", async () => {
  const kept = new Map([["kaleido-old", ["./"]], ["of another page", []]]);
  const worker = workerOf(kept, async (name) => name);
  await run(worker.install);
  assert.deepEqual([...kept.keys()].sort(), ["kaleido-new", "kaleido-old", "of another page"]);
  await run(worker.activate);
  assert.deepEqual([...kept.keys()].sort(), ["kaleido-new", "of another page"]);
  assert.deepEqual(kept.get("kaleido-new"), ["./", "a.js"]);
});

test("what the browser has thrown away comes from the network", async () => {
  const worker = workerOf(new Map(), async (name) => name);
  /** @type {Promise<string>|undefined} */
  let answer;
  worker.fetch({
    request: { method: "GET", url: "https://site/a.js" },
    respondWith: (/** @type {Promise<string>} */ promise) => { answer = promise; },
  });
  assert.equal(await answer, "https://site/a.js of the network");
});

test("a new version takes over when a page opens, but not under another one", async () => {
  const page = "https://site/game/#tab=play";
  for (const [open, times] of /** @type {const} */ ([[[page], 1], [[page, "https://site/docs/"], 1], [[page, page], 0]])) {
    let skipped = 0;
    const worker = workerOf(new Map(), async (name) => name, { open: [...open], skip: () => { skipped += 1; } });
    await run(worker.message, "take over");
    assert.equal(skipped, times);
  }
});
