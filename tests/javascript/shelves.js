/** A storage as browsers have it, with room for so many signs. */

export class Shelves {
  /** @type {Map<string, string>} */
  store = new Map();
  room = Infinity;

  get length() {
    if (!this.room) throw new Error("refused");
    return this.store.size;
  }

  /** @param {number} at */
  key(at) {
    return [...this.store.keys()][at] ?? null;
  }

  /** @param {string} key */
  getItem(key) {
    if (!this.room) throw new Error("refused");
    return this.store.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    const others = [...this.store].filter(([name]) => name !== key);
    if (others.reduce((sum, [, text]) => sum + text.length, value.length) > this.room) throw new Error("full");
    this.store.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.store.delete(key);
  }
}

/** The browser's storage, for what is imported after this module. */
export const storage = new Shelves();
Object.assign(globalThis, { localStorage: storage, sessionStorage: new Shelves() });
