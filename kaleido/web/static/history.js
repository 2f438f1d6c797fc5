/** What was before and after, for undo and redo. */

export class History {
  /** @param {string} now the first state, as text */
  constructor(now, limit = 500) {
    this.limit = limit;
    this.reset(now);
  }

  reset(now) {
    this.past = [];
    this.future = [];
    this.now = now;
  }

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
    if (!this.canUndo) return this.now;
    this.future.push(this.now);
    this.now = this.past.pop();
    return this.now;
  }

  redo() {
    if (!this.canRedo) return this.now;
    this.past.push(this.now);
    this.now = this.future.pop();
    return this.now;
  }

  save() {
    return { past: this.past.slice(-60), future: this.future.slice(-60), now: this.now };
  }

  /** Takes up what `save` gave, if it is of the same state. */
  load(saved) {
    if (saved?.now !== this.now || !Array.isArray(saved.past) || !Array.isArray(saved.future)) return;
    this.past = saved.past.map(String);
    this.future = saved.future.map(String);
  }
}
