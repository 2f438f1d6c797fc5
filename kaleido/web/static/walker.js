/** Walks over a grid of links by the keys: one of them is in the order of the Tab key, the arrows go on from it. */

import { around } from "./dom.js";

export class Walker {
  /**
   * @param {HTMLElement} node around the links
   * @param {string} selector
   */
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

  /** The links that are seen, in reading order. */
  get links() {
    /** @type {NodeListOf<HTMLElement>} */
    const links = this.node.querySelectorAll(this.selector);
    return [...links].filter((link) => !link.closest("[hidden], details:not([open])"));
  }

  /**
   * Puts a link in the order of the Tab key, and no other one.
   * @param {HTMLElement|undefined} link
   */
  rest(link) {
    for (const other of this.node.querySelectorAll(`${this.selector}[tabindex="0"]`)) other.setAttribute("tabindex", "-1");
    link?.setAttribute("tabindex", "0");
  }

  /**
   * What the keys lead to.
   * @param {HTMLElement} from
   * @returns {Record<string, () => HTMLElement|undefined>}
   */
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

/**
 * The link that is nearest below or above another one, in the next line of links.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} links away from it
 */
function beyond(from, links) {
  const { top, left } = from.getBoundingClientRect();
  /** @type {number|null} */
  let line = null;
  /** @type {HTMLElement|undefined} */
  let best;
  let least = Infinity;
  for (const link of links) {
    const place = link.getBoundingClientRect();
    if (Math.abs(place.top - top) < 1) continue;
    line ??= place.top;
    if (Math.abs(place.top - line) >= 1) break;
    const distance = Math.abs(place.left - left);
    if (distance < least) [best, least] = [link, distance];
  }
  return best;
}
