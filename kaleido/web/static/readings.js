/** The boards read from a picture with their outlines, the picture itself, and thumbnails to choose from. */

import { Thumbnail } from "./boardparts.js";
import { boardOf, cellNumber, CELLS, SIZE } from "./pattern.js";
import { canvasOf } from "./picture.js";
import { image } from "./symmetry.js";
import { t } from "./text.js";
import { h, useLayoutEffect, useRef } from "./vendor/preact.js";

/** @typedef {{letter: string, chance: number}} Guess the likeliest colour of a cell */

export const BLANK = "?".repeat(CELLS);

/** A board that was read, with the player's corrections. */
export class Reading {
  /** @type {import("./api.js").Placement[]|null} the pieces that solve it */
  solution = null;
  /** The first cell in doubt to ask about; the others follow. */
  #from = 0;

  /** @param {string} cells
   * @param {Iterable<number>} doubts the numbers of the cells that are to be checked
   * @param {Quad|null} quad its outline in the picture
   * @param {{oriented?: boolean, turned?: number, mirrored?: boolean, changed?: number, possible?: boolean}} facts the
   *   reader's remarks
   * @param {Guess[]} guesses by cell; empty for a board that was not read from a picture */
  constructor(cells, doubts = [], quad = null, facts = {}, guesses = []) {
    this.cells = cells;
    this.quad = quad;
    this.facts = facts;
    this.guesses = guesses;
    const unknown = [...cells].flatMap((letter, at) => (letter === "?" && cells !== BLANK ? [at] : []));
    this.doubts = new Set([...doubts, ...unknown]);
  }

  /** Converts a reading of the server.
   * @param {import("./api.js").Schemas["Reading"]} board
   * @param {number} width of the picture as it is shown */
  static of({ rows, guesses, confidence, uncertain, corners, size, ...facts }, width) {
    const scale = width / size[0];
    // The reader counts from the middle of a pixel.
    const quad = new Quad(corners.map(([x, y]) => [(x + 0.5) * scale, (y + 0.5) * scale]));
    const chances = confidence.flat();
    return new Reading(rows.join(""), uncertain.map(cellNumber), quad, facts,
      [...guesses.join("")].map((letter, at) => ({ letter, chance: chances[at] })));
  }

  get isBlank() { return this.cells === BLANK; }

  /** The number of unknown cells. */
  get unknown() { return this.cells.split("?").length - 1; }

  /** The cells to check, in reading order. */
  get doubtful() { return [...this.doubts].sort((one, other) => one - other); }

  /** The cell in question; -1 without one. */
  get asked() {
    const { doubtful } = this;
    return doubtful.find((at) => at >= this.#from) ?? doubtful[0] ?? -1;
  }

  /** @param {number} cell to ask about next, if it is in doubt */
  ask(cell) {
    if (this.doubts.has(cell)) this.#from = cell;
  }

  /** Asks about another of these cells.
   * @param {1|-1} step to the one after or the one before */
  skip(step) {
    const { doubtful, asked } = this;
    this.#from = doubtful.at((doubtful.indexOf(asked) + step) % doubtful.length) ?? 0;
  }

  /** Colours cells, which are certain from then on.
   * @param {number[]} cells @param {string} letter */
  paint(cells, letter) {
    const next = [...this.cells];
    for (const at of cells) {
      next[at] = letter;
      this.doubts.delete(at);
    }
    if (this.isBlank && cells.length) next.forEach((each, at) => each === "?" && this.doubts.add(at));
    this.cells = next.join("");
    this.solution = null;
  }

  /** Turns the reading by a quarter; its outline stays.
   * @param {boolean} isBack anticlockwise */
  turn(isBack) {
    /** @template T @param {Iterable<T>} items by cell */
    const turned = (items) => image(items, { turns: isBack ? 3 : 1 }, SIZE);
    this.cells = turned(this.cells).join("");
    this.guesses = turned(this.guesses);
    const numbers = turned(new Array(CELLS).keys());
    this.#from = numbers.indexOf(this.asked);
    this.doubts = new Set([...this.doubts].map((at) => numbers.indexOf(at)));
    this.solution = null;
    this.facts = { ...this.facts, oriented: true, turned: 0 };
    if (!this.quad) return;
    const [a, b, c, d] = this.quad.corners;
    this.quad = new Quad(isBack ? [b, c, d, a] : [d, a, b, c]);
  }
}

/** Draws the thumbnails of the boards of a picture; the chosen one is kept in view.
 * @param {{readings: Reading[], chosen: number, choose: (at: number) => void}} props */
export function Readings({ readings, chosen, choose }) {
  const list = /** @type {{current: HTMLElement|null}} */ (useRef(null));
  useLayoutEffect(() => {
    const [box, shown] = [list.current, /** @type {HTMLElement|undefined} */ (list.current?.children[chosen])];
    if (box && shown) box.scrollLeft = shown.offsetLeft - (box.clientWidth - shown.offsetWidth) / 2;
  });
  const isSeen = readings.length > 1;
  return h("div", {
    ref: list, id: "photo-boards", class: "found", role: "group", "aria-label": t("photo.boards"), hidden: !isSeen,
  }, isSeen && readings.map(({ cells, doubts: { size } }, at) => h("button", {
    key: at, type: "button", class: "example", "aria-pressed": at === chosen, onClick: () => choose(at),
  },
  h(Thumbnail, { board: boardOf(cells) }), h("span", {}, t("photo.nth", { number: String(at + 1) })),
  h("span", {}, size > 0 && t("photo.doubts", { n: size })))));
}

/** The longer side, in pixels, to which the reader reduces larger pictures. */
const SIDE = 1600;
const QUALITY = 0.92;

export class Snapshot {
  /** @param {string} name
   * @param {Blob} content the file to send
   * @param {HTMLCanvasElement|null} canvas the picture; null if the browser cannot show it */
  constructor(name, content, canvas) {
    this.name = name;
    this.content = content;
    this.canvas = canvas;
  }

  /** @param {File} file */
  static async of(file) {
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) return new Snapshot(file.name, file, null);
    const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const { canvas, context } = canvasOf(width, height);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    if (scale === 1) return new Snapshot(file.name, file, canvas);
    // Pictures of phones are slow to upload.
    /** @type {Blob|null} */
    const smaller = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
    return new Snapshot(file.name, smaller ?? file, canvas);
  }
}

/** @typedef {[x: number, y: number]} Point */

/** Returns the signed area of a point and a line, whose sign tells the side.
 * @param {Point} from @param {Point} to @param {Point} point */
const turn = (from, to, point) =>
  (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);

/** @param {Point[]} points */
export const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;

export class Quad {
  /** @param {Point[]} corners the top left, top right, bottom right and bottom left of its rows */
  constructor(corners) {
    this.corners = corners;
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
    // The projective map from the unit square (Heckbert 1989).
    const [dx1, dx2, dx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
    const [dy1, dy2, dy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
    const area = dx1 * dy2 - dx2 * dy1;
    const [g, k] = [(dx * dy2 - dx2 * dy) / area, (dx1 * dy - dx * dy1) / area];
    this.map = [x1 - x0 + g * x1, x3 - x0 + k * x3, x0, y1 - y0 + g * y1, y3 - y0 + k * y3, y0, g, k];
  }

  /** Whether its corners go clockwise around it. */
  get isSound() {
    const { corners } = this;
    return corners.every((corner, at) => turn(corner, corners[(at + 1) % 4], corners[(at + 2) % 4]) > 0);
  }

  /** The length of its shortest side. */
  get length() {
    return Math.min(...this.corners.map(([x, y], at) => {
      const [toX, toY] = this.corners[(at + 1) % 4];
      return Math.hypot(toX - x, toY - y);
    }));
  }

  /** Returns the point of the picture that shows a point of the board.
   * @param {number} row from 0 to 8
   * @param {number} col @returns {Point} */
  point(row, col) {
    const [a, b, c, d, e, f, g, k] = this.map;
    const [u, v] = [col / SIZE, row / SIZE];
    const depth = g * u + k * v + 1;
    return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
  }

  /** Returns the corners of a cell.
   * @param {number} at */
  cell(at) {
    const [row, col] = [Math.floor(at / SIZE), at % SIZE];
    return [this.point(row, col), this.point(row, col + 1), this.point(row + 1, col + 1), this.point(row + 1, col)];
  }

  /** Returns the number of the cell at a point of the picture; -1 beside the board.
   * @param {Point} point */
  find(point) {
    return Array.from({ length: SIZE * SIZE }, (_, at) => this.cell(at)).findIndex((corners) =>
      corners.every((corner, at) => turn(corner, corners[(at + 1) % 4], point) >= 0));
  }

  /** The lines between its cells. */
  get lattice() {
    const ends = Array.from({ length: SIZE - 1 }, (_, at) => at + 1).flatMap((at) => [
      [this.point(at, 0), this.point(at, SIZE)], [this.point(0, at), this.point(SIZE, at)]]);
    return ends.map(pathOf).join("");
  }
}
