/** The tabs of the page. */

import { byId } from "./dom.js";
import { t } from "./text.js";
import { effect, h, render } from "./vendor/preact.js";

const NAMES = /** @type {const} */ (["play", "watch", "design", "photo"]);

export class Tabs {
  names = /** @type {readonly string[]} */ (NAMES);
  current = "";
  /** Called with the tab that is open.
   * @type {(name: string) => void} */
  onchange = () => {};

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    effect(() => list.setAttribute("aria-label", t("page.tabs")));
    render(h(List, { tabs: this, current: "" }), list);
  }

  /** @param {string} name */
  select(name) {
    if (!this.names.includes(name)) return;
    this.current = name;
    for (const each of NAMES) byId(`panel-${each}`).hidden = each !== name;
    render(h(List, { tabs: this, current: name }), this.list);
    this.onchange(name);
  }
}

/** @param {{tabs: Tabs, current: string}} props */
const List = ({ tabs, current }) => NAMES.map((name, at) => h("button", {
  key: name, type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`,
  "aria-selected": name === current, tabIndex: name === current ? 0 : -1, onClick: () => tabs.select(name),
  onKeyDown: (/** @type {KeyboardEvent} */ event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = NAMES.at(steps[event.key] % NAMES.length) ?? name;
    tabs.select(next);
    byId(`tab-${next}`).focus();
  },
}, t(`tabs.${name}`)));
