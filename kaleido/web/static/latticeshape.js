/** Shapes of cells of another lattice than that of squares. */

import { LatticeGround } from "./ground.js";
import { inOrder, plus } from "./lattice.js";

/** What a drawing has where there is no cell. */
const HOLE = ".";

/**
 * @typedef {import("./lattice.js").Lattice} Lattice
 * @typedef {import("./pieces.js").Shape} Shape
 * @typedef {{centre: number[], letter: string}} Lettered the centre of a cell, and its letter
 */

/** The room between the layers of a piece, in cells. */
const GAP = 0.45;

/**
 * Reads a drawing, with `//` between layers, and turns it.
 * @param {Lattice} lattice
 * @param {string} drawing
 * @param {number[][]} turn one of the lattice's
 */
export function latticeShape(lattice, drawing, turn) {
  /** @type {Lettered[]} */
  const cells = [];
  for (const [layer, rows] of drawing.split("//").entries()) {
    for (const [row, line] of rows.split("/").entries()) {
      for (const [col, letter] of [...line].entries()) {
        const place = lattice.isFlat ? [row, col] : [layer, row, col];
        if (letter !== HOLE) cells.push({ centre: lattice.centre(place), letter });
      }
    }
  }
  return shapeOf(lattice, turn, cells);
}

/**
 * The mirror image of a shape.
 * @param {Lattice} lattice
 * @param {Shape} shape
 */
export function mirrorShape(lattice, { spots, centres = [], kind = 0 }) {
  const { centre: first } = lattice.tiles[kind];
  return shapeOf(lattice, lattice.mirror, centres.map((each, at) =>
    ({ centre: plus(first, each), letter: spots[at].letter })));
}

/**
 * @param {Lattice} lattice
 * @param {number[][]} matrix that is applied to the cells
 * @param {Lettered[]} cells
 * @returns {Shape}
 */
function shapeOf(lattice, matrix, cells) {
  const images = lattice.images(matrix, cells.map(({ centre }) => centre));
  const placed = images.map((centre, at) => ({ centre, letter: cells[at].letter, place: lattice.place(centre) }))
    .sort((one, other) => inOrder(one.place, other.place));
  // As far into the corner of a drawing as whole periods allow.
  const least = lattice.period.map((period, axis) =>
    Math.floor(Math.min(...placed.map(({ place }) => place[axis])) / period) * period);
  const places = placed.map(({ place }) => plus(place, least, -1));
  /** @param {number} axis counted from the last one */
  const size = (axis) => 1 + Math.max(...places.map((place) => place[place.length - axis]));
  const [depth, cols] = [size(2), size(1)];
  const drawn = places.map((place) => {
    const [layer, row, col] = lattice.isFlat ? [0, ...place] : place;
    return [layer * depth + row, col];
  });
  const ground = new LatticeGround(lattice, drawn, { depth, cols, gap: GAP });
  const [{ centre: first }] = placed;
  return {
    spots: placed.map(({ letter }, at) => ({ row: drawn[at][0], col: drawn[at][1], letter })),
    ...ground.extent, ground, layers: lattice.isFlat ? 1 : size(3), kind: lattice.kind(first),
    centres: placed.map(({ centre }) => plus(centre, first, -1)),
  };
}
