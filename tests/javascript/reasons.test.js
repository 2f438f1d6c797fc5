import assert from "node:assert/strict";
import test from "node:test";
import { reasonOf } from "../../kaleido/web/static/reasons.js";
import { plain, useLanguage } from "../../kaleido/web/static/text.js";
import { expected, pieces } from "./expected.js";

test("every reason of the server is told in the words of players", () => {
  assert.deepEqual(expected.reasons.map((reason) => reasonOf(reason, pieces)), [
    "the pieces cannot make 24 black, 40 red; the nearest they can is 32 black, 32 red",
    "no piece fits on D5",
    "there is no place for the red-footed J (J)",
    "no pieces fit in the island of 3 black, 2 yellow at F5",
    "all ways were tried, in 27 moves, and none leads to the end",
  ]);
  assert.equal(reasonOf({ reason: "the moon is full" }, pieces), "the moon is full");
});

test("what counts and limits are is told, too, and what the page has no words for stays as it is", async () => {
  /** @param {import("../../kaleido/web/static/reasons.js").Facts} facts */
  const told = (facts) => reasonOf({ reason: "so it is", facts });
  const facts = /** @type {const} */ ({ kind: "limit", nodes: 2000, tried: 2000, most: 12, pieces: 18 });
  assert.equal(told(facts),
    "the limit of 2,000 nodes is reached; tried 2,000 placements, with at most 12 of 18 pieces on the board");
  assert.equal(told({ kind: "limit", seconds: 20 }), "the limit of 20 seconds is reached");
  assert.equal(told({ kind: "colours", wanted: { cells: 61 }, nearest: { cells: 60 } }),
    "the pieces cannot make 61 cells; the nearest they can is 60 cells");
  assert.equal(told({ kind: "piece", piece: "U" }), "there is no place for the U");
  assert.equal(told({ kind: "parity", colouring: "chequer", board: [30, 32], nearest: [31, 31], cell: null }),
    "chequered in white and black, the board has 30 + 32 cells; the nearest that the pieces can cover is 31 + 31");
  assert.equal(told({ kind: "parity", colouring: "falling-3", board: [3, 3, 2], nearest: null, cell: [1, 0] }),
    "with stripes in 3 colours in turn, the part of 8 free cells at B1 has 3 + 3 + 2 cells, "
    + "which the pieces never cover");
  const rested = /** @type {import("../../kaleido/web/static/reasons.js").Facts[]} */ ([
    { kind: "piece-left", piece: "U" }, { kind: "cell-left", cell: [3, 4] }, { kind: "cell-free", cell: [3, 4] },
    { kind: "free" }, { kind: "free", empty: 1 }, { kind: "left" },
    { kind: "colours", wanted: { cells: 10 }, nearest: { cells: 8 }, empty: 2 },
    { kind: "clash" }, { kind: "clash-left" }, { kind: "clash-free" },
  ]);
  assert.deepEqual(rested.map(told), [
    "wherever the U lies, the other pieces never show the colours that are left then",
    "whichever piece covers D5, the others never show the colours that are left then",
    "whichever piece covers D5, the others never have as many cells as are left then",
    "the pieces that are left never have as many cells as are free",
    "the pieces that are left never have as many cells as are free, even if 1 of these stays empty",
    "the pieces that are left never show the colours that are free",
    "the pieces cannot make 10 cells, even if up to 2 cells stay empty; the nearest they can is 8 cells",
    "moves that are forced one after another leave a cell or a piece without a place",
    "moves that are forced one after another, if the colours left are counted, leave a cell or a piece without a "
    + "place",
    "moves that are forced one after another, if the cells left are counted, leave a cell or a piece without a place",
  ]);
  await useLanguage("de");
  assert.deepEqual(rested.map(told).map(plain), [
    "wo immer dieses Teil liegt, zeigen die anderen nie die Farben, die dann übrig sind: U",
    "welches Teil auch D5 bedeckt, die anderen zeigen nie die Farben, die dann übrig sind",
    "welches Teil auch D5 bedeckt, die anderen haben nie so viele Felder, wie dann übrig sind",
    "die übrigen Teile haben nie so viele Felder, wie frei sind",
    "die übrigen Teile haben nie so viele Felder, wie frei sind, auch wenn 1 davon leer bleibt",
    "die übrigen Teile zeigen nie die Farben, die frei sind",
    "10 Felder können die Teile nicht bilden, auch wenn bis zu 2 Felder leer bleiben; "
    + "am nächsten kommen sie mit 8 Felder",
    "Züge, von denen einer den nächsten erzwingt, lassen ein Feld oder ein Teil ohne Platz",
    "Züge, von denen einer den nächsten erzwingt, wenn man die übrigen Farben zählt, lassen ein Feld oder ein Teil "
    + "ohne Platz",
    "Züge, von denen einer den nächsten erzwingt, wenn man die übrigen Felder zählt, lassen ein Feld oder ein Teil "
    + "ohne Platz",
  ]);
  assert.equal(told({ kind: "parity", colouring: "rows", board: [5, 4], nearest: [4, 5], cell: null }),
    "mit Reihen abwechselnd weiß und schwarz hat das Brett 5 + 4 Felder; am nächsten kommen die Teile mit 4 + 5");
  assert.equal(told({ kind: "limit", seconds: 20 }), "die Grenze von 20 Sekunden ist erreicht");
  assert.equal(plain(reasonOf({ reason: "the moon is full" })), "the moon is full");
  await useLanguage("en");
});

test("a conflict names its cells, and the pieces that must be used", async () => {
  const all = /** @type {import("../../kaleido/web/static/reasons.js").Facts[]} */ ([
    { kind: "conflict", cells: [[0, 2], [2, 4]], pieces: [] }, { kind: "conflict", cells: [[0, 2]], pieces: ["W"] },
  ]);
  assert.deepEqual(all.map((facts) => reasonOf({ facts })), [
    "the pieces never cover these 2 cells together: A3, C5",
    "with the W on the board, the other pieces never cover A3",
  ]);
  await useLanguage("de");
  assert.deepEqual(all.map((facts) => plain(reasonOf({ facts }))), [
    "die Teile bedecken diese 2 Felder nie zusammen: A3, C5",
    "liegt dieses Teil auf dem Brett (W), so bedecken die anderen A3 nie",
  ]);
  await useLanguage("en");
});
