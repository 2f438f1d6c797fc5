import assert from "node:assert/strict";
import test from "node:test";
import { readFragment, writeFragment } from "../../kaleido/web/static/fragment.js";

/** @type {string[]} */
const written = [];
const place = { hash: "" };
Object.assign(globalThis, {
  location: place,
  history: {
    /**
     * @param {null} _state
     * @param {string} _title
     * @param {string} hash
     */
    replaceState(_state, _title, hash) {
      written.push(hash);
      place.hash = hash;
    },
  },
});

test("what is written is read again, and stays legible", () => {
  const state = { tab: "play", placed: "wand@0,3:front;t-r@1,2:back90", read: "rx?b/", title: "50 % & more=é" };
  writeFragment(state);
  assert.deepEqual(readFragment(place.hash), state);
  assert.match(place.hash, /^#tab=play&placed=wand@0,3:front;t-r@1,2:back90&read=rx\?b\/&/);
});

test("what is empty is left out, and the same is not written twice", () => {
  writeFragment({ tab: "watch", step: "", read: null });
  assert.equal(place.hash, "#tab=watch");
  const count = written.length;
  writeFragment({ tab: "watch", step: "" });
  assert.equal(written.length, count);
});

test("what the page did not write is left out", () => {
  assert.deepEqual(readFragment("#placed=%zz&=x&tab=design&nothing"), { tab: "design" });
  assert.deepEqual(readFragment(""), {});
});

test("too many changes at once wait, and the last one wins", async () => {
  for (let step = 0; step < 60; step += 1) writeFragment({ tab: "watch", step: String(step) });
  assert.notEqual(place.hash, "#tab=watch&step=59");
  assert.ok(written.length <= 40);
  await new Promise((resolve) => { setTimeout(resolve, 700); });
  assert.equal(place.hash, "#tab=watch&step=59");
});
