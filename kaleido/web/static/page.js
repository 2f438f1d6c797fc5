/** The page: four tabs over one pattern; what is shown lives in the URL's fragment. */

import { keepBoard, ownBoards } from "./boards.js";
import { byId, el, onPress, select, write } from "./dom.js";
import { Design } from "./design.js";
import { currentFragment, isOwn, readFragment, writeFragment } from "./fragment.js";
import { CELLS, readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { Play } from "./play.js";
import { settings } from "./settings.js";
import { Tabs } from "./tabs.js";
import { named, plain, quoted, spoken, t, told } from "./text.js";
import { Watch } from "./watch.js";

/** @typedef {import("./text.js").Said} Said */

/** The group of the boards of one's own. */
const OWN = "own";
/** The parts of a link. */
const PARTS = ["tab", "pattern", "placed", "watch", "step", "read", "doubts"];

/** The pattern that is shown first. */
const FIRST = "car";

export class Page {
  /**
   * @param {import("./api.js").PatternEntry[]} patterns
   * @param {import("./pieces.js").Pieces} pieces
   * @param {import("./api.js").StrategyEntry[]} strategies
   */
  constructor(patterns, pieces, strategies) {
    this.patterns = patterns.map(({ name, title, group, text }) =>
      ({ name, title: title || name, group, cells: text.replaceAll("/", "") }));
    this.pattern = (this.patterns.find(({ name }) => name === FIRST) ?? this.patterns[0]).cells;
    /** The tab that was open before. */
    this.before = "";
    /** Whether a link is being shown, which is no step of the player's. */
    this.loading = false;
    const save = () => this.save();
    this.play = new Play(pieces, save);
    this.watch = new Watch(pieces, strategies, save);
    this.design = new Design(patterns, (cells) => this.adopt(cells), (tab) => this.tabs.select(tab));
    this.photo = new Photo(save, (cells, tab) => {
      this.adopt(cells);
      this.tabs.select(tab);
    });
    this.tabs = new Tabs(byId("tabs"), (tab) => this.#enter(tab));
    this.#listenToPicker();
    onPress("close-notice", () => { byId("notice").hidden = true; });
    window.addEventListener("popstate", (event) => this.load(isOwn(event)));
    window.addEventListener("pagehide", () => this.play.remember());
    document.addEventListener("visibilitychange", () => this.#pauseOrResume(!document.hidden));
    settings.onchange(() => {
      this.#name();
      this.#fillPicker();
      for (const panel of [this.play, this.watch, this.design, this.photo]) panel.draw();
    });
  }

  /**
   * Writes the link to what is shown.
   * @param {boolean} isStep whether the browser's Back shall come back to what was shown before
   */
  save(isStep = false) {
    writeFragment({
      tab: this.tabs.current,
      pattern: writePattern(this.pattern),
      placed: this.play.position.format(),
      watch: this.watch.choice,
      step: this.watch.step,
      read: this.photo.reading,
      doubts: this.photo.doubted,
    }, isStep && !this.loading);
  }

  /**
   * Shows what the link says, and says what of it is not understood.
   * @param {boolean} isBack whether the page itself wrote it and one has gone back to it, or forth: the games on its
   *   patterns, the search and the reading have gone on since then
   */
  load(isBack = false) {
    const { state, strange } = readFragment(currentFragment(), PARTS);
    /** @type {Said[]} */
    const wrong = strange.map((part) => () => t("link.strange", { part: quoted(part) }));
    const { tab = "play", pattern, placed = "" } = state;
    const cells = pattern ? this.#cellsOf(pattern) : this.pattern;
    this.loading = true;
    this.play.remember();
    if (cells) this.pattern = cells;
    else wrong.push(() => t("link.pattern", { part: quoted(pattern) }));
    // Pieces of a pattern that is not known belong to no other.
    wrong.push(...this.play.show(this.pattern, cells ? placed : "", isBack));
    if (!isBack) wrong.push(...this.#loadWatch(state), ...this.#loadPhoto(state));
    this.watch.show(this.pattern);
    this.design.show(this.pattern);
    const isTab = this.tabs.names.includes(tab);
    if (!isTab) wrong.push(() => t("link.tab", { part: quoted(tab) }));
    this.tabs.select(isTab ? tab : "play");
    byId("notice").hidden = !wrong.length;
    write(byId("notice-words"), () => t("link.partly", { parts: wrong.map(told).join("; ") }));
    this.loading = false;
  }

  /**
   * @param {Record<string, string>} state
   * @returns {Said[]} what is not understood
   */
  #loadWatch({ watch = "paper,0", step = "" }) {
    const wrong = this.watch.choose(watch);
    this.watch.show(this.pattern);
    if (/^\d{1,6}$/.test(step)) this.watch.restore(Number(step));
    else {
      this.watch.reset();
      if (step) wrong.push(() => t("link.step", { part: quoted(step) }));
    }
    return wrong;
  }

  /**
   * @param {Record<string, string>} state
   * @returns {Said[]} what is not understood
   */
  #loadPhoto({ read = "", doubts = "" }) {
    const reading = readPattern(read, "xryb?");
    const marked = doubts.split(",").filter(Boolean);
    const inDoubt = marked.filter((each) => /^\d{1,2}$/.test(each) && Number(each) < CELLS).map(Number);
    this.photo.show(reading, inDoubt);
    return [
      ...(read && !reading ? [() => t("link.reading", { part: quoted(read) })] : []),
      ...(marked.length > inDoubt.length ? [() => t("link.cells", { part: quoted(doubts) })] : []),
    ];
  }

  /**
   * The cells of a pattern, by its rows or its name.
   * @param {string} text
   */
  #cellsOf(text) {
    return readPattern(text) ?? this.patterns.find(({ name }) => name === text)?.cells;
  }

  /**
   * Takes up another pattern everywhere.
   * @param {string} cells
   * @param {boolean} isStep whether the browser's Back shall come back to the one before
   */
  adopt(cells, isStep = false) {
    this.pattern = cells;
    this.play.repaint(cells);
    this.watch.show(cells);
    this.design.show(cells);
    this.#settle();
    this.save(isStep);
  }

  /** @param {string} tab */
  #enter(tab) {
    byId("picker").hidden = tab === "design" || tab === "photo";
    byId("clock-box").hidden = tab !== "play";
    this.#pauseOrResume(true);
    if (tab === "watch") this.watch.resume();
    else this.watch.pause();
    if (tab === "design") this.design.judge();
    else this.design.stop();
    this.#name();
    this.#settle();
    this.save(tab !== this.before);
    this.before = tab;
  }

  #name() {
    document.title = t("page.title", { tab: named("tabs", this.tabs.current) });
  }

  /** Does what the pattern and the tab ask for together. */
  #settle() {
    const tab = this.tabs.current;
    const isShipped = this.patterns.some(({ cells }) => cells === this.pattern);
    if (tab === "play") {
      this.play.resume();
      this.play.judge(isShipped);
    }
    if (!isShipped && (tab === "play" || tab === "watch")) {
      keepBoard(this.pattern, this.before === "design" ? this.design.title : "");
    }
    this.#fillPicker();
  }

  /**
   * The clock runs while the game is seen.
   * @param {boolean} isVisible whether the page is
   */
  #pauseOrResume(isVisible) {
    if (isVisible && this.tabs.current === "play") this.play.resume();
    else {
      this.play.pause();
      this.play.remember();
    }
  }

  // The list of patterns.

  #listenToPicker() {
    const picker = select("pattern");
    picker.addEventListener("change", () => {
      if (picker.value) this.adopt(this.#cellsOf(picker.value) ?? this.pattern, true);
    });
  }

  /** Lists the boards of one's own and the patterns that come with Kaleido, and shows which it is. */
  #fillPicker() {
    const picker = select("pattern");
    const own = ownBoards().map(({ title, cells }) => ({ name: writePattern(cells), title, group: OWN, cells }));
    const all = [...own, ...this.patterns];
    const key = [spoken(), ...own.map(({ name, title }) => `${name} ${title}`)].join("\n");
    if (picker.dataset.own !== key) {
      picker.dataset.own = key;
      picker.replaceChildren(...[...Map.groupBy(all, (each) => each.group)].map(([group, members]) =>
        el("optgroup", { label: plain(named("groups", group)) },
          ...members.map(({ name, title }) => el("option", { value: name, text: title })))));
    }
    picker.value = all.findLast(({ cells }) => cells === this.pattern)?.name ?? "";
  }
}
