/** Answers of the compiled core, in the form of the server's answers. */

import { EVENT } from "./codes.js";
import { Beyond, CoreProblem, CoreSearch, enumerate, sweep } from "./core.js";
import { readPattern } from "./pattern.js";

/** @typedef {import("./api.js").Placement} Placement
 * @typedef {{pattern?: string, pieces?: string, use?: string[], wrap?: string, placed?: Placement[], strategy?: string,
 *   seed?: number, max_nodes?: number, timeout?: number, move?: Placement, offset?: number, limit?: number,
 *   up_to_symmetry?: boolean|"turns"}} Question
 * @typedef {{problem: CoreProblem, placed: number[], question: Question}} Asked a question with its puzzle in the core
 * @typedef {(event: object) => void} Tell
 * @typedef {Generator<Placement[]|null, string, void>} Stops */

/** The server's limits of nodes, solutions and seconds: see `kaleido.web.limits` and `kaleido.web.jobs`. */
const LIMITS = { nodes: 1_000_000, seconds: 30, judging: 3, watched: 2000, patience: 20, curiosity: 1, first: 1000 };

/** The seconds in which solutions are counted: one by one, then by sweeps, and one by one again. */
const COUNTING = { few: 0.3, sweep: 6, many: 2, plain: 8 };

/** Returns the key of a question's puzzle, the same as in `kaleido.web.tables`.
 * @param {Question} question */
const keyOf = ({ pattern, pieces, use, wrap }) => [pattern, pieces, use?.join(","), wrap].filter(Boolean).join(" ");

/** Returns whether a question is about 8 × 8 cells for all classic pieces.
 * @param {Question} question */
const isPattern = ({ pattern = "", pieces, use, wrap }) => !pieces && !use?.length && !wrap &&
  readPattern(pattern) !== null;

/** Returns a number of solutions in words.
 * @param {number|bigint} known @param {boolean} isAll */
const said = (known, isAll) => `${isAll ? "" : "more than "}${known.toLocaleString("en")}`;

/** Continues a search for some seconds; returns whether it has ended.
 * @param {Stops} stops @param {number} seconds
 * @param {(solution: Placement[]) => boolean} find called with each solution; returns whether to stop there */
function go(stops, seconds, find) {
  const end = performance.now() + 1000 * seconds;
  for (;;) {
    const { value, done } = stops.next();
    if (done) return true;
    if ((value && find(value)) || performance.now() > end) return false;
  }
}

/** Counts the solutions that contain some placements: all of them if the limits allow it.
 * @param {CoreProblem} problem @param {number[]} placed @param {number} patience */
function countAll(problem, placed, patience) {
  if (problem.table.is_plain) return enumerate(problem, placed, COUNTING.plain * patience);
  const stops = new CoreSearch(problem, "constrained", { placed }).stops();
  let found = 0;
  const search = (/** @type {number} */ seconds) => go(stops, seconds, () => { found += 1; return false; });
  const isFew = search(COUNTING.few);
  const total = isFew ? null : sweep(problem, placed, COUNTING.sweep * patience);
  const exact = isFew || total !== null || search(COUNTING.many * patience);
  stops.return("ended");
  return { solutions: total ?? found, exact };
}

export class CoreAnswers {
  #key = "";
  /** The last puzzle.
   * @type {CoreProblem|null} */
  #problem = null;
  /** Its solutions so far: a player who browses them asks for more soon.
   * @type {{key: string, stops: Stops, found: Placement[][], isDone: boolean}|null} */
  #browsed = null;

  /** @param {import("./core.js").Core} core
   * @param {(name: string) => Promise<any>} table loads a file of tables
   * @param {number} patience the factor on the usual seconds of a count */
  constructor(core, table, patience = 1) {
    this.patience = patience;
    this.core = core;
    this.table = table;
  }

  /** Answers a question; throws `Beyond` if Python must answer.
   * @param {string} path @param {Question} question @param {Tell} tell @returns {Promise<object>} */
  async answer(path, question, tell) {
    if (path === "pieces") return (await this.#file(question)).parts;
    const problem = await this.#problemOf(question);
    const asked = { problem, placed: problem.lying(question.placed), question };
    switch (path) {
      case "solve": return this.#solve(asked);
      case "judge": return this.#judge(asked);
      case "count": return this.#count(asked);
      case "solutions": return this.#browse(asked);
      case "events": return this.#watch(asked, tell);
      case "assess":
        tell({ type: "counted", ...this.#count(asked) });
        // A rating needs arrays.
        return { type: "assessed", rating: null };
      default: throw new Beyond(path);
    }
  }

  /** @param {Question} question */
  async #file(question) {
    const name = isPattern(question) ? "patterns" : (await this.table("index"))[keyOf(question)];
    if (!name) throw new Beyond(keyOf(question));
    return this.table(name);
  }

  /** @param {Question} question */
  async #problemOf(question) {
    const key = keyOf(question);
    if (key !== this.#key || !this.#problem) {
      const { table } = await this.#file(question);
      if (!table) throw new Beyond(key);
      this.#browsed?.stops.return("ended");
      this.#problem?.delete();
      this.#browsed = this.#problem = null;
      this.#problem = new CoreProblem(this.core, table, question.pattern ?? "");
      this.#key = key;
    }
    return this.#problem;
  }

  /** @param {Asked} asked */
  #solve({ problem, placed, question }) {
    const { pattern, strategy = "constrained", seed = 0 } = question;
    const { max_nodes = LIMITS.nodes, timeout = LIMITS.seconds } = question;
    const began = performance.now();
    const search = new CoreSearch(problem, strategy, { seed, max_nodes, timeout, placed });
    const stops = search.stops();
    /** @type {Placement[]} */
    let placements = [];
    // Python explains why there is no solution, or which limit was reached.
    if (go(stops, Infinity, (solution) => { placements = solution; return true; })) throw new Beyond("unsolved");
    stops.return("ended");
    const { nodes, backtracks } = search;
    const seconds = (performance.now() - began) / 1000;
    const told = { status: "solved", reason: null, facts: null };
    return { pattern, ...told, strategy, nodes, backtracks, seconds, engine: "core", placements };
  }

  /** @param {Asked} asked */
  #judge(asked) {
    const question = { ...asked.question, timeout: LIMITS.judging };
    const { status, reason, facts } = this.#solve({ ...asked, question });
    return { status, reason, facts, counts: asked.problem.table.counts };
  }

  /** @param {Asked} asked */
  #count({ problem, placed, question: { move } }) {
    const { solutions, exact } = countAll(problem, placed, this.patience);
    const told = { solutions: Number(solutions), text: said(solutions, exact), exact };
    if (!move) return told;
    const hold = countAll(problem, [...placed, ...problem.lying([move]).slice(-1)], this.patience);
    return { ...told, with_move: said(hold.solutions, hold.exact) };
  }

  /** @param {Asked} asked */
  #browse({ problem, placed, question: { offset = 0, limit = 1, up_to_symmetry: isUpTo } }) {
    if (isUpTo) throw new Beyond("symmetry");
    const key = String(placed);
    if (this.#browsed?.key !== key) {
      this.#browsed?.stops.return("ended");
      const stops = new CoreSearch(problem, "constrained", { placed }).stops();
      this.#browsed = { key, stops, found: [], isDone: false };
    }
    const own = this.#browsed;
    const { found } = own;
    const last = Math.min(offset + limit, LIMITS.first);
    for (const [wanted, seconds] of [[last, LIMITS.patience], [LIMITS.first + 1, LIMITS.curiosity]]) {
      if (!own.isDone && found.length < wanted) {
        own.isDone = go(own.stops, seconds, (solution) => found.push(solution.sort(byFirst)) >= wanted);
      }
    }
    return {
      solutions: own.isDone ? found.length : null,
      text: own.isDone ? said(found.length, true) : found.length ? said(found.length - 1, false) : "unknown",
      reachable: own.isDone ? found.length : LIMITS.first,
      offset,
      found: found.slice(offset, last),
    };
  }

  /** Sends the events of a search except the last, which is the answer.
   * @param {Asked} asked @param {Tell} tell */
  #watch({ problem, placed, question: { strategy = "constrained", seed = 0, max_nodes = LIMITS.watched } }, tell) {
    return watch(problem, { strategy, seed, max_nodes, timeout: LIMITS.seconds, placed }, tell);
  }
}

/** @param {Placement} one @param {Placement} other */
const byFirst = ({ cells: [one] }, { cells: [other] }) => one[0] - other[0] || one[1] - other[1];

/** @typedef {import("./core.js").StrategyTable} StrategyTable
 * A board: the placement made last, and the board before it.
 * @typedef {{number: number, before: State|null, depth: number}} State
 * A board that was entered, its moves, their notes, and the number of moves to try on it.
 * @typedef {{state: State, moves: number[], notes: number[][], kept: number}} Frame */

const { FORK, PLACE, BACKTRACK, RESTART, SOLUTION, DEFER, AGAIN, END } = EVENT;

/** The most siblings that are sent with a move. */
const MOST_SIBLINGS = 8;

/** @param {number} value */
const rounded = (value) => Number(value.toFixed(6)) + 0;

/** Returns a number with at most two decimals and a proper minus sign.
 * @param {number} value */
const short = (value) => String(Number(value.toFixed(2)) + 0).replace("-", "−");

/** Returns a score as the server writes it: its parts, and their sum.
 * @param {number} matched @param {StrategyTable} strategy @param {number} piece @param {number} ahead */
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

/** Returns the part of a score for the surroundings of a move.
 * @param {number[]} notes the first two are a float
 * @param {number[]|null} weights */
function aheadOf(notes, weights) {
  if (!weights) return 0;
  const terms = [new Float64Array(Int32Array.from(notes.slice(0, 2)).buffer)[0], ...notes.slice(2)];
  return Number.isNaN(terms[0]) ? 0 : rounded(terms.reduce((sum, term, at) => sum + term * weights[at], 0));
}

/** A search from a position; derives its events from the numbers that the core records. */
class Watcher {
  /** @type {Frame[]} */
  #frames = [];
  /** The deferred boards.
   * @type {State[]} */
  #waiting = [];
  #isEntered = false;
  #node = 0;

  /** @param {CoreProblem} problem @param {StrategyTable} strategy @param {number[]} placed */
  constructor(problem, strategy, placed) {
    this.problem = problem;
    this.strategy = strategy;
    this.start = placed.reduce((before, number) => ({ number, before, depth: before.depth + 1 }),
      /** @type {State} */ ({ number: -1, before: null, depth: 0 }));
    this.entering = this.start;
  }

  /** @param {State} state @returns {number[]} the placements made, first to last */
  #path({ number, before }) { return before ? [...this.#path(before), number] : []; }

  /** @param {State} state */
  #edges(state) {
    const { options, table } = this.problem;
    return new Set([...table.implied, ...this.#path(state).flatMap((number) => options[number].sides)]);
  }

  /** @param {State} state */
  known(state) {
    return { depth: state.depth, edges: this.#edges(state).size - this.problem.table.frame };
  }

  /** @param {Frame} frame @param {number} kept @param {number} rank */
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

  /** Reads the numbers that the core has recorded.
   * @param {number[]} numbers */
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

/** Watches a search from a position: sends its events, and returns the last.
 * @param {CoreProblem} problem
 * @param {{strategy: string, seed: number, max_nodes: number, timeout: number, placed: number[]}} question
 * @param {Tell} tell */
function watch(problem, question, tell) {
  const { strategy, placed, max_nodes: most, timeout } = question;
  const search = new CoreSearch(problem, strategy, { ...question, isWatched: true });
  const watcher = new Watcher(problem, problem.strategy(strategy), placed);
  tell({ type: "start", edges: watcher.known(watcher.start).edges, full: problem.table.full });
  const stops = search.stops();
  for (;;) {
    const { value, done } = stops.next();
    for (const event of watcher.read(search.events)) tell(event);
    if (value && !done) {
      stops.return("ended");
      return { type: "solved", placements: value };
    }
    if (!done) continue;
    if (value === "exhausted") return { type: "exhausted" };
    const limit = value === "nodes" ? { nodes: most } : { seconds: timeout };
    const facts = {
      kind: "limit", ...limit, tried: search.nodes, most: search.deepest, pieces: problem.table.names.length,
    };
    return { type: "gave-up", reason: "", facts };
  }
}
