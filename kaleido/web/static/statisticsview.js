/** The dialog of the statistics, which also exports, imports and erases everything that is stored. */

import { Fragment, h, useLayoutEffect, useRef, useSignal } from "./vendor/preact.js";
import { merged, readBackup, writeBackup } from "./backup.js";
import { boardTitle } from "./card.js";
import { dots } from "./catalogue.js";
import { dayOf } from "./days.js";
import { byId } from "./dom.js";
import { download, Files } from "./form.js";
import { save } from "./games.js";
import { modal, press } from "./modal.js";
import { allSolves, boardRecords, levelRecords, statistics, writeTable } from "./results.js";
import { forgetAll, settings, shelf } from "./settings.js";
import { clockTime, plain, quoted, t, thousands } from "./text.js";

/** @typedef {import("./results.js").Result} Result
 * @typedef {(key: string) => Pick<import("./library.js").Entry, "title"|"group"|"difficulty">} Find
 * The boards that come with Kaleido, the handler of an import, and the function that finds the entry of a board.
 * @typedef {{shipped: import("./catalogue.js").Entry[], changed: () => void, finder: () => Find}} Subject */

export const statisticsWindow =
  modal("statistics", Statistics, { title: "statistics.title", class: "window small", isLight: true });

/** @param {{value: Subject}} props */
function Statistics({ value: { shipped, changed, finder } }) {
  /** The number of imports; a change draws the statistics again. */
  const files = useSignal(0);
  void files.value;
  const { solved, all, bare, blind, streak, helped, levels, days, others } =
    statistics(shipped, allSolves(), dayOf(new Date()));
  return h("div", { class: "window-body" },
    h("dl", { class: "figures" },
      h(Figure, { name: "solved", value: t("statistics.ofAll", { n: solved, all }) }),
      h(Figure, { name: "bare", value: bare }),
      h(Figure, { name: "streak", value: streak.now }),
      h(Figure, { name: "longest", value: streak.longest })),
    h("table", { class: "levels-table" },
      h("caption", { class: "unseen" }, t("statistics.table")),
      h("thead", null, h("tr", null, /** @type {const} */ (["level", "boards", "best", "average"])
        .map((name) => h("th", { scope: "col" }, t(`statistics.${name}`))))),
      h("tbody", { id: "statistics-rows" },
        levels.map((row, at) => h(Level, { row, name: t("chooser.level", { n: at + 1 }), shown: dots(at + 1) })),
        h(Level, { row: days, name: t("statistics.days") }),
        h(Level, { row: others, name: t("statistics.others") }))),
    h("p", { id: "statistics-blind", class: "quiet" }, bare ? t("statistics.blind", { n: blind, all: bare }) : ""),
    h("p", { id: "statistics-helped", class: "quiet" }, helped ? t("statistics.helped", { n: helped }) : ""),
    h("details", { class: "help" }, h("summary", null, t("records.title")), h(Records, { finder })),
    h(Backup, { changed: () => {
      changed();
      files.value += 1;
    } }));
}

/** @param {{name: "solved"|"bare"|"streak"|"longest", value: string|number}} props */
const Figure = ({ name, value }) =>
  h("div", null, h("dd", { id: `figure-${name}` }, value), h("dt", null, t(`statistics.${name}`)));

/** @param {{row: import("./results.js").Row, name: string, shown?: string}} props `shown` replaces the name on the
 *   screen, not for screen readers */
function Level({ row: { solved, all, best, average }, name, shown }) {
  const [fastest, usual] = [best, average].map((seconds) => (seconds === null ? "–" : clockTime(seconds)));
  return h("tr", null,
    h("th", { scope: "row" }, shown
      ? [h("span", { class: "stars", "aria-hidden": true }, shown), h("span", { class: "unseen" }, name)] : name),
    h("td", null, all === null ? String(solved) : t("statistics.ofAll", { n: solved, all }),
      all ? h("span", { class: "bar", style: { "--part": solved / all } }) : null),
    h("td", null, fastest), h("td", null, usual));
}

/** The most boards listed; the file has all. */
const MOST = 50;

/** Draws the records as they are now.
 * @param {{finder: () => Find}} props */
function Records({ finder }) {
  const find = finder();
  const solves = allSolves();
  /** @type {(key: string) => Pick<import("./library.js").Entry, "title"|"group">} */
  const called = (key) => {
    const day = solves.get(key)?.find((solve) => solve.day)?.day;
    return day ? { title: day, group: "days" } : find(key);
  };
  /** @type {import("./results.js").Describe} */
  const describe = (key) => ({ title: plain(boardTitle(called(key))), level: find(key).difficulty || null });
  const boards = boardRecords(solves, describe);
  if (!boards.length) return h("p", { class: "quiet" }, t("records.none"));
  const saveTable = () =>
    download(new Blob([writeTable(boards)], { type: "text/csv" }), `kaleido-records-${dayOf(new Date())}.csv`);
  const levels = levelRecords(solves, describe).map((record) => ({
    record, key: String(record.level), name: record.level ? [
      h("span", { class: "stars", "aria-hidden": true }, dots(record.level)),
      h("span", { class: "unseen" }, t("chooser.level", { n: record.level })),
    ] : t("chooser.unrated"),
  }));
  const listed = boards.slice(0, MOST).map((record) => ({
    record, key: record.key, name: record.title,
  }));
  return h("div", { id: "records", class: "records" },
    h(Table, { caption: t("records.levels"), first: t("chooser.difficulty"), rows: levels }),
    h(Table, { caption: t("records.boards"), first: t("records.board"), rows: listed }),
    h("button", { type: "button", id: "records-save", onClick: saveTable }, t("records.save")));
}

/** @param {{caption: string, first: string, rows: {key: string, name: any, record: Result}[]}} props */
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

/** Draws the buttons that export, import and erase everything.
 * @param {{changed: () => void}} props */
function Backup({ changed }) {
  const said = useSignal(/** @type {() => string} */ (() => ""));
  const isAsking = useSignal(false);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (isAsking.value) byId("erase-no").focus();
    else if (wasAsking.current) byId("erase").focus();
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);
  return h(Fragment, null,
    h("h3", null, t("statistics.data")),
    h("p", { class: "quiet" }, t("statistics.where")),
    h("div", { class: "row" },
      press("statistics.save", { id: "backup-save", onClick: saveAll }),
      h(Files, {
        id: "backup-load", words: t("statistics.load"), accept: "application/json,.json", take: async ([file]) => {
          if (!file) return;
          said.value = await add(file);
          changed();
        },
      }),
      press("statistics.erase", { id: "erase", onClick: () => { isAsking.value = true; } })),
    isAsking.value && h("div", { class: "sure", role: "alertdialog", "aria-labelledby": "erase-words" },
      h("p", { id: "erase-words" }, t("statistics.sure")),
      press("statistics.yes", { id: "erase-yes", onClick: erase }),
      press("statistics.no", { id: "erase-no", class: "prime", onClick: () => { isAsking.value = false; } })),
    h("p", { id: "backup-status", class: "status", role: "status" }, said.value()));
}

/** Saves everything that is stored as a file. */
function saveAll() {
  const now = new Date();
  const text = writeBackup(ownEntries(), settings.all(), now);
  download(new Blob([text], { type: "application/json" }), `kaleido-${dayOf(now)}.json`);
}

/** Imports a file; returns the words for the result.
 * @param {File} file */
async function add(file) {
  const name = quoted(file.name);
  const text = await file.text().catch(() => null);
  const backup = text === null ? "unread" : readBackup(text);
  if (typeof backup === "string") return () => t(`statistics.${backup}`, { file: name });
  const changes = merged(ownEntries(), backup.entries);
  for (const [entry, value] of Object.entries(changes)) save(entry, value);
  settings.adopt(backup.settings);
  const isFull = Object.keys(changes).some((entry) => !shelf.stored().includes(entry));
  return () => [report(name, Object.keys(changes)), isFull && t("statistics.full")].filter(Boolean).join(" ");
}

/** Returns all stored entries by name. */
const ownEntries = () => Object.fromEntries(shelf.names().map((name) => [name, shelf.load(name)]));

/** Returns the words for the changes by an import.
 * @param {string} file
 * @param {string[]} names of the changed entries */
function report(file, names) {
  /** @param {string} prefix */
  const many = (prefix) => names.filter((name) => name.startsWith(prefix)).length;
  const [results, games] = [many("solved."), many("game.")];
  const changes = [
    results ? t("statistics.results", { n: results }) : "",
    games ? t("statistics.games", { n: games }) : "",
    names.includes("boards") ? t("statistics.lists") : "",
  ].filter(Boolean).join(", ");
  return changes ? t("statistics.added", { file, changes }) : t("statistics.nothing", { file });
}

/** Erases everything, and reloads the page. */
function erase() {
  forgetAll();
  history.replaceState(null, "", location.pathname);
  location.reload();
}
