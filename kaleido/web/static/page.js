/** The page: four tabs over one pattern; what is shown lives in the URL's fragment. */

import { byId, el, select } from "./dom.js";
import { Design } from "./design.js";
import { readFragment, writeFragment } from "./fragment.js";
import { CELLS, readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { Play } from "./play.js";
import { settings } from "./settings.js";
import { Tabs } from "./tabs.js";
import { Watch } from "./watch.js";

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

  /** Shows what the link says. */
  load() {
    const state = readFragment();
    this.pattern = readPattern(state.pattern ?? "") ?? this.pattern;
    this.play.show(this.pattern, state.placed ?? "");
    this.watch.choice = state.watch ?? "paper,0";
    this.watch.show(this.pattern);
    if (state.tab === "watch" && /^\d{1,6}$/.test(state.step ?? "")) this.watch.search(Number(state.step));
    this.design.show(this.pattern);
    const doubts = (state.doubts ?? "").split(",").filter((each) => /^\d{1,2}$/.test(each)).map(Number);
    this.photo.show(readPattern(state.read ?? "", "xryb?"), doubts.filter((at) => at < CELLS));
    this.#showPicked();
    this.tabs.select(this.tabs.names.includes(state.tab) ? state.tab : "play");
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
