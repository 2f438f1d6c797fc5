/** The dialog of the statistics, where all that is kept is also saved as a file, taken from one, and erased. */

import { merged, readBackup, writeBackup } from "./backup.js";
import { dots } from "./card.js";
import { dayOf } from "./days.js";
import { byId, el, find as findNode, input, onPress, write } from "./dom.js";
import { save } from "./games.js";
import { showRecords } from "./recordsview.js";
import { allSolves } from "./results.js";
import { forgetAll, settings, shelf } from "./settings.js";
import { download } from "./sketchfile.js";
import { statistics } from "./statistics.js";
import { clockTime, quoted, t } from "./text.js";

/** @typedef {import("./text.js").Said} Said */

export class StatisticsView {
  /**
   * @param {import("./catalogue.js").Entry[]} shipped the boards that come with Kaleido
   * @param {() => void} changed called when a file has added something
   * @param {import("./recordsview.js").Find} find what is known of a board
   */
  constructor(shipped, changed, find) {
    this.records = () => showRecords(byId("records"), find);
    this.shipped = shipped;
    this.changed = changed;
    this.node = findNode("statistics", HTMLDialogElement);
    for (const id of ["open-statistics", "chooser-statistics"]) onPress(id, () => this.open());
    onPress("statistics-close", () => this.node.close());
    this.node.addEventListener("keydown", (event) => event.stopPropagation());
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node) this.node.close();
    });
    onPress("backup-save", () => this.#save());
    input("backup-load").addEventListener("change", () => this.#load());
    onPress("erase", () => this.#ask(true));
    onPress("erase-no", () => this.#ask(false));
    onPress("erase-yes", erase);
    settings.onchange(() => this.draw());
  }

  open() {
    this.#ask(false);
    this.#tell("");
    this.draw();
    this.node.showModal();
  }

  draw() {
    const found = statistics(this.shipped, allSolves(), dayOf(new Date()));
    write(byId("figure-solved"), t("statistics.ofAll", { n: found.solved, all: found.all }));
    write(byId("figure-bare"), String(found.bare));
    write(byId("figure-streak"), String(found.streak.now));
    write(byId("figure-longest"), String(found.streak.longest));
    write(byId("statistics-helped"), found.helped ? t("statistics.helped", { n: found.helped }) : "");
    byId("statistics-rows").replaceChildren(
      ...found.levels.map((level, at) => row(level, t("chooser.level", { n: at + 1 }), dots(at + 1))),
      row(found.days, t("statistics.days")),
      row(found.others, t("statistics.others")),
    );
    this.records();
  }

  /** @param {Said} text */
  #tell(text) {
    write(byId("backup-status"), text);
  }

  /** @param {boolean} isAsking whether everything shall be erased */
  #ask(isAsking) {
    const wasAsking = !byId("erase-sure").hidden;
    byId("erase-sure").hidden = !isAsking;
    if (isAsking) byId("erase-no").focus();
    else if (wasAsking) byId("erase").focus();
  }

  #save() {
    const now = new Date();
    const text = writeBackup(ownEntries(), settings.all(), now);
    download(new Blob([text], { type: "application/json" }), `kaleido-${dayOf(now)}.json`);
  }

  async #load() {
    const [file] = input("backup-load").files ?? [];
    if (!file) return;
    const name = quoted(file.name);
    const text = await file.text().catch(() => null);
    input("backup-load").value = "";
    const backup = text === null ? "unread" : readBackup(text);
    if (typeof backup === "string") {
      this.#tell(() => t(`statistics.${backup}`, { file: name }));
      return;
    }
    const changes = merged(ownEntries(), backup.entries);
    for (const [entry, value] of Object.entries(changes)) save(entry, value);
    choose(backup.settings);
    const isFull = Object.keys(changes).some((entry) => !shelf.stored().includes(entry));
    this.changed();
    this.draw();
    this.#tell(() => [report(name, Object.keys(changes)), isFull ? t("statistics.full") : ""].join(" "));
  }
}

/** All that is kept, by its names. */
function ownEntries() {
  return Object.fromEntries(shelf.names().map((name) => [name, shelf.load(name)]));
}

/**
 * Takes up the settings that were not chosen here yet.
 * @param {Record<string, string>} others
 */
function choose(others) {
  const own = settings.all();
  for (const [name, value] of Object.entries(others)) {
    const choice = document.getElementById(name);
    if (name in own || !(choice instanceof HTMLSelectElement)) continue;
    choice.value = value;
    choice.dispatchEvent(new Event("change"));
  }
}

/**
 * What a file has added.
 * @param {string} file
 * @param {string[]} names of what has changed
 */
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

/** Erases everything, and begins anew. */
function erase() {
  forgetAll();
  history.replaceState(null, "", location.pathname);
  location.reload();
}

/**
 * @param {import("./statistics.js").Row} row
 * @param {string} name
 * @param {string} shown in its place, which says nothing to screen readers
 */
function row({ solved, all, best, average }, name, shown = "") {
  const bar = el("span", { class: "bar" });
  bar.style.setProperty("--part", String(all ? solved / all : 0));
  /** @param {number|null} seconds */
  const time = (seconds) => el("td", {}, seconds === null ? "–" : clockTime(seconds));
  return el("tr", {},
    el("th", { scope: "row" }, ...(shown
      ? [el("span", { class: "stars", "aria-hidden": true, text: shown }), el("span", { class: "unseen", text: name })]
      : [name])),
    el("td", {}, all === null ? String(solved) : t("statistics.ofAll", { n: solved, all }), ...(all ? [bar] : [])),
    time(best), time(average));
}
