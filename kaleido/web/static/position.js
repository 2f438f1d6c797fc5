/** A position: the pieces that lie on a pattern. Never changes; moves give a new one. */

import { SIZE } from "./pattern.js";

/**
 * A piece as it lies.
 * @typedef {{piece: string, face: string, turn: number, row: number, col: number}} Lie
 */

export class Position {
  /**
   * @param {Map<string, import("./pieces.js").Piece>} pieces
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
      for (const { row, col } of this.spots(lie)) this.at.set(row * SIZE + col, lie);
    }
  }

  get solved() {
    return this.at.size === SIZE * SIZE;
  }

  /** The cells of a lie with their colours; may lie off the board. */
  spots(lie) {
    return this.pieces.get(lie.piece).shape(lie).spots
      .map(({ row, col, letter }) => ({ row: row + lie.row, col: col + lie.col, letter }));
  }

  lieOf(piece) {
    return this.lies.find((lie) => lie.piece === piece) ?? null;
  }

  /** What hinders a lie: the cells that clash and why, in words; no cells if it fits. */
  clash(lie) {
    const bad = [];
    let why = "";
    for (const { row, col, letter } of this.spots(lie)) {
      const inside = row >= 0 && col >= 0 && row < SIZE && col < SIZE;
      const at = row * SIZE + col;
      const under = inside ? this.at.get(at) : undefined;
      let problem = "";
      if (!inside) problem = "it sticks out of the board";
      else if (under && under.piece !== lie.piece) {
        problem = `it overlaps ${under.piece} at (${row}, ${col})`;
      } else if (this.pattern[at] !== letter) {
        problem = `it shows ${NAMES[letter]} at (${row}, ${col}), where the pattern has ` +
          NAMES[this.pattern[at]];
      }
      if (problem) {
        bad.push([row, col]);
        why ||= problem;
      }
    }
    return { bad, why };
  }

  fits(lie) {
    return !this.clash(lie).bad.length;
  }

  with(lie) {
    return new Position(this.pieces, this.pattern,
      [...this.lies.filter((other) => other.piece !== lie.piece), lie]);
  }

  without(piece) {
    return new Position(this.pieces, this.pattern,
      this.lies.filter((lie) => lie.piece !== piece));
  }

  /** The same pieces on another pattern, less those that no longer fit. */
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
      cells: this.spots(lie).map(({ row, col }) => [row, col]),
    }));
  }

  /** Makes a lie of one of the server's placements; null if it is none. */
  lieFrom({ piece, face, cells }) {
    const pose = this.pieces.get(piece)?.poseOn(face, cells);
    if (!pose) return null;
    return {
      piece,
      ...pose,
      row: Math.min(...cells.map(([row]) => row)),
      col: Math.min(...cells.map(([, col]) => col)),
    };
  }

  /** Writes the pieces as `kaleido hint --place` reads them, `;` between them. */
  format() {
    return this.lies.map((lie) => {
      const { row, col } = this.spots(lie)[0];
      return `${lie.piece}@${row},${col}:${lie.face}${lie.turn ? lie.turn * 90 : ""}`;
    }).join(";");
  }

  /** Reads what `format` wrote; what does not fit is left out. */
  static parse(pieces, pattern, text) {
    let position = new Position(pieces, pattern);
    for (const part of text.split(";")) {
      const found = /^([\w-]+)@(\d),(\d):([a-z]+?)(90|180|270)?$/.exec(part.trim());
      const piece = found && pieces.get(found[1]);
      if (!piece || !piece.shapes[found[4]] || position.lieOf(piece.name)) continue;
      const pose = { face: found[4], turn: Number(found[5] ?? 0) / 90 };
      const first = piece.shape(pose).spots[0];
      const lie = {
        piece: piece.name, ...pose, row: Number(found[2]) - first.row, col: Number(found[3]) - first.col,
      };
      if (position.fits(lie)) position = position.with(lie);
    }
    return position;
  }
}

const NAMES = { x: "black", r: "red", y: "yellow", b: "blue" };
