/** The preferences of a player, kept in the browser: light or dark, marks on the colours, the language. */

const KEY = "kaleido";

/** @returns {Record<string, string>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const values = load();
/** @type {(() => void)[]} */
const listeners = [];

export const settings = {
  /** @returns {import("./pieceview.js").Marks} */
  get marks() {
    return values.marks === "hatches" || values.marks === "letters" ? values.marks : "none";
  },
  /** @returns {"light"|"dark"|"auto"} */
  get theme() {
    return values.theme === "light" || values.theme === "dark" ? values.theme : "auto";
  },
  /** The language, `auto` for that of the browser. */
  get language() {
    return typeof values.language === "string" ? values.language : "auto";
  },
  /**
   * @param {"marks"|"theme"|"language"} name
   * @param {string} value
   */
  set(name, value) {
    values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch { /* Private windows may refuse: it holds until the page is closed. */ }
    apply();
    for (const listener of listeners) listener();
  },
  /** @param {() => void} listener */
  onchange(listener) {
    listeners.push(listener);
  },
};

function apply() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/**
 * Values by name in a storage of the browser, which may refuse it.
 * @param {() => Storage} storage
 */
function keeper(storage) {
  return {
    /** @param {string} name */
    load(name) {
      try {
        return JSON.parse(storage().getItem(`${KEY}.${name}`) ?? "null");
      } catch {
        return null;
      }
    },
    /**
     * Saves a value; false if the storage is full or refused.
     * @param {string} name
     * @param {unknown} value
     */
    save(name, value) {
      try {
        storage().setItem(`${KEY}.${name}`, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    /** @param {string} name */
    forget(name) {
      try {
        storage().removeItem(`${KEY}.${name}`);
      } catch { /* Nothing was kept. */ }
    },
  };
}

/** What lasts as long as the window: undo steps, the clock. */
export const memory = keeper(() => sessionStorage);

/** What stays in the browser: boards of one's own. */
export const shelf = keeper(() => localStorage);

/** Whether the player asked for less motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
