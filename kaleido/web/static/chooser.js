/** The dialog in which a board is chosen. */

import { drawCard, dots, putMark, boardTitle } from "./card.js";
import { arranged, following } from "./catalogue.js";
import { dayOf, monthUntil, streaks } from "./days.js";
import { readDeal } from "./deals.js";
import { around, byId, el, find, input, onPress, select, set, write } from "./dom.js";
import { allGames } from "./games.js";
import { allSolves, daysInTime, resultOf } from "./results.js";
import { named, plain, spoken, t } from "./text.js";
import { Walker } from "./walker.js";

/**
 * @typedef {import("./library.js").Entry} Entry
 * @typedef {import("./card.js").Mark} Mark
 */

/** @type {Mark} */
const NOTHING = { result: null, game: null };

export class Chooser {
  /** The cards that were drawn, by the keys of their boards.
   * @type {Map<string, HTMLElement>} */
  #cards = new Map();
  /** The language of the cards. */
  #language = "";
  /** What the player has done, by the keys of the boards.
   * @type {Map<string, Mark>} */
  #marks = new Map();
  /** The days whose boards were solved on the day itself.
   * @type {string[]} */
  #played = [];
  /** The difficulties that are wanted; all if there are none.
   * @type {Set<number>} */
  #levels = new Set();

  /**
   * @param {import("./library.js").Library} library
   * @param {() => Entry[]} own the boards of one's own
   * @param {() => string} current the key of the board that is open
   * @param {(entry: Entry) => void} choose called with the board that was chosen
   */
  constructor(library, own, current, choose) {
    this.library = library;
    this.own = own;
    this.current = current;
    this.choose = choose;
    this.node = find("chooser", HTMLDialogElement);
    this.list = byId("chooser-list");
    this.walker = new Walker(this.list, ".card");
    this.#listen();
  }

  #listen() {
    onPress("chooser-close", () => this.node.close());
    onPress("chooser-next", () => {
      const { next } = this;
      if (next) this.#take(next);
    });
    byId("chooser-levels").append(...[1, 2, 3, 4, 5].map((level) => {
      const sign = el("span", { "aria-hidden": true, text: dots(level) });
      const button = el("button", { type: "button", value: level, class: "level" }, sign);
      button.addEventListener("click", () => {
        if (!this.#levels.delete(level)) this.#levels.add(level);
        this.#list();
      });
      return button;
    }));
    for (const id of ["chooser-search", "chooser-unsolved", "chooser-order"]) {
      byId(id).addEventListener("input", () => this.#list());
    }
    byId("chooser-month").addEventListener("toggle", () => this.#showMonth());
    this.node.addEventListener("click", (event) => this.#click(event));
    this.node.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.target === this.node) this.node.close();
    if (around(event, "#chooser-all")) this.#widen();
    const entry = this.#find(around(event, ".card")?.dataset.key);
    // With these keys, the browser opens a link elsewhere.
    if (!entry || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#take(entry);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // The keys of the game behind do not act.
    event.stopPropagation();
    const search = input("chooser-search");
    if (event.key === "Escape") {
      event.preventDefault();
      this.node.close();
    } else if (event.target === search) {
      const [first] = this.walker.links;
      if (event.key === "ArrowDown") first?.focus();
      else if (event.key === "Enter" && search.value.trim()) first?.click();
      else return;
      event.preventDefault();
    } else if (around(event, ".card") && /^(\S|Backspace)$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
      // The sign itself goes where the focus is then.
      search.focus();
    }
  }

  /** @param {Entry} entry */
  #take(entry) {
    this.node.close();
    this.choose(entry);
  }

  /** All boards to choose from. */
  get all() {
    return [...this.own(), ...this.library.deals, ...this.library.entries];
  }

  /** @param {string|undefined} key */
  #find(key) {
    const month = monthUntil(dayOf(new Date())).map((day) => this.library.day(day));
    return [...month, ...this.all].find((entry) => entry.key === key);
  }

  /**
   * The entry of a board by its key.
   * @param {string} key
   */
  known(key) {
    return this.all.find((entry) => entry.key === key);
  }

  /**
   * The entry of a puzzle.
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @returns {Pick<Entry, "title"|"group"|"difficulty"|"key">}
   */
  entryOf({ key, name, title }) {
    const known = this.known(key);
    const group = readDeal(name) ? "deals" : name ? "days" : "own";
    return known ?? { key, title: name || title, group, difficulty: null };
  }

  get #order() {
    return /** @type {import("./catalogue.js").Order} */ (select("chooser-order").value);
  }

  /** The board that comes next: one that is not solved; null if all are. */
  get next() {
    this.#read();
    const key = this.current();
    const entry = this.#find(key) ?? { key, difficulty: null };
    const wish = { query: "", levels: new Set(), unsolved: false, order: this.#order };
    return following(arranged(this.library.entries, wish, this.#isSolved, wording), entry, this.#isSolved);
  }

  /** @type {(entry: Entry) => boolean} */
  #isSolved = ({ key }) => this.#markOf(key).result?.isFeat ?? false;

  /** @param {string} key */
  #markOf(key) {
    return this.#marks.get(key) ?? NOTHING;
  }

  /** Reads what the player has done. */
  #read() {
    const solves = allSolves();
    const games = new Map(allGames().filter(([, { isOver, placed }]) => !isOver && placed));
    this.#marks = new Map([...new Set([...solves.keys(), ...games.keys()])].map((key) => {
      const own = solves.get(key);
      return [key, { result: own ? resultOf(own) : null, game: games.get(key) ?? null }];
    }));
    this.#played = daysInTime(solves.values());
  }

  open() {
    this.#read();
    if (this.#language !== spoken()) {
      this.#language = spoken();
      this.#cards.clear();
    }
    input("chooser-search").value = "";
    this.node.showModal();
    this.refresh();
    const { links } = this.walker;
    const start = links.find((link) => link.dataset.key === this.current()) ?? links[0];
    start?.focus({ preventScroll: true });
    start?.scrollIntoView({ block: "nearest" });
  }

  /** Shows what was done meanwhile. */
  refresh() {
    this.#read();
    this.#showToday();
    this.#list();
    const { next } = this;
    byId("chooser-next").hidden = !next;
  }

  #showToday() {
    const today = dayOf(new Date());
    byId("chooser-today").replaceChildren(this.#dayCard(today, "today"));
    byId("chooser-month").hidden = monthUntil(today).length < 2;
    this.#showMonth();
    const { now } = streaks(this.#played, today);
    write(byId("chooser-streak"), now ? t("chooser.days", { n: now }) : "");
  }

  /** Shows the days of this month before today, the last one first, if they are wanted. */
  #showMonth() {
    const days = find("chooser-month", HTMLDetailsElement).open ? monthUntil(dayOf(new Date())).slice(0, -1) : [];
    byId("chooser-days").replaceChildren(...days.reverse().map((day) => el("li", {}, this.#dayCard(day, "day"))));
  }

  /**
   * @param {string} day
   * @param {string} kind
   */
  #dayCard(day, kind) {
    const entry = this.library.day(day);
    return drawCard(entry, this.#markOf(entry.key), kind);
  }

  /** Takes away all that narrows the list. */
  #widen() {
    this.#levels.clear();
    input("chooser-search").value = "";
    input("chooser-unsolved").checked = false;
    this.#list();
    input("chooser-search").focus();
  }

  #list() {
    const query = input("chooser-search").value.trim();
    for (const button of byId("chooser-levels").querySelectorAll("button")) {
      const n = Number(button.value);
      set(button, { "aria-pressed": this.#levels.has(n), "aria-label": t("chooser.level", { n }) });
    }
    const wish = {
      query, levels: this.#levels, unsolved: input("chooser-unsolved").checked,
      order: this.#order,
    };
    const sections = arranged(this.all, wish, this.#isSolved, wording);
    const current = this.current();
    byId("chooser-day").hidden = Boolean(query || wish.unsolved || this.#levels.size || wish.order !== "given");
    byId("chooser-groups").replaceChildren(...sections.map((section) => this.#section(section, current)));
    const found = sections.flatMap(({ members }) => members);
    const solved = found.filter(this.#isSolved).length;
    byId("chooser-none").hidden = found.length > 0;
    write(byId("chooser-found"), solved ? t("chooser.foundSolved", { n: found.length, solved })
      : t("chooser.found", { n: found.length }));
    this.walker.rest(this.walker.links[0]);
  }

  /**
   * @param {import("./catalogue.js").Section<Entry>} section
   * @param {string} current the key of the board that is open
   */
  #section({ group, level, members }, current) {
    const title = group ? plain(named("groups", group)) : level === null ? t("chooser.bySolutions")
      : level ? t("chooser.level", { n: level }) : t("chooser.unrated");
    const heading = el("h3", {}, title);
    if (level) heading.append(" ", el("span", { class: "stars", "aria-hidden": true, text: dots(level) }));
    const cards = members.map((entry) => el("li", {}, this.#card(entry, current)));
    return el("section", {}, heading, el("ul", { class: "cards" }, ...cards));
  }

  /**
   * @param {Entry} entry
   * @param {string} current
   */
  #card(entry, current) {
    const mark = this.#markOf(entry.key);
    const known = this.#cards.get(entry.key);
    const card = known ?? drawCard(entry, mark);
    // What one's own boards are called may change.
    if (entry.group !== "own") this.#cards.set(entry.key, card);
    if (known) putMark(card, entry, mark);
    set(card, { "aria-current": entry.key === current });
    return card;
  }
}

/**
 * What a query looks through.
 * @param {Entry} entry
 */
const wording = (entry) => `${boardTitle(entry)} ${entry.name} ${plain(named("groups", entry.group))}`;
