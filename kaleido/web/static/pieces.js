/** The pieces, with their faces and the turns of their lattice. */

import { findLattice, HOLE, mirrorShape, readShape, SQUARE } from "./lattice.js";
import { colourName } from "./look.js";
import { english, named, t } from "./text.js";

/** @typedef {{row: number, col: number, letter: string}} Spot
 * A shape: its spots in reading order from the corner (0, 0), the size of its drawing and its ground; the centres of
 * its cells relative to the first one's, and the kind of the first cell.
 * @typedef {{spots: Spot[], rows: number, cols: number, ground: import("./ground.js").Ground, kind: number,
 *   layers: number, centres: number[][]}} Shape
 * @typedef {{face: string, turn: number}} Pose the face that is up and its turns clockwise, or the number of its turn
 *   in space */

/** Writes the cells of a shape, to compare it with others whatever their colours.
 * @param {Shape} shape */
export const silhouette = ({ kind, centres }) => `${kind} ${centres.join(" ")}`;

/** The set whose pieces have names for players; the default of a question without a set. */
export const CLASSIC = "classic";

/** The letter of a cell without a colour. */
const PLAIN = "o";

/** Returns whether a board has room for a shape somewhere, with its colours if it has any.
 * @param {Shape} shape @param {import("./board.js").Board} board */
function occurs(shape, board) {
  return [...board.places(shape).values()].some((cells) => cells.every((at, spot) => {
    const { letter } = shape.spots[spot];
    return board.cells[at] !== HOLE && (letter === PLAIN || board.cells[at] === letter);
  }));
}

export class Piece {
  /** @param {import("./api.js").PieceEntry} given
   * @param {boolean} turnsOver whether it may be turned over
   * @param {boolean} isClassic whether it has a name for people in `words` */
  constructor(given, turnsOver = true, isClassic = false, lattice = SQUARE) {
    const { name, letter = "", size, drawings, copies = 1, shade = null } = given;
    this.name = name;
    /** The letter that people read after its name. */
    this.letter = letter;
    this.isClassic = isClassic;
    this.lattice = lattice;
    this.size = size;
    this.copies = copies;
    this.turnsOver = turnsOver;
    /** The shade of its cells, if it has no colours. */
    this.shade = shade;
    this.faces = Object.keys(drawings);
    /** @type {Record<string, Shape[]>} */
    this.shapes = {};
    for (const [face, drawing] of Object.entries(drawings)) {
      this.shapes[face] = lattice.rotations.map((turn) => readShape(lattice, drawing, turn));
    }
  }

  /** Whether it has no colours. */
  get isPlain() { return this.shapes[this.faces[0]][0].spots[0].letter === PLAIN; }

  /** Its longest side, in cells. */
  get length() {
    const { rows, cols } = this.shapes[this.faces[0]][0];
    return Math.max(rows, cols);
  }

  /** @param {Pose} pose @returns {Shape} */
  shape({ face, turn }) { return this.shapes[face][turn]; }

  /** Returns the pose after turning the piece over, sideways as one turns a page.
   * @param {Pose} pose */
  turnedOver({ face, turn }) {
    if (!this.turnsOver) return { face, turn };
    const other = this.faces[(this.faces.indexOf(face) + 1) % this.faces.length];
    const flat = silhouette(mirrorShape(this.lattice, this.shape({ face, turn })));
    const { length } = this.shapes[other];
    const turns = Array.from({ length }, (_, by) => (turn + by) % length);
    const same = turns.find((each) => silhouette(this.shapes[other][each]) === flat);
    return { face: other, turn: same ?? turn };
  }

  /** Returns the pose after one or more turns, the first for which the board has room.
   * @param {Pose} pose @param {import("./board.js").Board} board
   * @param {number} by 1: clockwise, or -1
   * @param {number} axis around which it is turned in space: 0 is the line of sight */
  rotated({ face, turn }, board, by = 1, axis = 0) {
    let next = this.lattice.turned(turn, axis, by);
    while (next !== turn && !board.places(this.shape({ face, turn: next })).size) {
      next = this.lattice.turned(next, axis, by);
    }
    return { face, turn: next };
  }

  /** Returns the first pose of a face: as drawn, if the board has room for it.
   * @param {string} face @param {import("./board.js").Board} board */
  firstPose(face, board) {
    return { face, turn: Math.max(0, this.shapes[face].findIndex((shape) => board.places(shape).size)) };
  }

  /** The number of axes around which it can be turned: one in the plane. */
  get axes() { return this.lattice.axes.length; }

  /** Returns the faces that a board has a place for while it is empty.
   * @param {import("./board.js").Board} board */
  facesOn(board) {
    return this.faces.filter((face) => this.shapes[face].some((shape) => occurs(shape, board)));
  }

  /** Returns the words for a pose.
   * @param {Pose} pose */
  describe({ face, turn }) {
    if (this.axes > 1) {
      const { length } = this.shapes[face];
      return t(face === this.faces[0] ? "pieces.way" : "pieces.overWay", { number: turn + 1, all: length });
    }
    const degrees = turn * this.lattice.degrees;
    if (!this.isPlain) {
      const side = named("faces", face);
      return turn ? t("pieces.turned", { face: side, degrees }) : side;
    }
    if (face === this.faces[0]) return turn ? t("pieces.by", { degrees }) : t("pieces.straight");
    return turn ? t("pieces.overBy", { degrees }) : t("pieces.over");
  }

  /** Returns the words for the cells of a pose, with those of the other face if it has colours.
   * @param {Pose} pose */
  cellWords(pose) {
    const over = this.turnedOver(pose);
    const [cells, others] = [pose, over].map((each) => shapeWords(this.shape(each)));
    return this.isPlain || over.face === pose.face ? cells
      : t("pieces.bothFaces", { cells, face: named("faces", over.face), others });
  }
}

/** Returns the words for a shape, row by row, as a finger would meet its cells.
 * @param {Shape} shape */
function shapeWords({ spots, ground: { depth }, layers }) {
  /** @type {string[][]} */
  const lines = [];
  for (const { row, col, letter } of spots) {
    const line = (lines[row] ??= []);
    while (line.length < col) line.push(t("pieces.gap"));
    line.push(letter === PLAIN ? t("pieces.box") : colourName(letter));
  }
  const told = Array.from(lines, (line = [t("pieces.gap")], row) => (layers > 1 && row % depth === 0
    ? `${t("play.layer", { number: row / depth + 1 })}: ` : "") + line.join(" "));
  return told.reduce((above, row) => t("pieces.below", { above, row }));
}

/** @param {string} name @param {string} letter */
const lettered = (name, letter) => (letter && letter !== name ? t("pieces.lettered", { name, letter }) : name);

/** Returns a piece's name for people, with its letter; classic pieces have proper names.
 * @param {Piece} piece
 * @param {typeof named} [say] the words for a name: those of the player's language */
export const pieceLabel = ({ name, letter, isClassic }, say = named) =>
  lettered(isClassic ? say("classic", name) : name, letter);

/** Returns the letter of a piece, for places too narrow for its name; names without a letter are short.
 * @param {Piece} piece */
export const pieceLetter = ({ name, letter }) => letter || name;

/** Returns a piece's name with its letter in English, for texts that leave the page.
 * @param {Piece} piece */
export const englishLabel = (piece) => pieceLabel(piece, english);

/** Returns a piece's name in a sentence: the big wand (W), but the piece F or the piece 7.
 * @param {Piece} piece */
export const pieceName = (piece) =>
  (piece.isClassic ? pieceLabel(piece) : t("pieces.piece", { name: pieceLabel(piece) }));

/** A set of pieces: by name, in their order.
 * @extends {Map<string, Piece>} */
export class Pieces extends Map {
  /** Its name or its text, for questions to the server. */
  source = CLASSIC;
  title = "";
  /** The names of the pieces chosen from the set, each as often as it is used; empty: all.
   * @type {string[]} */
  chosen = [];
  /** Whether pieces may be left over. */
  mayRemain = false;
  /** Whether black and other colours alternate on all pieces, so that borders are implied. */
  alternates = true;

  /** @param {import("./api.js").SetEntry} given
   * @param {{source?: string, chosen?: string[]}} asked the parts of the question */
  static of(given, { source = given.name, chosen = [] } = {}) {
    const { title = "", sides = "two-faced", use = "all", lattice = "", classic = false, pieces } = given;
    const { alternates = true } = given;
    const on = findLattice(lattice) ?? SQUARE;
    const made = pieces.map((each) => /** @type {[string, Piece]} */ ([
      each.name, new Piece(each, sides !== "one-sided", classic, on),
    ]));
    return Object.assign(new Pieces(made), { source, chosen, title, alternates, mayRemain: use === "some" });
  }

  /** Returns the piece of a name that must exist.
   * @param {string} name */
  named(name) {
    const piece = this.get(name);
    if (!piece) throw new Error(`no piece ${name}`);
    return piece;
  }

  /** The pieces in their order. */
  get list() { return [...this.values()]; }

  /** The number of pieces, copies included. */
  get total() { return this.list.reduce((sum, { copies }) => sum + copies, 0); }

  /** The unit of turns in links: degrees, and in space the number of the turn. */
  get degrees() {
    const [{ lattice, axes }] = this.list;
    return axes > 1 ? 1 : lattice.degrees;
  }

  /** The number of axes around which they can be turned: one in the plane. */
  get axes() { return Math.max(1, ...this.list.map(({ axes }) => axes)); }

  /** Whether the pieces have no colours. */
  get isPlain() { return this.list.some((piece) => piece.isPlain); }

  /** Whether they may be turned over. */
  get turnsOver() { return this.list.some(({ turnsOver }) => turnsOver); }
}
