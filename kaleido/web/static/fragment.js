/** The state in the URL's fragment: `#tab=play&pattern=rxrx…/…&placed=wand@0,3:front;…`. */

/** Reads the fragment. */
export function readFragment(hash = location.hash) {
  /** @type {Record<string, string>} */
  const state = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    try {
      state[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch { /* A part that this page did not write is left out. */ }
  }
  return state;
}

// Browsers refuse more than some hundred changes in half a minute.
const MOST = 30;
const SPAN = 10_000;
const REST = 500;
/** @type {number[]} */
let written = [];
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/**
 * Writes the fragment, without a new entry in the browser's history; at once unless it changes too often.
 * @param {Record<string, string|null>} state
 */
export function writeFragment(state) {
  const parts = Object.entries(state).filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${name}=${encode(String(value))}`);
  const hash = `#${parts.join("&")}`;
  clearTimeout(timer);
  if (hash === location.hash) return;
  const now = performance.now();
  written = written.filter((time) => now - time < SPAN);
  if (written.length < MOST) put(hash);
  else timer = setTimeout(() => put(hash), REST);
}

/** @param {string} hash */
function put(hash) {
  written.push(performance.now());
  history.replaceState(null, "", hash);
}

/**
 * Encodes a value; what is allowed in a fragment stays legible.
 * @param {string} text
 */
function encode(text) {
  return encodeURIComponent(text)
    .replaceAll("%2F", "/").replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":")
    .replaceAll("%3B", ";").replaceAll("%3F", "?");
}
