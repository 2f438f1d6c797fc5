/** The tries at a board: the time, the hints and whether it is solved; each clearing of the board begins another. */

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

/**
 * A try before the board was cleared, and the number of the position with which the next one began.
 * @typedef {{node: number, seconds: number, hints: number, isTimed: boolean, isOver: boolean, aids?: string[]}} Try
 */

export class Tries {
  hints = 0;
  /** The position for which a hint was counted last: to ask again costs nothing.
   * @type {string|null} */
  hinted = null;
  /** Whether the clock has seen the whole try: no piece came from a link, or from another board. */
  isTimed = true;
  /** Whether the board was solved in this try. */
  isOver = false;
  /** What was shown beside the board in this try, by name.
   * @type {Set<string>} */
  aids = new Set();
  /** @type {Try[]} */
  before = [];

  /** @param {(seconds: number) => void} tick */
  constructor(tick) {
    this.clock = new Clock(() => tick(this.clock.seconds));
  }

  /**
   * Takes up those of a game that was kept.
   * @param {import("./games.js").Game|null} game
   * @param {boolean} isSame whether it goes on from one of its positions
   */
  load(game, isSame) {
    this.clock.reset(Number(game?.seconds) || 0);
    this.hints = Number(game?.hints) || 0;
    this.hinted = game?.hinted ?? null;
    this.before = Array.isArray(game?.tries) ? [...game.tries] : [];
    this.isTimed = isSame && game?.isTimed !== false;
    this.isOver = game?.isOver === true;
    this.aids = new Set(Array.isArray(game?.aids) ? game.aids : []);
  }

  /** As they are kept with a game. */
  save() {
    const { clock: { seconds }, hints, hinted, isTimed, isOver, aids, before: tries } = this;
    return { seconds, hints, hinted, isTimed, isOver, aids: [...aids], tries };
  }

  /**
   * Begins another try.
   * @param {number} node the number of its first position
   */
  begin(node) {
    const { hints, clock: { seconds }, isTimed, isOver, aids } = this;
    this.before.push({ node, hints, seconds, isTimed, isOver, aids: [...aids] });
    Object.assign(this, { hints: 0, hinted: null, isTimed: true, isOver: false, aids: new Set() });
    this.clock.reset();
  }

  /**
   * Goes to a position: one at which the board is not cleared yet belongs to the try before, which goes on.
   * @param {number[]} nodes the numbers of those that lead there
   */
  rejoin(nodes) {
    for (let last; (last = this.before.at(-1)) && !nodes.includes(last.node); this.before.pop()) {
      this.clock.reset(last.seconds + this.clock.seconds);
      this.hints += last.hints;
      Object.assign(this, { isTimed: last.isTimed, isOver: last.isOver });
      this.aids = new Set([...this.aids, ...last.aids ?? []]);
    }
  }

  /**
   * The positions of this try on the way to one.
   * @param {import("./positiontree.js").PositionNode} node
   */
  part({ path }) {
    return path.slice(path.findIndex(({ id }) => id === this.before.at(-1)?.node) + 1 || 1);
  }

  /**
   * Counts a hint that has told what to do, once for a position; returns whether it counts.
   * @param {string} position
   */
  count(position) {
    if (this.hinted === position) return false;
    this.hinted = position;
    this.hints += 1;
    return true;
  }

  /**
   * Adds to the results that the board is solved: once in a try.
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {{moves: number, hints: number, pieces: number}} way
   */
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
