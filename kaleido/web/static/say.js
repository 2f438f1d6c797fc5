/** Messages for screen readers. */

import { byId } from "./dom.js";
import { plain } from "./text.js";

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
