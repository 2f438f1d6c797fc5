/** Messages: above all tabs, as what of a link is not understood, and for screen readers. */

import { byId } from "./dom.js";
import { pressPicture, spelt } from "./modal.js";
import { plain, told } from "./text.js";
import { h, render } from "./vendor/preact.js";

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

let last = 0;

/**
 * Announces what has happened.
 * @param {string} text
 */
export function say(text) {
  // Without a change, the same words would not be announced again.
  last = (last + 1) % 2;
  byId("live").textContent = plain(text) + (last ? "\u00a0" : "");
}
