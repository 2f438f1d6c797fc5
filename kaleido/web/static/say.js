/** Tells screen readers what has happened. */

import { byId } from "./dom.js";

let last = 0;

export function say(text) {
  const node = byId("live");
  // The same words twice are said twice.
  last = (last + 1) % 2;
  node.textContent = text + (last ? "\u00a0" : "");
}
