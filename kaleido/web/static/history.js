/** What was before and after, for undo and redo. */

/** @typedef {{past: string[], future: string[], now: string}} Saved */

export class History {
  /** @param {string} now the first state, as text */
  constructor(now, limit = 500) {
    this.limit = limit;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.now = now;
  }

  /** @param {string} now */
  reset(now) {
    this.past = [];
    this.future = [];
    this.now = now;
  }

  /** @param {string} next */
  push(next) {
    if (next === this.now) return;
    this.past.push(this.now);
    if (this.past.length > this.limit) this.past.shift();
    this.future = [];
    this.now = next;
  }

  /** Whether nothing has happened yet. */
  get isFresh() {
    return !this.now && !this.canUndo && !this.canRedo;
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  undo() {
    return this.#travel(this.past, this.future);
  }

  redo() {
    return this.#travel(this.future, this.past);
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #travel(from, to) {
    const next = from.pop();
    if (next !== undefined) {
      to.push(this.now);
      this.now = next;
    }
    return this.now;
  }

  /** @returns {Saved} */
  save() {
    return { past: this.past, future: this.future, now: this.now };
  }

  /**
   * Takes up what `save` gave. If it ended in another state, the present one becomes the step that follows.
   * @param {Saved|null|undefined} saved
   */
  load(saved) {
    if (typeof saved?.now !== "string" || !Array.isArray(saved.past) || !Array.isArray(saved.future)) return;
    const { now } = this;
    this.past = saved.past.map(String);
    this.future = saved.future.map(String);
    this.now = saved.now;
    this.push(now);
  }
}
