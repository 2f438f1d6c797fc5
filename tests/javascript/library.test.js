import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./shelves.js";

const { dayOf, later, readBoards } = await import("../../kaleido/web/static/days.js");
const { Library } = await import("../../kaleido/web/static/library.js");
const { Pieces } = await import("../../kaleido/web/static/pieces.js");

const days = readBoards(readFileSync(new URL("../../kaleido/web/static/days.txt", import.meta.url), "utf-8"));
const library = new Library([], [], new Pieces(), days);

test("an old day keeps its date, though its board has come round since then", ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: new Date(2028, 1, 29, 12) });
  const today = dayOf(new Date());
  // Four times all boards later each lies as it did.
  const old = later(today, -4 * days.length);
  assert.equal(library.find({ pattern: old })?.name, old);
  assert.equal(library.find({ pattern: today })?.name, today);
  assert.equal(library.find({ pattern: later(today, 1) }), null);
});
