/** Watch: a search as it runs, or two beside each other on the same board. */

import { failure, Latest, silent, stream } from "./api.js";
import { Candidates } from "./candidates.js";
import { Curve } from "./curve.js";
import { byId, el, find, icon, input, onPress, select, write } from "./dom.js";
import { Legend } from "./legend.js";
import { MoveList } from "./movelist.js";
import { Player } from "./player.js";
import { Position } from "./position.js";
import { Recording } from "./recording.js";
import { say } from "./say.js";
import { SearchChoice } from "./searchchoice.js";
import { SearchView } from "./searchview.js";
import { isCalm } from "./settings.js";
import { describeTotal } from "./steptext.js";
import { showTaste } from "./taste.js";
import { sentence, stopped, t } from "./text.js";
import { Transport } from "./transport.js";

/** The least width by its height of a board that takes the whole width. */
const BROAD = 2.6;
/** Milliseconds of playing after which the step is saved. */
const SAVE = 1000;

export class Watch {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {import("./api.js").StrategyEntry[]} strategies
   * @param {() => void} changed called when the choice or the step has changed
   */
  constructor(puzzle, strategies, changed) {
    /** Where the searches begin. */
    this.from = new Position(puzzle);
    this.changed = changed;
    /** Called to play on from a step.
     * @type {(placed: import("./api.js").Placement[]) => void} */
    this.onplay = () => {};
    this.willDraw = false;
    this.saved = 0;
    /** Whether it waits at its start for somebody to play it. */
    this.isFresh = false;
    /** @type {Recording[]} */
    this.recordings = [];
    this.tasks = [new Latest(), new Latest()];
    /** The candidate of each search that is pointed at.
     * @type {(import("./api.js").Placement|null)[]} */
    this.candidates = [null, null];
    this.player = new Player(this, {
      shown: () => this.#shown(),
      rested: () => this.changed(),
      ended: () => say(this.#totals()),
    });
    this.transport = new Transport(this.player, {
      play: () => this.play(), isSeen: () => !byId("panel-watch").hidden,
    });
    this.selection = new SearchChoice(strategies, (isWatched) => {
      if (isWatched) {
        this.reset();
        this.resume();
      }
      this.changed();
    });
    showTaste(byId("taste"), this.selection, () => this.puzzle.question());
    this.parts = /** @type {const} */ (["first", "second"]).map((order, number) => this.#makePart(order, number));
    this.curve = new Curve((step) => this.player.seek(step));
    byId("curve").append(this.curve.node);
    this.legend = new Legend(find("legend", HTMLDetailsElement));
    onPress("search", () => {
      this.search();
      this.changed();
    });
    onPress("watch-fresh", () => {
      this.begin(new Position(this.puzzle));
      this.resume();
      this.changed();
    });
    this.bigPlay = el("button", {
      type: "button", class: "big-play prime", "data-t-label": "watch.play",
    }, icon("play"));
    this.bigPlay.addEventListener("click", () => this.play());
    this.parts[0].view.board.append(this.bigPlay);
    select("pace").addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.#later()).observe(byId("curve"));
  }

  /**
   * Makes what shows one of the searches.
   * @param {"first"|"second"} order
   * @param {number} number
   */
  #makePart(order, number) {
    const view = new SearchView(order);
    const list = new MoveList((step) => this.#seekIn(step, number), () => {
      const recording = this.recordings[number];
      this.onplay(recording.steps[this.#stepOf(number)]?.placed ?? recording.laid);
    });
    const candidates = new Candidates((placement) => {
      this.candidates[number] = placement;
      this.#drawView(number);
    });
    byId("searches").append(view.node);
    byId("moves").append(list.node);
    byId("candidates").append(candidates.node);
    return { view, list, candidates };
  }

  // What is searched.

  /** What is chosen, for a link. */
  get choice() {
    return this.selection.text;
  }

  /**
   * Takes up the choice of a link.
   * @param {string} text
   */
  choose(text) {
    return this.selection.choose(text);
  }

  get puzzle() {
    return this.from.puzzle;
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  show(puzzle) {
    if (puzzle.key !== this.puzzle.key || !this.recordings.length) this.begin(new Position(puzzle));
  }

  /**
   * Searches on from a position, as soon as it is seen.
   * @param {Position} position
   */
  begin(position) {
    this.from = position;
    this.reset();
  }

  /** The panel is seen: what is not searched yet is. */
  resume() {
    if (this.searching || this.recordings.some(({ steps }) => steps.length)) return;
    // Those who asked for less motion begin themselves.
    if (this.player.wanted === null && isCalm()) {
      this.search(0);
      this.isFresh = true;
    } else this.search(this.player.wanted);
  }

  get searching() {
    return this.tasks.some((task) => task.busy);
  }

  /** Forgets what was searched. */
  reset() {
    this.selection.suit(this.puzzle.board);
    for (const task of this.tasks) task.cancel();
    this.player.reset();
    this.isFresh = false;
    this.candidates = [null, null];
    this.recordings = this.selection.names.map(() => new Recording(this.from));
    write(byId("watch-status"), "");
    this.draw();
  }

  /**
   * Starts the search and plays it, or goes to a step of it.
   * @param {number|null} step
   */
  search(step = null) {
    this.reset();
    this.saved = performance.now();
    this.selection.names.forEach((strategy, number) => {
      const recording = this.recordings[number];
      const question = { ...this.from.question(), strategy, ...this.selection.options };
      this.tasks[number].run(async (signal) => {
        for await (const events of stream("events", question, signal, (isSilent) => this.#tellSilence(isSilent))) {
          for (const event of events) recording.add(event);
          this.player.arrive();
          this.#later();
        }
        if (!recording.ended) this.#fail(() => t("watch.cut"));
      }, (problem) => this.#fail(failure(problem)));
    });
    if (step === null) this.player.play();
    else this.player.await(step);
  }

  /** @param {boolean} isSilent whether the server has stopped answering for now */
  #tellSilence(isSilent) {
    write(byId("watch-status"), isSilent ? () => stopped(sentence(silent())) : "");
  }

  /** @param {import("./text.js").Said} message */
  #fail(message) {
    write(byId("watch-status"), message);
    this.player.wanted = null;
    this.player.pause();
    this.#later();
  }

  /** The step that is shown, for a link; empty without a search. */
  get step() {
    if (this.player.wanted !== null) return String(this.player.wanted);
    return this.searching || this.recordings.some(({ steps }) => steps.length) ? String(this.player.at) : "";
  }

  // What is played.

  play() {
    this.isFresh = false;
    if (this.searching || this.recordings.some(({ steps }) => steps.length)) this.player.play();
    else this.search();
  }

  pause() {
    this.player.pause();
  }

  get length() {
    return Math.max(0, ...this.recordings.map(({ steps }) => steps.length - 1));
  }

  get ended() {
    return this.recordings.every(({ ended }) => ended);
  }

  /**
   * The first step at which to pause behind one, up to another.
   * @param {number} from
   * @param {number} to
   */
  stop(from, to) {
    if (!input("pause-backs").checked) return null;
    for (let at = from + 1; at <= to; at += 1) {
      if (this.recordings.some(({ steps }, number) => this.#stepOf(number, at) !== this.#stepOf(number, at - 1) &&
        steps[this.#stepOf(number, at)].kind === "backtrack")) return at;
    }
    return null;
  }

  /** Whether both searches are to come to their ends at the same time. */
  get #isEven() {
    return select("pace").value === "ends" && this.ended;
  }

  /**
   * The step of a search that is shown.
   * @param {number} number
   * @param {number} at the step of the player
   */
  #stepOf(number, at = this.player.at) {
    const last = Math.max(0, this.recordings[number].steps.length - 1);
    return this.#isEven ? Math.round((at * last) / (this.length || 1)) : Math.min(at, last);
  }

  /**
   * Goes to a step of one of the searches.
   * @param {number} step
   * @param {number} number
   */
  #seekIn(step, number) {
    const last = this.recordings[number].steps.length - 1;
    this.player.seek(this.#isEven ? Math.round((step * this.length) / (last || 1)) : step);
  }

  #shown() {
    this.isFresh &&= this.player.at === 0;
    this.draw();
    const now = performance.now();
    if (!this.player.playing || now - this.saved < SAVE) return;
    this.saved = now;
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

  /** Says how many moves each search took, or that it gave up. */
  #totals() {
    return this.recordings.map(({ last }, number) =>
      (last ? describeTotal(this.selection.names[number], last) : "")).filter(Boolean).join(" · ");
  }

  /** @param {number} number */
  #drawView(number) {
    const recording = this.recordings[number];
    if (!recording) return;
    this.parts[number].view.draw(recording, this.#stepOf(number), {
      waits: this.tasks[number].busy, candidate: this.candidates[number],
    });
  }

  draw() {
    const { player, recordings } = this;
    const isPair = recordings.length > 1;
    const panel = byId("panel-watch");
    panel.classList.toggle("pair", isPair);
    this.parts.forEach(({ view, list, candidates }, number) => {
      const recording = recordings[number];
      for (const { node } of [view, list, candidates]) node.hidden = !recording;
      if (!recording) return;
      const strategy = this.selection.names[number];
      const at = this.#stepOf(number);
      view.name(strategy);
      list.name(strategy);
      // A candidate is one of the step that was shown.
      candidates.draw(recording, at);
      list.draw(recording, at, !player.playing);
      this.#drawView(number);
    });
    const { ratio } = this.parts[0].view.view;
    panel.classList.toggle("broad", ratio > BROAD);
    panel.style.setProperty("--ratio", ratio.toFixed(3));
    this.legend.draw(this.puzzle);
    this.curve.draw(recordings, recordings.map((_, number) => this.#stepOf(number)));
    this.transport.draw();
    this.selection.draw();
    this.bigPlay.hidden = !this.isFresh;
    const { length: laid } = this.from.lies;
    byId("watch-from").hidden = !laid;
    write(byId("watch-from-words"), () => t("watch.from", { n: laid }));
    byId("versus").hidden = !isPair;
    write(byId("versus"), isPair && this.ended && player.at >= this.length ? this.#totals() : "");
  }
}
