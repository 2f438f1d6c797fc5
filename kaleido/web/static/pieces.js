/** The pieces: with the faces that they may show, turned by quarters. */

import { image, MIRROR, TURN } from "./symmetry.js";
import { foreign, named, t } from "./text.js";

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

/** The set whose pieces have names that players use. */
export const CLASSIC = "classic";

/** The letter of a cell without a colour. */
const PLAIN = "o";

/**
 * Whether a board has room for a shape somewhere, with its colours if it has any.
 * @param {Shape} shape
 * @param {import("./board.js").Board} board
 */
function occurs({ spots, rows, cols }, board) {
  const lows = board.wrapsRows ? board.rows - 1 : board.rows - rows;
  const rights = board.wrapsCols ? board.cols - 1 : board.cols - cols;
  for (let top = 0; top <= lows; top += 1) {
    for (let left = 0; left <= rights; left += 1) {
      const isHere = spots.every(({ row, col, letter }) => {
        const at = board.find(top + row, left + col);
        return at >= 0 && (letter === PLAIN || board.cells[at] === letter);
      });
      if (isHere) return true;
    }
  }
  return false;
}

export class Piece {
  /**
   * @param {import("./api.js").PieceEntry} given
   * @param {boolean} turnsOver whether it may be turned over
   * @param {string} set the name of the set that it is from
   */
  constructor({ name, size, faces, copies = 1, shade = null }, turnsOver = true, set = "") {
    this.name = name;
    this.set = set;
    this.size = size;
    this.copies = copies;
    this.turnsOver = turnsOver;
    /** How its cells are painted, if it has no colours. */
    this.shade = shade;
    this.faces = faces.map((face) => face.name);
    /** @type {Record<string, Shape[]>} */
    this.shapes = {};
    for (const face of faces) {
      const turns = [parse(face.drawing)];
      for (let turn = 1; turn < 4; turn += 1) turns.push(transformed(turns[turn - 1], TURN));
      this.shapes[face.name] = turns;
    }
  }

  /** Whether it has no colours. */
  get isPlain() {
    return this.shapes[this.faces[0]][0].spots[0].letter === PLAIN;
  }

  /** Its longest side, in cells. */
  get length() {
    const { rows, cols } = this.shapes[this.faces[0]][0];
    return Math.max(rows, cols);
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
    if (!this.turnsOver) return { face, turn };
    const other = this.faces[(this.faces.indexOf(face) + 1) % this.faces.length];
    const flat = silhouette(transformed(this.shape({ face, turn }), MIRROR));
    const turns = [0, 1, 2, 3].map((by) => (turn + by) % 4);
    const same = turns.find((each) => silhouette(this.shapes[other][each]) === flat);
    return { face: other, turn: same ?? turn };
  }

  /**
   * The faces that a board has a place for while it is empty.
   * @param {import("./board.js").Board} board
   */
  facesOn(board) {
    return this.faces.filter((face) => this.shapes[face].some((shape) => occurs(shape, board)));
  }

  /**
   * Says how a pose lies.
   * @param {Pose} pose
   */
  describe({ face, turn }) {
    if (!this.isPlain) {
      const side = named("faces", face);
      return turn ? t("pieces.turned", { face: side, degrees: turn * 90 }) : side;
    }
    const degrees = turn * 90;
    if (face === this.faces[0]) return turn ? t("pieces.by", { degrees }) : t("pieces.straight");
    return turn ? t("pieces.overBy", { degrees }) : t("pieces.over");
  }
}

/**
 * What players call a piece: the classic ones have names of their own, pieces without colours are piece F or piece 7.
 * @param {Piece} piece
 */
export function pieceName({ name, set, isPlain }) {
  if (isPlain) return t("pieces.piece", { name });
  return set === CLASSIC ? named("classic", name) : foreign(name.replaceAll("-", " "));
}

/**
 * A set of pieces: by name, in their order.
 * @extends {Map<string, Piece>}
 */
export class Pieces extends Map {
  /** What a question to the server calls it: its name, or its text. */
  source = "classic";
  title = "";
  /** The names of those that were chosen from the set, each as often as it is used; none: all.
   * @type {string[]} */
  chosen = [];
  /** Whether pieces may be left over. */
  mayRemain = false;

  /**
   * @param {import("./api.js").SetEntry} given
   * @param {{source?: string, chosen?: string[]}} asked what a question calls them
   */
  static of(given, { source = given.name, chosen = [] } = {}) {
    const { title = "", sides = "two-faced", use = "all", pieces } = given;
    const made = pieces.map((each) => /** @type {[string, Piece]} */ ([
      each.name, new Piece(each, sides !== "one-sided", given.name),
    ]));
    return Object.assign(new Pieces(made), { source, chosen, title, mayRemain: use === "some" });
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

  /** The pieces in their order. */
  get list() {
    return [...this.values()];
  }

  /** The number of pieces, copies included. */
  get total() {
    return this.list.reduce((sum, { copies }) => sum + copies, 0);
  }

  /** Whether the pieces have no colours. */
  get isPlain() {
    return this.list.some((piece) => piece.isPlain);
  }

  /** Whether they may be turned over. */
  get turnsOver() {
    return this.list.some(({ turnsOver }) => turnsOver);
  }
}
