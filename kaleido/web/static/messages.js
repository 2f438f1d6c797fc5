/** Messages: above all tabs, such as a link's unknown parts, and for screen readers. */

import { byId } from "./dom.js";
import { pressPicture, spelt } from "./modal.js";
import { plain, told } from "./text.js";
import { h, render } from "./vendor/preact.js";

/** @typedef {import("./text.js").Said} Said
 * @typedef {{words: Said, href: string}} Offer a link */

/** @param {{parts: (Said|Offer)[]}} props */
const Notice = ({ parts }) => [
  h("p", { id: "notice-words" }, parts.map((part, at) => [at > 0 && " ", typeof part === "object"
    ? h("a", { href: part.href }, spelt(told(part.words))) : spelt(told(part))])),
  pressPicture("page.close", "close", { id: "close-notice", onClick: () => notify("") }),
];

/** Shows a message; an empty one hides it.
 * @param {(Said|Offer)[]} parts */
export function notify(...parts) {
  const node = byId("notice");
  node.hidden = !parts[0];
  watched ??= watch(node);
  render(h(Notice, { parts }), node);
}

/** @type {ResizeObserver|undefined} */
let watched;

/** Tells the style sheets how high the message is, for the board to leave it room.
 * @param {HTMLElement} node */
function watch(node) {
  const watching = new ResizeObserver(() =>
    document.documentElement.style.setProperty("--notice", `${node.offsetHeight}px`));
  watching.observe(node);
  return watching;
}

let last = 0;

/** Announces a text to screen readers.
 * @param {string} text */
export function say(text) {
  // Without a change, the same words would not be announced again.
  last = (last + 1) % 2;
  byId("live").textContent = plain(text) + (last ? "\u00a0" : "");
}
