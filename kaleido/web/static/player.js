/** Time: which step of a recording is shown, and how fast it goes on. */

/**
 * What is played.
 * @typedef {object} Reel
 * @property {number} length the number of its last step so far
 * @property {boolean} ended whether no further step will come
 * @property {(from: number, to: number) => number|null} stop the first step at which to pause behind `from`, up to `to`
 */

/**
 * What a player tells.
 * @typedef {object} Told
 * @property {() => void} shown another step is to be shown, or it plays, or not
 * @property {() => void} rested it has come to rest at a step
 * @property {() => void} ended it has played to the end
 */

export class Player {
  /**
   * @param {Reel} reel
   * @param {Told} told
   * @param {(task: (now: number) => void) => void} frame calls a task with the next frame
   */
  constructor(reel, told, frame = (task) => requestAnimationFrame(task)) {
    this.reel = reel;
    this.told = told;
    this.frame = frame;
    this.at = 0;
    this.playing = false;
    /** Steps per second. */
    this.speed = 1;
    /** The step to go to that has not arrived yet; infinity for the end.
     * @type {number|null} */
    this.wanted = null;
    /** When the last frame was, and the part of a step that was left over.
     * @type {number|null} */
    this.before = null;
    this.carry = 0;
    /** Counts the plays, so that a frame of one before does nothing. */
    this.plays = 0;
  }

  /** Goes back to the start, and waits there. */
  reset() {
    this.at = 0;
    this.playing = false;
    this.wanted = null;
  }

  /** Plays on; from the start if it is over. */
  play() {
    if (this.playing) return;
    if (this.reel.ended && this.at >= this.reel.length) this.at = 0;
    this.wanted = null;
    this.playing = true;
    this.before = null;
    this.carry = 0;
    this.plays += 1;
    this.#next(this.plays);
    this.told.shown();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.told.shown();
    this.told.rested();
  }

  /** @param {number} step */
  seek(step) {
    this.playing = false;
    this.wanted = null;
    this.at = Math.max(0, Math.min(step, this.reel.length));
    this.told.shown();
    this.told.rested();
  }

  /** Goes to the last step so far, and to the end as soon as it is there. */
  end() {
    this.seek(this.reel.length);
    if (!this.reel.ended) this.wanted = Infinity;
  }

  /**
   * Goes to a step as soon as it is there.
   * @param {number} step
   */
  await(step) {
    this.wanted = step;
    this.arrive();
  }

  /** Says that steps have come. */
  arrive() {
    if (this.wanted !== null && (this.reel.length >= this.wanted || this.reel.ended)) this.seek(this.wanted);
  }

  /** @param {number} play */
  #next(play) {
    this.frame((now) => {
      if (this.playing && play === this.plays) this.#tick(now, play);
    });
  }

  /**
   * @param {number} now
   * @param {number} play
   */
  #tick(now, play) {
    // What was missed while nothing could be drawn is not made up for beyond a second.
    this.carry = Math.min(this.carry + ((now - (this.before ?? now)) / 1000) * this.speed, Math.max(1, this.speed));
    this.before = now;
    const whole = Math.floor(this.carry);
    this.carry -= whole;
    const { at, reel } = this;
    const to = Math.min(at + whole, reel.length);
    const stop = to > at ? reel.stop(at, to) : null;
    this.at = stop ?? to;
    const isOver = reel.ended && this.at >= reel.length;
    if (isOver || stop !== null) this.pause();
    else if (this.at !== at) this.told.shown();
    if (isOver) this.told.ended();
    if (this.playing) this.#next(play);
  }
}
