/** Watch: a search as it runs, or two in step on the same board. */

import { Latest, stream } from "./api.js";
import { Curve } from "./curve.js";
import { byId, el, set, write } from "./dom.js";
import { Lane } from "./lane.js";
import { writePattern } from "./pattern.js";
import { Recording } from "./recording.js";
import { say } from "./say.js";
import { isCalm } from "./settings.js";
import { thousands } from "./words.js";

/** Steps a second by the place of the slider. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];

export class Watch {
  /**
   * @param {Map<string, import("./pieces.js").Piece>} pieces
   * @param {{name: string, about: string}[]} strategies
   * @param {() => void} changed called when the choice has changed
   */
  constructor(pieces, strategies, changed) {
    this.pieces = pieces;
    this.strategies = strategies;
    this.changed = changed;
    this.pattern = "";
    this.at = 0;
    /** The step of a link that is waited for. */
    this.wanted = null;
    this.playing = false;
    this.lanes = [new Lane(pieces, "first"), new Lane(pieces, "second")];
    this.recordings = [];
    this.tasks = [new Latest(), new Latest()];
    byId("lanes").append(...this.lanes.map((lane) => lane.node));
    this.curve = new Curve((step) => this.seek(step));
    byId("curve").append(this.curve.node);
    for (const { name } of strategies) {
      byId("strategy").append(el("option", { value: name, text: name }));
      byId("rival").append(el("option", { value: name, text: name }));
    }
    this.#listen();
  }

  /** What is chosen, for a link: `paper,0,constrained`. */
  get choice() {
    const rival = byId("rival").value;
    return [byId("strategy").value, byId("seed").value || "0", ...(rival ? [rival] : [])].join(",");
  }

  set choice(text) {
    const [strategy, seed, rival] = text.split(",");
    const names = this.strategies.map(({ name }) => name);
    if (names.includes(strategy)) byId("strategy").value = strategy;
    if (/^\d{1,9}$/.test(seed ?? "")) byId("seed").value = seed;
    byId("rival").value = names.includes(rival) ? rival : "";
    this.#about();
  }

  /** @param {string} pattern 64 letters */
  show(pattern) {
    if (pattern === this.pattern) return;
    this.pattern = pattern;
    this.reset();
  }

  get chosen() {
    const rival = byId("rival").value;
    return [byId("strategy").value, ...(rival ? [rival] : [])];
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

  /** Starts the search and plays it, or goes to a step of it. */
  search(step = null) {
    this.reset();
    this.wanted = step;
    const seed = byId("seed").value || "0";
    const limit = byId("limit").value;
    this.chosen.forEach((strategy, lane) => {
      const recording = this.recordings[lane];
      const query = new URLSearchParams({ pattern: writePattern(this.pattern), strategy, seed, max_nodes: limit });
      this.tasks[lane].run(async (signal) => {
        for await (const events of stream(`events?${query}`, signal)) {
          for (const event of events) recording.add(event);
          this.#arrive();
          this.#later();
        }
        if (!recording.ended) write(byId("watch-status"), "The server ended the search before its end.");
      }, (problem) => {
        write(byId("watch-status"), problem.message);
        this.pause();
      });
    });
    if (step === null) this.play();
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
    return this.recordings.some((recording) => recording.steps.length) ? String(this.at) : "";
  }

  // Time.

  get length() {
    return Math.max(0, ...this.recordings.map((recording) => recording.steps.length - 1));
  }

  get ended() {
    return this.recordings.every((recording) => recording.ended);
  }

  get speed() {
    return SPEEDS[Number(byId("speed").value)];
  }

  play() {
    if (this.playing) return;
    if (!this.recordings.some((recording) => recording.steps.length)
      && !this.tasks.some((task) => task.busy)) {
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
        say(this.lanes.slice(0, this.recordings.length)
          .map((lane, at) => `${this.chosen[at]}: ${this.#end(at)}`).join(". "));
      }
      this.draw();
    }
    if (this.playing) requestAnimationFrame((next) => this.#tick(next));
  }

  #end(lane) {
    return this.recordings[lane].last?.kind ?? "";
  }

  seek(step) {
    this.playing = false;
    this.wanted = null;
    this.at = Math.max(0, Math.min(step, this.length));
    this.draw();
    this.changed();
  }

  // Showing it.

  #later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  #about() {
    const about = this.strategies.find(({ name }) => name === byId("strategy").value)?.about ?? "";
    write(byId("about"), about);
  }

  draw() {
    if (!this.recordings.length) return;
    byId("lanes").classList.toggle("pair", this.recordings.length > 1);
    byId("panel-watch").classList.toggle("single", this.recordings.length < 2);
    this.lanes.forEach((lane, number) => {
      const recording = this.recordings[number];
      lane.node.hidden = !recording;
      if (!recording) return;
      lane.name(this.chosen[number]);
      lane.draw(recording, this.at, this.tasks[number].busy);
    });
    this.curve.draw(this.recordings.map((recording) => recording.steps), this.at);
    const slider = byId("step");
    slider.max = String(this.length);
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", `step ${this.at} of ${this.length}`);
    write(byId("step-number"), `${thousands(this.at)} / ${thousands(this.length)}`);
    write(byId("speed-number"), `${this.speed}/s`);
    const play = byId("play");
    set(play, { "aria-label": this.playing ? "Pause" : "Play" });
    set(play.querySelector("use"), { href: this.playing ? "#icon-pause" : "#icon-play" });
    byId("first").disabled = byId("back").disabled = this.at === 0;
    byId("forward").disabled = byId("last").disabled = this.at >= this.length;
  }

  #listen() {
    const press = (id, task) => byId(id).addEventListener("click", task);
    press("search", () => {
      this.search();
      this.changed();
    });
    press("play", () => (this.playing ? this.pause() : this.play()));
    press("first", () => this.seek(0));
    press("back", () => this.seek(this.at - 1));
    press("forward", () => this.seek(this.at + 1));
    press("last", () => this.seek(this.length));
    byId("step").addEventListener("input", (event) => this.seek(Number(event.target.value)));
    byId("speed").addEventListener("input", () => this.draw());
    for (const id of ["strategy", "rival", "seed"]) {
      byId(id).addEventListener("change", () => {
        this.reset();
        this.changed();
      });
    }
    byId("panel-watch").addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
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
    // Those who asked for less motion step by themselves, or slowly.
    byId("speed").value = isCalm() ? "1" : "3";
  }
}
