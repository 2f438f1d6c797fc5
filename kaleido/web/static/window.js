/** Windows: dialogs that are made when they are first opened. */

import { el, icon } from "./dom.js";

/**
 * @typedef {import("./dom.js").Attributes} Attributes
 * @typedef {import("./text.js").Phrase} Phrase
 */

/**
 * Makes a window with a title and a button that closes it.
 * @param {string} id
 * @param {Phrase} title
 * @param {string} kind further classes
 * @param {...Node} parts
 */
export function makeWindow(id, title, kind, ...parts) {
  const heading = `${id}-heading`;
  const close = el("button", { type: "button", id: `${id}-close`, "data-t-label": "shared.close" }, icon("close"));
  const node = el("dialog", {
    id, class: `window ${kind}`.trim(), tabindex: -1, autofocus: true, "aria-labelledby": heading,
  }, el("div", { class: "window-top" }, el("h2", { id: heading, "data-t": title }), close), ...parts);
  close.addEventListener("click", () => node.close());
  // The keys of the game behind do not act.
  node.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(node);
  return node;
}

/**
 * A button with words.
 * @param {string} id
 * @param {Phrase} key
 * @param {Attributes} attributes
 */
export const press = (id, key, attributes = {}) => el("button", { type: "button", id, "data-t": key, ...attributes });

/**
 * A button with a picture.
 * @param {string} id
 * @param {Phrase} key
 * @param {string} picture
 */
export const pressIcon = (id, key, picture) => el("button", { type: "button", id, "data-t-label": key }, icon(picture));

/**
 * A field with words before it.
 * @param {Phrase} key
 * @param {HTMLElement} field
 * @param {Attributes} attributes of the label
 */
export const labelled = (key, field, attributes = {}) =>
  el("label", attributes, el("span", { "data-t": key }), " ", field);

/**
 * A box to tick with words after it.
 * @param {string} id
 * @param {Phrase} key
 * @param {Attributes} attributes of the label
 */
export const tick = (id, key, attributes = {}) => el("label", { class: "tick", ...attributes },
  el("input", { type: "checkbox", id }), " ", el("span", { "data-t": key }));

/**
 * Parts in a row.
 * @param {Attributes} attributes
 * @param {...Node} parts
 */
export const row = (attributes, ...parts) => el("div", { class: "row", ...attributes }, ...parts);
