/** The recipe of a puzzle in the making: a board and pieces, which need not fit each other yet. */

import { Board, HOLE, isWrap } from "./board.js";
import { mirrorShape, readShape, SQUARE } from "./lattice.js";
import { chequer, readLetters, readPattern, splitText } from "./pattern.js";
import { CLASSIC, silhouette } from "./pieces.js";

/** A piece drawn by the player.
 * @typedef {{name: string, drawing: string, copies: number}} Drawn */

/** @typedef {object} Recipe
 * @property {string} title
 * @property {number} rows
 * @property {number} cols
 * @property {string} cells of the board, row by row; `.` is a hole
 * @property {import("./board.js").Wrap} wrap
 * @property {string} set the name of a set of pieces, the text of one from a file, or empty for the player's own pieces
 * @property {string[]} use the names of the pieces of the set that are used
 * @property {Drawn[]} own
 * @property {boolean} turnsOver whether the player's own pieces may be turned over
 * @property {boolean} mayRemain whether some of them may be left over */

/** The most rows and columns. */
export const MOST = 20;
export const FREE = "o";

/** @returns {Recipe} */
export function blank() {
  return {
    title: "", rows: 3, cols: 5, cells: FREE.repeat(15), wrap: "", set: "", use: [], own: [], turnsOver: true,
    mayRemain: false,
  };
}

/** Reads and checks a stored recipe.
 * @param {any} kept @returns {Recipe|null} */
export function readRecipe(kept) {
  const { rows, cols, cells, wrap, use, own } = kept ?? {};
  const isSized = [rows, cols].every((each) => each >= 1 && each <= MOST) && cells?.length === rows * cols;
  return isSized && isWrap(wrap) && Array.isArray(use) && Array.isArray(own) ? { ...blank(), ...kept } : null;
}

/** @param {Recipe} recipe */
export const boardOf = ({ rows, cols, cells, wrap }) => new Board(rows, cols, cells, wrap);

/** Gives a board other numbers of rows and columns; new cells are free, or follow the chequer.
 * @param {Recipe} recipe @param {number} rows @param {number} cols */
export function resized(recipe, rows, cols) {
  const isPlain = !/[xryb]/.test(recipe.cells);
  const cells = Array.from({ length: rows * cols }, (_, at) => {
    const [row, col] = [Math.floor(at / cols), at % cols];
    if (row < recipe.rows && col < recipe.cols) return recipe.cells[row * recipe.cols + col];
    return isPlain ? FREE : chequer(row, col);
  }).join("");
  return { ...recipe, rows, cols, cells };
}

/** Gives the cells of a board letters that the pieces know: colours, or none.
 * @param {Recipe} recipe @param {boolean} isPlain */
export function lettered(recipe, isPlain) {
  if (isPlain !== /[xryb]/.test(recipe.cells)) return recipe;
  const cells = [...recipe.cells].map((letter, at) => {
    if (letter === HOLE) return letter;
    return isPlain ? FREE : chequer(Math.floor(at / recipe.cols), at % recipe.cols);
  }).join("");
  return { ...recipe, cells };
}

/** Returns the drawing of some boxes of a field, pushed into its corner; null unless they hold together.
 * @param {Board} field whose other boxes are holes */
export function drawingOf(field) {
  if (Math.max(...field.regions(() => false, () => false)) !== 1) return null;
  const filled = field.lines.map((line) => line.replaceAll(HOLE, " ").trimEnd());
  const lines = filled.slice(filled.findIndex(Boolean), filled.findLastIndex(Boolean) + 1);
  const left = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(left)).map((line, _, all) =>
    line.padEnd(Math.max(...all.map(({ length }) => length)), " ").replaceAll(" ", HOLE)).join("/");
}

/** Returns whether two drawings are the same piece.
 * @param {string} one @param {string} other @param {boolean} turnsOver */
function isSame(one, other, turnsOver) {
  const shapes = SQUARE.rotations.map((turn) => readShape(SQUARE, other, turn));
  const mirrored = turnsOver ? shapes.map((shape) => mirrorShape(SQUARE, shape)) : [];
  const wanted = silhouette(readShape(SQUARE, one, SQUARE.rotations[0]));
  return [...shapes, ...mirrored].some((shape) => silhouette(shape) === wanted);
}

/** Adds a piece; one more copy if it is there already.
 * @param {Recipe} recipe @param {string} drawing
 * @returns {{recipe: Recipe, name: string}} the recipe, and the name of the piece */
export function withPiece(recipe, drawing) {
  const known = recipe.own.find((piece) => isSame(drawing, piece.drawing, recipe.turnsOver));
  const name = known?.name ?? freeName(recipe.own);
  const own = known ? recipe.own.map((piece) => (piece === known ? { ...piece, copies: piece.copies + 1 } : piece))
    : [...recipe.own, { name, drawing, copies: 1 }];
  return { recipe: { ...recipe, own }, name };
}

/** Returns the first letter, or number after the letters, that names no piece.
 * @param {Drawn[]} own */
function freeName(own) {
  const taken = new Set(own.map(({ name }) => name));
  const names = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", ...Array.from({ length: own.length + 1 }, (_, at) => String(at + 1))];
  return names.find((name) => !taken.has(name)) ?? "";
}

/** Returns the text of the player's own pieces, as `kaleido --pieces` reads it.
 * @param {Recipe} recipe */
export function setText({ title, own, turnsOver, mayRemain }) {
  return [
    ...(title ? [`# title: ${title}`] : []),
    `# sides: ${turnsOver ? "mirrored" : "one-sided"}`,
    ...(mayRemain ? ["# use: some"] : []),
    ...own.map(({ name, drawing, copies }) => `${name} ${drawing}${copies > 1 ? ` x${copies}` : ""}`),
  ].join("\n");
}

/** Returns the text of the board, as `kaleido --board` reads it.
 * @param {Recipe} recipe */
export function boardText(recipe) {
  return [
    ...(recipe.title ? [`# title: ${recipe.title}`] : []),
    ...(recipe.wrap ? [`# wrap: ${recipe.wrap}`] : []),
    ...boardOf(recipe).lines,
  ].join("\n");
}

/** Returns whether a text is a set of pieces, not a board.
 * @param {string} text */
export const isSet = (text) => /^\s*#\s*sides\s*:/im.test(text);

/** Reads the text of a board; null if it is not one, or too large to be drawn here.
 * @param {string} text */
export function readBoard(text) {
  const { rows, headers: { title = "", lattice = "square", wrap: joined = "" } } = splitText(text, "# ");
  if (lattice !== "square") return null;
  const isSize = rows.length === 1 && /^\d+x\d+$/i.test(rows[0]);
  const isPattern = !isSize && rows.every((row) => /^[xryb1-4/]+$/i.test(row));
  const board = Board.read((isPattern ? rows.map(readLetters) : rows).join("/"), joined);
  if (!board || board.lattice || board.rows > MOST || board.cols > MOST) return null;
  const { cells, wrap, rows: height, cols } = board;
  return { title, rows: height, cols, cells, wrap };
}

/** Returns the part of a question to the server; without a choice of pieces if all of the set are used.
 * @param {Recipe} recipe
 * @param {import("./pieces.js").Pieces} pieces all of the set */
export function questionOf(recipe, pieces) {
  const { set, use, wrap } = recipe;
  const pattern = boardOf(recipe).text;
  const isChosen = Boolean(set) && use.length !== pieces.total;
  if (set === CLASSIC && !isChosen && !wrap && readPattern(pattern)) return { pattern };
  return {
    pattern,
    pieces: set || setText({ ...recipe, title: "" }),
    ...(isChosen ? { use } : {}),
    ...(wrap ? { wrap } : {}),
  };
}

/** Returns the number of cells of the pieces that are used.
 * @param {Recipe} recipe @param {import("./pieces.js").Pieces} pieces */
export function supply({ set, use, own }, pieces) {
  if (!set) return own.reduce((sum, { drawing, copies }) => sum + copies * drawing.replace(/[^o]/g, "").length, 0);
  return use.reduce((sum, name) => sum + (pieces.get(name)?.size ?? 0), 0);
}
