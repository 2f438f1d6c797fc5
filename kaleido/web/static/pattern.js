/** A pattern: 64 letters, row by row. */

export const SIZE = 8;

/** A chequer, where every player may begin. */
export const CHEQUER = Array.from({ length: 64 }, (_, at) =>
  (at + Math.floor(at / 8)) % 2 ? "x" : "r").join("");

/** Reads 8 rows with `/` between them; null unless each cell is one of `letters`. */
export function readPattern(text, letters = "xryb") {
  const rows = String(text).trim().split("/");
  if (rows.length !== SIZE || rows.some((row) => row.length !== SIZE)) return null;
  const cells = rows.join("");
  return [...cells].every((letter) => letters.includes(letter)) ? cells : null;
}

/** Writes 64 letters as 8 rows with `separator` between them. */
export function writePattern(cells, separator = "/") {
  return cells.match(/.{8}/g).join(separator);
}

/** Counts the cells of each letter. */
export function countLetters(cells) {
  const counts = { x: 0, r: 0, y: 0, b: 0 };
  for (const letter of cells) if (letter in counts) counts[letter] += 1;
  return counts;
}

/** Whether a piece border must run between two touching cells. */
export function isImplied(one, other) {
  return (one === "x") === (other === "x");
}

/** The sides between cells where a border must run, as [row, col, is level]. */
export function impliedSides(cells) {
  const found = [];
  for (let row = 0; row < SIZE; row += 1) {
    for (let col = 0; col < SIZE; col += 1) {
      const own = cells[row * SIZE + col];
      if (row && isImplied(own, cells[(row - 1) * SIZE + col])) found.push([row, col, true]);
      if (col && isImplied(own, cells[row * SIZE + col - 1])) found.push([row, col, false]);
    }
  }
  return found;
}

/** Labels the regions of free cells that no border cuts: 0 is covered. */
export function labelIslands(cells, isCovered = () => false) {
  const labels = new Array(64).fill(0);
  let label = 0;
  for (let start = 0; start < 64; start += 1) {
    if (labels[start] || isCovered(start)) continue;
    label += 1;
    const queue = [start];
    labels[start] = label;
    while (queue.length) {
      const at = queue.pop();
      for (const next of neighbours(at)) {
        if (!labels[next] && !isCovered(next) && !isImplied(cells[at], cells[next])) {
          labels[next] = label;
          queue.push(next);
        }
      }
    }
  }
  return labels;
}

/** The cells beside a cell, by number. */
export function neighbours(at) {
  const found = [];
  if (at % SIZE) found.push(at - 1);
  if (at % SIZE < SIZE - 1) found.push(at + 1);
  if (at >= SIZE) found.push(at - SIZE);
  if (at < 64 - SIZE) found.push(at + SIZE);
  return found;
}

/** Turns a pattern clockwise by a quarter. */
export function turned(cells) {
  return Array.from({ length: 64 }, (_, at) => {
    const row = Math.floor(at / SIZE);
    const col = at % SIZE;
    return cells[(SIZE - 1 - col) * SIZE + row];
  }).join("");
}

/** Mirrors a pattern left to right. */
export function mirrored(cells) {
  return writePattern(cells).split("/").map((row) => [...row].reverse().join("")).join("");
}
