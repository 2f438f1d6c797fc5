/** The window of a new game: a board of a level and a number is dealt. */

import { Busy, Waiting } from "./busy.js";
import { dots } from "./card.js";
import { dealBoard, dealName, randomSeed } from "./deals.js";
import { el } from "./dom.js";
import { into, Labelled } from "./form.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";
import { h, render, signal } from "./vendor/preact.js";
import { makeWindow } from "./window.js";

export class NewGame {
  busy = new Busy();
  number = signal("");
  level = signal(Number(shelf.load("level")) || 2);

  /** @param {(name: string) => Promise<void>} open */
  constructor(open) {
    this.onopen = open;
    const body = el("div", { class: "window-body new-game" });
    this.node = makeWindow("new-game-window", "deals.new", "small", body);
    this.node.addEventListener("close", () => this.busy.end());
    render(h(View, { game: this }), body);
  }

  open() {
    this.number.value = "";
    this.node.showModal();
    /** @type {HTMLElement|null} */ (this.node.querySelector("button[aria-pressed=true]"))?.focus();
  }

  /**
   * Deals a board and opens it.
   * @param {number} level
   */
  start(level) {
    this.level.value = level;
    shelf.save("level", level);
    const given = this.number.value.trim();
    const seed = /^\d{1,9}$/.test(given) ? Number(given) : randomSeed();
    return this.busy.run(() => t("deals.dealing"), async (stop) => {
      const tell = (/** @type {number} */ n) => { this.busy.words.value = () => t("deals.tried", { n }); };
      await dealBoard({ level, seed }, stop, tell);
      this.node.close();
      await this.onopen(dealName({ level, seed }));
    });
  }
}

/** @param {{game: NewGame}} props */
function View({ game }) {
  const { busy, level, number } = game;
  return h("form", { onSubmit: (/** @type {Event} */ event) => { event.preventDefault(); game.start(level.value); } },
    h("p", { class: "quiet" }, t("deals.about")),
    h("div", { class: "deal-levels", role: "group", "aria-label": t("chooser.difficulty") },
      [1, 2, 3, 4, 5].map((n) => h("button", {
        type: "button", "aria-pressed": n === level.value, disabled: busy.isOn.value, "data-level": n,
        "aria-label": t("chooser.level", { n }), onClick: () => game.start(n),
      }, h("span", { class: "stars", "aria-hidden": true }, dots(n)), h("span", {}, t("deals.level", { n }))))),
    h(Labelled, { words: t("deals.number") }, h("input", {
      type: "text", inputMode: "numeric", pattern: "[0-9]{1,9}", maxLength: 9, value: number.value,
      placeholder: t("deals.any"), autocomplete: "off", onInput: into(number),
    })),
    h(Waiting, { busy }));
}
