/** Watch: a search as it runs, or two beside each other on the same board. */

import { failure, Latest, silent, stream } from "./api.js";
import { BoardView } from "./boardview.js";
import { Candidates, candidatesOf } from "./candidates.js";
import { Curve } from "./curve.js";
import { byId } from "./dom.js";
import { say } from "./messages.js";
import { Legend, SearchView } from "./searchview.js";
import { press, spelt } from "./modal.js";
import { MoveList, Moves } from "./movelist.js";
import { Player, Transport, usualSpeed } from "./player.js";
import { Position } from "./position.js";
import { Recording } from "./recording.js";
import { SearchChoice, Setup } from "./searchchoice.js";
import { isCalm } from "./settings.js";
import { describeTotal } from "./steptext.js";
import { Taste } from "./taste.js";
import { sentence, stopped, t, told } from "./text.js";
import { h, render, signal as hold } from "./vendor/preact.js";

/** Milliseconds of playing after which the step is saved. */
const SAVE = 1000;

export class Watch {
  /** @param {import("./page.js").Page} page @param {import("./api.js").StrategyEntry[]} strategies */
  constructor(page, strategies) {
    this.page = page;
    /** The start of the searches. */
    this.from = new Position(page.puzzle);
    this.willDraw = false;
    this.saved = 0;
    /** Whether it waits at its start for the player. */
    this.isFresh = false;
    /** @type {Recording[]} */
    this.recordings = [];
    /** The list of moves of each search.
     * @type {MoveList[]} */
    this.lists = [];
    /** The view of each search: its board, and the candidate that is pointed at. */
    this.parts = ["first", "second"].map((order) => ({
      order, task: new Latest(), view: new BoardView(),
      candidate: hold(/** @type {import("./api.js").Placement|null} */ (null)),
    }));
    /** The message about the searches, such as that they stopped.
     * @type {import("./text.js").Said} */
    this.said = "";
    this.player = new Player(this, {
      shown: () => this.#shown(),
      rested: () => this.page.address.save(),
      ended: () => say(this.totals),
    });
    this.player.speed = usualSpeed();
    this.selection = new SearchChoice(strategies, (isWatched) => {
      if (isWatched) {
        this.reset();
        this.resume();
      }
      this.page.address.save();
    });
    this.taste = h(Taste, { choice: this.selection, puzzle: this.puzzle });
    new ResizeObserver(() => this.#later()).observe(byId("panel-watch"));
  }

  // The searches.

  get puzzle() { return this.from.puzzle; }

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  show(puzzle) {
    if (puzzle.key !== this.puzzle.key || !this.recordings.length) this.begin(new Position(puzzle));
  }

  /** Searches from a position, as soon as the panel is visible.
   * @param {Position} position */
  begin(position) {
    this.from = position;
    // Created once and not per step, so that it is drawn only when its contents change.
    this.taste = h(Taste, { choice: this.selection, puzzle: this.puzzle });
    this.reset();
  }

  /** Starts a pending search now that the panel is visible. */
  resume() {
    if (this.searching || this.recordings.some(({ steps }) => steps.length)) return;
    // Players who asked for less motion start it themselves.
    if (this.player.wanted === null && isCalm()) {
      this.search(0);
      this.isFresh = true;
    } else this.search(this.player.wanted);
  }

  get searching() { return this.parts.some(({ task }) => task.busy); }

  /** Drops the recordings. */
  reset() {
    this.selection.suit(this.puzzle.board);
    for (const { task } of this.parts) task.cancel();
    this.player.reset();
    this.isFresh = false;
    this.recordings = this.selection.names.map(() => new Recording(this.from));
    this.lists = this.recordings.map((recording) => new MoveList(recording));
    this.said = "";
    this.draw();
  }

  /** Starts the search and plays it, or goes to a step of it.
   * @param {number|null} step */
  search(step = null) {
    this.reset();
    this.saved = performance.now();
    this.selection.names.forEach((strategy, number) => {
      const recording = this.recordings[number];
      const question = { ...this.from.question(), strategy, ...this.selection.options };
      this.parts[number].task.run(async (signal) => {
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
    this.said = isSilent ? () => stopped(sentence(silent())) : "";
    this.#later();
  }

  /** @param {import("./text.js").Said} message */
  #fail(message) {
    this.said = message;
    this.player.wanted = null;
    this.player.pause();
    this.#later();
  }

  /** The step that is shown, for a link; empty without a search. */
  get step() {
    const { at, wanted } = this.player;
    if (wanted !== null && wanted < Infinity) return String(wanted);
    return this.searching || this.recordings.some(({ steps }) => steps.length) ? String(at) : "";
  }

  // The player.

  play() {
    this.isFresh = false;
    if (this.searching || this.recordings.some(({ steps }) => steps.length)) this.player.play();
    else this.search();
  }

  get length() { return Math.max(0, ...this.recordings.map(({ steps }) => steps.length - 1)); }

  get ended() { return this.recordings.every(({ ended }) => ended); }

  /** Returns the first step at which to pause behind one, up to another.
   * @param {number} from @param {number} to */
  stop(from, to) {
    if (!this.selection.pauses.value) return null;
    for (let at = from + 1; at <= to; at += 1) {
      if (this.recordings.some(({ steps }, number) => this.stepOf(number, at) !== this.stepOf(number, at - 1) &&
        steps[this.stepOf(number, at)].kind === "backtrack")) return at;
    }
    return null;
  }

  /** Whether both searches are played so that they end at the same time. */
  get #isEven() { return this.selection.isEven.value && this.ended; }

  /** Returns the step of a search that is shown.
   * @param {number} number
   * @param {number} at the step of the player */
  stepOf(number, at = this.player.at) {
    const last = Math.max(0, this.recordings[number].steps.length - 1);
    return this.#isEven ? Math.round((at * last) / (this.length || 1)) : Math.min(at, last);
  }

  /** Goes to a step of one of the searches.
   * @param {number} step @param {number} number */
  seekIn(step, number) {
    const last = this.recordings[number].steps.length - 1;
    this.player.seek(this.#isEven ? Math.round((step * this.length) / (last || 1)) : step);
  }

  #shown() {
    this.isFresh &&= this.player.at === 0;
    this.draw();
    const now = performance.now();
    if (!this.player.playing || now - this.saved < SAVE) return;
    this.saved = now;
    this.page.address.save();
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

  /** The words for the number of moves of each search, or that it gave up. */
  get totals() {
    return this.recordings.map(({ last }, number) =>
      (last ? describeTotal(this.selection.shown(this.selection.names[number]), last) : ""))
      .filter(Boolean).join(" · ");
  }

  draw() {
    const panel = byId("panel-watch");
    render(h(Panel, { watch: this, now: {} }), panel);
    const { isBroad, ratio } = this.parts[0].view;
    panel.classList.toggle("pair", this.recordings.length > 1);
    panel.classList.toggle("broad", isBroad);
    panel.style.setProperty("--ratio", ratio.toFixed(3));
  }
}

/** @param {{watch: Watch, now: object}} props `now` is a new object to draw it again */
function Panel({ watch, watch: { from: { placed: { length: laid } }, parts, player, puzzle, recordings, selection } }) {
  const at = recordings.map((_, number) => watch.stepOf(number));
  /** @param {Position} position */
  const goFrom = (position) => {
    watch.begin(position);
    watch.resume();
    watch.page.address.save();
  };
  const isOver = recordings.length > 1 && watch.ended && player.at >= watch.length;
  const search = () => {
    watch.search();
    watch.page.address.save();
  };
  const play = () => watch.play();
  return [
    h(Setup, { choice: selection, search }),
    h("div", { class: "watch-said" },
      h("p", { id: "watch-status", class: "status clash", role: "status" }, spelt(told(watch.said))),
      h("p", { id: "watch-from", class: "row", hidden: !laid },
        h("span", { id: "watch-from-words" }, t("watch.from", { n: laid })), " ",
        press("watch.fresh", { id: "watch-fresh", onClick: () => goFrom(new Position(puzzle)) }))),
    h("div", { class: "screen" },
      h("div", { id: "searches", class: "searches" }, recordings.map((recording, number) => h(SearchView, {
        ...parts[number], key: number, recording, at: at[number], now: {}, name: selection.names[number],
        strategy: selection.shown(selection.names[number]), waits: parts[number].task.busy,
        play: watch.isFresh && !number ? play : null,
      }))),
      h("p", { id: "versus", class: "versus", role: "status", hidden: recordings.length < 2 }, isOver && watch.totals),
      h(Transport, { player, play, isSeen: () => !byId("panel-watch").hidden })),
    h("div", { id: "moves", class: "both" }, recordings.map((_, number) =>
      h(Moves, { key: number, watch, number, now: {} }))),
    h(Curve, { recordings, at, seek: (step) => player.seek(step) }),
    h("div", { id: "candidates", class: "both" }, recordings.map((recording, number) => {
      const listed = candidatesOf(recording, at[number]);
      return h(Candidates, {
        ...listed, key: `${number} ${listed.key}`,
        preview: (placement) => { parts[number].candidate.value = placement; },
      });
    })),
    h(Legend, { puzzle }),
    h("div", { id: "taste" }, watch.taste),
  ];
}
