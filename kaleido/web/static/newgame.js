/** The window of a new game: a board of a level and a number is dealt. */

import { Busy, modal, Waiting } from "./modal.js";
import { dots, LEVELS } from "./catalogue.js";
import { dealBoard, dealName } from "./days.js";
import { into, Labelled } from "./form.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";
import { h, signal } from "./vendor/preact.js";

/** Random numbers are short enough to pass to a friend. */
const NUMBERS = 10_000;

export class NewGame {
  busy = new Busy();
  number = signal("");
  level = signal(Number(shelf.load("level")) || 2);

  /** @param {(name: string) => Promise<void>} open */
  constructor(open) {
    this.onopen = open;
    this.window = modal("new-game-window", View, {
      title: "deals.new", class: "window small", closed: () => this.busy.end(),
    });
  }

  open() {
    this.number.value = "";
    this.window.open(this);
  }

  /** Deals a board and opens it.
   * @param {number} level */
  start(level) {
    this.level.value = level;
    shelf.save("level", level);
    const given = this.number.value.trim();
    const seed = /^\d{1,9}$/.test(given) ? Number(given) : Math.floor(Math.random() * NUMBERS);
    return this.busy.run(() => t("deals.dealing"), async (stop) => {
      const tell = (/** @type {number} */ n) => { this.busy.words.value = () => t("deals.tried", { n }); };
      await dealBoard({ level, seed }, stop, tell);
      this.window.close();
      await this.onopen(dealName({ level, seed }));
    });
  }
}

/** @param {{value: NewGame}} props */
function View({ value: game }) {
  const { busy, level, number } = game;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    game.start(level.value);
  };
  return h("div", { class: "window-body new-game" }, h("form", { onSubmit: submit },
    h("p", { class: "quiet" }, t("deals.about")),
    h("div", { class: "deal-levels", role: "group", "aria-label": t("chooser.difficulty") },
      LEVELS.map((n) => h("button", {
        type: "button", autofocus: n === level.value, "aria-pressed": n === level.value, "data-level": n,
        disabled: busy.isOn.value, "aria-label": `${t("deals.level", { n })}, ${t("chooser.level", { n })}`,
        onClick: (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget: { form } }) => {
          if (form?.reportValidity()) game.start(n);
        },
      }, h("span", { class: "stars", "aria-hidden": true }, dots(n)), h("span", {}, t("deals.level", { n }))))),
    h(Labelled, { words: t("deals.number") }, h("input", {
      type: "text", inputMode: "numeric", pattern: "[0-9]{1,9}", maxLength: 9, value: number.value,
      placeholder: t("deals.any"), autocomplete: "off", onInput: into(number),
    })),
    h(Waiting, { busy })));
}
