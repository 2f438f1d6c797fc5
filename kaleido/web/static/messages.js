/** Messages: above all tabs, such as a link's unknown parts, and for screen readers. */

import { byId } from "./dom.js";
import { pressPicture, spelt } from "./modal.js";
import { plain, told } from "./text.js";
import { h, render } from "./vendor/preact.js";

/** @param {{text: import("./text.js").Said}} props */
const Notice = ({ text }) => [
  h("p", { id: "notice-words" }, spelt(told(text))),
  pressPicture("page.close", "close", { id: "close-notice", onClick: () => notify("") }),
];

/** @param {import("./text.js").Said} text empty: hides the message */
export function notify(text) {
  byId("notice").hidden = !text;
  render(h(Notice, { text }), byId("notice"));
}

let last = 0;

/** Announces a text to screen readers.
 * @param {string} text */
export function say(text) {
  // Without a change, the same words would not be announced again.
  last = (last + 1) % 2;
  byId("live").textContent = plain(text) + (last ? "\u00a0" : "");
}
