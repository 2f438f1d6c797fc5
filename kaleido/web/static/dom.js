/** Elements of the page. */

import { spelt } from "./modal.js";
import { told } from "./text.js";
import { h, render } from "./vendor/preact.js";

/** Finds the one element with this id.
 * @param {string} id */
export const byId = (id) => find(id, HTMLElement);

/** Finds the one element with this id, which must be of a class.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/** Closes a fold when something else or Escape is pressed.
 * @param {string} id */
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

/** Finds the nearest element around the target of an event.
 * @param {Event} event @param {string} selector @returns {HTMLElement|null} */
export const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/** @param {{text: import("./text.js").Said, now: object}} props `now` is a new object to announce the same text again
 */
const Words = ({ text }) => spelt(told(text).trim());

/** Sets the text of an element, which follows the language; the same text is not announced or laid out twice.
 * @param {Element} node @param {import("./text.js").Said} text */
export const write = (node, text) => render(h(Words, { text, now: {} }), node);
