/** The buttons, the slider and the keys that move through the steps of a search. */

import { around, isField } from "./dom.js";
import { Choose } from "./form.js";
import { pressPicture } from "./modal.js";
import { isCalm, shelf } from "./settings.js";
import { short, t, thousands } from "./text.js";
import { h, useEffect } from "./vendor/preact.js";

/** Where the speed is kept. */
const KEPT = "speed";
/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];
/** The usual speed; for those who asked for less motion, it plays slowly. */
const USUAL = { lively: 2, calm: 1 };

/** The speed at which to begin. */
export function usualSpeed() {
  const kept = Number(shelf.load(KEPT));
  return SPEEDS.includes(kept) && !isCalm() ? kept : USUAL[isCalm() ? "calm" : "lively"];
}

/** @param {{player: import("./player.js").Player, play: () => void, isSeen: () => boolean}} props */
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
      if (!isSeen() || event.defaultPrevented || isField(event) || !Object.hasOwn(keys, event.key)) return;
      if (event.target !== document.body && !around(event, "#panel-watch")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " " && event.target instanceof Element && event.target.matches("button, summary")) return;
      keys[event.key]();
      event.preventDefault();
    });
  }, []);
  /**
   * @param {"first"|"back"|"forward"|"last"} id
   * @param {string} picture
   * @param {() => void} onClick
   */
  const step = (id, picture, onClick) => pressPicture(`watch.${id}`, picture, {
    id, disabled: id === "first" || id === "back" ? at === 0 : at >= length, onClick,
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
