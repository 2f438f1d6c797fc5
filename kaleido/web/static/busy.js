/** What windows have in common that ask the server for something that takes a while. */

import { failure, Latest } from "./api.js";
import { spelt } from "./modal.js";
import { t, told } from "./text.js";
import { h, signal } from "./vendor/preact.js";

/** @typedef {import("./text.js").Said} Said */

/** A question that is being answered, and what is said of it. */
export class Busy {
  asking = new Latest();
  isOn = signal(false);
  /** @type {import("./vendor/preact.js").Signal<Said>} */
  words = signal("");

  /**
   * Does a task, in the place of the one before.
   * @param {Said} words said meanwhile
   * @param {(signal: AbortSignal) => Promise<void>} task
   */
  async run(words, task) {
    this.isOn.value = true;
    this.words.value = words;
    await this.asking.run(async (stop) => {
      await task(stop);
      this.isOn.value = false;
    }, (problem) => this.end(failure(problem)));
  }

  /** @param {Said} words */
  end(words = "") {
    this.asking.cancel();
    this.isOn.value = false;
    this.words.value = words;
  }
}

/**
 * Shows how far it is, with a button that stops it.
 * @param {{busy: Busy}} props
 */
export function Waiting({ busy }) {
  return h("div", { class: "busy-line" },
    busy.isOn.value && h("progress", { "aria-label": t("deals.progress") }),
    h("p", { role: "status", class: "status" }, spelt(told(busy.words.value))),
    busy.isOn.value && h("button", { type: "button", onClick: () => busy.end() }, t("photo.cancel")));
}
