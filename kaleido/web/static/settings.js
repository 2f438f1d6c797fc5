/** The preferences of a player, kept in the browser: light or dark, marks on the colours, the language. */

import { signal } from "./vendor/preact.js";

const KEY = "kaleido";

/** @returns {Record<string, string>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** A signal, so that components follow the settings. */
const values = signal(load());

/** Returns one of several values; the first if none of them is set.
 * @template {string} T
 * @param {string} name
 * @param {T} first
 * @param {...T} others */
const oneOf = (name, first, ...others) => others.find((each) => each === values.value[name]) ?? first;

/** @param {string} name */
const textIn = (name) => (typeof values.value[name] === "string" ? values.value[name] : undefined);

/** The names of all settings. */
const NAMES =
  /** @type {const} */ (["marks", "theme", "language", "sound", "blind", "beside", "aids", "ranking"]);

export const settings = {
  get marks() { return oneOf("marks", "none", "hatches", "letters"); },
  get theme() { return oneOf("theme", "auto", "light", "dark"); },
  /** The language, `auto` for that of the browser. */
  get language() { return textIn("language") ?? "auto"; },
  /** Whether there are sounds. */
  get sound() { return textIn("sound") === "on"; },
  /** Whether the game is played blind: no aids beside the board, whatever their choice. */
  get blind() { return textIn("blind") === "on"; },
  /** Whether the panel beside the board is unfolded. */
  get beside() { return textIn("beside") === "open"; },
  /** The names of the aids shown there. */
  get aids() { return (textIn("aids") ?? "left candidates cell").split(" ").filter(Boolean); },
  /** The strategy that ranks candidates there. */
  get ranking() { return textIn("ranking") ?? ""; },
  /** @param {typeof NAMES[number]} name @param {string} value */
  set(name, value) {
    values.value = { ...values.value, [name]: value };
    try {
      // Another tab may have set other settings meanwhile.
      localStorage.setItem(KEY, JSON.stringify({ ...load(), [name]: value }));
    } catch { /* Private windows may refuse: it holds until the page is closed. */ }
    apply();
    settings.onchange();
  },
  /** Adopts settings that are not set here yet.
   * @param {Record<string, unknown>} others */
  adopt(others) {
    for (const name of NAMES) {
      const value = others[name];
      if (typeof value === "string" && !(name in values.value)) settings.set(name, value);
    }
  },
  /** Returns all settings by name. */
  all: () => values.value,
  /** Called when one of them has changed. */
  onchange: () => {},
};

function apply() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Returns a store of values by name in a storage of the browser. Refused values stay in memory until the page is
 * closed.
 * @param {() => Storage} storage */
function keeper(storage) {
  /** @type {Map<string, string>} */
  const spare = new Map();
  /** Returns the names in the storage itself. */
  const stored = () => {
    try {
      const kept = storage();
      return Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? "")
        .filter((name) => name.startsWith(`${KEY}.`)).map((name) => name.slice(KEY.length + 1));
    } catch {
      return [];
    }
  };
  return {
    stored,
    names: () => [...new Set([...stored(), ...spare.keys()])],
    /** @param {string} name */
    load(name) {
      try {
        return JSON.parse(spare.get(name) ?? storage().getItem(`${KEY}.${name}`) ?? "null");
      } catch {
        return null;
      }
    },
    /** Saves a value; false if the storage is full or refused.
     * @param {string} name @param {unknown} value */
    save(name, value) {
      const text = JSON.stringify(value);
      try {
        storage().setItem(`${KEY}.${name}`, text);
        spare.delete(name);
        return true;
      } catch {
        spare.set(name, text);
        return false;
      }
    },
    /** @param {string} name */
    forget(name) {
      spare.delete(name);
      try {
        storage().removeItem(`${KEY}.${name}`);
      } catch { /* Nothing was kept. */ }
    },
  };
}

/** The store of the window: the design, the puzzle in the making, and a waiting link. */
export const memory = keeper(() => sessionStorage);

/** Returns whether this browser stores nothing of Kaleido's: the player is here for the first time. */
export function isUnknown() {
  try {
    return [localStorage, sessionStorage].every((storage) =>
      !Object.keys(storage).some((name) => name.startsWith(KEY)));
  } catch {
    return true;
  }
}

/** The store of the browser: the player's own and dealt boards, games, results, and the last choices. */
export const shelf = keeper(() => localStorage);

/**
 * The handler for a value that the browser does not store, as its storage is full or refused: the value stays until the
 * page is closed.
 */
export const unkept = { tell: () => {} };

/** Erases everything, in this browser and in this window. */
export function forgetAll() {
  for (const { names, forget } of [shelf, memory]) names().forEach(forget);
  try {
    localStorage.removeItem(KEY);
  } catch { /* Nothing was kept. */ }
}

/** Returns whether the player asked for less motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
