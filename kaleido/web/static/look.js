/** The look of the boards, the same as `kaleido/draw/look.py`: colours, widths, hatches. */

export const PAPER = "#f7f3ea";
export const INK = "#26262b";
export const ACCENT = "#00a087";
export const IMPLIED = "#e88bd0";
export const MUTED = "#8d8a83";
export const CLASH = "#d1006c";
export const TINTS = ["#bfe3d6", "#f5d3b3", "#cdd4f2", "#f3c9d8", "#dde8ac", "#d8d2c4"];

export const BORDER = 0.18;
export const OUTLINE = 0.05;
export const FRAME = 0.1;
export const GRID = 0.03;
export const EDGE = 0.1;
export const MOVED = 0.15;
/** The side of a cell's colour when its ground shows the island. */
export const CORE = 0.66;

/** The letters of the colours, in their usual order. */
export const LETTERS = ["x", "r", "y", "b"];

/** @type {Record<string, {name: string, fill: string, ink: string, pale: string}>} */
export const SHADES = {
  x: { name: "black", fill: "#1d1d1f", ink: "#f2f2f2" },
  r: { name: "red", fill: "#c8202f", ink: "#ffffff" },
  y: { name: "yellow", fill: "#f2c230", ink: "#1d1d1f" },
  b: { name: "blue", fill: "#2262b5", ink: "#ffffff" },
};

/** Mixes two colours, `share` of the first. */
function blend(colour, ground, share) {
  const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
  return "#" + [1, 3, 5].map((at) =>
    Math.round(part(colour, at) * share + part(ground, at) * (1 - share))
      .toString(16).padStart(2, "0")).join("");
}

for (const shade of Object.values(SHADES)) shade.pale = blend(shade.fill, PAPER, 0.42);

/** The hatch of each letter as polygons of [row, col] in a unit cell; black has none. */
const HATCHES = {
  x: [],
  r: [0.5, 1, 1.5].map((at) => stripe(at, 0.13)),
  y: [0.25, 0.75].flatMap((row) => [0.25, 0.75].map((col) => diamond(row, col, 0.1))),
  b: [0.25, 0.5, 0.75].map((row) => bar(row, 0.1)),
};

function stripe(at, width) {
  const low = at - width / 2;
  const high = at + width / 2;
  const ends = (total, rows) => rows.map((row) => [row, total - row]);
  return [
    ...ends(low, [Math.min(low, 1), Math.max(low - 1, 0)]),
    ...ends(high, [Math.max(high - 1, 0), Math.min(high, 1)]),
  ];
}

function diamond(row, col, radius) {
  return [[row - radius, col], [row, col + radius], [row + radius, col], [row, col - radius]];
}

function bar(row, width) {
  return [[row - width / 2, 0], [row - width / 2, 1], [row + width / 2, 1], [row + width / 2, 0]];
}

/** Gives the path of a cell's hatch; `side` is the side of its colour. */
export function hatchPath(letter, row, col, side = 1) {
  const low = (1 - side) / 2;
  const point = ([r, c]) =>
    `${+(col + low + c * side).toFixed(3)} ${+(row + low + r * side).toFixed(3)}`;
  return (HATCHES[letter] ?? []).map((loop) => `M${loop.map(point).join("L")}Z`).join("");
}
