/** A list of very many rows of the same height, of which only those in view are drawn. */

import { el, set } from "./dom.js";

/**
 * What a row shows.
 * @typedef {object} Drawn
 * @property {string} key rows with the same key look the same
 * @property {number} indent how far it is moved in
 * @property {import("./dom.js").Attributes} attributes
 * @property {() => (Node|string)[]} parts
 */

/** Rows that are drawn beyond what is in view. */
const BEYOND = 3;
/** The height of a row in rem, for a mouse and for fingers. */
const HEIGHT = { fine: 1.9, coarse: 2.5 };

/** Numbers the lists, for the ids of their rows. */
let lists = 0;

export class RollList {
  /**
   * @param {(at: number) => Drawn} describe says what a row shows
   * @param {(at: number) => void} choose called when a row is pressed
   */
  constructor(describe, choose) {
    this.describe = describe;
    lists += 1;
    this.name = `roll-${lists}`;
    this.inner = el("div", { role: "none" });
    this.node = el("div", { class: "roll", role: "tree", tabindex: 0 }, this.inner);
    /** The rows that are drawn, by their number.
     * @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    this.length = 0;
    this.current = -1;
    this.rowHeight = 30;
    /** How much of the list is in view, and from where on. */
    this.height = 0;
    this.top = 0;
    /** Whether the current row is kept in view: until somebody scrolls it away. */
    this.follows = true;
    this.node.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.node.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("[role=treeitem]") : null;
      if (row instanceof HTMLElement) choose(Number(row.dataset.at));
    });
    this.coarse = matchMedia("(pointer: coarse)");
    this.coarse.addEventListener("change", () => this.#measure());
    new ResizeObserver(() => this.#measure()).observe(this.node);
  }

  #measure() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.rowHeight = Math.round(rem * (this.coarse.matches ? HEIGHT.coarse : HEIGHT.fine));
    this.node.style.setProperty("--row", `${this.rowHeight}px`);
    this.height = this.node.clientHeight;
    this.#update();
  }

  #scrolled() {
    const { scrollTop } = this.node;
    if (scrollTop === this.top) return;
    this.top = scrollTop;
    this.follows = this.#isSeen();
    this.#fill();
  }

  /** Whether the current row is in view. */
  #isSeen() {
    const top = this.current * this.rowHeight;
    return top >= this.top - 1 && top + this.rowHeight <= this.top + this.height + 1;
  }

  /**
   * @param {number} length how many rows there are
   * @param {number} current
   * @param {boolean} isSought whether somebody asked for the current row, so that it is to be seen again
   */
  draw(length, current, isSought) {
    this.length = length;
    this.current = current;
    if (isSought) this.follows = true;
    this.#update();
  }

  /** Draws all rows anew. */
  clear() {
    for (const row of this.drawn.values()) row.dataset.key = "";
  }

  #update() {
    this.inner.style.height = `${this.length * this.rowHeight}px`;
    this.top = Math.max(0, Math.min(this.top, this.length * this.rowHeight - this.height));
    if (this.follows && this.height && this.current >= 0 && !this.#isSeen()) this.#keepInView();
    this.#fill();
  }

  /** Scrolls the list, and nothing but the list, to its current row: to its middle unless that is near. */
  #keepInView() {
    const above = this.current * this.rowHeight - this.top;
    const below = above + this.rowHeight - this.height;
    const isNear = above > -this.height && below < this.height;
    const by = !isNear ? above - this.height / 2 : above < 0 ? above - this.rowHeight : below + this.rowHeight;
    this.node.scrollTop = this.top + by;
    this.top = this.node.scrollTop;
  }

  /** Draws the rows that are in view. */
  #fill() {
    const first = Math.max(0, Math.floor(this.top / this.rowHeight) - BEYOND);
    const last = Math.min(this.length, Math.ceil((this.top + this.height) / this.rowHeight) + BEYOND) - 1;
    for (const [at, row] of this.drawn) {
      if (at >= first && at <= last) continue;
      row.remove();
      this.drawn.delete(at);
    }
    for (let at = first; at <= last; at += 1) {
      const row = this.drawn.get(at) ?? this.#make(at);
      this.#show(row, at);
    }
    const isThere = this.drawn.has(this.current);
    if (isThere) set(this.node, { "aria-activedescendant": `${this.name}-${this.current}` });
    else this.node.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at */
  #make(at) {
    const row = el("div", { role: "treeitem", id: `${this.name}-${at}`, "data-at": at });
    row.style.setProperty("--at", String(at));
    const before = this.drawn.get(at - 1);
    if (before) before.after(row);
    else this.inner.prepend(row);
    this.drawn.set(at, row);
    return row;
  }

  /**
   * @param {HTMLElement} row
   * @param {number} at
   */
  #show(row, at) {
    const { key, indent, attributes, parts } = this.describe(at);
    set(row, { "aria-selected": at === this.current, "aria-posinset": at + 1, "aria-setsize": this.length });
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    row.style.setProperty("--in", String(indent));
    row.removeAttribute("aria-expanded");
    set(row, attributes);
    // Read aloud, the parts are words of their own.
    row.replaceChildren(...parts().flatMap((each) => [each, " "]));
  }
}
