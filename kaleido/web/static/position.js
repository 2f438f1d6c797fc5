/** A position: the pieces on a puzzle's board. Never changes; moves return a new one. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { Puzzle } from "./puzzle.js";
import { quoted, t } from "./text.js";

/** @typedef {import("./puzzle.js").Posed} Posed */

export class Position {
  /** @param {import("./puzzle.js").Puzzle} puzzle
   * @param {Posed[]} placed in the order of the moves, without the pieces that the board shows in place */
  constructor(puzzle, placed = []) {
    this.puzzle = puzzle;
    this.placed = placed;
    /** @type {Map<number, Posed>} by cell */
    this.at = new Map();
    for (const posed of [...puzzle.givens, ...placed]) {
      for (const cell of puzzle.cells(posed)) this.at.set(puzzle.board.number(cell), posed);
    }
  }

  get solved() {
    const { board, pieces } = this.puzzle;
    return this.at.size === board.size && (pieces.mayRemain || !this.remaining);
  }

  /** Returns whether the board shows a piece in place, so that it stays.
   * @param {Posed} posed */
  isFixed(posed) { return this.puzzle.givens.includes(posed); }

  /** Returns the number of copies of a piece that are left.
   * @param {string} name */
  left(name) {
    const lying = [...this.puzzle.givens, ...this.placed].filter(({ piece }) => piece === name);
    return this.puzzle.pieces.named(name).copies - lying.length;
  }

  /** The number of pieces that are left, copies included. */
  get remaining() {
    return this.puzzle.pieces.total - this.puzzle.givens.length - this.placed.length;
  }

  /** Returns the copies of a piece that were placed.
   * @param {string} name */
  placedOf(name) { return this.placed.filter(({ piece }) => piece === name); }

  /** Returns the spots of a piece that clash, and the reason in words; no spots if it fits.
   * @param {Posed} posed */
  clash(posed) {
    const { puzzle: { board, pieces }, puzzle } = this;
    const bad = [];
    let why = "";
    const isTooLong = puzzle.isTooLong(posed);
    for (const spot of puzzle.spots(posed)) {
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

  /** @param {Posed} posed */
  fits(posed) { return !this.clash(posed).bad.length; }

  /** Returns the nearest place at which the same pose fits and covers a cell; null without one.
   * @param {Posed} posed @param {import("./api.js").Cell} cell */
  nearestFit(posed, cell) {
    const { board, pieces } = this.puzzle;
    /** @param {Posed} other */
    const distance = (other) => Math.hypot(other.row - posed.row, other.col - posed.col);
    return board.covering(pieces.named(posed.piece).shape(posed), cell)
      .map(([row, col]) => ({ ...posed, row, col }))
      .filter((other) => this.fits(other))
      .sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  /** Lays a piece of which a copy is left.
   * @param {Posed} posed must fit */
  with(posed) {
    const { why } = this.clash(posed);
    if (why || !this.left(posed.piece)) throw new Error(`${posed.piece}: ${why || "no copy is left"}`);
    return new Position(this.puzzle, [...this.placed, posed]);
  }

  /** Takes a piece off the board.
   * @param {Posed|null|undefined} posed one of `placed` */
  without(posed) {
    return posed ? new Position(this.puzzle, this.placed.filter((other) => other !== posed)) : this;
  }

  /** Returns the same pieces on another puzzle with the same set, less those that no longer fit.
   * @param {import("./puzzle.js").Puzzle} puzzle */
  on(puzzle) {
    let position = new Position(puzzle);
    for (const posed of this.placed) {
      if (position.left(posed.piece) && position.fits(posed)) position = position.with(posed);
    }
    return position;
  }

  /**
   * Returns the puzzle with the pieces on the board as givens; null if letters cannot show them, with names of several
   * letters or touching pieces of the same name.
   */
  fixed() {
    const { puzzle: { board, pieces, isPlain, givens }, placed } = this;
    const free = [..."-+*"].find((sign) => !pieces.has(sign)) ?? "";
    const cells = [...board.cells];
    for (const at of board.numbers) cells[at] = this.at.get(at)?.piece ?? free;
    const areNamed = placed.every(({ piece }) => /^[^.#]$/u.test(piece));
    if (!isPlain || !placed.length || this.solved || !areNamed) return null;
    try {
      const fixed = new Puzzle(board.painted(cells.join("")), pieces);
      return fixed.givens.length === placed.length + givens.length ? fixed : null;
    } catch {
      return null;
    }
  }

  /** Returns the placements as the server reads them. */
  placements() {
    return this.placed.map((posed) => ({ piece: posed.piece, face: posed.face, cells: this.puzzle.cells(posed) }));
  }

  /** Returns the question about it to the server. */
  question() { return { ...this.puzzle.question(), placed: this.placements() }; }

  /** Converts one of the server's placements; null if the piece does not fit there.
   * @param {import("./api.js").Placement} placement */
  freeAs(placement) {
    const posed = this.puzzle.posedAs(placement);
    return posed && this.left(posed.piece) && this.fits(posed) ? posed : null;
  }

  /** Returns the piece at one of the server's placements; null if it is not on the board.
   * @param {import("./api.js").Placement} placement */
  find({ piece, face, cells }) {
    const { board } = this.puzzle;
    const numbers = new Set(cells.map((cell) => board.number(cell)));
    return this.placed.find((posed) => posed.piece === piece && (posed.face === face || this.puzzle.isPlain) &&
      this.puzzle.cells(posed).every((cell) => numbers.has(board.number(cell)))) ?? null;
  }

  /** Writes the pieces as `kaleido hint --place` reads them, `;` between them. */
  format() {
    return this.placed.map((posed) => {
      const [row, col] = this.puzzle.cells(posed)[0];
      return `${posed.piece}@${row},${col}:${posed.face}${posed.turn ? posed.turn * this.puzzle.pieces.degrees : ""}`;
    }).join(";");
  }

  /** Reads what `format` or Python wrote: the position, and the pieces left out of it with the reasons.
   * @param {import("./puzzle.js").Puzzle} puzzle @param {string} text */
  static parse(puzzle, text) {
    let position = new Position(puzzle);
    const refused = [];
    for (const part of text.split(";").map((each) => each.trim())) {
      if (!part) continue;
      const { posed, why } = position.#read(part);
      if (posed) position = position.with(posed);
      else refused.push(why);
    }
    return { position, refused };
  }

  /** Reads one piece, or the reason why it does not fit.
   * @param {string} text */
  #read(text) {
    const { puzzle } = this;
    const part = () => quoted(text);
    const found = /^([^@]+)@(\d{1,3}),(\d{1,3})(?::([a-z]+?)(\d{1,3})?)?$/.exec(text);
    const piece = found && puzzle.pieces.get(found[1]);
    const turn = Number(found?.[5] ?? 0) / puzzle.pieces.degrees;
    if (!piece || (found[4] && !piece.shapes[found[4]]?.[turn])) {
      return { posed: null, why: () => t("link.strange", { part: part() }) };
    }
    const { copies } = piece;
    if (!this.left(piece.name)) {
      return { posed: null, why: () => t(copies > 1 ? "link.tooOften" : "link.twice", { part: part(), n: copies }) };
    }
    const first = [Number(found[2]), Number(found[3])];
    if (!found[4]) return this.#onlyPose(piece, first, part);
    const named = puzzle.poseAt(piece.name, { face: found[4], turn }, first);
    const { why } = this.clash(named);
    // The names that Python writes ignore half a turn that covers the same cells.
    const posed = why ? this.freeAs({ ...named, cells: puzzle.cells(named) }) : named;
    return { posed, why: () => t("link.clash", { part: part(), why: this.clash(named).why }) };
  }

  /** Returns the only pose in which a piece fits with its first cell at a place.
   * @param {import("./pieces.js").Piece} piece @param {import("./api.js").Cell} first
   * @param {() => string} part of the link */
  #onlyPose(piece, first, part) {
    const poses = piece.faces.flatMap((face) => [...piece.shapes[face].keys()].map((turn) => ({ face, turn })));
    const placed = poses.map((pose) => this.puzzle.poseAt(piece.name, pose, first)).filter((posed) => this.fits(posed));
    // After half a turn, a straight piece may cover the same cells.
    const ways = new Set(placed.map((posed) => `${posed.face} ${this.puzzle.cells(posed).map(String).sort().join(" ")}`));
    const n = ways.size;
    const why = () => (n ? t("link.ways", { part: part(), n }) : t("link.nowhere", { part: part() }));
    return { posed: n === 1 ? placed[0] : null, why };
  }
}
