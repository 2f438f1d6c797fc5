/** Which searches are watched: one strategy or two, their seed and their limit. */

import { byId, closeOutside, el, input, select, write } from "./dom.js";
import { foreign, quoted, t } from "./text.js";

/** @typedef {import("./text.js").Said} Said */

/** The usual limit of moves. */
const USUAL = 2000;

export class SearchChoice {
  /**
   * @param {import("./api.js").StrategyEntry[]} strategies
   * @param {() => void} changed
   */
  constructor(strategies, changed) {
    this.strategies = strategies;
    /** Whether some strategies cannot search the board. */
    this.isLimited = false;
    for (const { name } of strategies) {
      for (const id of ["strategy", "rival"]) byId(id).append(el("option", { value: name, text: name, lang: "en" }));
    }
    closeOutside("watch-more");
    for (const id of ["strategy", "rival", "seed", "limit"]) {
      byId(id).addEventListener("change", () => {
        this.draw();
        changed();
      });
    }
  }

  /** The strategies that are chosen: one, or two beside each other. */
  get names() {
    const rival = select("rival").value;
    return [select("strategy").value, ...(rival ? [rival] : [])];
  }

  /** The part of a question to the server that is the same for both. */
  get options() {
    return { seed: Number(input("seed").value), max_nodes: Number(select("limit").value) };
  }

  /** What is chosen, for a link: `paper-plus,0,constrained`; the limit follows unless it is the usual one. */
  get text() {
    const [strategy, rival = ""] = this.names;
    const { seed, max_nodes: limit } = this.options;
    return [strategy, seed, rival, limit === USUAL ? "" : limit].join(",").replace(/,+$/, "");
  }

  /**
   * Takes up the choice of a link.
   * @param {string} text
   * @returns {Said[]} what is not understood
   */
  choose(text) {
    const [strategy, seed = "0", rival = "", limit = ""] = text.split(",");
    const names = this.strategies.map(({ name }) => name);
    /** @type {Said[]} */
    const wrong = [strategy, rival].filter((name) => name && !names.includes(name))
      .map((name) => () => t("link.strategy", { part: quoted(name) }));
    if (!strategy) wrong.push(() => t("link.noStrategy"));
    if (names.includes(strategy)) select("strategy").value = strategy;
    if (/^\d{1,9}$/.test(seed)) input("seed").value = seed;
    else wrong.push(() => t("link.seed", { part: quoted(seed) }));
    select("rival").value = names.includes(rival) ? rival : "";
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
    const usable = this.strategies.filter(({ squares }) => !lattice || !squares).map(({ name }) => name);
    for (const id of ["strategy", "rival"]) {
      const choice = select(id);
      for (const option of choice.options) option.disabled = Boolean(option.value) && !usable.includes(option.value);
      if (choice.selectedOptions[0]?.disabled) choice.value = id === "strategy" ? usable[0] : "";
    }
    this.isLimited = Boolean(lattice);
    this.draw();
  }

  /** Says what the strategies are. */
  draw() {
    const about = this.names.map((own) => this.strategies.find(({ name }) => name === own)?.about ?? "");
    const { isLimited } = this;
    write(byId("about"), () => [...about.map(foreign), ...(isLimited ? [t("watch.squares")] : [])].join(" "));
    byId("pace-box").hidden = about.length < 2;
  }
}
