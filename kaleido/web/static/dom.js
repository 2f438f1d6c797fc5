/** Elements of the page; text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string|number|boolean|null|undefined>} Attributes */

/**
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {(Node|string)[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = String(value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
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
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/**
 * Sets the text if it changed, so that nothing is announced or laid out twice.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Shows a status line: its words and what kind they are of.
 * @param {string} id
 * @param {string} text
 * @param {""|"wait"|"hint"|"fits"|"clash"|"joy"} kind
 */
export function showStatus(id, text, kind = "") {
  const node = byId(id);
  write(node, text.trim());
  set(node, { class: `status ${kind}` });
}

/** The steps of the arrow keys, as rows and columns.
 * @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
