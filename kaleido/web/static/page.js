/** The page: four tabs over one pattern; what is shown lives in the URL's fragment. */

import { byId, el, onPress, select, write } from "./dom.js";
import { Design } from "./design.js";
import { currentFragment, readFragment, writeFragment } from "./fragment.js";
import { CELLS, readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { Play } from "./play.js";
import { settings } from "./settings.js";
import { Tabs } from "./tabs.js";
import { Watch } from "./watch.js";
import { quoted } from "./words.js";

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
    const save = () => this.save();
    this.play = new Play(pieces, save);
    this.watch = new Watch(pieces, strategies, save);
    this.design = new Design(patterns, (cells) => this.adopt(cells), (tab) => this.tabs.select(tab));
    this.photo = new Photo(save, (cells, tab) => {
      this.adopt(cells);
      this.tabs.select(tab);
    });
    this.tabs = new Tabs(byId("tabs"), (tab) => this.#enter(tab));
    this.#fillPicker();
    onPress("close-notice", () => { byId("notice").hidden = true; });
    window.addEventListener("hashchange", () => this.load());
    window.addEventListener("pagehide", () => this.play.remember());
    document.addEventListener("visibilitychange", () => this.#pauseOrResume(!document.hidden));
    settings.onchange(() => {
      for (const panel of [this.play, this.watch, this.design, this.photo]) panel.draw();
    });
  }

  /** Writes the link to what is shown. */
  save() {
    writeFragment({
      tab: this.tabs.current,
      pattern: writePattern(this.pattern),
      placed: this.play.position.format(),
      watch: this.watch.choice,
      step: this.watch.step,
      read: this.photo.reading,
      doubts: this.photo.doubted,
    });
  }

  /** Shows what the link says, and says what of it is not understood. */
  load() {
    const { state, strange } = readFragment(currentFragment(), PARTS);
    const wrong = strange.map((part) => `${quoted(part)} is not understood`);
    const { tab = "play", pattern, placed = "", watch = "paper,0", step, read, doubts = "" } = state;
    const cells = pattern ? this.#cellsOf(pattern) : this.pattern;
    if (cells) this.pattern = cells;
    else wrong.push(`${quoted(pattern)} is neither the name of a pattern nor 8 rows of 8 letters x, r, y, b`);
    // Pieces of a pattern that is not known belong to no other.
    wrong.push(...this.play.show(this.pattern, cells ? placed : ""));
    wrong.push(...this.watch.choose(watch));
    this.watch.show(this.pattern);
    const isStep = /^\d{1,6}$/.test(step ?? "");
    if (step && !isStep) wrong.push(`${quoted(step)} is no step`);
    if (tab === "watch" && isStep) this.watch.search(Number(step));
    this.design.show(this.pattern);
    const reading = readPattern(read ?? "", "xryb?");
    if (read && !reading) wrong.push(`${quoted(read)} is no reading`);
    const marked = doubts.split(",").filter(Boolean);
    const inDoubt = marked.filter((each) => /^\d{1,2}$/.test(each) && Number(each) < CELLS).map(Number);
    if (marked.length > inDoubt.length) wrong.push(`${quoted(doubts)} are no numbers of cells`);
    this.photo.show(reading, inDoubt);
    this.#showPicked();
    const isTab = this.tabs.names.includes(tab);
    if (!isTab) wrong.push(`${quoted(tab)} is no tab`);
    this.tabs.select(isTab ? tab : "play");
    byId("notice").hidden = !wrong.length;
    write(byId("notice-words"), `The link was not understood in full: ${wrong.join("; ")}. The rest is shown.`);
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
   */
  adopt(cells) {
    this.pattern = cells;
    this.play.repaint(cells);
    if (this.tabs.current === "play") this.play.resume();
    this.watch.show(cells);
    this.design.show(cells);
    this.#showPicked();
    this.save();
  }

  /** @param {string} tab */
  #enter(tab) {
    byId("picker").hidden = tab === "design" || tab === "photo";
    byId("clock-box").hidden = tab !== "play";
    this.#pauseOrResume(true);
    if (tab !== "watch") this.watch.pause();
    if (tab === "design") this.design.judge();
    else this.design.stop();
    document.title = `Kaleido: ${tab}`;
    this.save();
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

  #fillPicker() {
    const picker = select("pattern");
    for (const [group, members] of Map.groupBy(this.patterns, (each) => each.group)) {
      picker.append(el("optgroup", { label: group },
        ...members.map(({ name, title }) => el("option", { value: name, text: title }))));
    }
    picker.addEventListener("change", () => {
      const chosen = this.patterns.find(({ name }) => name === picker.value);
      if (chosen) this.adopt(chosen.cells);
    });
  }

  #showPicked() {
    const known = this.patterns.find(({ cells }) => cells === this.pattern);
    byId("own-pattern").hidden = Boolean(known);
    select("pattern").value = known?.name ?? "";
  }
}
