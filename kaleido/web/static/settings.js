/** What a player likes, kept in the browser: light or dark, marks on the colours. */

const KEY = "kaleido";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const values = load();
const listeners = [];

export const settings = {
  get marks() {
    return ["none", "hatches", "letters"].includes(values.marks) ? values.marks : "none";
  },
  get theme() {
    return ["light", "dark"].includes(values.theme) ? values.theme : "auto";
  },
  set(name, value) {
    values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch { /* private windows may refuse: it holds until the page is closed */ }
    apply();
    for (const listener of listeners) listener();
  },
  onchange(listener) {
    listeners.push(listener);
  },
};

function apply() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** What lasts as long as the window: undo steps, the clock. */
export const memory = {
  load(name) {
    try {
      return JSON.parse(sessionStorage.getItem(`${KEY}.${name}`) ?? "null");
    } catch {
      return null;
    }
  },
  save(name, value) {
    try {
      sessionStorage.setItem(`${KEY}.${name}`, JSON.stringify(value));
    } catch { /* full or refused */ }
  },
};

export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
