/** Watch: a search as it runs, or two in step on the same board. */

import { failure, Latest, silent, stream } from "./api.js";
import { Curve } from "./curve.js";
import { around, button, byId, el, input, isField, onPress, select, set, write } from "./dom.js";
import { writePattern } from "./pattern.js";
import { Recording } from "./recording.js";
import { say } from "./say.js";
import { SearchView } from "./searchview.js";
import { isCalm } from "./settings.js";
import { foreign, named, quoted, sentence, short, t, thousands } from "./text.js";

/** @typedef {import("./text.js").Said} Said */

/** Steps per second by the place of the slider. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];
/** The usual limit of moves. */
const USUAL = "2000";
/** Milliseconds of playing after which the step is saved. */
const SAVE = 1000;

export class Watch {
  /**
   * @param {import("./pieces.js").Pieces} pieces
   * @param {import("./api.js").StrategyEntry[]} strategies
   * @param {() => void} changed called when the choice has changed
   */
  constructor(pieces, strategies, changed) {
    this.pieces = pieces;
    this.strategies = strategies;
    this.changed = changed;
    this.pattern = "";
    this.at = 0;
    /** The step of a link that has not arrived yet.
     * @type {number|null} */
    this.wanted = null;
    this.playing = false;
    /** When the last frame was drawn, and the part of a step that was left over. */
    this.before = 0;
    this.carry = 0;
    this.willDraw = false;
    this.saved = 0;
    this.views = [new SearchView(pieces, "first"), new SearchView(pieces, "second")];
    /** @type {Recording[]} */
    this.recordings = [];
    this.tasks = [new Latest(), new Latest()];
    byId("searches").append(...this.views.map((view) => view.node));
    this.curve = new Curve((step) => this.seek(step));
    byId("curve").append(this.curve.node);
    for (const { name } of strategies) {
      for (const id of ["strategy", "rival"]) byId(id).append(el("option", { value: name, text: name }));
    }
    this.#listen();
  }

  /** What is chosen, for a link: `paper,0,constrained`; the limit follows unless it is the usual one. */
  get choice() {
    const [strategy, rival = ""] = this.chosen;
    const limit = select("limit").value;
    const all = [strategy, input("seed").value || "0", rival, limit === USUAL ? "" : limit];
    return all.join(",").replace(/,+$/, "");
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
    select("limit").value = limit || USUAL;
    if (!select("limit").value) {
      select("limit").value = USUAL;
      wrong.push(() => t("link.limit", { part: quoted(limit) }));
    }
    this.#about();
    return wrong;
  }

  /** @param {string} pattern 64 letters */
  show(pattern) {
    if (pattern === this.pattern) return;
    this.pattern = pattern;
    this.reset();
  }

  /** The strategies that are chosen: one, or two beside each other. */
  get chosen() {
    const rival = select("rival").value;
    return [select("strategy").value, ...(rival ? [rival] : [])];
  }

  /**
   * Searches again what was searched before a reload, as soon as it is seen.
   * @param {number} step to which it goes
   */
  restore(step) {
    this.reset();
    this.wanted = step;
  }

  /** The panel is seen. */
  resume() {
    if (this.wanted !== null && !this.searching) this.search(this.wanted);
  }

  get searching() {
    return this.tasks.some((task) => task.busy);
  }

  /** Forgets what was searched. */
  reset() {
    for (const task of this.tasks) task.cancel();
    this.pause();
    this.at = 0;
    this.wanted = null;
    this.carry = 0;
    this.recordings = this.chosen.map(() => new Recording(this.pattern));
    this.#about();
    write(byId("watch-status"), "");
    this.draw();
  }

  /**
   * Starts the search and plays it, or goes to a step of it.
   * @param {number|null} step
   */
  search(step = null) {
    this.reset();
    this.wanted = step;
    this.saved = performance.now();
    const seed = input("seed").value || "0";
    const limit = select("limit").value;
    this.chosen.forEach((strategy, number) => {
      const recording = this.recordings[number];
      const query = new URLSearchParams({ pattern: writePattern(this.pattern), strategy, seed, max_nodes: limit });
      this.tasks[number].run(async (signal) => {
        for await (const events of stream(`events?${query}`, signal, (isSilent) => this.#tellSilence(isSilent))) {
          for (const event of events) recording.add(event);
          this.#arrive();
          this.#later();
        }
        if (!recording.ended) this.#fail(() => t("watch.cut"));
      }, (problem) => this.#fail(failure(problem)));
    });
    if (step === null) this.play();
  }

  /** @param {boolean} isSilent whether the server has stopped answering for now */
  #tellSilence(isSilent) {
    write(byId("watch-status"), isSilent ? () => `${sentence(silent())}.` : "");
  }

  /** @param {Said} message */
  #fail(message) {
    write(byId("watch-status"), message);
    this.wanted = null;
    this.pause();
    this.#later();
  }

  /** Goes to the step that a link names as soon as it is there. */
  #arrive() {
    if (this.wanted === null || (this.length < this.wanted && !this.ended)) return;
    const step = this.wanted;
    this.wanted = null;
    this.seek(step);
  }

  /** The step that is shown, for a link; empty without a search. */
  get step() {
    if (this.wanted !== null) return String(this.wanted);
    return this.searching || this.recordings.some((recording) => recording.steps.length) ? String(this.at) : "";
  }

  // Time.

  get length() {
    return Math.max(0, ...this.recordings.map((recording) => recording.steps.length - 1));
  }

  get ended() {
    return this.recordings.every((recording) => recording.ended);
  }

  get speed() {
    return SPEEDS[Number(input("speed").value)];
  }

  play() {
    if (this.playing) return;
    if (!this.recordings.some((recording) => recording.steps.length) && !this.searching) {
      this.search();
      return;
    }
    if (this.ended && this.at >= this.length) this.at = 0;
    this.playing = true;
    this.before = performance.now();
    this.carry = 0;
    requestAnimationFrame((now) => this.#tick(now));
    this.draw();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.draw();
    this.changed();
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.playing) return;
    this.carry = Math.min(this.carry + ((now - this.before) / 1000) * this.speed, this.speed);
    this.before = now;
    const whole = Math.floor(this.carry);
    if (whole) {
      this.carry -= whole;
      this.at = Math.min(this.at + whole, this.length);
      if (this.ended && this.at >= this.length) {
        this.pause();
        say(this.recordings.map(({ last }, at) =>
          t("watch.outcome", { strategy: this.chosen[at], outcome: named("outcomes", last?.kind ?? "") })).join(". "));
      }
      this.draw();
      if (now - this.saved > SAVE) {
        this.saved = now;
        this.changed();
      }
    }
    if (this.playing) requestAnimationFrame((next) => this.#tick(next));
  }

  /** @param {number} step */
  seek(step) {
    this.playing = false;
    this.wanted = null;
    this.at = Math.max(0, Math.min(step, this.length));
    this.draw();
    this.changed();
  }

  // Showing it.

  /** Draws once with the next frame. */
  #later() {
    if (this.willDraw) return;
    this.willDraw = true;
    requestAnimationFrame(() => {
      this.willDraw = false;
      this.draw();
    });
  }

  #about() {
    const about = this.strategies.find(({ name }) => name === select("strategy").value)?.about ?? "";
    write(byId("about"), () => foreign(about));
  }

  draw() {
    if (!this.recordings.length) return;
    byId("searches").classList.toggle("pair", this.recordings.length > 1);
    byId("panel-watch").classList.toggle("single", this.recordings.length < 2);
    this.views.forEach((view, number) => {
      const recording = this.recordings[number];
      view.node.hidden = !recording;
      if (!recording) return;
      view.name(this.chosen[number]);
      view.draw(recording, this.at, this.tasks[number].busy);
    });
    this.curve.draw(this.recordings.map((recording) => recording.steps), this.at);
    const slider = input("step");
    slider.max = String(this.length);
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", t("watch.stepOf", { n: this.at, all: this.length }));
    write(byId("step-number"), `${thousands(this.at)} / ${thousands(this.length)}`);
    write(byId("speed-number"), t("watch.perSecond", { number: short(this.speed) }));
    set(byId("play"), { "aria-label": t(this.playing ? "watch.pause" : "watch.play") });
    for (const use of byId("play").querySelectorAll("use")) {
      set(use, { href: this.playing ? "#icon-pause" : "#icon-play" });
    }
    button("first").disabled = button("back").disabled = this.at === 0;
    button("forward").disabled = button("last").disabled = this.at >= this.length;
  }

  #listen() {
    onPress("search", () => {
      this.search();
      this.changed();
    });
    onPress("play", () => (this.playing ? this.pause() : this.play()));
    onPress("first", () => this.seek(0));
    onPress("back", () => this.seek(this.at - 1));
    onPress("forward", () => this.seek(this.at + 1));
    onPress("last", () => this.seek(this.length));
    input("step").addEventListener("input", () => this.seek(Number(input("step").value)));
    byId("speed").addEventListener("input", () => this.draw());
    for (const id of ["strategy", "rival", "seed", "limit"]) {
      byId(id).addEventListener("change", () => {
        this.reset();
        this.changed();
      });
    }
    document.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (byId("panel-watch").hidden || event.defaultPrevented || isField(event)) return;
      if (target !== document.body && !around(event, "#panel-watch")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === "ArrowLeft") this.seek(this.at - 1);
      else if (key === "ArrowRight") this.seek(this.at + 1);
      else if (key === "Home") this.seek(0);
      else if (key === "End") this.seek(this.length);
      else if (key === " " && !(target instanceof HTMLButtonElement)) {
        if (this.playing) this.pause();
        else this.play();
      } else return;
      event.preventDefault();
    });
    new ResizeObserver(() => this.#later()).observe(byId("curve"));
    // For those who asked for less motion, it plays slowly.
    input("speed").value = isCalm() ? "1" : "3";
  }
}
