/** The compiled core as WebAssembly: searches and counts in the browser as it does for Python. */

import { isImplied } from "./board.js";
import { COUNTS, INTERFACE, LIMIT, STOP } from "./codes.js";

/** @import { Placement } from "./api.js" */

/** @typedef {{piece: number, face: number, cells: number[], sides: number[]}} Option a placement in numbers */

const { SOLVED, EXHAUSTED, PAUSED, ENDED, THINKS } = STOP;

/** The core returns about every so many milliseconds, so that a limit can end the search. */
const LONG = 10;

/** The most bytes for a count. */
const MOST_BYTES = 1e9;

const NO_MEMORY = "the core has no memory left";

/** Thrown for questions that the core cannot answer; Python must. */
export class Beyond extends Error {}

export class Core {
  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.calls = /** @type {Record<string, (...values: any[]) => any>} */ (/** @type {unknown} */ (exports));
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  }

  /** Starts the module; throws unless it was built from these sources.
   * @param {WebAssembly.Module} module */
  static async load(module) {
    // The imports for files and messages are never called.
    const none = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 52]));
    const core = new Core(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: none }));
    core.calls._initialize();
    const own = core.calls.kaleido_core_interface();
    if (own !== INTERFACE) throw new Error(`the core has interface ${own}, expected ${INTERFACE}`);
    return core;
  }

  /** Calls a function; arrays are passed as address and length.
   * @param {string} name @param {(number|bigint|number[]|Float64Array)[]} values */
  call(name, ...values) {
    /** @type {number[]} */
    const rooms = [];
    const given = values.flatMap((value) => {
      if (typeof value !== "object") return [value];
      const numbers = value instanceof Float64Array ? value : Int32Array.from(value);
      const room = this.calls.malloc(numbers.byteLength || 1);
      rooms.push(room);
      new Uint8Array(this.memory.buffer).set(new Uint8Array(numbers.buffer), room);
      return [room, value.length];
    });
    const answer = this.calls[`kaleido_${name}`](...given);
    for (const room of rooms) this.calls.free(room);
    return answer;
  }

  /** Allocates an array for the core to write into, and returns its numbers.
   * @template {Int32Array|BigUint64Array} T
   * @param {{new (buffer: ArrayBuffer, offset: number, length: number): T, BYTES_PER_ELEMENT: number}} kind
   * @param {number} length
   * @param {(room: number) => void} write */
  written(kind, length, write) {
    const room = this.calls.malloc(length * kind.BYTES_PER_ELEMENT || 1);
    if (!room) throw new Error(NO_MEMORY);
    write(room);
    const found = [...new kind(/** @type {ArrayBuffer} */ (this.memory.buffer), room, length)];
    this.calls.free(room);
    return /** @type {T extends Int32Array ? number[] : bigint[]} */ (found);
  }

  /** Returns numbers from a function that returns how many there are, and writes them where there is room.
   * @param {(room: number, size: number) => number} ask */
  numbers(ask) {
    const size = ask(0, 0);
    return this.written(Int32Array, size, (room) => ask(room, size));
  }

  /** Returns the counts of a search or a count, by name.
   * @template {keyof typeof COUNTS} K
   * @param {K} kind @param {number} handle
   * @returns {Record<typeof COUNTS[K][number], number>} */
  counts(kind, handle) {
    const { length } = COUNTS[kind];
    const counts = this.written(BigUint64Array, length, (room) => this.calls[`kaleido_${kind}_counts`](handle, room));
    return /** @type {any} */ (Object.fromEntries(counts.map((count, at) => [COUNTS[kind][at], Number(count)])));
  }
}

/** A board with its pieces in the core. */
export class CoreProblem {
  /** @type {Option[]|null} */
  #options = null;
  /** @type {Map<string, number>|null} */
  #numbers = null;

  /** @param {Core} core @param {Table} table @param {string} pattern */
  constructor(core, table, pattern) {
    this.core = core;
    this.table = table.board.length ? table : { ...table, ...boardNumbers(table, pattern) };
    this.pieces = core.call("pieces_new", table.pieces);
    this.handle = core.call("problem_new", this.pieces, this.table.board);
    if (!this.handle) throw new Error("the core does not know such a board");
  }

  delete() {
    this.core.call("problem_delete", this.handle);
    this.core.call("pieces_delete", this.pieces);
  }

  /** Returns the numbers that describe a strategy to the core.
   * @param {string} name */
  strategy(name) {
    const found = this.table.strategies[name];
    if (!found) throw new Beyond(name);
    return found;
  }

  /** All placements. */
  get options() {
    if (!this.#options) {
      const { core, core: { calls }, handle } = this;
      this.#options = Array.from({ length: calls.kaleido_problem_placements(handle) }, (_, number) => {
        const [piece, face, size, ...rest] = core.numbers(
          (room, most) => calls.kaleido_problem_placement(handle, number, room, most));
        return { piece, face, cells: rest.slice(0, size), sides: rest.slice(size + 1) };
      });
    }
    return this.#options;
  }

  /** Returns a placement as the page writes it.
   * @param {number} number */
  placement(number) { return this.told(this.options[number]); }

  /** @param {Pick<Option, "piece"|"face"|"cells">} option @returns {Placement} */
  told({ piece, face, cells }) {
    const { names, cols } = this.table;
    const sorted = [...cells].sort((a, b) => a - b);
    return {
      piece: names[piece], face: face ? "back" : "front",
      cells: sorted.map((cell) => [Math.floor(cell / cols), cell % cols]),
    };
  }

  /** Returns the number of a placement; undefined if it is not in the table.
   * @param {Placement} placement */
  numberOf(placement) {
    /** @param {Placement} each */
    const key = ({ piece, face, cells }) =>
      [piece, face, ...cells.map(([row, col]) => row * this.table.cols + col).sort((a, b) => a - b)].join(" ");
    this.#numbers ??= new Map(this.options.map((each, number) => [key(this.told(each)), number]));
    return this.#numbers.get(key(placement));
  }

  /** Returns the numbers of the placements on the board, the givens first.
   * @param {Placement[]} [placed] */
  lying(placed = []) {
    const numbers = placed.map((each) => {
      const number = this.numberOf(each);
      if (number === undefined) throw new Beyond(each.piece);
      return number;
    });
    return [...new Set([...this.table.givens, ...numbers])];
  }
}

/** A search in the core. */
export class CoreSearch {
  /** @param {CoreProblem} problem @param {string} strategy
   * @param {{seed?: number, max_nodes?: number, timeout?: number, placed?: number[], isWatched?: boolean}} [options] */
  constructor(problem, strategy, {
    seed = 0, max_nodes: most = Infinity, timeout = Infinity, placed = problem.table.givens, isWatched = false,
  } = {}) {
    this.problem = problem;
    this.core = problem.core;
    this.most = most;
    this.timeout = timeout;
    this.placed = placed;
    this.nodes = 0;
    this.backtracks = 0;
    /** The most pieces placed. */
    this.deepest = 0;
    /** The numbers that the core recorded in its last run.
     * @type {number[]} */
    this.events = [];
    const { number, rests, reals, ahead } = problem.strategy(strategy);
    const words = seedWords(seed);
    const plan = [number, words.length, ...words, ...rests[seed ? 1 : 0], ...ahead ? problem.table.passages : []];
    const start = [0, Number(isWatched), 0];
    this.handle = this.core.call("search_new", problem.handle, plan, Float64Array.from(reals), start);
    if (!this.handle) throw new Error(`the core does not know ${strategy} on such a board`);
    /** Whether all pieces could be placed. */
    this.isLaid = placed.every((each) => this.core.call("search_lay", this.handle, each));
  }

  /** Continues the search: yields each solution as placements in the order of the moves, and null at intervals.
   * @returns {Generator<Placement[]|null, "exhausted"|"nodes"|"seconds"|"ended", void>} */
  * stops() {
    const { core, handle, most } = this;
    const end = performance.now() + 1000 * this.timeout;
    let until = 0;
    let stretch = 256;
    try {
      if (!this.isLaid) return "exhausted";
      for (;;) {
        const began = performance.now();
        const stop = core.call("search_run", handle, BigInt(until));
        const { nodes, backtracks, deepest } = core.counts("search", handle);
        Object.assign(this, { nodes, backtracks, deepest });
        this.events = this.#taken();
        const now = performance.now();
        if (stop === SOLVED) yield this.#solution();
        else if (stop === EXHAUSTED) return "exhausted";
        else if (stop === ENDED) return "ended";
        else if (stop === PAUSED || stop === THINKS) {
          if (this.nodes >= most) return "nodes";
          if (now >= end) return "seconds";
          yield null;
          stretch = Math.max(1, now - began > LONG ? stretch >> 1 : stretch << 1);
          if (stop === PAUSED) until = Math.min(most, this.nodes + stretch);
        } else if (stop < 0) throw new Error(NO_MEMORY);
        // Otherwise the core asks for a proof, which Python searches for.
      }
    } finally {
      core.call("search_delete", handle);
    }
  }

  #taken() {
    const { core, handle } = this;
    let at = 0;
    const [count] = core.written(Int32Array, 1, (room) => { at = core.calls.kaleido_search_events(handle, room); });
    return [...new Int32Array(core.memory.buffer, at, count)];
  }

  #solution() {
    const { core, handle, problem } = this;
    const numbers = core.numbers((room, size) => core.calls.kaleido_search_solution(handle, room, size));
    const count = numbers.shift() ?? 0;
    const every = [...Array(problem.table.rows * problem.table.cols).keys()];
    const words = 2 * Math.ceil(every.length / 64);
    return [...this.placed.map((each) => problem.placement(each)), ...Array.from({ length: count }, (_, move) => {
      const set = numbers.slice(4 * count + words * move);
      const cells = every.filter((cell) => set[cell >> 5] >> (cell & 31) & 1);
      return problem.told({ piece: numbers[2 * count + move], face: numbers[3 * count + move], cells });
    })];
  }
}

/** Counts the solutions that contain some placements one by one, ignoring colours; also returns whether the count is
 * complete.
 * @param {CoreProblem} problem @param {number[]} placed @param {number} seconds */
export function enumerate(problem, placed, seconds) {
  const { core } = problem;
  const end = performance.now() + 1000 * seconds;
  const handle = core.call("enumeration_new", problem.handle, startNumbers(problem, placed));
  if (!handle) return { solutions: 0, exact: false };
  try {
    for (let steps = 0; ;) {
      steps += 1 << 20;
      const stop = core.call("enumeration_run", handle, BigInt(steps), (1n << 63n) - 1n);
      if (stop < 0) throw new Error(NO_MEMORY);
      const { solutions } = core.counts("enumeration", handle);
      if (stop === EXHAUSTED || performance.now() > end) return { solutions, exact: stop === EXHAUSTED };
    }
  } finally {
    core.call("enumeration_delete", handle);
  }
}

/** Counts the solutions that contain some placements by sweeps, one for each placement of the largest piece left; null
 * if that takes too long or too much memory, or the puzzle does not allow it.
 * @param {CoreProblem} problem @param {number[]} placed @param {number} seconds */
export function sweep(problem, placed, seconds) {
  const { core } = problem;
  const end = performance.now() + 1000 * seconds;
  const laid = layOut(problem, placed);
  if (!laid) return null;
  const sets = core.call("sets_new", [laid.sizes.length, ...laid.sizes]);
  let total = 0n;
  try {
    for (const region of laid.regions()) {
      const handle = core.call("sweep_new", sets, region);
      if (!handle) return null;
      try {
        for (let steps = 1 << 20, stop = PAUSED; stop !== EXHAUSTED; steps += 1 << 20) {
          stop = core.call("sweep_run", handle, BigInt(steps));
          const { bytes: held } = core.counts("sweep", handle);
          if (![PAUSED, EXHAUSTED].includes(stop) || held > MOST_BYTES || performance.now() > end) return null;
        }
        const size = core.calls.kaleido_sweep_found(handle, 0, 0);
        const words = core.written(BigUint64Array, size, (room) => core.calls.kaleido_sweep_found(handle, room, size));
        // Each set of pieces is followed by five words of its number of ways.
        for (let at = 0; at < size; at += 6) {
          total += words.slice(at + 1, at + 6).reduceRight((sum, word) => (sum << 64n) + word, 0n);
        }
      } finally {
        core.call("sweep_delete", handle);
      }
    }
  } finally {
    core.call("sets_delete", sets);
  }
  return total;
}

// The core's input: boards, seeds and regions, as `kaleido.search.compiled` writes them.

/** A strategy on a puzzle, as `kaleido.web.tables` writes it.
 * @typedef {{number: number, rests: number[][], reals: number[], matched: number, shapes: [number, number][],
 *   ahead: number[]|null}} StrategyTable
 * A puzzle; the page adds the board of a pattern.
 * @typedef {{letters: string[], names: string[], copies: number[], needed: number[], rows: number, cols: number,
 *   is_plain: boolean, frame: number, full: number, pieces: number[], board: number[], counts: Record<string, number>,
 *   implied: number[], passages: number[], givens: number[], strategies: Record<string, StrategyTable|null>}} Table */

/** @param {Iterable<number>} numbers */
const setOf = (numbers) => [...numbers].reduce((set, number) => set | 1n << BigInt(number), 0n);

/** @param {bigint} set */
function bits(set) {
  const found = [];
  for (let number = 0, rest = set; rest; number += 1, rest >>= 1n) if (rest & 1n) found.push(number);
  return found;
}

/** Returns a set of numbers below `size` as whole words.
 * @param {bigint} set @param {number} size */
const halves = (set, size) => Array.from({ length: 2 * Math.ceil(size / 64) }, (_, at) =>
  Number(BigInt.asIntN(32, set >> BigInt(32 * at))));

/** Returns a seed in words of 32 bits, the lowest first; 0 has none.
 * @param {number} seed */
function seedWords(seed) {
  const words = [];
  for (let rest = BigInt(Math.abs(seed)); rest; rest >>= 32n) words.push(Number(BigInt.asIntN(32, rest)));
  return words;
}

/** Returns the board of a pattern: its numbers, the cells of each letter, the edges known at first, and which cells no
 * edge separates from the next one.
 * @param {Table} table @param {string} pattern */
function boardNumbers({ letters, rows, cols, implied }, pattern) {
  const shown = [...pattern.replaceAll("/", "")];
  const size = rows * cols;
  const edges = new Set(implied);
  /** @param {number} cell whose left edge it is; the one above has the cell's own number */
  const left = (cell) => (rows + 1) * cols + cell + Math.floor(cell / cols);
  shown.forEach((letter, cell) => {
    if (cell >= cols && isImplied(letter, shown[cell - cols])) edges.add(cell);
    if (cell % cols && isImplied(letter, shown[cell - 1])) edges.add(left(cell));
  });
  /** @param {(cell: number) => boolean} holds */
  const cellsWhere = (holds) => halves(setOf([...shown.keys()].filter(holds)), size);
  const counts = letters.map((letter) => shown.filter((each) => each === letter).length);
  const board = [
    LIMIT.LARGE, ...halves((1n << BigInt(size)) - 1n, size), ...halves(0n, size),
    ...halves(setOf(edges), (rows + 1) * cols + rows * (cols + 1)), 0, ...counts,
    ...letters.flatMap((letter) => cellsWhere((cell) => shown[cell] === letter)), 0, 0,
  ];
  const right = cellsWhere((cell) => !edges.has(left(cell) + 1));
  const below = cellsWhere((cell) => !edges.has(cell + cols));
  const passages = [[cols, ...below], [1, ...right]].filter(([, ...words]) => words.some(Boolean));
  return {
    board, implied: [...edges], passages: [passages.length, ...passages.flat()],
    counts: Object.fromEntries(letters.map((letter, at) => [letter, counts[at]])),
  };
}

/** Returns the free part of a board without colours, the input of counts one by one.
 * @param {CoreProblem} problem @param {number[]} placed */
function startNumbers({ options, table: { rows, cols, copies, needed } }, placed) {
  const filled = new Set(placed.flatMap((number) => options[number].cells));
  const used = copies.map((_, piece) => placed.filter((number) => options[number].piece === piece).length);
  const live = options.flatMap(({ piece, cells }, number) =>
    (used[piece] < copies[piece] && !cells.some((cell) => filled.has(cell)) ? [number] : []));
  return [
    ...copies.map((count, piece) => count - used[piece]),
    ...needed.map((count, piece) => Math.max(0, count - used[piece])),
    ...halves(setOf(live), options.length), ...halves(setOf(filled), rows * cols),
  ];
}

/** Lays out the free part of a board for sweeps: the sizes of the pieces except the largest, and the numbers of the
 * region that each placement of the largest leaves. Null with copies, spare pieces, or too many cells.
 * @param {CoreProblem} problem @param {number[]} placed */
function layOut({ options, table: { names, cols, copies, needed } }, placed) {
  const masks = options.map(({ cells }) => setOf(cells));
  const filled = setOf(placed.flatMap((number) => options[number].cells));
  const used = new Set(placed.map((number) => options[number].piece));
  const live = [...masks.keys()].filter((number) => !(masks[number] & filled) && !used.has(options[number].piece));
  const sizes = new Map(live.map((number) => [options[number].piece, options[number].cells.length]));
  const free = [...new Set(live.flatMap((number) => options[number].cells))];
  // Pieces and cells without placements are left to the search.
  const isWhole = sizes.size + used.size === names.length &&
    [...sizes.values()].reduce((sum, size) => sum + size, 0) === free.length;
  const largest = [...sizes].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0])[0];
  const others = [...sizes.keys()].filter((piece) => piece !== largest)
    .sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || one - other);
  const isSingle = copies.every((count, piece) => count === 1 && needed[piece] === 1);
  const isLarge = free.length > LIMIT.SWEEP_CELLS || others.length > LIMIT.SWEEP_PIECES;
  if (!isSingle || !isWhole || isLarge || !others.length) return null;
  const rank = new Map(others.map((piece, at) => [piece, at]));

  /** @param {bigint} cells that the largest piece covers */
  const region = (cells) => {
    const left = free.filter((cell) => !(cells >> BigInt(cell) & 1n));
    const inside = live.filter((number) => options[number].piece !== largest && !(masks[number] & cells));
    const order = bestOrder(left, inside.map((number) => masks[number]), cols);
    const place = new Map(order.map((cell, at) => [cell, at]));
    return [
      order.length, 1, ...others.map(() => 0), 1, 0, ...halves(1n, 128),
      inside.length, ...inside.map((number) => rank.get(options[number].piece) ?? 0),
      ...inside.flatMap((number) => halves(setOf(options[number].cells.map((cell) => place.get(cell) ?? 0)), 64)),
    ];
  };

  return {
    sizes: others.map((piece) => sizes.get(piece) ?? 0),
    * regions() {
      for (const number of live) if (options[number].piece === largest) yield region(masks[number]);
    },
  };
}

/** Orders cells by rows or by columns, whichever leaves fewer of them open.
 * @param {number[]} cells @param {bigint[]} masks @param {number} cols */
function bestOrder(cells, masks, cols) {
  const reach = new Map(cells.map((cell) => [cell, 1n << BigInt(cell)]));
  for (const mask of new Set(masks)) for (const cell of bits(mask)) reach.set(cell, (reach.get(cell) ?? 0n) | mask);
  /** @param {number[]} order */
  const openness = (order) => {
    let [swept, ahead, total] = [0n, 0n, 0];
    for (const cell of order) {
      swept |= 1n << BigInt(cell);
      ahead |= reach.get(cell) ?? 0n;
      total += 2 ** (bits(ahead & ~swept).length / 2);
    }
    return total;
  };
  const rows = [...cells].sort((one, other) => one - other);
  const columns = [...cells].sort((one, other) => one % cols - other % cols || one - other);
  return openness(columns) < openness(rows) ? columns : rows;
}
