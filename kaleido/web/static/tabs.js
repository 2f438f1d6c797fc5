/** The tabs of the page. */

import { around, byId } from "./dom.js";

export class Tabs {
  /**
   * @param {HTMLElement} list
   * @param {(name: string) => void} changed
   */
  constructor(list, changed) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = list.querySelectorAll("[role=tab]");
    this.buttons = [...buttons];
    this.current = "";
    this.changed = changed;
    list.addEventListener("click", (event) => {
      const button = around(event, "[role=tab]");
      if (button) this.select(button.dataset.tab ?? "");
    });
    list.addEventListener("keydown", (event) => {
      const at = this.buttons.findIndex((button) => button === document.activeElement);
      /** @type {Record<string, number>} */
      const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.buttons.length - 1 };
      if (!(event.key in steps) || at < 0) return;
      event.preventDefault();
      const next = this.buttons[(steps[event.key] + this.buttons.length) % this.buttons.length];
      this.select(next.dataset.tab ?? "");
      next.focus();
    });
  }

  get names() {
    return this.buttons.map((button) => button.dataset.tab);
  }

  /** @param {string} name */
  select(name) {
    if (!this.names.includes(name)) return;
    this.current = name;
    for (const button of this.buttons) {
      const isOn = button.dataset.tab === name;
      button.setAttribute("aria-selected", String(isOn));
      button.tabIndex = isOn ? 0 : -1;
      byId(button.getAttribute("aria-controls") ?? "").hidden = !isOn;
    }
    this.changed(name);
  }
}
