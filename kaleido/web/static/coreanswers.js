/** Answers of the compiled core, as the server gives them to the same questions. */

import { Beyond, CoreProblem, CoreSearch, enumerate, sweep } from "./core.js";
import { watch } from "./corewatch.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {{pattern?: string, pieces?: string, use?: string[], wrap?: string, placed?: Placement[], strategy?: string,
 *   seed?: number, max_nodes?: number, timeout?: number, move?: Placement, offset?: number, limit?: number,
 *   up_to_symmetry?: boolean}} Question
 * @typedef {(event: object) => void} Tell
 * @typedef {Generator<Placement[]|null, string, void>} Stops
 */

/** The limits of the server, in nodes, solutions and seconds: see `kaleido.web.limits` and `kaleido.web.jobs`. */
const LIMITS = { nodes: 1_000_000, seconds: 30, judging: 3, watched: 2000, patience: 20, curiosity: 1, first: 1000 };

/** The seconds in which solutions are counted: one by one, then by sweeps, and one by one again. */
const COUNTING = { few: 0.3, sweep: 6, many: 2, plain: 8 };

/**
 * A text that stands for the puzzle of a question, as `kaleido.web.tables` has it.
 * @param {Question} question
 */
const keyOf = ({ pattern, pieces, use, wrap }) => [pattern, pieces, use?.join(","), wrap].filter(Boolean).join(" ");

/**
 * Whether a question is about 8 × 8 cells for all classic pieces.
 * @param {Question} question
 */
const isPattern = ({ pattern = "", pieces, use, wrap }) => !pieces && !use?.length && !wrap &&
  /^[xryb]{8}(\/[xryb]{8}){7}$/.test(pattern);

/**
 * How a number of solutions is said.
 * @param {number|bigint} known
 * @param {boolean} isAll
 */
const said = (known, isAll) => `${isAll ? "" : "more than "}${known.toLocaleString("en")}`;

/**
 * Searches on for some seconds; whether the search has ended.
 * @param {Stops} stops
 * @param {number} seconds
 * @param {(solution: Placement[]) => boolean} find called with each solution; says whether to stop there
 */
function go(stops, seconds, find) {
  const end = performance.now() + 1000 * seconds;
  for (;;) {
    const { value, done } = stops.next();
    if (done) return true;
    if ((value && find(value)) || performance.now() > end) return false;
  }
}

/**
 * Counts the solutions that contain some placements: all of them if that can be had.
 * @param {CoreProblem} problem
 * @param {number[]} placed
 * @param {number} patience
 */
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
  /** Its solutions so far: who looks through them asks again soon.
   * @type {{key: string, stops: Stops, found: Placement[][], isDone: boolean}|null} */
  #browsed = null;

  /**
   * @param {import("./core.js").Core} core
   * @param {(name: string) => Promise<any>} table gets a file of tables
   * @param {number} patience how many times the usual seconds a count may take
   */
  constructor(core, table, patience = 1) {
    this.patience = patience;
    this.core = core;
    this.table = table;
  }

  /**
   * Answers a question; fails with `Beyond` where Python must.
   * @param {string} path
   * @param {Question} question
   * @param {Tell} tell
   * @returns {Promise<object>}
   */
  async answer(path, question, tell) {
    if (path === "pieces") return (await this.#file(question)).parts;
    const problem = await this.#problemOf(question);
    const placed = problem.lying(question.placed);
    switch (path) {
      case "solve": return this.#solve(problem, placed, question);
      case "judge": return this.#judge(problem, placed, question);
      case "count": return this.#count(problem, placed, question);
      case "solutions": return this.#browse(problem, placed, question);
      case "events": return this.#watch(problem, placed, question, tell);
      case "assess":
        tell({ type: "counted", ...this.#count(problem, placed, question) });
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

  /**
   * @param {CoreProblem} problem
   * @param {number[]} placed
   * @param {Question} question
   */
  #solve(problem, placed, question) {
    const { pattern, strategy = "constrained", seed = 0 } = question;
    const { max_nodes = LIMITS.nodes, timeout = LIMITS.seconds } = question;
    const began = performance.now();
    const search = new CoreSearch(problem, strategy, { seed, max_nodes, timeout, placed });
    const stops = search.stops();
    /** @type {Placement[]} */
    let placements = [];
    // Python tells why there is no solution, or which limit is reached.
    if (go(stops, Infinity, (solution) => { placements = solution; return true; })) throw new Beyond("unsolved");
    stops.return("ended");
    const { nodes, backtracks } = search;
    const seconds = (performance.now() - began) / 1000;
    const told = { status: "solved", reason: null, facts: null };
    return { pattern, ...told, strategy, nodes, backtracks, seconds, engine: "core", placements };
  }

  /**
   * @param {CoreProblem} problem
   * @param {number[]} placed
   * @param {Question} question
   */
  #judge(problem, placed, question) {
    const { status, reason, facts } = this.#solve(problem, placed, { ...question, timeout: LIMITS.judging });
    return { status, reason, facts, counts: problem.table.counts };
  }

  /**
   * @param {CoreProblem} problem
   * @param {number[]} placed
   * @param {Question} question
   */
  #count(problem, placed, { move }) {
    const { solutions, exact } = countAll(problem, placed, this.patience);
    const told = { solutions: Number(solutions), text: said(solutions, exact), exact };
    if (!move) return told;
    const hold = countAll(problem, [...placed, ...problem.lying([move]).slice(-1)], this.patience);
    return { ...told, with_move: said(hold.solutions, hold.exact) };
  }

  /**
   * @param {CoreProblem} problem
   * @param {number[]} placed
   * @param {Question} question
   */
  #browse(problem, placed, { offset = 0, limit = 1, up_to_symmetry: isUpTo }) {
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

  /**
   * Tells the events of a search but the last, which is the answer.
   * @param {CoreProblem} problem
   * @param {number[]} placed
   * @param {Question} question
   * @param {Tell} tell
   */
  #watch(problem, placed, { strategy = "constrained", seed = 0, max_nodes = LIMITS.watched }, tell) {
    let last = {};
    let isFirst = true;
    for (const event of watch(problem, { strategy, seed, max_nodes, timeout: LIMITS.seconds, placed })) {
      if (!isFirst) tell(last);
      isFirst = false;
      last = event;
    }
    return last;
  }
}

/** @param {Placement} one @param {Placement} other */
const byFirst = ({ cells: [one] }, { cells: [other] }) => one[0] - other[0] || one[1] - other[1];
