/** A position: the pieces that lie on a puzzle's board. Never changes; moves give a new one. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { Puzzle } from "./puzzle.js";
import { quoted, t } from "./text.js";

/** @typedef {import("./puzzle.js").Lie} Lie */

export class Position {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {Lie[]} lies the pieces that were placed, in order; those that the board shows in place are not among them
   */
  constructor(puzzle, lies = []) {
    this.puzzle = puzzle;
    this.lies = lies;
    /** @type {Map<number, Lie>} by cell */
    this.at = new Map();
    for (const lie of [...puzzle.givens, ...lies]) {
      for (const cell of puzzle.cells(lie)) this.at.set(puzzle.board.number(cell), lie);
    }
  }

  get solved() {
    const { board, pieces } = this.puzzle;
    return this.at.size === board.size && (pieces.mayRemain || !this.remaining);
  }

  /**
   * Whether the board shows a piece in place, so that it stays.
   * @param {Lie} lie
   */
  isFixed(lie) { return this.puzzle.givens.includes(lie); }

  /**
   * The number of copies of a piece that are left.
   * @param {string} name
   */
  left(name) {
    const lying = [...this.puzzle.givens, ...this.lies].filter(({ piece }) => piece === name);
    return this.puzzle.pieces.named(name).copies - lying.length;
  }

  /** The number of pieces that are left, copies included. */
  get remaining() {
    return this.puzzle.pieces.total - this.puzzle.givens.length - this.lies.length;
  }

  /**
   * The copies of a piece that were placed.
   * @param {string} name
   */
  liesOf(name) { return this.lies.filter(({ piece }) => piece === name); }

  /**
   * What hinders a piece: the spots that clash and why, in words; no spots if it fits.
   * @param {Lie} lie
   */
  clash(lie) {
    const { puzzle: { board, pieces }, puzzle } = this;
    const bad = [];
    let why = "";
    const isTooLong = puzzle.isTooLong(lie);
    for (const spot of puzzle.spots(lie)) {
      const at = board.find(spot.row, spot.col);
      const under = this.at.get(at);
      const [row, col] = board.home(spot.row, spot.col);
      const cell = cellName([row, col]);
      let problem = "";
      if (row < 0 || col < 0) problem = t("clash.outside");
      else if (row >= board.rows || col >= board.cols) problem = t("clash.outsideAt", { cell });
      else if (at < 0) problem = t("clash.hole", { cell });
      else if (under) problem = t("clash.overlap", { piece: pieceName(pieces.named(under.piece)), cell });
      else if (isTooLong) problem = t("clash.long");
      else if (!puzzle.accepts(spot)) {
        problem = t("clash.colour", { shown: colourName(spot.letter), cell, wanted: colourName(board.cells[at]) });
      }
      if (problem) {
        bad.push([spot.row, spot.col]);
        why ||= t("clash.it", { clash: problem });
      }
    }
    return { bad, why };
  }

  /** @param {Lie} lie */
  fits(lie) { return !this.clash(lie).bad.length; }

  /**
   * The place nearest to a lie where the same pose fits and covers a cell; null if there is none.
   * @param {Lie} lie
   * @param {import("./api.js").Cell} cell
   */
  nearestFit(lie, cell) {
    const { board, pieces } = this.puzzle;
    /** @param {Lie} other */
    const distance = (other) => Math.hypot(other.row - lie.row, other.col - lie.col);
    return board.covering(pieces.named(lie.piece).shape(lie), cell)
      .map(([row, col]) => ({ ...lie, row, col }))
      .filter((other) => this.fits(other))
      .sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  /**
   * Lays a piece of which a copy is left.
   * @param {Lie} lie must fit
   */
  with(lie) {
    const { why } = this.clash(lie);
    if (why || !this.left(lie.piece)) throw new Error(`${lie.piece}: ${why || "no copy is left"}`);
    return new Position(this.puzzle, [...this.lies, lie]);
  }

  /**
   * Takes a piece off the board.
   * @param {Lie|null|undefined} lie one of `lies`
   */
  without(lie) {
    return lie ? new Position(this.puzzle, this.lies.filter((other) => other !== lie)) : this;
  }

  /**
   * The same pieces on another puzzle with the same set, less those that no longer fit.
   * @param {import("./puzzle.js").Puzzle} puzzle
   */
  on(puzzle) {
    let position = new Position(puzzle);
    for (const lie of this.lies) if (position.left(lie.piece) && position.fits(lie)) position = position.with(lie);
    return position;
  }

  /**
   * The puzzle that begins with the pieces as they lie; null if letters cannot show them: their names are longer, or
   * two of the same name touch.
   */
  fixed() {
    const { puzzle: { board, pieces, isPlain, givens }, lies } = this;
    const free = [..."-+*"].find((sign) => !pieces.has(sign)) ?? "";
    const cells = [...board.cells];
    for (const at of board.numbers) cells[at] = this.at.get(at)?.piece ?? free;
    const areNamed = lies.every(({ piece }) => /^[^.#]$/u.test(piece));
    if (!isPlain || !lies.length || this.solved || !areNamed) return null;
    try {
      const fixed = new Puzzle(board.painted(cells.join("")), pieces);
      return fixed.givens.length === lies.length + givens.length ? fixed : null;
    } catch {
      return null;
    }
  }

  /** As the server reads it. */
  placements() {
    return this.lies.map((lie) => ({ piece: lie.piece, face: lie.face, cells: this.puzzle.cells(lie) }));
  }

  /** The question about it to the server. */
  question() { return { ...this.puzzle.question(), placed: this.placements() }; }

  /**
   * Makes a lie of one of the server's placements; null if the piece cannot lie so.
   * @param {import("./api.js").Placement} placement
   */
  lieFrom(placement) {
    const lie = this.puzzle.lieOn(placement);
    return lie && this.left(lie.piece) && this.fits(lie) ? lie : null;
  }

  /**
   * The piece that lies as one of the server's placements says; null if none does.
   * @param {import("./api.js").Placement} placement
   */
  find({ piece, face, cells }) {
    const { board } = this.puzzle;
    const numbers = new Set(cells.map((cell) => board.number(cell)));
    return this.lies.find((lie) => lie.piece === piece && (lie.face === face || this.puzzle.isPlain) &&
      this.puzzle.cells(lie).every((cell) => numbers.has(board.number(cell)))) ?? null;
  }

  /** Writes the pieces as `kaleido hint --place` reads them, `;` between them. */
  format() {
    return this.lies.map((lie) => {
      const [row, col] = this.puzzle.cells(lie)[0];
      return `${lie.piece}@${row},${col}:${lie.face}${lie.turn ? lie.turn * this.puzzle.pieces.degrees : ""}`;
    }).join(";");
  }

  /**
   * Reads what `format` or Python wrote: the position, and what is left out of it with the reasons.
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {string} text
   */
  static parse(puzzle, text) {
    let position = new Position(puzzle);
    const refused = [];
    for (const part of text.split(";").map((each) => each.trim())) {
      if (!part) continue;
      const { lie, why } = position.#read(part);
      if (lie) position = position.with(lie);
      else refused.push(why);
    }
    return { position, refused };
  }

  /**
   * Reads one piece; says why it cannot lie so.
   * @param {string} text
   */
  #read(text) {
    const { puzzle } = this;
    const part = () => quoted(text);
    const found = /^([^@]+)@(\d{1,3}),(\d{1,3})(?::([a-z]+?)(\d{1,3})?)?$/.exec(text);
    const piece = found && puzzle.pieces.get(found[1]);
    const turn = Number(found?.[5] ?? 0) / puzzle.pieces.degrees;
    if (!piece || (found[4] && !piece.shapes[found[4]]?.[turn])) {
      return { lie: null, why: () => t("link.strange", { part: part() }) };
    }
    const { copies } = piece;
    if (!this.left(piece.name)) {
      return { lie: null, why: () => t(copies > 1 ? "link.tooOften" : "link.twice", { part: part(), n: copies }) };
    }
    const first = [Number(found[2]), Number(found[3])];
    if (!found[4]) return this.#onlyPose(piece, first, part);
    const named = puzzle.lieAt(piece.name, { face: found[4], turn }, first);
    const { why } = this.clash(named);
    // The names that Python writes ignore half a turn that covers the same cells.
    const lie = why ? this.lieFrom({ ...named, cells: puzzle.cells(named) }) : named;
    return { lie, why: () => t("link.clash", { part: part(), why: this.clash(named).why }) };
  }

  /**
   * The only way in which a piece fits with its first cell at a place.
   * @param {import("./pieces.js").Piece} piece
   * @param {import("./api.js").Cell} first
   * @param {() => string} part of the link
   */
  #onlyPose(piece, first, part) {
    const poses = piece.faces.flatMap((face) => [...piece.shapes[face].keys()].map((turn) => ({ face, turn })));
    const lies = poses.map((pose) => this.puzzle.lieAt(piece.name, pose, first)).filter((lie) => this.fits(lie));
    // After half a turn, a straight piece may lie the same way.
    const ways = new Set(lies.map((lie) => `${lie.face} ${this.puzzle.cells(lie).map(String).sort().join(" ")}`));
    const n = ways.size;
    const why = () => (n ? t("link.ways", { part: part(), n }) : t("link.nowhere", { part: part() }));
    return { lie: n === 1 ? lies[0] : null, why };
  }
}
