/** Lines along the sides of cells, as SVG paths. */

/**
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./board.js").Side} Side
 */

/**
 * @param {number} row
 * @param {number} col
 */
const key = (row, col) => row * 64 + col;

/**
 * The sides of a set of cells that no other cell of the set shares.
 * @param {Cell[]} cells
 */
export function sides(cells) {
  const own = new Set(cells.map(([row, col]) => key(row, col)));
  /** @type {Side[]} */
  const found = [];
  for (const [row, col] of cells) {
    if (!own.has(key(row - 1, col))) found.push([row, col, true]);
    if (!own.has(key(row + 1, col))) found.push([row + 1, col, true]);
    if (!own.has(key(row, col - 1))) found.push([row, col, false]);
    if (!own.has(key(row, col + 1))) found.push([row, col + 1, false]);
  }
  return found;
}

/**
 * Draws sides as separate strokes.
 * @param {Side[]} list
 */
export function strokes(list) {
  return list.map(([row, col, isLevel]) => `M${col} ${row}${isLevel ? "h1" : "v1"}`).join("");
}

/**
 * Traces the outline of a set of cells: closed loops of corners, clockwise around the cells.
 * @param {Cell[]} cells
 */
export function loops(cells) {
  const own = new Set(cells.map(([row, col]) => key(row, col)));
  // Unit sides with their cell on the right, by the point where they start.
  /** @type {Map<number, [Cell, Cell][]>} */
  const from = new Map();
  for (const [row, col] of cells) {
    const corners = [[row, col], [row, col + 1], [row + 1, col + 1], [row + 1, col]];
    const beyond = [[row - 1, col], [row, col + 1], [row + 1, col], [row, col - 1]];
    beyond.forEach(([r, c], at) => {
      if (own.has(key(r, c))) return;
      const start = key(corners[at][0], corners[at][1]);
      from.set(start, [...(from.get(start) ?? []), [corners[at], corners[(at + 1) % 4]]]);
    });
  }
  /** @param {number} start */
  const take = (start) => {
    const ends = from.get(start);
    const side = ends?.pop();
    if (!side) throw new Error("an outline is not closed");
    if (!ends?.length) from.delete(start);
    return side;
  };
  const found = [];
  while (from.size) {
    const [first] = from.keys();
    /** @type {Cell[]} */
    const points = [];
    let start = first;
    do {
      const [point, [row, col]] = take(start);
      points.push(point);
      start = key(row, col);
    } while (start !== first);
    found.push(points.filter(([row, col], at) => {
      const before = points[(at + points.length - 1) % points.length];
      const after = points[(at + 1) % points.length];
      return !(before[0] === row && after[0] === row) && !(before[1] === col && after[1] === col);
    }));
  }
  return found;
}

/**
 * Draws the outline of a set of cells.
 * @param {Cell[]} cells
 */
export function outline(cells) {
  return loops(cells).map((points) => `M${points.map(([row, col]) => `${col} ${row}`).join("L")}Z`).join("");
}
