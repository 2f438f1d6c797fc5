/** Boards as texts: rows, before them the name of their lattice unless they are of squares. */

import { Board } from "./board.js";
import { LatticeBoard } from "./latticeboard.js";

/**
 * Reads a board; null unless it is one.
 * @param {string} text
 * @param {string} wrap
 */
export function readBoard(text, wrap = "") {
  const [, name, rows] = /^([a-z-]+):\s+(.*)$/.exec(text.trim()) ?? [];
  if (!name) return Board.read(text, wrap);
  return wrap ? null : LatticeBoard.on(name, rows);
}

/**
 * The text of a board on a lattice.
 * @param {string} rows
 * @param {string} lattice
 */
export const textOn = (rows, lattice) => (lattice === "square" ? rows : `${lattice}: ${rows}`);
