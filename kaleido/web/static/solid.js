/** Draws a board in space as a solid, seen from above its last row and column: cubes, or spheres. */

import { BARE, look } from "./look.js";
import { shadeOf } from "./pieceview.js";
import { h, useMemo } from "./vendor/preact.js";

/** @import { Board } from "./board.js" */
/** @import { Drawn } from "./pieceview.js" */

/** The slant of the lines to the right and down, whose cosine is COS and whose sine is a half. */
const COS = Math.sqrt(3) / 2;
/** How dark the faces of a cube are, by the axis that they look along. */
const DARK = { up: 0, right: 0.14, down: 0.28 };
/** The opacity of free cells among pieces, through which the pieces are seen. */
const GLASS = 0.3;

/** A cell of the solid: its number, its middle in the drawing, and how near it is; the faces that are seen, by the
 * cell on the other side, or none for a sphere.
 * @typedef {{at: number, x: number, y: number, near: number, faces: {next: number, d: string, dark: number}[]}} Body */

/** Returns the cells of a board in space, the farthest first, and the box around them.
 * @param {Board} board */
export function solidOf(board) {
  const { ground, numbers, on } = board;
  const place = ground.place(board.cell(numbers[0]));
  // The ways from a cell to those above it that it touches: straight up for cubes, aslant for spheres.
  const ups = on.steps(place).filter(([up]) => up > 0);
  /** @param {number} axis */
  const mean = (axis) => ups.reduce((sum, step) => sum + step[axis], 0) / ups.length;
  const [downs, rights] = [mean(1), mean(2)];
  const [, down, right] = ups[0];
  const height = Math.sqrt(1 - (down - downs) ** 2 - (right - rights) ** 2);
  /** @param {number} y @param {number} x @param {number} z how far down, right and up a point is */
  const seen = (y, x, z) => [(x - y) * COS, (x + y) / 2 - z];
  const bodies = numbers.map((at) => {
    const [layer, row, col] = ground.place(board.cell(at));
    const [y, x, z] = [row - layer * downs, col - layer * rights, layer * height];
    const [left, top] = seen(y, x, z);
    /** @param {number[]} step to the cell on the other side @param {number} dark @param {number[][]} corners */
    const face = (step, dark, corners) => ({
      dark, next: board.stepped(at, step),
      d: `M${corners.map((each) => seen(y + each[0], x + each[1], z + each[2]).map((n) => n.toFixed(3)).join(" "))
        .join("L")}Z`,
    });
    const [low, high] = [-0.5, 0.5];
    const faces = ups.length > 1 ? [] : [
      face([1, 0, 0], DARK.up, [[low, low, high], [low, high, high], [high, high, high], [high, low, high]]),
      face([0, 0, 1], DARK.right, [[low, high, high], [high, high, high], [high, high, low], [low, high, low]]),
      face([0, 1, 0], DARK.down, [[high, low, high], [high, high, high], [high, high, low], [high, low, low]]),
    ];
    return /** @type {Body} */ ({ at, x: left, y: top, near: y + x + z, faces });
  }).sort((one, other) => one.near - other.near);
  const [xs, ys] = [bodies.map(({ x }) => x), bodies.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - 1, Math.min(...ys) - 1.1];
  return { bodies, box: `${x} ${y} ${Math.max(...xs) + 1 - x} ${Math.max(...ys) + 1.1 - y}` };
}

/** @param {{board: Board, pieces: Drawn[]}} props the pieces that lie on it */
export function Solid({ board, pieces }) {
  const { bodies, box } = useMemo(() => solidOf(board), [board]);
  const covered = new Map(pieces.flatMap(({ spots, shade = null }) =>
    spots.map((spot) => [board.find(spot.row, spot.col), shadeOf(spot, shade).fill])));
  const line = { stroke: look.colours.ink, "stroke-width": 0.04, "stroke-linejoin": "round" };
  return h("svg", { class: "solid", viewBox: box, "aria-hidden": true }, bodies.map(({ at, x, y, faces }) => {
    const fill = covered.get(at) ?? BARE;
    const isFree = !covered.has(at);
    const seen = faces.filter(({ next }) => next < 0 || (isFree ? !covered.size : !covered.has(next)));
    return h("g", { key: at, opacity: isFree && covered.size ? GLASS : 1 },
      faces.length ? seen.flatMap(({ d, dark }) => [h("path", { d, fill, ...line }), h("path", { d, opacity: dark })])
        : h("circle", { cx: x, cy: y, r: 0.5, fill, ...line }));
  }));
}
