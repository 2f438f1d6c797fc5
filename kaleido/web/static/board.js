/** Draws a board as SVG, in the look of Kaleido's pictures. */

import { set, svg, write } from "./dom.js";
import { CLASH, hatchPath, letters, look, UNKNOWN, WHITE } from "./look.js";
import { outline, sides, strokes } from "./outline.js";
import { cellAt, cellNumber, CELLS, SIZE } from "./pattern.js";
import { cellParts } from "./pieceview.js";

/**
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./pieces.js").Spot} Spot
 * @typedef {import("./pieceview.js").Marks} Marks
 */

/**
 * What a board shows.
 * @typedef {object} Scene
 * @property {string} cells 64 letters; `?` is a cell that is not known
 * @property {Cell[][]} [pieces] the cells of each piece on the board
 * @property {boolean} [waits] free cells are pale
 * @property {number[]} [tints] by cell, the number of its island's tint; -1: none
 * @property {import("./pattern.js").Side[]} [implied] sides where a border must run
 * @property {Cell[]} [moved] the cells of the piece that was moved
 * @property {Cell[]} [gone] the cells of a piece that was taken back
 * @property {Spot[]} [hint]
 * @property {Cell[]} [off] cells of pieces that must come off
 * @property {{row: number, col: number, rows: number, cols: number}|null} [window]
 * @property {{spots: Spot[], bad: Cell[]}} [ghost]
 * @property {Cell} [cursor]
 * @property {Set<number>} [doubts] cells that are marked as uncertain
 */

const MARGIN = 0.16;
const NUMBERS = 0.5;
const DASHES = "0.3 0.2";

export class BoardView {
  constructor() {
    const side = SIZE + NUMBERS + MARGIN;
    this.node = svg("svg", {
      class: "board", viewBox: `${-NUMBERS} ${-NUMBERS} ${side} ${side}`, "aria-hidden": "true",
    });
    this.node.append(svg("rect", {
      class: "paper", x: -0.13, y: -0.13, width: SIZE + 0.26, height: SIZE + 0.26, rx: 0.08,
      fill: look.colours.paper,
    }));
    const grounds = this.#layer("grounds");
    const cells = this.#layer("cells");
    this.hint = svg("g", { class: "hint" });
    this.ghost = svg("g");
    /** @type {Record<string, SVGPathElement>} */
    this.paths = {};
    this.#marksAndLines();
    const texts = this.#layer("letters");
    this.#highlights();
    this.grounds = CELL_NUMBERS.map((at) => {
      const [row, col] = cellAt(at);
      return svg("rect", { x: col, y: row, width: 1, height: 1, fill: "none" });
    });
    this.rects = CELL_NUMBERS.map((at) => {
      const rect = svg("rect", { class: "cell" });
      const [row, col] = cellAt(at);
      rect.style.setProperty("--late", String((row + col) / 14));
      return rect;
    });
    this.letters = CELL_NUMBERS.map((at) => {
      const [row, col] = cellAt(at);
      return svg("text", { x: col + 0.5, y: row + 0.5, class: "letter" });
    });
    grounds.append(...this.grounds);
    cells.append(...this.rects);
    texts.append(...this.letters);
    for (let at = 0; at < SIZE; at += 1) {
      this.node.append(
        svg("text", { class: "number", x: at + 0.5, y: -0.32, text: at }),
        svg("text", { class: "number", x: -0.32, y: at + 0.5, text: at }),
      );
    }
  }

  /** @param {string} name */
  #layer(name) {
    const group = svg("g", { class: name });
    this.node.append(group);
    return group;
  }

  /**
   * @param {string} name
   * @param {import("./dom.js").Attributes} attributes
   */
  #addPath(name, attributes) {
    this.paths[name] = svg("path", { class: name, fill: "none", ...attributes });
    this.node.append(this.paths[name]);
  }

  #marksAndLines() {
    const { colours, widths } = look;
    this.#addPath("hatch-light", { fill: WHITE });
    this.#addPath("hatch-dark", { fill: colours.ink });
    this.#addPath("grid", { stroke: colours.paper, "stroke-width": widths.grid });
    this.#addPath("implied-back", { stroke: colours.paper, "stroke-width": widths.border, "stroke-linecap": "square" });
    this.#addPath("implied", { stroke: colours.implied, "stroke-width": widths.edge, "stroke-linecap": "square" });
    this.#addPath("border", { stroke: colours.paper, "stroke-width": widths.border, "stroke-linecap": "square" });
    this.#addPath("frame", {
      stroke: colours.ink, "stroke-width": widths.frame, "stroke-linecap": "square", d: `M0 0h${SIZE}v${SIZE}h-${SIZE}z`,
    });
    this.#addPath("piece", { stroke: colours.ink, "stroke-width": widths.outline });
    this.#addPath("gone", { stroke: colours.muted, "stroke-width": widths.moved, "stroke-dasharray": DASHES });
    this.#addPath("moved", { stroke: colours.accent, "stroke-width": widths.moved });
  }

  #highlights() {
    const { colours, widths } = look;
    this.#addPath("doubt-back", { stroke: colours.paper, "stroke-width": 0.15 });
    this.#addPath("doubt", { stroke: CLASH, "stroke-width": 0.09, "stroke-dasharray": "0.16 0.1" });
    this.#addPath("window-back", { stroke: colours.paper, "stroke-width": 0.18 });
    this.#addPath("window", { stroke: colours.window, "stroke-width": 0.1, "stroke-dasharray": "0.28 0.16" });
    this.node.append(this.hint);
    this.#addPath("off", { stroke: CLASH, "stroke-width": widths.moved, "stroke-dasharray": DASHES });
    this.node.append(this.ghost);
    this.#addPath("cursor-back", { stroke: colours.paper, "stroke-width": 0.22 });
    this.#addPath("cursor", { stroke: colours.ink, "stroke-width": 0.1 });
  }

  /**
   * @param {Scene} scene
   * @param {Marks} marks
   */
  draw(scene, marks = "none") {
    const pieces = scene.pieces ?? [];
    const covered = new Set(pieces.flat().map(cellNumber));
    this.#drawCells(scene, covered, marks);
    /** @param {import("./pattern.js").Side} side */
    const inner = ([row, col, isLevel]) => (isLevel ? row > 0 && row < SIZE : col > 0 && col < SIZE);
    this.#path("grid", scene.tints ? "" : strokes(freeSides(covered)));
    this.#path("implied", strokes(scene.implied ?? []), true);
    this.#path("border", pieces.map((cells) => strokes(sides(cells).filter(inner))).join(""));
    this.#path("piece", pieces.map(outline).join(""));
    this.#path("gone", outline(scene.gone ?? []));
    this.#path("moved", outline(scene.moved ?? []));
    this.#path("off", outline(scene.off ?? []));
    this.#path("window", scene.window ? box(scene.window) : "", true);
    this.#path("doubt", [...(scene.doubts ?? [])].map((at) => square(cellAt(at), 0.14)).join(""), true);
    this.#path("cursor", scene.cursor ? square(scene.cursor, 0.08) : "", true);
    this.#drawHint(scene.hint ?? []);
    this.#drawGhost(scene.ghost, marks);
  }

  /**
   * @param {string} name
   * @param {string} d
   * @param {boolean} hasBack whether there is a wider path behind it
   */
  #path(name, d, hasBack = false) {
    set(this.paths[name], { d });
    if (hasBack) set(this.paths[`${name}-back`], { d });
  }

  /**
   * @param {Scene} scene
   * @param {Set<number>} covered
   * @param {Marks} marks
   */
  #drawCells(scene, covered, marks) {
    /** @type {string[]} */
    const light = [];
    /** @type {string[]} */
    const dark = [];
    for (const at of CELL_NUMBERS) {
      const letter = scene.cells[at];
      const shade = look.shades[letter];
      const tint = covered.has(at) ? -1 : scene.tints?.[at] ?? -1;
      const side = tint >= 0 ? look.core : 1;
      const pale = !covered.has(at) && scene.waits && side === 1;
      const [row, col] = cellAt(at);
      const low = (1 - side) / 2;
      set(this.grounds[at], { fill: tint >= 0 ? look.tints[tint % look.tints.length] : "none" });
      set(this.rects[at], {
        x: col + low, y: row + low, width: side, height: side, fill: shade?.[pale ? "pale" : "fill"] ?? UNKNOWN,
      });
      const ink = !shade || pale ? look.colours.ink : shade.ink;
      if (marks === "hatches" && shade) (ink === WHITE ? light : dark).push(hatchPath(letter, row, col, side));
      const text = !shade ? "?" : marks === "letters" ? letter : "";
      write(this.letters[at], text);
      if (text) set(this.letters[at], { fill: ink });
    }
    this.#path("hatch-light", light.join(""));
    this.#path("hatch-dark", dark.join(""));
  }

  /** @param {Spot[]} hint */
  #drawHint(hint) {
    if (!hint.length) {
      this.hint.replaceChildren();
      return;
    }
    const path = { d: outline(hint.map(({ row, col }) => [row, col])), fill: "none" };
    this.hint.replaceChildren(
      ...hint.map(({ row, col, letter }) => svg("rect", {
        x: col + 0.1, y: row + 0.1, width: 0.8, height: 0.8, fill: look.shades[letter].fill, rx: 0.1,
      })),
      svg("path", { ...path, stroke: look.colours.paper, "stroke-width": 0.24 }),
      svg("path", { ...path, stroke: look.colours.accent, "stroke-width": 0.14, "stroke-dasharray": "0.3 0.18" }),
    );
  }

  /**
   * @param {Scene["ghost"]} ghost
   * @param {Marks} marks
   */
  #drawGhost(ghost, marks) {
    if (!ghost) {
      this.ghost.replaceChildren();
      return;
    }
    const d = outline(ghost.spots.map(({ row, col }) => [row, col]));
    const fits = !ghost.bad.length;
    set(this.ghost, { class: `ghost ${fits ? "fits" : "clashes"}` });
    this.ghost.replaceChildren(
      ...cellParts(ghost.spots, marks),
      ...ghost.bad.flatMap(clashMark),
      svg("path", { d, fill: "none", stroke: look.colours.paper, "stroke-width": 0.28 }),
      svg("path", {
        d, fill: "none", stroke: fits ? look.colours.accent : CLASH, "stroke-width": 0.16, "stroke-linejoin": "round",
        "stroke-dasharray": fits ? null : "0.26 0.16",
      }),
    );
  }

  /**
   * Where a pointer is, in cells from the board's corner.
   * @param {{clientX: number, clientY: number}} pointer
   */
  where({ clientX, clientY }) {
    const matrix = this.node.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y, inside: x >= 0 && y >= 0 && x < SIZE && y < SIZE };
  }

  /** The side of a cell on the screen. */
  get cellSize() {
    return this.node.getScreenCTM()?.a ?? 40;
  }
}

const CELL_NUMBERS = Array.from({ length: CELLS }, (_, at) => at);

/**
 * The sides between free cells.
 * @param {Set<number>} covered
 */
function freeSides(covered) {
  /** @type {import("./pattern.js").Side[]} */
  const found = [];
  for (const at of CELL_NUMBERS) {
    if (covered.has(at)) continue;
    const [row, col] = cellAt(at);
    if (row && !covered.has(at - SIZE)) found.push([row, col, true]);
    if (col && !covered.has(at - 1)) found.push([row, col, false]);
  }
  return found;
}

/**
 * A square in a cell.
 * @param {Cell} cell
 * @param {number} inset
 */
function square([row, col], inset) {
  const side = 1 - 2 * inset;
  return `M${col + inset} ${row + inset}h${side}v${side}h${-side}z`;
}

/**
 * Around a window, a little outside, so that a piece that fills it shows its own outline.
 * @param {{row: number, col: number, rows: number, cols: number}} window
 */
function box({ row, col, rows, cols }) {
  const beyond = 0.12;
  const width = cols + 2 * beyond;
  return `M${col - beyond} ${row - beyond}h${width}v${rows + 2 * beyond}h${-width}z`;
}

/**
 * Marks a cell of a ghost that clashes: stripes and a cross.
 * @param {Cell} cell
 */
function clashMark([row, col]) {
  const cross = `M${col + 0.28} ${row + 0.28}l.44 .44m0 -.44l-.44 .44`;
  const stripes = [0.5, 1, 1.5].map((at) => {
    const [high, low] = [Math.min(at, 1), Math.max(at - 1, 0)];
    return `M${col + low} ${row + high}L${col + high} ${row + low}`;
  });
  return [
    svg("path", { d: stripes.join(""), stroke: CLASH, "stroke-width": 0.1 }),
    svg("path", { d: cross, stroke: WHITE, "stroke-width": 0.3, "stroke-linecap": "round" }),
    svg("path", { d: cross, stroke: CLASH, "stroke-width": 0.14, "stroke-linecap": "round" }),
  ];
}

/**
 * Draws a pattern small, a path for each colour.
 * @param {string} cells
 */
export function thumbnail(cells) {
  const node = svg("svg", { class: "thumbnail", viewBox: "0 0 8 8", "aria-hidden": "true" });
  for (const letter of letters()) {
    const d = [...cells].map((own, at) =>
      (own === letter ? `M${at % SIZE} ${Math.floor(at / SIZE)}h1v1h-1z` : "")).join("");
    if (d) node.append(svg("path", { d, fill: look.shades[letter].fill, "shape-rendering": "crispEdges" }));
  }
  return node;
}
