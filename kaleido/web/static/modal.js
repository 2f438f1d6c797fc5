/** Windows over the page, which exist only while they are open, and shared buttons and texts. */

import { failure, Latest } from "./api.js";
import { foreignParts, t, told } from "./text.js";
import { h, render, signal, useLayoutEffect, useRef } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact.js").ComponentChildren} Children */

/** Draws a dialog that opens when it is drawn. Keys that are pressed in it do nothing else.
 * @param {{onClose: () => void, children?: Children, isLight?: boolean, keys?: (event: KeyboardEvent) => void,
 *   [attribute: string]: unknown}} props */
function Modal({ onClose, isLight, keys, children, ...attributes }) {
  const node = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useLayoutEffect(() => {
    if (!node.current?.open) node.current?.showModal();
  });
  return h("dialog", {
    ...attributes, ref: node,
    // Closed, and not opened again meanwhile.
    onClose: () => { if (!node.current?.open) onClose(); },
    onClick: ({ target }) => { if (isLight && target === node.current) node.current?.close(); },
    onKeyDown: (event) => {
      event.stopPropagation();
      keys?.(event);
    },
  }, children);
}

/** Makes a window for values of a kind.
 * @template T
 * @param {string} id of the dialog, whose title is the element `id-title`
 * @param {(props: {value: T, close: () => void}) => Children} View draws a value while the window is open
 * @param {{title?: import("./text.js").Phrase, class?: string, isLight?: boolean, closed?: () => void, keys?: (event:
 *   KeyboardEvent) => void}} options `title`: adds a head; `isLight`: a press beside the window closes it, too;
 *   `closed`, `keys`: handlers */
export function modal(id, View, { title, closed, ...options }) {
  /** @type {HTMLElement|null} */
  let place = null;
  const close = () => place?.querySelector("dialog")?.close();
  /** @param {T|null} value */
  const show = (value) => {
    if (!place) document.body.append(place = document.createElement("div"));
    render(value === null ? null : h(Modal, {
      id, "aria-labelledby": `${id}-title`, ...options, onClose: () => {
        show(null);
        closed?.();
      },
    }, title && h(WindowTop, { id, title, close }), h(View, { value, close })), place);
  };
  return {
    close, open: /** @param {T} value */ (value) => show(value), get isOpen() { return Boolean(place?.firstChild); },
  };
}

/** Draws the head of a window: its title, and the button that closes it.
 * @param {{id: string, title: import("./text.js").Phrase, close: () => void, children?: Children}} props */
export const WindowTop = ({ id, title, close, children }) => h("div", { class: "window-top" },
  h("h2", { id: `${id}-title` }, t(title)), children,
  pressPicture("shared.close", "close", { id: `${id}-close`, onClick: close }));

/** Draws one of the pictures for buttons.
 * @param {string} name */
export const pictured = (name) =>
  h("svg", { class: "icon", "aria-hidden": true }, h("use", { href: `#icon-${name}` }));

/** A message and its kind.
 * @typedef {{said: import("./text.js").Said, kind?: ""|"wait"|"hint"|"fits"|"clash"|"joy"}} Telling
 * @param {Telling & {id: string}} props */
export const Status = ({ id, said, kind = "" }) =>
  h("p", { id, class: `status ${kind}`, role: "status" }, spelt(told(said)));

/** Returns a text in which the English words within another language are marked.
 * @param {string} text */
export const spelt = (text) =>
  foreignParts(text).map((part, at) => (at % 2 ? h("span", { lang: "en" }, part) : part));

/** Returns a text whose keys, written between backticks, are marked.
 * @param {string} text */
export const keyed = (text) => text.split("`").map((part, at) => (at % 2 ? h("kbd", {}, part) : part));

/** Returns a button with words.
 * @param {import("./text.js").Phrase} key @param {{onClick: () => void, [attribute: string]: unknown}} attributes */
export const press = (key, attributes) => h("button", { type: "button", ...attributes }, t(key));

/** Returns a button with a picture.
 * @param {import("./text.js").Phrase} key @param {string} picture
 * @param {{onClick: () => void, [attribute: string]: unknown}} attributes */
export const pressPicture = (key, picture, attributes) =>
  h("button", { type: "button", "aria-label": t(key), ...attributes }, pictured(picture));

/** A request in progress, and its message. */
export class Busy {
  asking = new Latest();
  isOn = signal(false);
  /** @type {import("./vendor/preact.js").Signal<import("./text.js").Said>} */
  words = signal("");

  /** Runs a task in place of the one before.
   * @param {import("./text.js").Said} words shown meanwhile
   * @param {(signal: AbortSignal) => Promise<void>} task */
  async run(words, task) {
    this.isOn.value = true;
    this.words.value = words;
    await this.asking.run(async (stop) => {
      await task(stop);
      this.isOn.value = false;
    }, (problem) => this.end(failure(problem)));
  }

  /** @param {import("./text.js").Said} words */
  end(words = "") {
    this.asking.cancel();
    this.isOn.value = false;
    this.words.value = words;
  }
}

/** Draws the progress, with a button that stops the task.
 * @param {{busy: Busy}} props */
export function Waiting({ busy }) {
  return h("div", { class: "busy-line" },
    busy.isOn.value && h("progress", { "aria-label": t("deals.progress") }),
    h("p", { role: "status", class: "status" }, spelt(told(busy.words.value))),
    busy.isOn.value && h("button", { type: "button", onClick: () => busy.end() }, t("photo.cancel")));
}
