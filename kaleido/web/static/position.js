/** A position: the pieces that lie on a pattern. Never changes; moves give a new one. */

import { colourName } from "./look.js";
import { cellNumber, CELLS, SIZE } from "./pattern.js";
import { quoted, t } from "./text.js";

/**
 * A piece as it lies: its pose, and the place of its corner.
 * @typedef {{piece: string, face: string, turn: number, row: number, col: number}} Lie
 */

export class Position {
  /**
   * @param {import("./pieces.js").Pieces} pieces
   * @param {string} pattern 64 letters
   * @param {Lie[]} lies
   */
  constructor(pieces, pattern, lies = []) {
    this.pieces = pieces;
    this.pattern = pattern;
    this.lies = lies;
    /** @type {Map<number, Lie>} by cell */
    this.at = new Map();
    for (const lie of lies) {
      for (const { row, col } of this.spots(lie)) this.at.set(cellNumber([row, col]), lie);
    }
  }

  get solved() {
    return this.at.size === CELLS;
  }

  /**
   * The cells of a lie with their colours; may lie off the board.
   * @param {Lie} lie
   */
  spots(lie) {
    return this.pieces.named(lie.piece).shape(lie).spots
      .map(({ row, col, letter }) => ({ row: row + lie.row, col: col + lie.col, letter }));
  }

  /**
   * The cells of a lie.
   * @param {Lie} lie
   */
  cells(lie) {
    return this.spots(lie).map(({ row, col }) => [row, col]);
  }

  /** @param {string} piece */
  lieOf(piece) {
    return this.lies.find((lie) => lie.piece === piece) ?? null;
  }

  /**
   * What hinders a lie: the cells that clash and why, in words; no cells if it fits.
   * @param {Lie} lie
   */
  clash(lie) {
    /** @type {import("./api.js").Cell[]} */
    const bad = [];
    let why = "";
    for (const { row, col, letter } of this.spots(lie)) {
      const inside = row >= 0 && col >= 0 && row < SIZE && col < SIZE;
      const at = cellNumber([row, col]);
      const under = inside ? this.at.get(at) : undefined;
      let problem = "";
      const cell = `(${row}, ${col})`;
      if (!inside) problem = t("clash.outside");
      else if (under && under.piece !== lie.piece) problem = t("clash.overlap", { piece: under.piece, cell });
      else if (this.pattern[at] !== letter) {
        problem = t("clash.colour", { shown: colourName(letter), cell, wanted: colourName(this.pattern[at]) });
      }
      if (problem) {
        bad.push([row, col]);
        why ||= problem;
      }
    }
    return { bad, why };
  }

  /**
   * The place nearest to a lie where the same pose fits and covers a cell; null if there is none.
   * @param {Lie} lie
   * @param {import("./api.js").Cell} cell
   * @returns {Lie|null}
   */
  nearestFit(lie, [row, col]) {
    /** @param {Lie} other */
    const distance = (other) => Math.hypot(other.row - lie.row, other.col - lie.col);
    return this.cells(lie)
      .map(([r, c]) => ({ ...lie, row: lie.row + row - r, col: lie.col + col - c }))
      .filter((other) => this.fits(other))
      .sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  /** @param {Lie} lie */
  fits(lie) {
    return !this.clash(lie).bad.length;
  }

  /**
   * Lays a piece, or moves it if it lies elsewhere.
   * @param {Lie} lie must fit
   */
  with(lie) {
    const { why } = this.clash(lie);
    if (why) throw new Error(`${lie.piece}: ${why}`);
    return new Position(this.pieces, this.pattern,
      [...this.lies.filter((other) => other.piece !== lie.piece), lie]);
  }

  /** @param {string} piece */
  without(piece) {
    return new Position(this.pieces, this.pattern,
      this.lies.filter((lie) => lie.piece !== piece));
  }

  /**
   * The same pieces on another pattern, less those that no longer fit.
   * @param {string} pattern
   */
  on(pattern) {
    let position = new Position(this.pieces, pattern);
    for (const lie of this.lies) if (position.fits(lie)) position = position.with(lie);
    return position;
  }

  /** As the server reads it. */
  placements() {
    return this.lies.map((lie) => ({
      piece: lie.piece,
      face: lie.face,
      cells: this.cells(lie),
    }));
  }

  /**
   * Makes a lie of one of the server's placements; null if the piece cannot lie so.
   * @param {import("./api.js").Placement} placement
   * @returns {Lie|null}
   */
  lieFrom({ piece, face, cells }) {
    const pose = this.pieces.get(piece)?.poseOn(face, cells, this.pattern);
    if (!pose) return null;
    const lie = {
      piece,
      ...pose,
      row: Math.min(...cells.map(([row]) => row)),
      col: Math.min(...cells.map(([, col]) => col)),
    };
    return this.fits(lie) ? lie : null;
  }

  /** Writes the pieces as `kaleido hint --place` reads them, `;` between them. */
  format() {
    return this.lies.map((lie) => {
      const { row, col } = this.spots(lie)[0];
      return `${lie.piece}@${row},${col}:${lie.face}${lie.turn ? lie.turn * 90 : ""}`;
    }).join(";");
  }

  /**
   * Reads what `format` or Python wrote: the position, and what is left out of it with the reasons.
   * @param {import("./pieces.js").Pieces} pieces
   * @param {string} pattern
   * @param {string} text
   */
  static parse(pieces, pattern, text) {
    let position = new Position(pieces, pattern);
    /** @type {(() => string)[]} */
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
   * @returns {{lie: Lie|null, why: () => string}}
   */
  #read(text) {
    const part = () => quoted(text);
    const found = /^([\w-]+)@(\d),(\d):([a-z]+?)(90|180|270)?$/.exec(text);
    const piece = found && this.pieces.get(found[1]);
    if (!piece || !piece.shapes[found[4]]) {
      return { lie: null, why: () => t("link.strange", { part: part() }) };
    }
    if (this.lieOf(piece.name)) return { lie: null, why: () => t("link.twice", { part: part() }) };
    const pose = { face: found[4], turn: Number(found[5] ?? 0) / 90 };
    const first = piece.shape(pose).spots[0];
    const named = {
      piece: piece.name, ...pose, row: Number(found[2]) - first.row, col: Number(found[3]) - first.col,
    };
    const { why } = this.clash(named);
    // The names that Python writes ignore half a turn that covers the same cells.
    const lie = why ? this.lieFrom({ ...named, cells: this.cells(named) }) : named;
    return { lie, why: () => t("link.clash", { part: part(), why: this.clash(named).why }) };
  }
}
