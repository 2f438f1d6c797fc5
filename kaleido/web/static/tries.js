/** The tries at a board: the time, the hints and whether it is solved; clearing the board begins another. */

import { dayOf, readDay } from "./days.js";
import { addSolve } from "./results.js";

class Clock {
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

  start() {
    if (this.since !== null) return;
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

/** A try, with the number of the position at which the next one began or, if its clearing was undone, at which it
 * began.
 * @typedef {{node: number, seconds: number, hints: number, isTimed: boolean, isOver: boolean, aids?: string[]}} Try */

export class Tries {
  hints = 0;
  /** The position for which a hint was counted last: asking again is free.
   * @type {string|null} */
  hinted = null;
  /** Whether the clock timed the whole try: no piece came from a link, or from another board. */
  isTimed = true;
  /** Whether the board was solved in this try. */
  isOver = false;
  /** The names of the aids shown beside the board in this try.
   * @type {Set<string>} */
  aids = new Set();
  /** @type {Try[]} */
  before = [];
  /** The tries whose clearing of the board was undone: each belongs to the one before, until the clearing is redone.
   * @type {Try[]} */
  undone = [];

  /** @param {(seconds: number) => void} tick */
  constructor(tick) {
    this.clock = new Clock(() => tick(this.clock.seconds));
  }

  /** Reads the tries of a stored game.
   * @param {import("./games.js").Game|null} game
   * @param {boolean} isSame whether the game goes on from one of its positions */
  load(game, isSame) {
    this.#take({ ...game, isTimed: isSame && game?.isTimed !== false });
    [this.before, this.undone] = [game?.tries, game?.undone].map((kept) => (Array.isArray(kept) ? [...kept] : []));
  }

  /** Returns the tries for the storage. */
  save() {
    return { ...this.#own, tries: this.before, undone: this.undone };
  }

  /** The state of this try alone. */
  get #own() {
    const { clock: { seconds }, hints, hinted, isTimed, isOver, aids } = this;
    return { seconds, hints, hinted, isTimed, isOver, aids: [...aids] };
  }

  /** @param {Partial<import("./games.js").Game>} own the state of a try that goes on; missing for a new one */
  #take({ seconds, hints, hinted = null, isTimed, isOver, aids }) {
    this.clock.reset(Number(seconds) || 0);
    this.hints = Number(hints) || 0;
    Object.assign(this, { hinted, isTimed: isTimed !== false, isOver: isOver === true });
    this.aids = new Set(Array.isArray(aids) ? aids : []);
  }

  /** Begins another try.
   * @param {number} node the number of its first position */
  begin(node) {
    this.before.push({ node, ...this.#own });
    this.#take({});
  }

  /** Follows the game to a position. Before the clearing of the board, the try before goes on; after it, the try that
   * was undone goes on with its hints.
   * @param {import("./positiontree.js").PositionTree} tree */
  rejoin({ at: { path }, nodes }) {
    const way = path.map(({ id }) => id);
    for (let last; (last = this.before.at(-1)) && !way.includes(last.node); this.before.pop()) {
      const { aids, hints, hinted, seconds } = this.#own;
      this.undone.push({ ...this.#own, node: last.node });
      const all = { hints: hints + last.hints, seconds: seconds + last.seconds, aids: [...aids, ...last.aids ?? []] };
      this.#take({ ...last, ...all, hinted });
    }
    const redone = this.undone.filter(({ node }) => way.includes(node));
    // The number of a position that was deleted may be another one's later.
    this.undone = this.undone.filter((each) => nodes.has(each.node) && !redone.includes(each));
    // The last undone try comes first on the way.
    for (const own of redone.reverse()) {
      this.hints -= own.hints;
      this.clock.reset(this.clock.seconds - own.seconds);
      this.begin(own.node);
      this.#take(own);
    }
  }

  /** Returns the positions of this try on the way to one.
   * @param {import("./positiontree.js").PositionNode} node */
  part({ path }) {
    return path.slice(path.findIndex(({ id }) => id === this.before.at(-1)?.node) + 1 || 1);
  }

  /** Counts a hint that has named a piece, once for a position; returns whether it counts.
   * @param {string} position */
  count(position) {
    if (this.hinted === position) return false;
    this.hinted = position;
    this.hints += 1;
    return true;
  }

  /** Adds the solve to the results: once in a try.
   * @param {import("./puzzle.js").Puzzle} puzzle @param {{moves: number, hints: number, pieces: number}} way */
  finish({ key, name }, way) {
    if (this.isOver) return;
    this.isOver = true;
    const now = new Date();
    addSolve(key, {
      when: now.getTime(), seconds: this.isTimed ? Math.round(this.clock.seconds * 10) / 10 : null, ...way,
      aids: [...this.aids],
      ...(readDay(name) ? { day: name, late: name !== dayOf(now) } : {}),
    });
  }
}
