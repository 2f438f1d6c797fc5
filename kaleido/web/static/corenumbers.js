/** The numbers that the compiled core reads: boards, seeds and regions, as `kaleido.search.compiled` writes them. */

/**
 * A strategy on a puzzle, as `kaleido.web.tables` tells it.
 * @typedef {{number: number, rests: number[][], reals: number[], matched: number, shapes: [number, number][],
 *   ahead: number[]|null}} StrategyTable
 * A puzzle; the page adds the board of a pattern.
 * @typedef {{letters: string[], names: string[], copies: number[], needed: number[], rows: number, cols: number,
 *   is_plain: boolean, frame: number, full: number, pieces: number[], board: number[], counts: Record<string, number>,
 *   implied: number[], passages: number[], givens: number[], strategies: Record<string, StrategyTable|null>}} Table
 */

/** From this many placements on the core keeps lists instead of sets: `LARGE` in Python. */
const LARGE = 100_000;

/** The largest number of cells and of pieces that a sweep counts with. */
const [MOST_CELLS, MOST_PIECES] = [64, 24];

/** @param {Iterable<number>} numbers */
const setOf = (numbers) => [...numbers].reduce((set, number) => set | 1n << BigInt(number), 0n);

/** @param {bigint} set */
function bits(set) {
  const found = [];
  for (let number = 0, rest = set; rest; number += 1, rest >>= 1n) if (rest & 1n) found.push(number);
  return found;
}

/**
 * A set of numbers below `size`, in whole words.
 * @param {bigint} set
 * @param {number} size
 */
const halves = (set, size) => Array.from({ length: 2 * Math.ceil(size / 64) }, (_, at) =>
  Number(BigInt.asIntN(32, set >> BigInt(32 * at))));

/**
 * A seed in words of 32 bits, the lowest first; 0 has none.
 * @param {number} seed
 */
export function seedWords(seed) {
  const words = [];
  for (let rest = BigInt(Math.abs(seed)); rest; rest >>= 32n) words.push(Number(BigInt.asIntN(32, rest)));
  return words;
}

/**
 * The board of a pattern: its numbers, the cells of each letter, the edges known at first, and which cells no edge
 * separates from the next one.
 * @param {Table} table
 * @param {string} pattern
 */
export function boardNumbers({ letters, rows, cols, implied }, pattern) {
  const shown = [...pattern.replaceAll("/", "")];
  const size = rows * cols;
  const edges = new Set(implied);
  shown.forEach((letter, cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    /** @param {string} other */
    const isAlike = (other) => (letter === "x") === (other === "x");
    if (row && isAlike(shown[cell - cols])) edges.add(cell);
    if (col && isAlike(shown[cell - 1])) edges.add((rows + 1) * cols + row * (cols + 1) + col);
  });
  const counts = letters.map((letter) => shown.filter((each) => each === letter).length);
  const board = [
    LARGE, ...halves((1n << BigInt(size)) - 1n, size), ...halves(0n, size),
    ...halves(setOf(edges), (rows + 1) * cols + rows * (cols + 1)), 0, ...counts,
    ...letters.flatMap((letter) =>
      halves(setOf(shown.flatMap((each, cell) => (each === letter ? [cell] : []))), size)),
    0, 0,
  ];
  /** @param {(row: number, col: number) => number} side between a cell and the next one */
  const open = (side) => halves(setOf(shown.flatMap((_, cell) => {
    const own = side(Math.floor(cell / cols), cell % cols);
    return edges.has(own) ? [] : [cell];
  })), size);
  const right = open((row, col) => (rows + 1) * cols + row * (cols + 1) + col + 1);
  const below = open((row, col) => (row + 1) * cols + col);
  const passages = [[cols, ...below], [1, ...right]].filter(([, ...words]) => words.some(Boolean));
  return {
    board, implied: [...edges], passages: [passages.length, ...passages.flat()],
    counts: Object.fromEntries(letters.map((letter, at) => [letter, counts[at]])),
  };
}

/**
 * What is left of a board without colours, as counts one by one begin with it.
 * @param {import("./core.js").CoreProblem} problem
 * @param {number[]} placed
 */
export function startNumbers({ options, table: { rows, cols, copies, needed } }, placed) {
  const filled = new Set(placed.flatMap((number) => options[number].cells));
  const used = copies.map((_, piece) => placed.filter((number) => options[number].piece === piece).length);
  const live = options.flatMap(({ piece, cells }, number) =>
    (used[piece] < copies[piece] && !cells.some((cell) => filled.has(cell)) ? [number] : []));
  return [
    ...halves(setOf(live), options.length), ...halves(setOf(filled), rows * cols),
    ...copies.map((count, piece) => count - used[piece]),
    ...needed.map((count, piece) => Math.max(0, count - used[piece])),
  ];
}

/**
 * Lays out what is left of a board for sweeps: the sizes of the pieces but the largest, and for each placement of that
 * the numbers of the region that it leaves. Nothing where there are copies, spare pieces, or too many cells.
 * @param {import("./core.js").CoreProblem} problem
 * @param {number[]} placed
 */
export function layOut({ options, table: { names, cols, copies, needed } }, placed) {
  const masks = options.map(({ cells }) => setOf(cells));
  const filled = setOf(placed.flatMap((number) => options[number].cells));
  const used = new Set(placed.map((number) => options[number].piece));
  const live = [...masks.keys()].filter((number) => !(masks[number] & filled) && !used.has(options[number].piece));
  const sizes = new Map(live.map((number) => [options[number].piece, options[number].cells.length]));
  const free = [...new Set(live.flatMap((number) => options[number].cells))];
  // A piece or a cell without a placement is left to who searches.
  const isWhole = sizes.size + used.size === names.length &&
    [...sizes.values()].reduce((sum, size) => sum + size, 0) === free.length;
  const largest = [...sizes].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0])[0];
  const others = [...sizes.keys()].filter((piece) => piece !== largest)
    .sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || one - other);
  const isSingle = copies.every((count, piece) => count === 1 && needed[piece] === 1);
  if (!isSingle || !isWhole || free.length > MOST_CELLS || others.length > MOST_PIECES || !others.length) return null;
  const rank = new Map(others.map((piece, at) => [piece, at]));

  /** @param {bigint} cells what the largest piece covers */
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

/**
 * Orders cells by rows or by columns, whichever leaves fewer of them open.
 * @param {number[]} cells
 * @param {bigint[]} masks
 * @param {number} cols
 */
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
