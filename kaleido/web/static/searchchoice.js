/** The choice of searches to watch: one strategy or two with their adjusted parameters, the seed and the limit. */

import { closeOutside } from "./dom.js";
import { nearest } from "./catalogue.js";
import { Choose, Labelled, Tick, ticked } from "./form.js";
import { pictured, pressPicture, spelt } from "./modal.js";
import { foreign, named, plain, quoted, t, thousands } from "./text.js";
import { h, signal, useEffect } from "./vendor/preact.js";

/** @typedef {import("./text.js").Said} Said */

/** The limits of moves, and the usual one. */
const LIMITS = [500, 2000, 5000, 20000];
const USUAL = 2000;
/** The largest seed: a link has nine digits for it. */
const LARGEST = 999_999_999;
/** The lists of the watched strategies. */
const LISTS = /** @type {const} */ (["strategy", "rival"]);

export class SearchChoice {
  /** Whether some strategies cannot search the board. */
  isLimited = signal(false);
  seed = signal(0);
  limit = signal(USUAL);
  /** Whether two searches are played so that they end at the same time. */
  isEven = signal(false);
  /** Whether to pause when a move is taken back. */
  pauses = signal(false);

  /** @param {import("./api.js").StrategyEntry[]} strategies
   * @param {(isWatched: boolean) => void} changed called after a change, with whether the searches must start again */
  constructor(strategies, changed) {
    this.strategies = strategies;
    this.changed = changed;
    /** The names of the watched strategies, and of a third that is compared with them; empty without one. */
    this.slots = signal([strategies[0].name, "", ""]);
  }

  /** The strategies that are watched: one, or two beside each other. */
  get names() { return this.slots.value.slice(0, 2).filter(Boolean); }

  /** The part of a question to the server that is the same for both. */
  get options() { return { seed: this.seed.value, max_nodes: this.limit.value }; }

  /** @param {string} name */
  read(name) { return readName(name, this.strategies); }

  /** Returns the name of a strategy for people, followed by its adjustments.
   * @param {string} name */
  shown(name) {
    const { length } = this.read(name)?.entry.name ?? name;
    return strategyName(name.slice(0, length)) + name.slice(length).replaceAll("+", " +");
  }

  /** The names of the strategies that can search the board. */
  get usable() {
    return this.strategies.filter(({ squares }) => !this.isLimited.value || !squares).map(({ name }) => name);
  }

  /** Takes another strategy, or adjusts the one that is there.
   * @param {number} slot
   * @param {string} name empty for none */
  put(slot, name) {
    this.slots.value = this.slots.value.with(slot, name);
    this.changed(slot < LISTS.length);
  }

  /** The choice for a link: `paper-plus,0,constrained`, then the limit unless it is usual, and the third strategy. */
  get text() {
    const [strategy, rival, third] = this.slots.value;
    const { seed, max_nodes: limit } = this.options;
    return [strategy, seed, rival, limit === USUAL ? "" : limit, third].join(",").replace(/,+$/, "");
  }

  /** Reads the choice of a link.
   * @param {string} text
   * @returns {Said[]} the parts that are not understood */
  choose(text) {
    const [strategy, seed = "0", rival = "", limit = "", third = ""] = text.split(",");
    const found = [strategy, rival, third].map((name) => this.read(name));
    const wrong = [strategy, rival, third].filter((name, slot) => name && !found[slot])
      .map((name) => () => {
        const known = this.strategies.map((each) => ({ name: each.name, title: strategyName(each.name) }));
        const near = nearest(name, known, (each) => `${each.name} ${each.title}`);
        const part = quoted(name);
        return near ? t("link.nearStrategy", { part, name: near.name }) : t("link.strategy", { part });
      });
    if (!strategy) wrong.push(() => t("link.noStrategy"));
    this.slots.value = found.map((each, slot) => (each ? writeName(each.entry, each.values)
      : slot ? "" : this.slots.value[0]));
    if (/^\d{1,9}$/.test(seed)) this.seed.value = Number(seed);
    else wrong.push(() => t("link.seed", { part: quoted(seed) }));
    const isKnown = !limit || LIMITS.map(String).includes(limit);
    this.limit.value = isKnown && limit ? Number(limit) : USUAL;
    if (!isKnown) wrong.push(() => t("link.limit", { part: quoted(limit) }));
    return wrong;
  }

  /** Offers the strategies that can search a board; strategies with windows of squares search only squares.
   * @param {import("./board.js").Board} board */
  suit({ lattice }) {
    this.isLimited.value = Boolean(lattice);
    const { usable } = this;
    this.slots.value = this.slots.value.map((name, slot) =>
      (!name || usable.includes(this.read(name)?.entry.name ?? "") ? name : slot ? "" : usable[0]));
  }

  /** Searches with another seed or limit.
   * @param {import("./vendor/preact.js").Signal<number>} number
   * @param {number} value as typed */
  set(number, value) {
    number.value = Math.max(0, Math.min(LARGEST, Math.trunc(value) || 0));
    this.changed(true);
  }

  /** The descriptions of the strategies. */
  get about() {
    const entries = this.names.flatMap((name) => this.read(name)?.entry ?? []).map(({ own, name, about }) =>
      `${foreign(name)}: ${own ? foreign(about) : named("abouts", name)}`);
    return [...entries, ...(this.isLimited.value ? [t("watch.squares")] : [])].join(" ");
  }
}

/** Returns the name of a strategy for people.
 * @param {string} name */
export const strategyName = (name) => plain(named("strategies", name));

/** @param {{choice: SearchChoice, search: () => void}} props */
export function Setup({ choice, choice: { seed, limit, isEven, pauses }, search }) {
  useEffect(() => closeOutside("watch-more"), []);
  const { usable, names } = choice;
  return [
    h("div", { class: "setup" },
      LISTS.map((id, slot) => h(Choose, {
        key: id, id, words: t(`watch.${id}`), value: choice.read(choice.slots.value[slot])?.entry.name ?? "",
        choose: (value) => choice.put(slot, value),
      }, slot > 0 && h("option", { value: "" }, t("watch.nothing")), choice.strategies.map(({ name }) =>
        h("option", { key: name, value: name, disabled: !usable.includes(name) }, strategyName(name))))),
      pressPicture("watch.again", "rotate", { id: "search", title: t("watch.again"), onClick: search }),
      h("details", { id: "watch-more", class: "settings" },
        h("summary", { "aria-label": t("watch.more"), title: t("watch.more") }, pictured("more")),
        h("div", { class: "sheet" },
          h(Labelled, { words: t("watch.seed") }, h("input", {
            id: "seed", type: "number", min: 0, max: LARGEST, step: 1, value: seed.value, inputMode: "numeric",
            onChange: ({ currentTarget: { value } }) => choice.set(seed, Number(value)),
          })),
          h(Choose, {
            id: "limit", words: t("watch.limit"), value: limit.value,
            choose: (value) => choice.set(limit, Number(value)),
          }, LIMITS.map((each) => h("option", { key: each, value: each }, thousands(each)))),
          names.length > 1 && h(Choose, {
            id: "pace", words: t("watch.pace"), value: isEven.value ? "ends" : "same",
            choose: (value) => { isEven.value = value === "ends"; },
          }, h("option", { value: "same" }, t("watch.same")), h("option", { value: "ends" }, t("watch.ends"))),
          h(Tick, { id: "pause-backs", words: t("watch.pauseBacks"), ...ticked(pauses) })))),
    h("p", { id: "about", class: "about" }, spelt(choice.about)),
  ];
}

/** @typedef {import("./api.js").StrategyEntry} Entry
 * @typedef {Record<string, number|boolean>} Values of some parameters, by name */

/** Reads a name; null if there is no such strategy, or if it has no such parameters.
 * @param {string} text @param {Entry[]} entries */
export function readName(text, entries) {
  const entry = entries.filter(({ name }) => text === name || text.startsWith(`${name}+`))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!entry) return null;
  /** @type {Values} */
  const values = {};
  for (const change of text.slice(entry.name.length).split("+").slice(1)) {
    const [key, value] = change.split("=");
    const found = entry.parameters.find(({ name }) => name === key || (value === undefined && `no-${name}` === key));
    if (!found || (value === undefined) !== (found.kind === "switch")) return null;
    const number = Number(value || NaN);
    if (value !== undefined && !(Number(found.least) <= number && number <= Number(found.most))) return null;
    values[found.name] = value === undefined ? found.name === key : number;
  }
  return { entry, values };
}

/** Writes a name: rules that are switched on, rules that are switched off, then numbers.
 * @param {Entry} entry @param {Values} values */
export function writeName({ name, parameters }, values) {
  const changed = parameters.map((each) => ({ key: each.name, usual: each.default, value: values[each.name] }))
    .filter(({ usual, value }) => value !== undefined && value !== usual);
  /** @param {(value: number|boolean) => boolean} kind */
  const some = (kind) => changed.filter(({ value }) => kind(value));
  return [
    name,
    ...some((value) => value === true).map(({ key }) => key),
    ...some((value) => value === false).map(({ key }) => `no-${key}`),
    ...some((value) => typeof value === "number").map(({ key, value }) => `${key}=${value}`),
  ].join("+");
}
