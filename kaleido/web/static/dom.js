/** Elements of the page, how pointers and keys move over them, and messages. */

import { pressPicture, spelt } from "./modal.js";
import { plain, sentence, t, told } from "./text.js";
import { h, render } from "./vendor/preact.js";

/**
 * Finds the one element with this id.
 * @param {string} id
 */
export const byId = (id) => find(id, HTMLElement);

/**
 * Finds the one element with this id, which must be of a class.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/**
 * Folds what a press opened when something else is pressed, or Escape.
 * @param {string} id
 */
export function closeOutside(id) {
  const sheet = find(id, HTMLDetailsElement);
  document.addEventListener("pointerdown", (event) => {
    if (!around(event, `#${id}`)) sheet.open = false;
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    sheet.open = false;
    sheet.querySelector("summary")?.focus();
  });
}

/**
 * Finds the nearest element around the target of an event.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * Whether keys belong to a list or a field, which has the focus.
 * @param {Event} event
 */
export const isField = (event) => around(event, "select, input, textarea, [contenteditable]") !== null;

/** @param {{text: import("./text.js").Said, now: object}} props `now` is another object when it is said anew */
const Words = ({ text }) => spelt(told(text).trim());

/**
 * Sets the text of an element, which follows the language; what is the same is not announced or laid out twice.
 * @param {Element} node
 * @param {import("./text.js").Said} text
 */
export const write = (node, text) => render(h(Words, { text, now: {} }), node);

/** The steps of the arrow keys, as rows and columns.
 * @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Pixels after which a press becomes a drag. */
const START = 5;

/**
 * Follows a pointer from its press to its release.
 * @param {PointerEvent} down
 * @param {{start?: (event: PointerEvent) => void, move: (event: PointerEvent) => void,
 *   drop: (event: PointerEvent, dragged: boolean) => void, cancel: () => void}} on
 *   `start`: the pointer has left its place
 */
export function followPointer(down, on) {
  let dragged = false;
  const id = down.pointerId;
  const stop = new AbortController();
  /** @param {"pointermove"|"pointerup"|"pointercancel"} name @param {(event: PointerEvent) => void} task */
  const listen = (name, task) => window.addEventListener(name, (event) => {
    if (event.pointerId === id) task(event);
  }, { signal: stop.signal });
  listen("pointermove", (event) => {
    if (!dragged) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < START) return;
      dragged = true;
      on.start?.(event);
    }
    on.move(event);
  });
  listen("pointerup", (event) => {
    stop.abort();
    on.drop(event, dragged);
  });
  listen("pointercancel", () => {
    stop.abort();
    on.cancel();
  });
}

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
  const others = links.map((link) => ({ link, place: link.getBoundingClientRect() }))
    .filter(({ place }) => Math.abs(place.top - top) >= 1);
  const line = others.filter(({ place }) => Math.abs(place.top - others[0].place.top) < 1)
    .sort((one, other) => Math.abs(one.place.left - left) - Math.abs(other.place.left - left));
  return line[0]?.link;
}

// Messages: above all tabs, as what of a link is not understood, and for screen readers.

/** @param {{text: import("./text.js").Said}} props */
const Notice = ({ text }) => [
  h("p", { id: "notice-words" }, spelt(told(text))),
  pressPicture("page.close", "close", { id: "close-notice", onClick: () => notify("") }),
];

/** @param {import("./text.js").Said} text nothing to hide it */
export function notify(text) {
  byId("notice").hidden = !text;
  render(h(Notice, { text }), byId("notice"));
}

/**
 * Makes what is seldom needed when it is first used; says so if it cannot be loaded.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {(use: (made: T) => void) => Promise<void>}
 */
export function later(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return async (use) => {
    try {
      made ??= make();
      use(await made);
    } catch {
      made = null;
      notify(() => sentence(t("shared.silent")));
    }
  };
}

let last = 0;

/**
 * Announces what has happened.
 * @param {string} text
 */
export function say(text) {
  const node = byId("live");
  // Without a change, the same words would not be announced again.
  last = (last + 1) % 2;
  node.textContent = plain(text) + (last ? "\u00a0" : "");
}
