/** The events of a search in the core, as the server tells them. */

import { CoreSearch } from "./core.js";

/**
 * @typedef {import("./core.js").CoreProblem} CoreProblem
 * @typedef {import("./corenumbers.js").StrategyTable} StrategyTable
 * A board: the placement made last, and the board before it.
 * @typedef {{number: number, before: State|null, depth: number}} State
 * A board that is entered, its moves, their notes, and how many of them are tried here.
 * @typedef {{state: State, moves: number[], notes: number[][], kept: number}} Frame
 */

/** What the core writes down: as in core/src/search.h. */
const [FORK, PLACE, BACKTRACK, RESTART, SOLUTION, DEFER, , AGAIN, END] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The most siblings that are told with a move. */
const MOST_SIBLINGS = 8;

/** @param {number} value */
const rounded = (value) => Number(value.toFixed(6)) + 0;

/**
 * A number with at most two decimals and a proper minus sign.
 * @param {number} value
 */
const short = (value) => String(Number(value.toFixed(2)) + 0).replace("-", "−");

/**
 * A score as the server tells it: its parts, and the sum that they make.
 * @param {number} matched
 * @param {StrategyTable} strategy
 * @param {number} piece
 * @param {number} ahead
 */
function scoreOf(matched, { matched: weight, shapes }, piece, ahead) {
  const [crookedness, span] = shapes[piece];
  const terms = /** @type {[string, number, number][]} */ ([
    ["matched", matched, weight], ["crookedness", crookedness, 1], ["span", span, 1], ["ahead", ahead, 1],
  ]).filter(([, part, own]) => part && rounded(part * own));
  const total = rounded(matched * weight + crookedness + span + ahead);
  const shown = terms.filter(([, part]) => Number(part.toFixed(2)));
  const words = shown.map(([, part, own], at) => {
    const isLess = part * own < 0;
    const sign = at ? ` ${isLess ? "−" : "+"} ` : isLess ? "−" : "";
    const [size, by] = [short(Math.abs(part)), Math.abs(own)];
    return sign + (by === 1 ? size : size === "1" ? short(by) : by === 0.5 ? `${size}/2` : `${size} × ${short(by)}`);
  }).join("");
  const isExact = terms.every((term) => term.slice(1).every((number) => Number(Number(number).toFixed(2)) === number));
  const sum = !shown.length || words === short(total) ? "" : `${words} ${isExact ? "=" : "≈"} `;
  return {
    score: { matched, window: 0, crookedness, span, splits: 0, ahead, total },
    score_parts: Object.fromEntries(terms.map(([name, part, own]) => [name, rounded(part * own)])),
    score_line: `${sum}${short(total)}`,
  };
}

/**
 * The part of a score for what a move leaves around it.
 * @param {number[]} notes the first two are a float
 * @param {number[]|null} weights
 */
function aheadOf(notes, weights) {
  if (!weights) return 0;
  const terms = [new Float64Array(Int32Array.from(notes.slice(0, 2)).buffer)[0], ...notes.slice(2)];
  return Number.isNaN(terms[0]) ? 0 : rounded(terms.reduce((sum, term, at) => sum + term * weights[at], 0));
}

/** A search from a position, and the events that follow from what the core writes down. */
class Watcher {
  /** @type {Frame[]} */
  #frames = [];
  /** The boards that are put off.
   * @type {State[]} */
  #waiting = [];
  #isEntered = false;
  #node = 0;

  /**
   * @param {CoreProblem} problem
   * @param {StrategyTable} strategy
   * @param {number[]} placed
   */
  constructor(problem, strategy, placed) {
    this.problem = problem;
    this.strategy = strategy;
    this.start = placed.reduce((before, number) => ({ number, before, depth: before.depth + 1 }),
      /** @type {State} */ ({ number: -1, before: null, depth: 0 }));
    this.entering = this.start;
  }

  /** @param {State} state @returns {number[]} the placements made, first to last */
  #path({ number, before }) {
    return before ? [...this.#path(before), number] : [];
  }

  /** @param {State} state */
  #edges(state) {
    const { options, table } = this.problem;
    return new Set([...table.implied, ...this.#path(state).flatMap((number) => options[number].sides)]);
  }

  /** @param {State} state */
  known(state) {
    return { depth: state.depth, edges: this.#edges(state).size - this.problem.table.frame };
  }

  /**
   * @param {Frame} frame
   * @param {number} kept
   * @param {number} rank
   */
  #place(frame, kept, rank) {
    const { problem, strategy } = this;
    const { state, moves, notes } = frame;
    const edges = this.#edges(state);
    /** @param {number} number @param {number} at */
    const judge = (number, at) => {
      const { sides, piece } = problem.options[number];
      const matched = sides.filter((side) => edges.has(side)).length;
      return {
        placement: problem.placement(number), ...scoreOf(matched, strategy, piece, aheadOf(notes[at], strategy.ahead)),
      };
    };
    frame.kept = kept;
    this.entering = { number: moves[rank], before: state, depth: state.depth + 1 };
    this.#isEntered = false;
    this.#node += 1;
    return {
      type: "place", ...judge(moves[rank], rank), piece_edges: problem.options[moves[rank]].sides.length, found: null,
      window: null,
      waiting: moves.slice(rank + 1, Math.min(kept, rank + 1 + MOST_SIBLINGS))
        .map((number, at) => judge(number, rank + 1 + at)),
      waiting_count: kept - rank - 1, node: this.#node, ...this.known(this.entering),
    };
  }

  #back() {
    const { number, before } = this.#isEntered ? /** @type {Frame} */ (this.#frames.pop()).state : this.entering;
    this.#isEntered = true;
    return {
      type: "backtrack", placement: this.problem.placement(number), ...this.known(/** @type {State} */ (before)),
    };
  }

  /** @param {boolean} isRestart */
  #resume(isRestart) {
    this.#frames = [];
    if (isRestart) this.#waiting = [this.start];
    this.entering = this.#waiting.shift() ?? this.start;
    const placed = this.#path(this.entering).map((number) => this.problem.placement(number));
    return { type: "resume", placed, ...this.known(this.entering) };
  }

  /**
   * Reads what the core has written down.
   * @param {number[]} numbers
   */
  * read(numbers) {
    const frames = () => /** @type {Frame} */ (this.#frames.at(-1));
    let at = 0;
    const next = (count = 1) => numbers.slice(at, at += count);
    while (at < numbers.length) {
      const [event] = next();
      if (event === FORK) {
        const [kept, , own, each, count] = next(5);
        const moves = next(count);
        next(own);
        this.#frames.push({ state: this.entering, moves, notes: moves.map(() => next(each)), kept });
        this.#isEntered = true;
      } else if (event === PLACE) {
        const [rank, kept] = next(2);
        yield this.#place(frames(), kept, rank);
      } else if (event === BACKTRACK) yield this.#back();
      else if (event === DEFER) this.#waiting.push(frames().state);
      else if (event === AGAIN) this.entering = /** @type {Frame} */ (this.#frames.pop()).state;
      else if (event === END) next();
      else if (event !== SOLUTION) yield this.#resume(event === RESTART);
    }
  }
}

/**
 * Watches a search from a position: yields its events, its end last.
 * @param {CoreProblem} problem
 * @param {{strategy: string, seed: number, max_nodes: number, timeout: number, placed: number[]}} question
 * @returns {Generator<object, void, void>}
 */
export function* watch(problem, question) {
  const { strategy, placed, max_nodes: most, timeout } = question;
  const search = new CoreSearch(problem, strategy, { ...question, isWatched: true });
  const watcher = new Watcher(problem, problem.strategy(strategy), placed);
  yield { type: "start", edges: watcher.known(watcher.start).edges, full: problem.table.full };
  const stops = search.stops();
  for (;;) {
    const { value, done } = stops.next();
    yield* watcher.read(search.events);
    if (value && typeof value === "object") {
      stops.return("ended");
      yield { type: "solved", placements: value };
      return;
    }
    if (!done) continue;
    const limit = value === "nodes" ? { nodes: most } : { seconds: timeout };
    const facts = {
      kind: "limit", ...limit, tried: search.nodes, most: search.deepest, pieces: problem.table.names.length,
    };
    yield value === "exhausted" ? { type: "exhausted" } : { type: "gave-up", reason: "", facts };
    return;
  }
}
