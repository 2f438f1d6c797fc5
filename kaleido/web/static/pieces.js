/** The pieces: two faces each, turned by quarters, never mirrored. */

import { cellNumber, SIZE } from "./pattern.js";
import { image, MIRROR, TURN } from "./symmetry.js";
import { named, t } from "./text.js";

/**
 * @typedef {{row: number, col: number, letter: string}} Spot
 * @typedef {{spots: Spot[], rows: number, cols: number}} Shape in reading order, its corner at (0, 0)
 * @typedef {{face: string, turn: number}} Pose the face that is up and its quarter turns clockwise
 */

/**
 * Reads a drawing: rows with `/` between them, `.` is no cell.
 * @param {string} drawing
 */
function parse(drawing) {
  /** @type {Spot[]} */
  const spots = [];
  drawing.split("/").forEach((line, row) => [...line].forEach((letter, col) => {
    if (letter !== ".") spots.push({ row, col, letter });
  }));
  return shapeOf(spots);
}

/**
 * @param {Spot[]} spots
 * @returns {Shape}
 */
function shapeOf(spots) {
  const top = Math.min(...spots.map((spot) => spot.row));
  const left = Math.min(...spots.map((spot) => spot.col));
  const moved = spots
    .map(({ row, col, letter }) => ({ row: row - top, col: col - left, letter }))
    .sort((a, b) => a.row - b.row || a.col - b.col);
  return {
    spots: moved,
    rows: Math.max(...moved.map((spot) => spot.row)) + 1,
    cols: Math.max(...moved.map((spot) => spot.col)) + 1,
  };
}

/**
 * @param {Shape} shape
 * @param {import("./symmetry.js").Symmetry} symmetry
 */
function transformed({ spots, rows, cols }, symmetry) {
  return shapeOf(spots.map((spot) => {
    const [row, col] = image([spot.row, spot.col], symmetry, rows, cols);
    return { row, col, letter: spot.letter };
  }));
}

/**
 * Writes the cells of a shape, to compare it with others whatever their colours.
 * @param {Shape} shape
 */
const silhouette = (shape) => shape.spots.map(({ row, col }) => `${row},${col}`).join(" ");

/**
 * Writes the colours of a shape, in reading order.
 * @param {Shape} shape
 */
const colours = (shape) => shape.spots.map(({ letter }) => letter).join("");

/**
 * Whether a pattern has the colours of a shape somewhere.
 * @param {Shape} shape
 * @param {string} pattern
 */
function occurs({ spots, rows, cols }, pattern) {
  for (let top = 0; top <= SIZE - rows; top += 1) {
    for (let left = 0; left <= SIZE - cols; left += 1) {
      if (spots.every(({ row, col, letter }) => pattern[cellNumber([top + row, left + col])] === letter)) return true;
    }
  }
  return false;
}

export class Piece {
  /** @param {import("./api.js").PieceEntry} given */
  constructor({ name, size, faces }) {
    this.name = name;
    this.size = size;
    this.faces = faces.map((face) => face.name);
    /** @type {Record<string, Shape[]>} */
    this.shapes = {};
    for (const face of faces) {
      const turns = [parse(face.drawing)];
      for (let turn = 1; turn < 4; turn += 1) turns.push(transformed(turns[turn - 1], TURN));
      this.shapes[face.name] = turns;
    }
  }

  /** The name with spaces. */
  get title() {
    return this.name.replaceAll("-", " ");
  }

  /**
   * @param {Pose} pose
   * @returns {Shape}
   */
  shape({ face, turn }) {
    return this.shapes[face][turn];
  }

  /**
   * The pose after turning the piece over, sideways as one turns a page.
   * @param {Pose} pose
   * @returns {Pose}
   */
  turnedOver({ face, turn }) {
    const other = this.faces[(this.faces.indexOf(face) + 1) % this.faces.length];
    const flat = silhouette(transformed(this.shape({ face, turn }), MIRROR));
    const turns = [0, 1, 2, 3].map((by) => (turn + by) % 4);
    const same = turns.find((each) => silhouette(this.shapes[other][each]) === flat);
    return { face: other, turn: same ?? turn };
  }

  /**
   * The poses that cover these cells with this face up, whatever the colours of the pattern.
   * @param {string} face
   * @param {import("./api.js").Cell[]} cells
   * @returns {Pose[]}
   */
  posesOver(face, cells) {
    const wanted = silhouette(shapeOf(cells.map(([row, col]) => ({ row, col, letter: "" }))));
    const shapes = this.shapes[face] ?? [];
    return [...shapes.keys()].filter((turn) => silhouette(shapes[turn]) === wanted).map((turn) => ({ face, turn }));
  }

  /**
   * The pose that lies on these cells with this face up and shows the colours that the pattern has there; null if
   * there is none.
   * @param {string} face
   * @param {import("./api.js").Cell[]} cells
   * @param {string} pattern
   * @returns {Pose|null}
   */
  poseOn(face, cells, pattern) {
    const wanted = colours(shapeOf(cells.map(([row, col]) => ({ row, col, letter: pattern[cellNumber([row, col])] }))));
    return this.posesOver(face, cells).find((pose) => colours(this.shape(pose)) === wanted) ?? null;
  }

  /**
   * The faces that a pattern has a place for, on an empty board.
   * @param {string} pattern
   */
  facesOn(pattern) {
    return this.faces.filter((face) => this.shapes[face].some((shape) => occurs(shape, pattern)));
  }

  /**
   * Says how a pose lies.
   * @param {Pose} pose
   */
  describe({ face, turn }) {
    const side = named("faces", face);
    return turn ? t("pieces.turned", { face: side, degrees: turn * 90 }) : side;
  }
}

/**
 * The pieces by name, in their order.
 * @extends {Map<string, Piece>}
 */
export class Pieces extends Map {
  /** @param {import("./api.js").PieceEntry[]} given */
  static of(given) {
    return new Pieces(given.map((each) => [each.name, new Piece(each)]));
  }

  /**
   * The piece of a name that must exist.
   * @param {string} name
   */
  named(name) {
    const piece = this.get(name);
    if (!piece) throw new Error(`no piece ${name}`);
    return piece;
  }
}
