/** The buttons, the slider and the keys that move through the steps of a search. */

import { around, button, byId, icon, input, isField, onPress, select, set, write } from "./dom.js";
import { isCalm, shelf } from "./settings.js";
import { short, t, thousands } from "./text.js";

/** Where the speed is kept. */
const KEPT = "speed";
/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 40, 100, 400];
/** The usual speed; for those who asked for less motion, it plays slowly. */
const USUAL = { lively: 2, calm: 1 };

export class Transport {
  /**
   * @param {import("./player.js").Player} player
   * @param {{play: () => void, isSeen: () => boolean}} watch what plays, and whether it is seen
   */
  constructor(player, { play, isSeen }) {
    this.player = player;
    this.toggle = () => (player.playing ? player.pause() : play());
    const kept = Number(shelf.load(KEPT));
    player.speed = SPEEDS.includes(kept) && !isCalm() ? kept : USUAL[isCalm() ? "calm" : "lively"];
    this.#fillSpeeds();
    onPress("play", this.toggle);
    onPress("first", () => player.seek(0));
    onPress("back", () => player.seek(player.at - 1));
    onPress("forward", () => player.seek(player.at + 1));
    onPress("last", () => player.seek(player.reel.length));
    input("step").addEventListener("input", () => player.seek(Number(input("step").value)));
    select("speed").addEventListener("change", () => {
      player.speed = Number(select("speed").value);
      shelf.save(KEPT, player.speed);
    });
    document.addEventListener("keydown", (event) => {
      if (!isSeen() || event.defaultPrevented || isField(event)) return;
      if (event.target !== document.body && !around(event, "#panel-watch")) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#press(event)) return;
      event.preventDefault();
    });
  }

  /**
   * Does what a key asks for; returns whether it asks for something.
   * @param {KeyboardEvent} event
   */
  #press({ key, target }) {
    const { player } = this;
    if (key === "ArrowLeft") player.seek(player.at - 1);
    else if (key === "ArrowRight") player.seek(player.at + 1);
    else if (key === "Home") player.seek(0);
    else if (key === "End") player.seek(player.reel.length);
    else if (key === " " && !(target instanceof HTMLElement && target.matches("button, summary"))) this.toggle();
    else return false;
    return true;
  }

  #fillSpeeds() {
    const list = select("speed");
    if (!list.length) list.append(...SPEEDS.map((speed) => new Option("", String(speed))));
    for (const option of list.options) write(option, t("watch.perSecond", { number: short(Number(option.value)) }));
    list.value = String(this.player.speed);
  }

  draw() {
    const { at, playing, reel: { length } } = this.player;
    const slider = input("step");
    slider.max = String(length);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t("watch.stepOf", { n: at, all: length }));
    write(byId("step-number"), `${thousands(at)} / ${thousands(length)}`);
    set(byId("play"), { "data-t-label": playing ? "watch.pause" : "watch.play" });
    if (byId("play").dataset.icon !== String(playing)) {
      byId("play").dataset.icon = String(playing);
      byId("play").replaceChildren(icon(playing ? "pause" : "play"));
    }
    button("first").disabled = button("back").disabled = at === 0;
    button("forward").disabled = button("last").disabled = at >= length;
    this.#fillSpeeds();
  }
}
