import assert from "node:assert/strict";
import test from "node:test";

/** @type {string[]} */
const written = [];
const place = { hash: "" };
/** @type {Map<string, string>} */
const store = new Map();
Object.assign(globalThis, {
  sessionStorage: {
    /** @param {string} key */
    getItem: (key) => store.get(key) ?? null,
    /** @param {string} key @param {string} value */
    setItem: (key, value) => store.set(key, value),
    /** @param {string} key */
    removeItem: (key) => store.delete(key),
  },
  location: place,
  history: {
    /** @param {null} _state @param {string} _title @param {string} hash */
    replaceState(_state, _title, hash) {
      written.push(hash);
      place.hash = hash;
    },
  },
});

const { currentFragment, readFragment, writeFragment } = await import("../../kaleido/web/static/fragment.js");

const NAMES = ["tab", "placed", "read", "title"];

test("what is written is read again, and stays legible", () => {
  const state = { tab: "play", placed: "wand@0,3:front;t-r@1,2:back90", read: "rx?b/", title: "50 % & more=é" };
  writeFragment(state);
  assert.deepEqual(readFragment(place.hash, NAMES), { state, strange: [] });
  assert.match(place.hash, /^#tab=play&placed=wand@0,3:front;t-r@1,2:back90&read=rx\?b\/&/);
});

test("what is empty is left out, and the same is not written twice", () => {
  writeFragment({ tab: "watch", step: "", read: null });
  assert.equal(place.hash, "#tab=watch");
  const count = written.length;
  writeFragment({ tab: "watch", step: "" });
  assert.equal(written.length, count);
});

test("what is not understood is named", () => {
  assert.deepEqual(readFragment("#placed=%zz&=x&tab=design&nothing&&sofa=1&title=a=b", NAMES),
    { state: { tab: "design", title: "a=b" }, strange: ["placed=%zz", "=x", "nothing", "sofa=1"] });
  assert.deepEqual(readFragment("", NAMES), { state: {}, strange: [] });
});

test("too many changes at once wait, and the last one wins", async () => {
  for (let step = 0; step < 60; step += 1) writeFragment({ tab: "watch", step: String(step) });
  assert.notEqual(place.hash, "#tab=watch&step=59");
  // Who reloads now finds the last one, but not who opens another link.
  assert.equal(currentFragment(), "#tab=watch&step=59");
  const { hash } = place;
  place.hash = "#tab=design";
  assert.equal(currentFragment(), "#tab=design");
  place.hash = hash;
  assert.ok(written.length <= 40);
  await new Promise((resolve) => { setTimeout(resolve, 700); });
  assert.equal(place.hash, "#tab=watch&step=59");
  assert.equal(currentFragment(), place.hash);
});
