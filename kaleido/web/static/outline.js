/** Lines along the sides of cells, as SVG paths. A cell is [row, col]. */

const KEY = (row, col) => row * 64 + col;

/** The sides of a set of cells that no other cell of the set shares: [row, col, is level]. */
export function sides(cells) {
  const own = new Set(cells.map(([row, col]) => KEY(row, col)));
  const found = [];
  for (const [row, col] of cells) {
    if (!own.has(KEY(row - 1, col))) found.push([row, col, true]);
    if (!own.has(KEY(row + 1, col))) found.push([row + 1, col, true]);
    if (!own.has(KEY(row, col - 1))) found.push([row, col, false]);
    if (!own.has(KEY(row, col + 1))) found.push([row, col + 1, false]);
  }
  return found;
}

/** Draws sides as separate strokes. */
export function strokes(list) {
  return list.map(([row, col, level]) => `M${col} ${row}${level ? "h1" : "v1"}`).join("");
}

/** Draws the closed outline of a set of cells, clockwise, corners only where it turns. */
export function outline(cells) {
  const own = new Set(cells.map(([row, col]) => KEY(row, col)));
  /** @type {Map<number, number[][]>} */
  const from = new Map();
  const add = (a, b) => {
    const key = KEY(...a);
    if (!from.has(key)) from.set(key, []);
    from.get(key).push([a, b]);
  };
  for (const [row, col] of cells) {
    if (!own.has(KEY(row - 1, col))) add([row, col], [row, col + 1]);
    if (!own.has(KEY(row, col + 1))) add([row, col + 1], [row + 1, col + 1]);
    if (!own.has(KEY(row + 1, col))) add([row + 1, col + 1], [row + 1, col]);
    if (!own.has(KEY(row, col - 1))) add([row + 1, col], [row, col]);
  }
  let path = "";
  while (from.size) {
    const first = from.keys().next().value;
    const points = [];
    let key = first;
    do {
      const ends = from.get(key);
      const [a, b] = ends.pop();
      if (!ends.length) from.delete(key);
      points.push(a);
      key = KEY(...b);
    } while (key !== first);
    const kept = points.filter(([row, col], at) => {
      const before = points[(at + points.length - 1) % points.length];
      const after = points[(at + 1) % points.length];
      return !(before[0] === row && after[0] === row) && !(before[1] === col && after[1] === col);
    });
    path += `M${kept.map(([row, col]) => `${col} ${row}`).join("L")}Z`;
  }
  return path;
}
