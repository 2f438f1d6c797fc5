/** Keys: the steps of the arrows, the element that handles a key, and lists of links that arrows walk. */

import { around } from "./dom.js";

/** The steps of the arrow keys, as rows and columns.
 * @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Returns whether a key belongs to the focused list or field, or to an open window wherever the focus is: the focus is
 * lost when its button disappears.
 * @param {Event} event */
export const isTaken = (event) => around(event, "select, input, textarea, [contenteditable]") !== null ||
  document.querySelector("dialog[open]") !== null;

export class Walker {
  /** @param {HTMLElement} node around the links @param {string} selector */
  constructor(node, selector) {
    this.node = node;
    this.selector = selector;
    node.addEventListener("focusin", (event) => {
      const link = around(event, selector);
      if (link) this.rest(link);
    });
    node.addEventListener("keydown", (event) => {
      const from = around(event, selector);
      const step = from && this.#steps(from)[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      step()?.focus();
    });
  }

  /** The visible links, in reading order. */
  get links() {
    /** @type {NodeListOf<HTMLElement>} */
    const links = this.node.querySelectorAll(this.selector);
    return [...links].filter((link) => !link.closest("[hidden], details:not([open]) > :not(summary)"));
  }

  /** Makes a link the only one of its list in the order of the Tab key.
   * @param {HTMLElement|undefined} link */
  rest(link) {
    for (const other of this.node.querySelectorAll(`${this.selector}[tabindex="0"]`)) other.setAttribute("tabindex", "-1");
    link?.setAttribute("tabindex", "0");
  }

  /** Returns the target of each key.
   * @param {HTMLElement} from @returns {Record<string, () => HTMLElement|undefined>} */
  #steps(from) {
    const { links } = this;
    const at = links.indexOf(from);
    return {
      ArrowLeft: () => links[at - 1],
      ArrowRight: () => links[at + 1],
      ArrowUp: () => beyond(from, links.slice(0, at).reverse()),
      ArrowDown: () => beyond(from, links.slice(at + 1)),
      Home: () => links[0],
      End: () => links.at(-1),
    };
  }
}

/** Returns the link that is nearest below or above another one, in the next line of links.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} links away from it */
function beyond(from, links) {
  const { top, left } = from.getBoundingClientRect();
  const others = links.map((link) => ({ link, place: link.getBoundingClientRect() }))
    .filter(({ place }) => Math.abs(place.top - top) >= 1);
  const line = others.filter(({ place }) => Math.abs(place.top - others[0].place.top) < 1)
    .sort((one, other) => Math.abs(one.place.left - left) - Math.abs(other.place.left - left));
  return line[0]?.link;
}
