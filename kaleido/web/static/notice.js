/** The notice above all tabs: what of a link is not understood, or what went wrong. */

import { byId, write } from "./dom.js";
import { sentence, t } from "./text.js";

/** @param {import("./text.js").Said} text nothing to hide it */
export function notify(text) {
  byId("notice").hidden = !text;
  write(byId("notice-words"), text);
}

/**
 * Makes what is seldom needed when it is first used; says so if it cannot be loaded.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {(use: (made: T) => void) => Promise<void>}
 */
export function later(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return async (use) => {
    try {
      made ??= make();
      use(await made);
    } catch {
      made = null;
      notify(() => sentence(t("shared.silent")));
    }
  };
}
