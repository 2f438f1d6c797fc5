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

/** A signal, so that components that show something by a setting follow. */
const values = signal(load());

/**
 * One of several values; the first where none of them is set.
 * @template {string} T
 * @param {string} name
 * @param {T} first
 * @param {...T} others
 */
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
  /** Whether nothing is shown beside the board, whatever was chosen for it. */
  get blind() { return textIn("blind") === "on"; },
  /** Whether what is beside the board is unfolded. */
  get beside() { return textIn("beside") === "open"; },
  /** What is shown there, by name. */
  get aids() { return (textIn("aids") ?? "left candidates cell").split(" ").filter(Boolean); },
  /** The strategy that ranks candidates there. */
  get ranking() { return textIn("ranking") ?? ""; },
  /** @param {typeof NAMES[number]} name @param {string} value */
  set(name, value) {
    values.value = { ...values.value, [name]: value };
    try {
      // Another tab may have set others meanwhile.
      localStorage.setItem(KEY, JSON.stringify({ ...load(), [name]: value }));
    } catch { /* Private windows may refuse: it holds until the page is closed. */ }
    apply();
    settings.onchange();
  },
  /**
   * Takes up those that were not chosen here yet.
   * @param {Record<string, unknown>} others
   */
  adopt(others) {
    for (const name of NAMES) {
      const value = others[name];
      if (typeof value === "string" && !(name in values.value)) settings.set(name, value);
    }
  },
  /** All of them, by their names. */
  all: () => values.value,
  /** Called when one of them has changed. */
  onchange: () => {},
};

function apply() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/**
 * Values by name in a storage of the browser. What it refuses is kept until the page is closed.
 * @param {() => Storage} storage
 */
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
    /**
     * Saves a value; false if the storage is full or refused.
     * @param {string} name @param {unknown} value
     */
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

/** What lasts as long as the window: the design, the puzzle that is being made, and a link that waits. */
export const memory = keeper(() => sessionStorage);

/** Returns whether this browser holds nothing of Kaleido's: somebody is here for the first time. */
export function isUnknown() {
  try {
    return [localStorage, sessionStorage].every((storage) =>
      !Object.keys(storage).some((name) => name.startsWith(KEY)));
  } catch {
    return true;
  }
}

/** What stays in the browser: boards of one's own and dealt ones, games, results, and what was chosen last. */
export const shelf = keeper(() => localStorage);

/** Whom to tell that the browser does not keep something of the player's, as its storage is full or refused: it stays
 * until the page is closed. */
export const unkept = { tell: () => {} };

/** Forgets everything, in this browser and in this window. */
export function forgetAll() {
  for (const { names, forget } of [shelf, memory]) names().forEach(forget);
  try {
    localStorage.removeItem(KEY);
  } catch { /* Nothing was kept. */ }
}

/** Returns whether the player asked for less motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
