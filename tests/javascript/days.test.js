import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  boardOfDay, dayOf, dayOfBoard, later, openedOn, readBoards, readDay, streaks,
} from "../../kaleido/web/static/days.js";
import { expected } from "./expected.js";
import { boardOf } from "../../kaleido/web/static/pattern.js";

const shipped = new URL("../../kaleido/web/static/days.txt", import.meta.url);
const boards = readBoards(readFileSync(shipped, "utf-8"));

test("the boards come in whole weeks that grow harder", () => {
  assert.equal(boards.length % 7, 0);
  for (let start = 0; start < boards.length; start += 7) {
    const week = boards.slice(start, start + 7).map(({ difficulty }) => difficulty);
    assert.deepEqual(week, week.toSorted());
    assert.deepEqual([week[0], week[6]], [1, 5]);
  }
  for (const { cells, solutions } of boards) {
    assert.match(cells, /^[xryb]{64}$/);
    assert.ok(solutions >= 1);
  }
});

test("days have boards of the difficulty of their weekday, different ones for long", () => {
  // After two rounds, boards that look the same upside down come again.
  const days = Array.from({ length: 2 * boards.length }, (_, at) => later("2026-02-23", at));
  const found = days.map((day) => boardOfDay(day, boards));
  assert.equal(new Set(found.map(({ cells }) => cells)).size, found.length);
  const week = found.slice(0, 7).map(({ difficulty }) => difficulty);
  assert.deepEqual(week, week.toSorted((one, other) => one - other));
  assert.equal(week[0], 1);
  assert.equal(week[6], 5);
  for (const { day, difficulty } of found) {
    const [least, most] = [[1, 1], [1, 2], [2, 3], [3, 3], [3, 4], [4, 5], [5, 5]][(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7];
    assert.ok(least <= difficulty && difficulty <= most);
  }
});

test("a day that comes again has its board turned", () => {
  const [before, after] = ["2026-05-31", later("2026-05-31", boards.length)].map((day) => boardOfDay(day, boards));
  assert.equal(after.cells, boardOf(before.cells).transformed({ turns: 1 }).cells);
  assert.equal(boardOfDay(later("2026-05-31", 4 * boards.length), boards).cells, before.cells);
  // Long ago there were days, too.
  assert.match(boardOfDay("1931-02-28", boards).cells, /^[xryb]{64}$/);
});

test("Kaleido's Python deals the same boards", () => {
  for (const [day, text] of Object.entries(expected.days)) {
    assert.equal(boardOf(boardOfDay(day, boards).cells).text, text);
  }
});

test("a board knows its day", () => {
  const { cells } = boardOfDay("2025-12-31", boards);
  assert.equal(dayOfBoard(cells, "2026-01-02", boards), "2025-12-31");
  assert.notEqual(dayOfBoard(cells, "2025-12-30", boards), "2025-12-31");
  assert.equal(dayOfBoard("x".repeat(64), "2026-01-02", boards), null);
});

test("many boards are looked up in no time", () => {
  const start = performance.now();
  for (let at = 0; at < 1000; at += 1) assert.equal(dayOfBoard("x".repeat(64), "2026-01-02", boards), null);
  assert.ok(performance.now() - start < 1000);
});

test("a calendar leaves the cells of a day open, as in Python", () => {
  assert.ok(new Set(expected.calendars.map(({ fields }) => fields)).size > 1);
  for (const { pattern, fields, day, text } of expected.calendars) {
    assert.equal(openedOn(pattern, fields, day), text, day);
    for (const wrong of ["all", "31", "31-31", "feb", "2026-02-30", ""]) {
      assert.equal(openedOn(pattern, fields, wrong), "");
    }
  }
});

test("days are counted across months, leap years and years", () => {
  assert.equal(later("2026-12-31", 1), "2027-01-01");
  assert.equal(later("2028-02-28", 1), "2028-02-29");
  assert.equal(later("2026-03-01", -1), "2026-02-28");
});

test("only days of the calendar are read", () => {
  assert.equal(readDay("2028-02-29"), "2028-02-29");
  for (const wrong of ["2026-02-29", "2026-13-01", "2026-1-1", "today", "", "2026-01-01T00:00"]) {
    assert.equal(readDay(wrong), null);
  }
});

test("a day begins at the player's midnight, wherever that is and whatever becomes of the clock", () => {
  const days = new URL("../../kaleido/web/static/days.js", import.meta.url).href;
  const script = `import { dayOf } from ${JSON.stringify(days)};
    console.log(process.argv.slice(1).map((moment) => dayOf(new Date(moment))).join(" "))`;
  /** @param {string} zone @param {string[]} moments */
  const there = (zone, ...moments) => execFileSync(process.execPath, ["--input-type=module", "-e", script, ...moments],
    { env: { ...process.env, TZ: zone }, encoding: "utf-8" }).trim();
  assert.equal(there("Pacific/Kiritimati", "2026-12-31T09:59:59Z", "2026-12-31T10:00:00Z"), "2026-12-31 2027-01-01");
  assert.equal(there("Pacific/Pago_Pago", "2027-01-01T10:59:59Z", "2027-01-01T11:00:00Z"), "2026-12-31 2027-01-01");
  // The clocks go forward, and back.
  assert.equal(there("Europe/Berlin", "2026-03-28T22:59:00Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:00Z",
    "2026-03-29T22:00:00Z"), "2026-03-28 2026-03-29 2026-03-29 2026-03-30");
  assert.equal(there("Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-25T23:00:00Z"), "2026-10-25 2026-10-26");
  assert.match(dayOf(new Date()), /^\d{4}-\d\d-\d\d$/);
});

test("a streak goes on until a day is over without its board", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03", "2026-03-04"];
  assert.deepEqual(streaks(days, "2026-03-04"), { now: 2, longest: 3 });
  assert.deepEqual(streaks(days, "2026-03-05"), { now: 2, longest: 3 });
  assert.deepEqual(streaks(days, "2026-03-06"), { now: 0, longest: 3 });
  assert.deepEqual(streaks(["2025-12-31", "2026-01-01"], "2026-01-01"), { now: 2, longest: 2 });
  assert.deepEqual(streaks([], "2026-03-06"), { now: 0, longest: 0 });
});
