import assert from "node:assert/strict";
import { test } from "node:test";
import { storage } from "./shelves.js";

/** @returns {Promise<typeof import("../../kaleido/web/static/settings.js")>} */
const tab = (/** @type {string} */ name) => import(`../../kaleido/web/static/settings.js?${name}`);
const [{ settings: here }, { settings: there }] = [await tab("here"), await tab("there")];
Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });

test("what is set in two tabs is kept together", async () => {
  there.set("theme", "dark");
  here.set("sound", "on");
  assert.deepEqual(JSON.parse(storage.getItem("kaleido") ?? ""), { theme: "dark", sound: "on" });
  const { settings: later } = await tab("later");
  assert.deepEqual([later.theme, later.sound], ["dark", true]);
});

test("what cannot be kept holds until the page is closed", () => {
  storage.room = 0;
  here.set("sound", "off");
  here.set("blind", "on");
  assert.deepEqual([here.sound, here.blind], [false, true]);
  storage.room = Infinity;
});

test("of the settings of a file, those that there are and that were not chosen here are taken up", () => {
  const own = { ...there.all() };
  there.adopt({ ...own, theme: "light", marks: "letters", aids: "left", beside: "open", limit: "500", ranking: 5 });
  assert.deepEqual(there.all(), { ...own, marks: "letters", aids: "left", beside: "open" });
});
