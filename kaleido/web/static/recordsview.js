/** The records on the page, and the button that saves them as a table. */

import { boardTitle, dots, langOf } from "./card.js";
import { dayOf } from "./days.js";
import { boardRecords, levelRecords, writeTable } from "./records.js";
import { allSolves } from "./results.js";
import { download } from "./sketchfile.js";
import { clockTime, plain, t, thousands } from "./text.js";
import { h } from "./vendor/preact.js";

/**
 * @typedef {import("./records.js").Record} Record
 * @typedef {(key: string) => Pick<import("./library.js").Entry, "title"|"group"|"difficulty">} Find
 */

/** The boards that are listed; the file has all. */
const MOST = 50;

/**
 * The records as they are now.
 * @param {{find: Find}} props
 */
export function Records({ find }) {
  const solves = allSolves();
  /** @type {(key: string) => Pick<import("./library.js").Entry, "title"|"group">} */
  const called = (key) => {
    const day = solves.get(key)?.find((solve) => solve.day)?.day;
    return day ? { title: day, group: "days" } : find(key);
  };
  /** @type {import("./records.js").Describe} */
  const describe = (key) => ({ title: plain(boardTitle(called(key))), level: find(key).difficulty || null });
  const boards = boardRecords(solves, describe);
  if (!boards.length) return h("p", { class: "quiet" }, t("records.none"));
  const save = () =>
    download(new Blob([writeTable(boards)], { type: "text/csv" }), `kaleido-records-${dayOf(new Date())}.csv`);
  const levels = levelRecords(solves, describe).map((record) => ({
    record, key: String(record.level), name: record.level ? [
      h("span", { class: "stars", "aria-hidden": true }, dots(record.level)),
      h("span", { class: "unseen" }, t("chooser.level", { n: record.level })),
    ] : t("chooser.unrated"),
  }));
  const listed = boards.slice(0, MOST).map((record) => ({
    record, key: record.key, name: h("span", { lang: langOf(called(record.key)) }, record.title),
  }));
  return h("div", { id: "records", class: "records" },
    h(Table, { caption: t("records.levels"), first: t("chooser.difficulty"), rows: levels }),
    h(Table, { caption: t("records.boards"), first: t("records.board"), rows: listed }),
    h("button", { type: "button", id: "records-save", onClick: save }, t("records.save")));
}

/** @param {{caption: string, first: string, rows: {key: string, name: any, record: Record}[]}} props */
function Table({ caption, first, rows }) {
  const heads = [first, t("statistics.boards"), t("statistics.best"), t("won.hints"), t("records.streak")];
  return h("div", { class: "table-box", role: "region", "aria-label": caption, tabIndex: 0 },
    h("table", { class: "records-table" }, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col", key: words }, words)))),
      h("tbody", {}, rows.map(({ key, name, record: { count, best, hints, streak } }) => h("tr", { key },
        h("th", { scope: "row" }, name), h("td", {}, thousands(count)),
        h("td", {}, best === null ? "–" : clockTime(best)), h("td", {}, hints ?? "–"),
        h("td", {}, thousands(streak)))))));
}
