/** Counts the seconds of play. */

export class Clock {
  /** @param {() => void} tick called about once a second while it runs */
  constructor(tick) {
    this.tick = tick;
    this.passed = 0;
    /** @type {number|null} */
    this.since = null;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.timer = undefined;
  }

  get seconds() {
    return this.passed + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  get running() {
    return this.since !== null;
  }

  start() {
    if (this.running) return;
    this.since = performance.now();
    this.timer = setInterval(this.tick, 1000);
  }

  stop() {
    this.passed = this.seconds;
    this.since = null;
    clearInterval(this.timer);
  }

  reset(seconds = 0) {
    this.stop();
    this.passed = seconds;
  }
}
