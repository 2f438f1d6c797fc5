/** The events of a search in the core, as the server tells them. */

import { CoreSearch } from "./core.js";

/**
 * @typedef {import("./core.js").CoreProblem} CoreProblem
 * @typedef {import("./api.js").SearchEvent} SearchEvent
 * A board: the placement made last, and the board before it.
 * @typedef {{number: number, before: State|null, depth: number}} State
 * A board that is entered, its moves, their notes, and how many of them are tried here.
 * @typedef {{state: State, moves: number[], notes: number[][], kept: number}} Frame
 */

/** What the core writes down: as in core/src/search.h. */
const [FORK, PLACE, BACKTRACK, RESTART, SOLUTION, DEFER, , AGAIN, END] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The most siblings that are told with a move. */
const MOST_SIBLINGS = 8;

/** How many events are told at a time. */
const BATCH = 64;

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
 * @param {import("./corenumbers.js").StrategyTable} strategy
 * @param {number} piece
 * @param {number} ahead
 */
export function scoreOf(matched, { matched: weight, shapes }, piece, ahead) {
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
  return {
    score: { matched, window: 0, crookedness, span, splits: 0, ahead, total },
    score_parts: Object.fromEntries(terms.map(([name, part, own]) => [name, rounded(part * own)])),
    score_line: !shown.length || words === short(total) ? short(total) : `${words} ${isExact ? "=" : "≈"} ${short(total)}`,
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

/**
 * Watches a search from a position: yields its events in batches, its end last.
 * @param {CoreProblem} problem
 * @param {{strategy: string, seed: number, max_nodes: number, timeout: number, placed: number[]}} question
 * @returns {Generator<SearchEvent[], void, void>}
 */
export function* watch(problem, question) {
  const { options, table } = problem;
  const strategy = /** @type {import("./corenumbers.js").StrategyTable} */ (table.strategies[question.strategy]);
  const search = new CoreSearch(problem, question.strategy, { ...question, isWatched: true });
  const start = question.placed.reduce(
    (before, number) => ({ number, before, depth: (before?.depth ?? 0) + 1 }), /** @type {State|null} */ (null),
  ) ?? { number: -1, before: null, depth: 0 };
  /** @param {State} state @returns {number[]} */
  const pathOf = ({ number, before }) => [...(before ? pathOf(before) : []), ...(number < 0 ? [] : [number])];
  /** @param {State} state */
  const edgesOf = (state) => new Set([...table.implied, ...pathOf(state).flatMap((number) => options[number].sides)]);
  /** @param {State} state */
  const known = (state) => ({ depth: state.depth, edges: edgesOf(state).size - table.frame });
  /** @param {Frame} frame @param {Set<number>} edges */
  const judge = ({ moves, notes }, edges) => (/** @type {number} */ rank) => {
    const { sides, piece } = options[moves[rank]];
    const matched = sides.filter((side) => edges.has(side)).length;
    return {
      placement: problem.placement(moves[rank]), ...scoreOf(matched, strategy, piece, aheadOf(notes[rank], strategy.ahead)),
    };
  };

  /** @type {Frame[]} */
  let frames = [];
  /** @type {State[]} */
  let waiting = [];
  let entering = start;
  let isEntered = false;
  let node = 0;

  /** @param {number[]} numbers */
  function* read(numbers) {
    let at = 0;
    const next = (count = 1) => numbers.slice(at, at += count);
    while (at < numbers.length) {
      const [event] = next();
      const frame = /** @type {Frame} */ (frames.at(-1));
      if (event === FORK) {
        const [kept, , own, each, count] = next(5);
        const moves = next(count);
        next(own);
        frames.push({ state: entering, moves, notes: moves.map(() => next(each)), kept });
        isEntered = true;
      } else if (event === PLACE) {
        const [rank, kept] = next(2);
        const number = frame.moves[rank];
        const told = judge(frame, edgesOf(frame.state));
        frame.kept = kept;
        entering = { number, before: frame.state, depth: frame.state.depth + 1 };
        isEntered = false;
        node += 1;
        yield {
          type: "place", ...told(rank), piece_edges: options[number].sides.length, found: null, window: null,
          waiting: Array.from({ length: Math.min(MOST_SIBLINGS, kept - rank - 1) }, (_, more) => told(rank + 1 + more)),
          waiting_count: kept - rank - 1, node, ...known(entering),
        };
      } else if (event === BACKTRACK) {
        const taken = isEntered ? /** @type {Frame} */ (frames.pop()).state : entering;
        isEntered = true;
        const before = taken.before ?? start;
        yield { type: "backtrack", placement: problem.placement(taken.number), ...known(before) };
      } else if (event === DEFER) waiting.push(frame.state);
      else if (event === AGAIN) entering = /** @type {Frame} */ (frames.pop()).state;
      else if (event === END) next();
      else if (event !== SOLUTION) {
        frames = [];
        if (event === RESTART) waiting = [start];
        entering = waiting.shift() ?? start;
        yield { type: "resume", placed: pathOf(entering).map((number) => problem.placement(number)), ...known(entering) };
      }
    }
  }

  yield [/** @type {SearchEvent} */ ({ type: "start", edges: known(start).edges, full: table.full })];
  const stops = search.stops();
  for (;;) {
    const { value, done } = stops.next();
    const told = [...read(search.events)];
    for (let at = 0; at < told.length; at += BATCH) yield /** @type {SearchEvent[]} */ (told.slice(at, at + BATCH));
    if (value && typeof value === "object") {
      stops.return("ended");
      yield [{ type: "solved", placements: value }];
      return;
    }
    if (!done) continue;
    const { nodes, deepest } = search;
    const limit = value === "nodes" ? { nodes: question.max_nodes } : { seconds: question.timeout };
    const facts = /** @type {any} */ ({ kind: "limit", ...limit, tried: nodes, most: deepest, pieces: table.names.length });
    yield [value === "exhausted" ? { type: "exhausted" } : { type: "gave-up", reason: "", facts }];
    return;
  }
}
