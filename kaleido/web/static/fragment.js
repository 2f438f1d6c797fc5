/** The state in the URL's fragment: `#tab=play&pattern=rxrx…/…&placed=wand@0,3:front;…`. */

import { memory } from "./settings.js";

/** Reads the fragment: its parts by name, and the unknown parts.
 * @param {string} hash
 * @param {string[]} names that a part may have */
export function readFragment(hash, names) {
  /** @type {Record<string, string>} */
  const state = {};
  const strange = [];
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [, name, value] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    try {
      if (names.includes(name)) state[name] = decodeURIComponent(value);
      else if (part) strange.push(part);
    } catch {
      strange.push(part);
    }
  }
  return { state, strange };
}

/** Returns whether the page itself wrote the entry of the history that the player has opened.
 * @param {PopStateEvent} event */
export const isOwn = ({ state }) => Boolean(state?.kaleido);

/** Returns the present fragment, even if it is not yet written to the address. */
export function currentFragment() {
  const waiting = memory.load("fragment");
  return waiting?.after === location.hash ? String(waiting.hash) : location.hash;
}

// Browsers refuse more than some hundred changes in half a minute.
const MOST = 30;
const SPAN = 10_000;
const REST = 500;
/** Marks the entries of the history that this page wrote. */
const OWN = { kaleido: true };
/** @type {number[]} */
let written = [];
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** Returns the fragment of a state.
 * @param {Record<string, string|null>} state */
export function fragmentOf(state) {
  const parts = Object.entries(state).filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${name}=${encode(String(value))}`);
  return `#${parts.join("&")}`;
}

/** Writes the fragment; at once unless it changes too often.
 * @param {Record<string, string|null>} state
 * @param {boolean} isStep whether to add an entry to the browser's history */
export function writeFragment(state, isStep = false) {
  const hash = fragmentOf(state);
  clearTimeout(timer);
  memory.forget("fragment");
  if (hash === location.hash) return;
  const now = performance.now();
  written = written.filter((time) => now - time < SPAN);
  if (isStep || written.length < MOST) put(hash, isStep);
  else {
    // A reload before it is written must find it.
    memory.save("fragment", { after: location.hash, hash });
    timer = setTimeout(() => put(hash, false), REST);
  }
}

/** @param {string} hash @param {boolean} isStep */
function put(hash, isStep) {
  written.push(performance.now());
  if (isStep) history.pushState(OWN, "", hash);
  else history.replaceState(OWN, "", hash);
  memory.forget("fragment");
}

/** Encodes a value; characters allowed in a fragment stay legible.
 * @param {string} text */
function encode(text) {
  // A lone surrogate, left of a character that was cut, cannot be encoded.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replace(/%(?:2F|40|2C|3A|3B|3F|2B|3D)/g, decodeURIComponent);
}

/** Returns a link to a puzzle, for others to solve.
 * @param {Record<string, string>} parts of the puzzle */
export const puzzleLink = (parts) => new URL(fragmentOf({ tab: "play", ...parts }), location.href).href;

/** Returns the parts of a link to a puzzle.
 * @param {import("./library.js").Question} question @returns {Record<string, string>} */
export const linkParts = ({ use, ...others }) => (use ? { ...others, use: use.join() } : others);
