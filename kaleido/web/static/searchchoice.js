/** Which searches are watched: one strategy or two, as they are adjusted, their seed and their limit. */

import { readName, writeName } from "./adjusted.js";
import { byId, closeOutside, el, input, select, write } from "./dom.js";
import { foreign, quoted, t } from "./text.js";
import { signal } from "./vendor/preact.js";

/** @typedef {import("./text.js").Said} Said */

/** The usual limit of moves. */
const USUAL = 2000;
/** The lists of those that are watched. */
const LISTS = ["strategy", "rival"];

export class SearchChoice {
  /**
   * @param {import("./api.js").StrategyEntry[]} strategies
   * @param {(isWatched: boolean) => void} changed called with whether the searches are other ones then
   */
  constructor(strategies, changed) {
    this.strategies = strategies;
    this.changed = changed;
    /** Whether some strategies cannot search the board. */
    this.isLimited = signal(false);
    /** The names of those that are watched, and of a third that is compared with them; empty without one. */
    this.slots = signal([strategies[0].name, "", ""]);
    for (const { name } of strategies) {
      for (const id of LISTS) byId(id).append(el("option", { value: name, text: name, lang: "en" }));
    }
    closeOutside("watch-more");
    LISTS.forEach((id, slot) => byId(id).addEventListener("change", () => this.put(slot, select(id).value)));
    for (const id of ["seed", "limit"]) byId(id).addEventListener("change", () => changed(true));
  }

  /** The strategies that are watched: one, or two beside each other. */
  get names() {
    return this.slots.value.slice(0, 2).filter(Boolean);
  }

  /** The part of a question to the server that is the same for both. */
  get options() {
    return { seed: Number(input("seed").value), max_nodes: Number(select("limit").value) };
  }

  /** @param {string} name */
  read(name) {
    return readName(name, this.strategies);
  }

  /** The names of the strategies that can search the board. */
  get usable() {
    return this.strategies.filter(({ squares }) => !this.isLimited.value || !squares).map(({ name }) => name);
  }

  /**
   * Takes another strategy, or adjusts the one that is there.
   * @param {number} slot
   * @param {string} name empty for none
   */
  put(slot, name) {
    this.slots.value = this.slots.value.with(slot, name);
    this.draw();
    this.changed(slot < LISTS.length);
  }

  /** What is chosen, for a link: `paper-plus,0,constrained`; the limit follows unless it is usual, and the third. */
  get text() {
    const [strategy, rival, third] = this.slots.value;
    const { seed, max_nodes: limit } = this.options;
    return [strategy, seed, rival, limit === USUAL ? "" : limit, third].join(",").replace(/,+$/, "");
  }

  /**
   * Takes up the choice of a link.
   * @param {string} text
   * @returns {Said[]} what is not understood
   */
  choose(text) {
    const [strategy, seed = "0", rival = "", limit = "", third = ""] = text.split(",");
    const found = [strategy, rival, third].map((name) => this.read(name));
    /** @type {Said[]} */
    const wrong = [strategy, rival, third].filter((name, slot) => name && !found[slot])
      .map((name) => () => t("link.strategy", { part: quoted(name) }));
    if (!strategy) wrong.push(() => t("link.noStrategy"));
    this.slots.value = found.map((each, slot) => (each ? writeName(each.entry, each.values)
      : slot ? "" : this.slots.value[0]));
    if (/^\d{1,9}$/.test(seed)) input("seed").value = seed;
    else wrong.push(() => t("link.seed", { part: quoted(seed) }));
    select("limit").value = limit || String(USUAL);
    if (!select("limit").value) {
      select("limit").value = String(USUAL);
      wrong.push(() => t("link.limit", { part: quoted(limit) }));
    }
    this.draw();
    return wrong;
  }

  /**
   * Offers the strategies that can search a board; those that look through windows of squares search no other.
   * @param {import("./board.js").Board} board
   */
  suit({ lattice }) {
    this.isLimited.value = Boolean(lattice);
    const { usable } = this;
    for (const id of LISTS) {
      for (const option of select(id).options) option.disabled = !usable.concat("").includes(option.value);
    }
    this.slots.value = this.slots.value.map((name, slot) =>
      (!name || usable.includes(this.read(name)?.entry.name ?? "") ? name : slot ? "" : usable[0]));
    this.draw();
  }

  /** Says what the strategies are. */
  draw() {
    const entries = this.slots.value.map((name) => this.read(name)?.entry);
    LISTS.forEach((id, slot) => { select(id).value = entries[slot]?.name ?? ""; });
    const about = entries.slice(0, 2).map((entry) => entry?.about ?? "").filter(Boolean);
    write(byId("about"), () =>
      [...about.map(foreign), ...(this.isLimited.value ? [t("watch.squares")] : [])].join(" "));
    byId("pace-box").hidden = this.names.length < 2;
  }
}
