/** Plays a recording: the step shown, the speed, and the buttons, the slider and the keys. */

import { around } from "./dom.js";
import { Choose } from "./form.js";
import { isTaken } from "./keys.js";
import { pressPicture } from "./modal.js";
import { isCalm, shelf } from "./settings.js";
import { short, t, thousands } from "./text.js";
import { h, useEffect } from "./vendor/preact.js";

/** The recording to play.
 * @typedef {object} Reel
 * @property {number} length the number of its last step so far
 * @property {boolean} ended whether no further step will come
 * @property {(from: number, to: number) => number|null} stop the first step at which to pause behind `from`, up to `to`
 */

/** The handlers of a player's events.
 * @typedef {object} Told
 * @property {() => void} shown another step must be shown, or playing has started or stopped
 * @property {() => void} rested it has stopped at a step
 * @property {() => void} ended it has played to the end */

export class Player {
  /** @param {Reel} reel @param {Told} told
   * @param {(task: (now: number) => void) => void} frame runs a task in the next frame */
  constructor(reel, told, frame = (task) => requestAnimationFrame(task)) {
    this.reel = reel;
    this.told = told;
    this.frame = frame;
    this.at = 0;
    this.playing = false;
    /** Steps per second. */
    this.speed = 1;
    /** The step to go to as soon as it arrives; Infinity for the end.
     * @type {number|null} */
    this.wanted = null;
    /** The time of the last frame, and the remaining part of a step.
     * @type {number|null} */
    this.before = null;
    this.carry = 0;
    /** Counts the starts, so that a frame of an earlier one does nothing. */
    this.plays = 0;
  }

  /** Goes back to the start, and waits there. */
  reset() {
    this.at = 0;
    this.playing = false;
    this.wanted = null;
  }

  /** Plays on, or from the start at the end. */
  play() {
    if (this.playing) return;
    if (this.reel.ended && this.at >= this.reel.length) this.at = 0;
    this.wanted = null;
    this.playing = true;
    this.before = null;
    this.carry = 0;
    this.plays += 1;
    this.#next(this.plays);
    this.told.shown();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.told.shown();
    this.told.rested();
  }

  /** @param {number} step */
  seek(step) {
    this.playing = false;
    this.wanted = null;
    this.at = Math.max(0, Math.min(step, this.reel.length));
    this.told.shown();
    this.told.rested();
  }

  /** Goes to the last step so far, and to the end as soon as it arrives. */
  end() {
    this.seek(this.reel.length);
    if (!this.reel.ended) this.wanted = Infinity;
  }

  /** Goes to a step as soon as it arrives.
   * @param {number} step */
  await(step) {
    this.wanted = step;
    this.arrive();
  }

  /** Must be called when steps have arrived, and before they are drawn. */
  arrive() {
    const { reel, wanted } = this;
    if (wanted === null) return;
    if (reel.length >= wanted || reel.ended) {
      this.seek(wanted);
      if (wanted === Infinity) this.told.ended();
    } else if (wanted === Infinity) this.at = reel.length;
  }

  /** @param {number} play */
  #next(play) {
    this.frame((now) => {
      if (this.playing && play === this.plays) this.#tick(now, play);
    });
  }

  /** @param {number} now @param {number} play */
  #tick(now, play) {
    // After a pause in drawing, catch up by a second at most.
    this.carry = Math.min(this.carry + ((now - (this.before ?? now)) / 1000) * this.speed, Math.max(1, this.speed));
    this.before = now;
    const whole = Math.floor(this.carry);
    this.carry -= whole;
    const { at, reel } = this;
    const to = Math.min(at + whole, reel.length);
    const stop = to > at ? reel.stop(at, to) : null;
    this.at = stop ?? to;
    const isOver = reel.ended && this.at >= reel.length;
    if (isOver || stop !== null) this.pause();
    else if (this.at !== at) this.told.shown();
    if (isOver) this.told.ended();
    if (this.playing) this.#next(play);
  }
}

/** The name of the stored speed. */
const KEPT = "speed";
/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];
/** The usual speed, and a slow one for players who asked for less motion. */
const USUAL = { lively: 2, calm: 1 };

/** Returns the speed at which to begin. */
export function usualSpeed() {
  const kept = Number(shelf.load(KEPT));
  return SPEEDS.includes(kept) && !isCalm() ? kept : USUAL[isCalm() ? "calm" : "lively"];
}

/** @param {{player: Player, play: () => void, isSeen: () => boolean}} props */
export function Transport({ player, play, isSeen }) {
  const { at, playing, speed, reel: { length } } = player;
  const toggle = () => (player.playing ? player.pause() : play());
  useEffect(() => {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => player.seek(player.at - 1), ArrowRight: () => player.seek(player.at + 1),
      Home: () => player.seek(0), End: () => player.end(), " ": toggle,
    };
    document.addEventListener("keydown", (event) => {
      if (!isSeen() || event.defaultPrevented || isTaken(event) || !Object.hasOwn(keys, event.key)) return;
      if (event.target !== document.body && !around(event, "#panel-watch")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " " && event.target instanceof Element && event.target.matches("button, summary")) return;
      keys[event.key]();
      event.preventDefault();
    });
  }, []);
  /** @param {"first"|"back"|"forward"|"last"} id @param {string} picture @param {() => void} onClick */
  const step = (id, picture, onClick) => pressPicture(`watch.${id}`, picture, {
    // A disabled button would lose the focus.
    id, onClick, "aria-disabled": id === "first" || id === "back" ? at === 0
      : at >= length && (id === "forward" || player.reel.ended || player.wanted === Infinity),
  });
  return h("div", { class: "transport", role: "group", "aria-label": t("watch.steps") },
    step("first", "first", () => player.seek(0)), step("back", "prev", () => player.seek(at - 1)),
    pressPicture(playing ? "watch.pause" : "watch.play", playing ? "pause" : "play", {
      id: "play", class: "prime", onClick: toggle,
    }),
    step("forward", "next", () => player.seek(at + 1)), step("last", "last", () => player.end()),
    h("label", { class: "slide" }, h("span", { class: "unseen" }, t("watch.step")),
      h("input", {
        id: "step", type: "range", min: 0, max: length, value: at,
        "aria-valuetext": t("watch.stepOf", { n: at, all: length }),
        onInput: ({ currentTarget }) => player.seek(Number(currentTarget.value)),
      }),
      h("output", { id: "step-number", class: "tally" }, `${thousands(at)} / ${thousands(length)}`)),
    h(Choose, {
      id: "speed", class: "speed", words: h("span", { class: "unseen" }, t("watch.speed")), value: speed,
      choose: (value) => {
        player.speed = Number(value);
        shelf.save(KEPT, player.speed);
      },
    }, SPEEDS.map((each) => h("option", { key: each, value: each }, t("watch.perSecond", { number: short(each) })))));
}
