/** Elements of the page; text is always set as text, never as markup. */

import { spelt } from "./modal.js";
import { textOf, told } from "./text.js";
import { h, render } from "./vendor/preact.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes by name; `data-t` is the key of the element's text, `data-t-label` that of its label for screen readers,
 * and `data-t-title` and others those of the attributes of these names.
 * @typedef {Record<string, string|number|boolean|null|undefined> &
 *   {[name in `data-t${""|"-label"|"-title"|"-placeholder"|"-content"}`]?: import("./text.js").Phrase}} Attributes
 */

/**
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {(Node|string)[]} children
 */
function fill(node, attributes, children) {
  let hasWords = false;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = String(value);
    else node.setAttribute(name, value === true ? "" : String(value));
    hasWords ||= name.startsWith("data-t");
  }
  if (hasWords) putWords(node);
  node.append(...children);
  return node;
}

/**
 * Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Node|string)} children
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Node|string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * One of the pictures for buttons.
 * @param {string} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}

/**
 * Finds the one element with this id.
 * @param {string} id
 */
export function byId(id) {
  return find(id, HTMLElement);
}

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

/** @param {string} id */
export const button = (id) => find(id, HTMLButtonElement);

/** @param {string} id */
export const input = (id) => find(id, HTMLInputElement);

/** @param {string} id */
export const select = (id) => find(id, HTMLSelectElement);

/**
 * Calls a task when a button is pressed.
 * @param {string} id
 * @param {() => void} task
 */
export function onPress(id, task) {
  byId(id).addEventListener("click", task);
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
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Whether keys belong to a list or a field, which has the focus.
 * @param {Event} event
 */
export function isField(event) {
  return around(event, "select, input, textarea, [contenteditable]") !== null;
}

/**
 * Sets attributes that changed.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (node.getAttribute(name) === text) continue;
    node.setAttribute(name, text);
    if (name.startsWith("data-t")) putWords(node);
  }
}

/** @param {{text: import("./text.js").Said, now: object}} props `now` is another object when it is said anew */
const Words = ({ text }) => spelt(told(text).trim());

/**
 * Sets the text of an element, which follows the language; what is the same is not announced or laid out twice.
 * @param {Element} node
 * @param {import("./text.js").Said} text
 */
export const write = (node, text) => render(h(Words, { text, now: {} }), node);

/**
 * Puts the words of an element in the language that is spoken.
 * @param {Element} node
 */
function putWords(node) {
  for (const { name, value } of node.attributes) {
    const found = /^data-t(?:-(\w+))?$/.exec(name);
    if (!found) continue;
    const [, kind] = found;
    const text = textOf(value);
    if (kind) node.setAttribute(kind === "label" ? "aria-label" : kind, text);
    else node.replaceChildren(...text.split("`").map((part, at) => (at % 2 ? el("kbd", { text: part }) : part)));
  }
}

/** Puts the words of what no component draws, as the help, in the language that is spoken. */
export function putAllWords() {
  const kinds = ["", "-label", "-title", "-placeholder", "-content"].map((kind) => `[data-t${kind}]`);
  document.querySelectorAll(kinds.join()).forEach(putWords);
}

/**
 * Shows a status line: its words and what kind they are of.
 * @param {string} id
 * @param {import("./text.js").Said} text
 * @param {""|"wait"|"hint"|"fits"|"clash"|"joy"} kind
 */
export function showStatus(id, text, kind = "") {
  const node = byId(id);
  write(node, text);
  set(node, { class: `status ${kind}` });
}

/** The steps of the arrow keys, as rows and columns.
 * @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
