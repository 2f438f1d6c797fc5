/** The window in which a board is chosen. */

import { ownBoards } from "./boards.js";
import { boardTitle, Card } from "./card.js";
import { arranged, dots, following, LEVELS } from "./catalogue.js";
import { dayOf, later, readDeal, streaks } from "./days.js";
import { around, byId, find } from "./dom.js";
import { into, Tick, ticked } from "./form.js";
import { allGames } from "./games.js";
import { Walker } from "./keys.js";
import { ownEntry } from "./library.js";
import { modal, pictured, press, pressPicture, WindowTop } from "./modal.js";
import { allSolves, daysInTime, resultOf } from "./results.js";
import { named, plain, t } from "./text.js";
import { batch, h, signal, useLayoutEffect } from "./vendor/preact.js";

/** @import { Entry } from "./library.js" */
/** @import { Mark } from "./card.js" */

const NOTHING = { result: null, game: null };

export class Chooser {
  #window = modal("chooser", View, { class: "window", isLight: true, keys: (event) => this.#key(event) });
  /** The player's records, by the keys of the boards. */
  #marks = signal(/** @type {Map<string, Mark>} */ (new Map()));
  /** The days whose boards were solved on the day itself. */
  played = /** @type {string[]} */ ([]);
  walker = /** @type {Walker|null} */ (null);
  query = signal("");
  /** The difficulties to show; empty: all. */
  levels = signal(/** @type {Set<number>} */ (new Set()));
  unsolved = signal(false);
  order = signal(/** @type {import("./catalogue.js").Order} */ ("given"));
  showsPast = signal(false);
  close = this.#window.close;

  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.library = page.library;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const search = find("chooser-search", HTMLInputElement);
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (event.target === search) {
      const [first] = this.walker?.links ?? [];
      if (event.key === "ArrowDown") first?.focus();
      else if (event.key === "Enter" && search.value.trim()) first?.click();
      else return;
      event.preventDefault();
    } else if (around(event, ".card") && /^(\S|Backspace)$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
      // The typed character goes into the focused field.
      search.focus();
    }
  }

  /** @param {Entry} entry */
  take = async (entry) => {
    this.close();
    await this.page.open(entry.question);
    if (this.page.tabs.current === "play") byId("play-board").focus({ preventScroll: true });
  };

  /** All boards to choose from. */
  get all() {
    return [...ownBoards().map(ownEntry), ...this.library.deals, ...this.library.entries];
  }

  /** The boards of today and of the thirty days before, the last one first. */
  get days() {
    const today = dayOf(new Date());
    return Array.from({ length: 31 }, (_, ago) => this.library.day(later(today, -ago)));
  }

  /** Returns the entry of a board by its key.
   * @param {string} key */
  known(key) { return this.all.find((entry) => entry.key === key); }

  /** Returns the entry of a puzzle.
   * @param {import("./puzzle.js").Puzzle} puzzle */
  entryOf({ key, name, title }) {
    const group = readDeal(name) ? "deals" : name ? "days" : "own";
    return this.known(key) ?? this.library.calendar({ key, name }) ??
      { key, title: name || title, group, difficulty: null };
  }

  /** The next board to play, an unsolved one; null if all are solved. */
  get next() {
    this.refresh();
    return this.following;
  }

  /** The same, by the records when the boards were shown. */
  get following() {
    const key = this.page.puzzle.key;
    const entry = [...this.days, ...this.all].find((each) => each.key === key) ?? { key, difficulty: null };
    const wish = { query: "", levels: new Set(), unsolved: false, order: this.order.value };
    return following(arranged(this.library.entries, wish, this.isSolved, wording), entry, this.isSolved);
  }

  /** The matching boards. */
  get sections() {
    const { query, levels, unsolved, order } = this;
    const wish = {
      query: query.value.trim(), levels: levels.value, unsolved: unsolved.value, order: order.value,
    };
    return arranged(this.all, wish, this.isSolved, wording);
  }

  /** Whether all boards are shown, in their usual order. */
  get isWide() {
    return !this.query.value.trim() && !this.levels.value.size && !this.unsolved.value && this.order.value === "given";
  }

  /** @type {(entry: Entry) => boolean} */
  isSolved = ({ key }) => this.markOf(key).result?.isFeat ?? false;

  /** @param {string} key */
  markOf(key) { return this.#marks.value.get(key) ?? NOTHING; }

  /** Reads the player's records. */
  refresh() {
    const solves = allSolves();
    const games = new Map(allGames().filter(([, { isOver, placed }]) => !isOver && placed));
    this.played = daysInTime(solves.values());
    this.#marks.value = new Map([...new Set([...solves.keys(), ...games.keys()])].map((key) => {
      const own = solves.get(key);
      return [key, { result: own ? resultOf(own) : null, game: games.get(key) ?? null }];
    }));
  }

  open() {
    this.refresh();
    this.query.value = "";
    this.#window.open(this);
    const links = this.walker?.links ?? [];
    const start = links.find((link) => link.dataset.key === this.page.puzzle.key) ?? links[0];
    start?.focus({ preventScroll: true });
    start?.scrollIntoView({ block: "nearest" });
  }

  /** Clears the search and the filters. */
  widen() {
    batch(() => {
      this.levels.value = new Set();
      this.query.value = "";
      this.unsolved.value = false;
    });
    byId("chooser-search").focus();
  }
}

/** Returns the text that a query searches.
 * @param {Entry} entry */
export const wording = (entry) =>
  plain(`${boardTitle(entry)} ${entry.title} ${entry.name} ${named("groups", entry.group)} ${entry.group}`);

/** @param {{value: Chooser, close: () => void}} props */
function View({ value: chooser, close }) {
  const { following: next, page, sections } = chooser;
  useLayoutEffect(() => { chooser.walker = new Walker(byId("chooser-list"), ".card"); }, []);
  useLayoutEffect(() => chooser.walker?.rest(chooser.walker.links[0]));
  return [
    h(WindowTop, { id: "chooser", title: "chooser.title", close },
      next && h("button", { type: "button", id: "chooser-next", class: "prime", onClick: () => chooser.take(next) },
        h("span", {}, t("chooser.next")), pictured("next")),
      pressPicture("make.heading", "new", {
        id: "make-open", title: t("make.heading"), onClick: () => page.openMake(),
      }),
      pressPicture("statistics.title", "chart", { id: "chooser-statistics", onClick: () => page.openStatistics() })),
    h(Wishes, { chooser, found: sections.flatMap(({ members }) => members) }),
    h("div", { id: "chooser-list", class: "window-body" },
      chooser.isWide && h(Days, { chooser }),
      h("div", { id: "chooser-groups" }, sections.map((section) => h(Section, { section, chooser }))),
      !sections.length && h("p", { id: "chooser-none" }, t("chooser.none"), " ",
        press("chooser.all", { id: "chooser-all", onClick: () => chooser.widen() }))),
  ];
}

/** Draws the search, the filters and the order of the boards.
 * @param {{chooser: Chooser, found: Entry[]}} props */
function Wishes({ chooser: { query, order, levels, unsolved, isSolved }, found }) {
  const solved = found.filter(isSolved).length;
  return h("div", { class: "wishes" },
    h("input", {
      id: "chooser-search", type: "search", placeholder: t("chooser.search"), "aria-label": t("chooser.search"),
      autocomplete: "off", spellcheck: false, enterKeyHint: "go", value: query.value, onInput: into(query),
    }),
    h("select", { id: "chooser-order", "aria-label": t("chooser.order"), value: order.value, onChange: into(order) },
      h("option", { value: "given" }, t("chooser.given")),
      h("option", { value: "difficulty" }, t("chooser.byDifficulty")),
      h("option", { value: "solutions" }, t("chooser.bySolutions"))),
    h("div", { class: "levels", role: "group", "aria-label": t("chooser.difficulty") }, LEVELS.map((n) =>
      h("button", {
        type: "button", value: n, class: "level", "aria-label": t("chooser.level", { n }),
        "aria-pressed": levels.value.has(n),
        onClick: () => { levels.value = new Set(LEVELS.filter((each) => levels.value.has(each) !== (each === n))); },
      }, h("span", { "aria-hidden": true }, dots(n))))),
    h(Tick, { id: "chooser-unsolved", words: t("chooser.unsolved"), ...ticked(unsolved) }),
    h("p", { id: "chooser-found", class: "quiet", role: "status" },
      solved ? t("chooser.foundSolved", { n: found.length, solved }) : t("chooser.found", { n: found.length })));
}

/** Draws the board of the day, and those of the days before.
 * @param {{chooser: Chooser}} props */
function Days({ chooser }) {
  const { days: [today, ...past], page, played, showsPast } = chooser;
  const { now } = streaks(played, dayOf(new Date()));
  /** @param {Entry} entry @param {string} kind */
  const card = (entry, kind) => h(Card, { entry, kind, mark: chooser.markOf(entry.key), take: chooser.take });
  return h("section", { id: "chooser-day" },
    h("h3", {}, t("groups.days")),
    h("div", { class: "today-row" },
      h("div", { id: "chooser-today" }, card(today, "today")),
      now > 0 && h("p", { class: "streak" }, t("chooser.days", { n: now }))),
    h("p", { class: "row" },
      press("deals.open", { id: "chooser-new", onClick: () => page.newGame.open() }),
      press("booklet.open", { id: "chooser-print", onClick: () => page.openBooklet() })),
    h("details", {
      id: "chooser-past", open: showsPast.value,
      onToggle: (/** @type {{currentTarget: HTMLElement}} */ { currentTarget }) => {
        showsPast.value = currentTarget.hasAttribute("open");
      },
    },
    h("summary", {}, t("chooser.past")),
    h("ul", { id: "chooser-days", class: "cards" },
      showsPast.value && past.map((entry) =>
        h("li", { key: entry.key }, card(entry, "day"))))));
}

/** @param {{section: import("./catalogue.js").Section<Entry>, chooser: Chooser}} props */
function Section({ section: { group, level, members }, chooser }) {
  const title = group ? plain(named("groups", group)) : level === null ? t("chooser.bySolutions")
    : level ? t("chooser.level", { n: level }) : t("chooser.unrated");
  return h("section", {},
    h("h3", {}, title, level ? [" ", h("span", { class: "stars", "aria-hidden": true }, dots(level))] : null),
    h("ul", { class: "cards" }, members.map((entry) => h("li", { key: entry.key }, h(Card, {
      entry, mark: chooser.markOf(entry.key), isCurrent: entry.key === chooser.page.puzzle.key, take: chooser.take,
    })))));
}
