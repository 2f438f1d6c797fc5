/** The records on the page, and the button that saves them as a table. */

import { boardTitle, dots } from "./card.js";
import { dayOf } from "./days.js";
import { boardRecords, levelRecords, writeTable } from "./records.js";
import { allSolves } from "./results.js";
import { download } from "./sketchfile.js";
import { clockTime, dayText, plain, t, thousands } from "./text.js";
import { h, render } from "./vendor/preact.js";

/**
 * @typedef {import("./records.js").Record} Record
 * @typedef {(key: string) => Pick<import("./library.js").Entry, "title"|"group"|"difficulty">} Find
 */

/** The boards that are listed; the file has all. */
const MOST = 50;

/**
 * Shows the records as they are now.
 * @param {HTMLElement} node
 * @param {Find} find
 */
export function showRecords(node, find) {
  render(h(View, { solves: allSolves(), find }), node);
}

/** @param {{solves: Map<string, import("./results.js").Solve[]>, find: Find}} props */
function View({ solves, find }) {
  /** @type {import("./records.js").Describe} */
  const describe = (key, own) => {
    const day = own.find((solve) => solve.day)?.day;
    const entry = find(key);
    return { title: plain(boardTitle(day ? { title: day, group: "days" } : entry)), level: entry.difficulty || null };
  };
  const boards = boardRecords(solves, describe);
  if (!boards.length) return h("p", { class: "quiet" }, t("records.none"));
  const save = () => download(new Blob([writeTable(boards)], { type: "text/csv" }), `kaleido-records-${dayOf(new Date())}.csv`);
  return h("div", { class: "records" },
    h(Table, { caption: t("records.levels"), first: t("chooser.difficulty"), rows: levelRecords(solves, describe).map((record) => (
      { name: record.level ? dots(record.level) : t("chooser.unrated"), label: record.level ? t("chooser.level", { n: record.level }) : undefined, record })) }),
    h(Table, { caption: t("records.boards"), first: t("records.board"), rows: boards.slice(0, MOST).map((record) => (
      { name: record.title, record, day: dayText(dayOf(new Date(record.last)), { day: "numeric", month: "short", year: "numeric" }) })) }),
    h("button", { type: "button", id: "records-save", onClick: save }, t("records.save")));
}

/** @param {{caption: string, first: string, rows: {name: string, label?: string, record: Record, day?: string}[]}} props */
const Table = ({ caption, first, rows }) => h("div", { class: "table-box", role: "region", "aria-label": caption, tabIndex: 0 }, h("table", { class: "records-table" },
  h("caption", {}, caption),
  h("thead", {}, h("tr", {}, [first, t("statistics.boards"), t("statistics.best"), t("won.hints"), t("records.streak")]
    .map((words) => h("th", { scope: "col" }, words)))),
  h("tbody", {}, rows.map(({ name, label, day, record: { count, best, hints, streak } }) => h("tr", {},
    h("th", { scope: "row", title: day }, label ? [h("span", { class: "stars", "aria-hidden": true }, name), h("span", { class: "unseen" }, label)] : name),
    [count, best === null ? "–" : clockTime(best), hints ?? "–", streak]
      .map((each) => h("td", {}, typeof each === "number" ? thousands(each) : each)))))));
