/** A sketch: the colours that each cell of a new pattern may have. Never changes. */

import { brushed, CELLS, readLetters, SIZE, splitText } from "./pattern.js";
import { image } from "./symmetry.js";
import { quoted, t } from "./text.js";

/** The colours in their usual order: the choices of an open cell. */
export const ANY = "xryb";
/** The letter of a cell that may have any colour. */
export const WILD = "?";

/** Thrown for a text that is not a sketch. */
export class SketchError extends Error {
  /** @param {() => string} said the reason in the player's language */
  constructor(said) {
    super(said());
    this.said = said;
  }
}

export class Sketch {
  /** @param {readonly string[]} cells by cell, the letters of the colours it may have, in the order of `ANY` */
  constructor(cells) {
    this.cells = cells;
  }

  /** Returns the sketch that only one pattern fits.
   * @param {string} letters */
  static of(letters) { return new Sketch([...letters]); }

  /** Reads 8 rows, in lines or with `/` between them, in which `?` is any colour and `[ry]` red or yellow.
   * @param {string} text */
  static read(text) {
    const lines = text.split("\n").filter((line) => line.trim());
    const rows = lines.flatMap((line) => line.split("/")).map((row) => row.trim());
    if (!rows.length) throw new SketchError(() => t("sketch.empty"));
    const read = rows.map(readRow);
    const odd = read.findIndex((cells) => cells.length !== SIZE);
    if (odd >= 0) {
      throw new SketchError(() =>
        t("sketch.cells", { row: odd + 1, text: quoted(rows[odd]), n: read[odd].length, size: SIZE }));
    }
    if (rows.length !== SIZE) throw new SketchError(() => t("sketch.rows", { n: rows.length, size: SIZE }));
    return new Sketch(read.flat());
  }

  /** Reads a sketch; null if the text is not one.
   * @param {string} text */
  static find(text) {
    try {
      return Sketch.read(text);
    } catch {
      return null;
    }
  }

  /** Its rows with `/` between them, as `read` reads them. */
  get text() { return this.lines.join("/"); }

  /** Its rows. */
  get lines() {
    const cells = this.cells.map((cell) => (cell === ANY ? WILD : cell.length > 1 ? `[${cell}]` : cell));
    return Array.from({ length: SIZE }, (_, row) => cells.slice(row * SIZE, (row + 1) * SIZE).join(""));
  }

  /** A letter for each cell: its colour, or `?` if it may have several. */
  get letters() { return this.cells.map((cell) => (cell.length > 1 ? WILD : cell)).join(""); }

  /** The number of cells that may have several colours. */
  get open() { return this.cells.filter((cell) => cell.length > 1).length; }

  /** Whether it is a pattern: each cell has one colour. */
  get isPattern() { return !this.open; }

  /** The cells that may have several colours, but not every one, with these colours. */
  get choices() {
    return new Map(this.cells.flatMap((cell, at) => (cell.length > 1 && cell !== ANY ? [[at, cell]] : [])));
  }

  /** Paints cells, with those that a symmetric brush adds.
   * @param {number[]} places
   * @param {string} letter a colour or `?`
   * @param {{brush?: string, adds?: boolean}} options `adds`: the colour is added to the choices of a cell */
  painted(places, letter, { brush = "none", adds = false } = {}) {
    const cells = [...this.cells];
    for (const at of brushed(places, brush)) {
      cells[at] = letter === WILD ? ANY : adds ? ordered(cells[at] + letter) : letter;
    }
    return new Sketch(cells);
  }

  /** Turns or mirrors it.
   * @param {import("./symmetry.js").Symmetry} symmetry */
  transformed(symmetry) { return new Sketch(image(this.cells, symmetry, SIZE)); }

  /** Returns the cells on which a pattern has a colour that the sketch does not allow, by number.
   * @param {string} letters */
  breaches(letters) {
    return [...letters].flatMap((letter, at) => (this.cells[at].includes(letter) ? [] : [at]));
  }
}

/** @param {string} row @param {number} at */
function readRow(row, at) {
  return [...row.matchAll(/\[([^\]]*)\]|(.)/gu)].map(([, several, one]) => {
    if (one === WILD) return ANY;
    const letters = readLetters(several ?? one);
    const strange = [...letters].find((letter) => !ANY.includes(letter));
    if (strange || !letters) {
      const text = strange ?? "[]";
      throw new SketchError(() => t("sketch.letter", { letter: quoted(text), row: at + 1, text: quoted(row) }));
    }
    return ordered(letters);
  });
}

/** @param {string} letters */
const ordered = (letters) => [...ANY].filter((letter) => letters.includes(letter)).join("");

/** A sketch whose cells are all open. */
export const BLANK = new Sketch(new Array(CELLS).fill(ANY));

// Its text file: its rows below lines such as `# title: …`.

/** The most characters of a title. */
export const MOST = 60;

/** Writes a file that Kaleido reads.
 * @param {Sketch} sketch @param {string} title */
export const writeFile = (sketch, title) => `${title ? `# title: ${title}\n` : ""}${sketch.lines.join("\n")}\n`;

/** Reads a file or pasted rows; throws a `SketchError` with the reason.
 * @param {string} text */
export function readFile(text) {
  const { rows, headers: { title = "" } } = splitText(text);
  return { sketch: Sketch.read(rows.join("\n")), title: title.slice(0, MOST) };
}
