/** The tabs of the page. */

export class Tabs {
  /**
   * @param {HTMLElement} list
   * @param {(name: string) => void} changed
   */
  constructor(list, changed) {
    this.buttons = [...list.querySelectorAll("[role=tab]")];
    this.changed = changed;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[role=tab]");
      if (button) this.select(button.dataset.tab);
    });
    list.addEventListener("keydown", (event) => {
      const at = this.buttons.indexOf(document.activeElement);
      const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.buttons.length - 1 };
      if (!(event.key in steps) || at < 0) return;
      event.preventDefault();
      const next = this.buttons[(steps[event.key] + this.buttons.length) % this.buttons.length];
      this.select(next.dataset.tab);
      next.focus();
    });
  }

  get names() {
    return this.buttons.map((button) => button.dataset.tab);
  }

  /** @param {boolean} [quiet] without a call of `changed` */
  select(name, quiet = false) {
    if (!this.names.includes(name)) return;
    this.current = name;
    for (const button of this.buttons) {
      const isOn = button.dataset.tab === name;
      button.setAttribute("aria-selected", String(isOn));
      button.tabIndex = isOn ? 0 : -1;
      document.getElementById(button.getAttribute("aria-controls")).hidden = !isOn;
    }
    if (!quiet) this.changed(name);
  }
}
