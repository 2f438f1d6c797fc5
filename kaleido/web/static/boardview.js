/** Draws a board as SVG, in the look of Kaleido's pictures. */

import { box, clashMark, inside, pins, shifted } from "./boardparts.js";
import { set, svg, write } from "./dom.js";
import { BARE, CLASH, look, WHITE } from "./look.js";
import { cellParts, hatchIn, letterAt, letterClass, shadeOf } from "./pieceview.js";
import { settings } from "./settings.js";
import { t } from "./text.js";
import { h, useLayoutEffect, useMemo, useRef } from "./vendor/preact.js";

/**
 * @typedef {import("./api.js").Cell} Cell
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./pieceview.js").Drawn} Drawn
 * @typedef {import("./pieceview.js").Marks} Marks
 */

/**
 * What a board shows. The cells of pieces may lie beyond a seam.
 * @typedef {object} Scene
 * @property {Board} board with the letters of its colours; `?` is one that is not known
 * @property {boolean} [isPlain] the letters are no colours
 * @property {Drawn[]} [pieces] the pieces on the board
 * @property {Drawn[]} [fixed] those among them that cannot be moved
 * @property {boolean} [waits] free cells are pale
 * @property {number[]} [tints] by cell, the number of its island's tint; -1: none
 * @property {import("./board.js").Side[]} [implied] sides where a border must run
 * @property {Cell[]} [moved] the cells of the piece that was moved
 * @property {Cell[]} [gone] the cells of a piece that was taken back
 * @property {Cell[]} [look] the cells to look at
 * @property {Drawn|null} [hint]
 * @property {Cell[][]} [off] the cells of each piece that must come off
 * @property {{row: number, col: number, rows: number, cols: number}|null} [window]
 * @property {(Drawn & {bad: Cell[]})|null} [ghost]
 * @property {Cell} [cursor]
 * @property {Set<number>} [doubts] cells that are marked as uncertain
 * @property {SVGElement[]} [overlay] what lies on top, in cells
 */

const MARGIN = 0.16;
/** The room for the names of rows and columns, in cells: the cells of long boards are small. */
const NAMES = { short: 0.5, long: 0.9 };
/** The most cells on a side of a board that is not long. */
const SHORT = 12;
/** The size of a name: at least and at most in pixels, usually and at most in cells. */
const NAME = { small: 10.5, large: 16, usual: 0.25, short: 0.34, long: 0.62 };
/** The room for the captions of layers, above the names of their columns. */
const CAPTION = 0.6;
/** How much is repeated beyond a seam, in cells. */
const REPEAT = 1.6;
const DASHES = "0.3 0.2";

let views = 0;

/**
 * Whether two boards have the same shape.
 * @param {Board} one
 * @param {Board} other
 */
function isAlike(one, other) {
  return one.lattice === other.lattice && one.layers === other.layers && one.rows === other.rows &&
    one.cols === other.cols && one.wrap === other.wrap &&
    one.numbers.join() === other.numbers.join();
}

export class BoardView {
  /** @type {Board|null} */
  board = null;
  /** @type {Record<string, SVGPathElement>} */
  #paths = {};
  /** By the number of the cell.
   * @type {Map<number, {ground: SVGElement, rect: SVGElement, letter: SVGElement}>} */
  #cells = new Map();
  #hint = svg("g", { class: "hint" });
  #ghost = svg("g");
  #overlay = svg("g");

  constructor() {
    views += 1;
    this.id = `board-${views}`;
    this.node = svg("svg", { class: "board", "aria-hidden": "true" });
    new ResizeObserver(() => this.#sizeNames()).observe(this.node);
  }

  // What it consists of.

  /** @param {Board} board */
  #build(board) {
    this.board = board;
    const { x, y, width, height } = this.#box;
    set(this.node, { viewBox: `${x} ${y} ${width} ${height}` });
    this.#paths = {};
    const content = svg("g", { id: this.id, "clip-path": board.wrap ? `url(#${this.id}-clip)` : null });
    this.#fill(content, board);
    this.node.replaceChildren(this.#paper(board), content, ...this.#repeats(board), ...this.#names(board));
    this.#sizeNames();
  }

  get #isLong() {
    const { rows = 0, cols = 0 } = this.board?.extent ?? {};
    return Math.max(rows, cols) > SHORT;
  }

  /** How far what is shown goes on beyond the sides of the board. */
  get #beyond() {
    return { x: this.board?.wrapsCols ? REPEAT : 0, y: this.board?.wrapsRows ? REPEAT : 0 };
  }

  /** What is shown, in cells. */
  get #box() {
    const { x, y } = this.#beyond;
    const names = NAMES[this.#isLong ? "long" : "short"];
    const { rows = 1, cols = 1 } = this.board?.extent ?? {};
    const more = names + MARGIN;
    const high = names + (this.board?.captions.length ? CAPTION : 0);
    return { x: -x - names, y: -y - high, width: cols + 2 * x + more, height: rows + 2 * y + high + MARGIN };
  }

  /** The width of what is shown, in cells. */
  get wide() {
    return this.#box.width;
  }

  /** The width of what is shown by its height. */
  get ratio() {
    return this.#box.width / this.#box.height;
  }

  /**
   * Paper below the board, a little wider.
   * @param {Board} board
   */
  #paper(board) {
    const { paper } = look.colours;
    return svg("path", {
      class: "paper", fill: paper, stroke: paper, "stroke-width": 0.26, "stroke-linejoin": "round",
      d: board.ground.outline(board.numbers.map((at) => board.cell(at))),
    });
  }

  /**
   * @param {SVGElement} content
   * @param {Board} board
   */
  #fill(content, board) {
    const [grounds, cells, texts] = ["grounds", "cells", "letters"].map((name) => svg("g", { class: name }));
    const last = Math.max(1, board.rows + board.cols - 2);
    const { ground: { shape }, ground: drawing } = board;
    this.#cells = new Map(board.numbers.map((at) => {
      const [row, col] = board.cell(at);
      const ground = svg(shape, { ...drawing.tile([row, col]), fill: "none" });
      const rect = svg(shape, { class: "cell" });
      rect.style.setProperty("--late", String((row + col) / last));
      const letter = svg("text", { ...letterAt([row, col], drawing), class: "letter" });
      grounds.append(ground);
      cells.append(rect);
      texts.append(letter);
      return [at, { ground, rect, letter }];
    }));
    content.append(grounds, cells, ...this.#lines(board), texts, ...this.#highlights());
  }

  /**
   * @param {string} name
   * @param {import("./dom.js").Attributes} attributes
   */
  #addPath(name, attributes) {
    this.#paths[name] = svg("path", { class: name, fill: "none", ...attributes });
    return this.#paths[name];
  }

  /** @param {Board} board */
  #lines(board) {
    const { colours, widths } = look;
    const ends = { "stroke-linecap": "square" };
    return [
      this.#addPath("hatch-light", { fill: WHITE }),
      this.#addPath("hatch-dark", { fill: colours.ink }),
      this.#addPath("grid", { stroke: colours.paper, "stroke-width": widths.grid }),
      this.#addPath("implied-back", { stroke: colours.paper, "stroke-width": widths.border, ...ends }),
      this.#addPath("implied", { stroke: colours.implied, "stroke-width": widths.edge, ...ends }),
      this.#addPath("border", { stroke: colours.paper, "stroke-width": widths.border, ...ends }),
      this.#addPath("frame", {
        stroke: colours.ink, "stroke-width": widths.frame, d: board.ground.strokes(board.frame), ...ends,
      }),
      this.#addPath("piece", { stroke: colours.ink, "stroke-width": widths.outline }),
      this.#addPath("pins", { fill: colours.paper, stroke: colours.ink, "stroke-width": widths.outline }),
      this.#addPath("gone", { stroke: colours.muted, "stroke-width": widths.moved, "stroke-dasharray": DASHES }),
      this.#addPath("moved", { stroke: colours.accent, "stroke-width": widths.moved }),
    ];
  }

  #highlights() {
    const { colours, widths } = look;
    return [
      this.#addPath("doubt-back", { stroke: colours.paper, "stroke-width": 0.15 }),
      this.#addPath("doubt", { stroke: CLASH, "stroke-width": 0.09, "stroke-dasharray": "0.16 0.1" }),
      this.#addPath("window-back", { stroke: colours.paper, "stroke-width": 0.18 }),
      this.#addPath("window", { stroke: colours.window, "stroke-width": 0.1, "stroke-dasharray": "0.28 0.16" }),
      this.#addPath("look-back", { stroke: colours.paper, "stroke-width": 0.34, "stroke-linejoin": "round" }),
      this.#addPath("look", { stroke: colours.accent, "stroke-width": 0.2, "stroke-linejoin": "round" }),
      this.#hint,
      this.#addPath("off", { stroke: CLASH, "stroke-width": widths.moved, "stroke-dasharray": DASHES }),
      this.#ghost,
      this.#overlay,
      this.#addPath("cursor-back", { stroke: colours.paper, "stroke-width": 0.22 }),
      this.#addPath("cursor", { stroke: colours.ink, "stroke-width": 0.1 }),
    ];
  }

  /**
   * What lies beyond joined sides, faint, and the seams.
   * @param {Board} board
   */
  #repeats(board) {
    if (!board.wrap) return [];
    const { rows, cols } = board;
    const { x, y } = this.#beyond;
    /**
     * @param {string} name
     * @param {import("./dom.js").Attributes} area
     */
    const clip = (name, area) => svg("clipPath", { id: `${this.id}-${name}` }, svg("rect", area));
    const shifts = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]))
      .filter(([down, right]) => (down || right) && (!down || y) && (!right || x));
    const edge = MARGIN;
    const bounds = {
      x: x ? 0 : -edge, y: y ? 0 : -edge, width: x ? cols : cols + 2 * edge, height: y ? rows : rows + 2 * edge,
    };
    const seams = [
      ...(x ? [`M0 ${-y}V${rows + y}M${cols} ${-y}V${rows + y}`] : []),
      ...(y ? [`M${-x} 0H${cols + x}M${-x} ${rows}H${cols + x}`] : []),
    ];
    return [
      svg("defs", {}, clip("clip", bounds), clip("around", {
        x: -x - edge, y: -y - edge, width: cols + 2 * x + 2 * edge, height: rows + 2 * y + 2 * edge,
      })),
      svg("g", { class: "repeats", opacity: 0.42, "clip-path": `url(#${this.id}-around)` }, ...shifts.map(([down, right]) =>
        svg("use", { href: `#${this.id}`, x: right * cols, y: down * rows }))),
      svg("path", {
        class: "seam", d: seams.join(""), fill: "none", stroke: look.colours.ink, "stroke-width": 0.05,
        "stroke-dasharray": "0.18 0.14",
      }),
    ];
  }

  /**
   * The names of rows and columns.
   * @param {Board} board
   */
  #names(board) {
    const away = this.#isLong ? 0.52 : 0.32;
    return [
      ...board.names(away, this.#beyond).map((name) => svg("text", { class: "number", ...name })),
      ...board.captions.map(({ x, y }, at) => {
        const caption = svg("text", { class: "number caption", x, y: y - away - CAPTION });
        write(caption, () => t("play.layer", { number: at + 1 }));
        return caption;
      }),
    ];
  }

  /** Keeps the names legible on the screen, as far as they have room. */
  #sizeNames() {
    const cell = this.node.clientWidth / this.#box.width || 40;
    const most = this.#isLong ? NAME.long : NAME.short;
    const size = Math.min(Math.max(NAME.usual, NAME.small / cell), most, NAME.large / cell);
    this.node.style.setProperty("--name", `${size.toFixed(3)}px`);
  }

  // Drawing what is on it.

  /**
   * @param {Scene} scene
   * @param {Marks} marks
   */
  draw(scene, marks = "none") {
    const { board } = scene;
    if (!this.board || !isAlike(board, this.board)) this.#build(board);
    this.board = board;
    /** @type {Map<number, import("./api.js").Shade>} */
    const covered = new Map();
    for (const { spots, shade } of scene.pieces ?? []) {
      for (const spot of spots) covered.set(board.find(spot.row, spot.col), shadeOf(spot, shade ?? null));
    }
    this.#drawCells(scene, covered, marks);
    const pieces = (scene.pieces ?? []).map(({ spots }) => spots.map(({ row, col }) => [row, col]));
    const { ground } = board;
    const free = board.sidesWhere((one, other) => !covered.has(one) && !covered.has(other));
    this.#path("grid", scene.tints ? "" : ground.strokes(free));
    this.#path("implied", ground.strokes(scene.implied ?? []), true);
    this.#path("border", pieces.map((cells) => this.#borders(cells, board)).join(""));
    this.#outlines("piece", pieces);
    this.#path("pins", (scene.fixed ?? []).map(({ spots }) => pins(spots, board)).join(""));
    this.#outlines("gone", [scene.gone ?? []]);
    this.#outlines("moved", [scene.moved ?? []]);
    this.#outlines("look", scene.look ? [scene.look] : [], true);
    this.#outlines("off", scene.off ?? []);
    this.#path("window", scene.window ? box(scene.window) : "", true);
    this.#path("doubt", [...(scene.doubts ?? [])].map((at) => inside(board.cell(at), 0.14, board)).join(""), true);
    this.#path("cursor", scene.cursor ? inside(scene.cursor, 0.08, board) : "", true);
    this.#overlay.replaceChildren(...(scene.overlay ?? []));
    this.#drawHint(scene.hint ?? null, board);
    this.#drawGhost(scene.ghost ?? null, board, marks);
  }

  /**
   * @param {string} name
   * @param {string} d
   * @param {boolean} hasBack whether there is a wider path behind it
   */
  #path(name, d, hasBack = false) {
    set(this.#paths[name], { d });
    if (hasBack) set(this.#paths[`${name}-back`], { d });
  }

  /**
   * Outlines sets of cells, on each side of the seams that they cross.
   * @param {string} name
   * @param {Cell[][]} sets
   * @param {boolean} hasBack whether there is a wider path behind it
   */
  #outlines(name, sets, hasBack = false) {
    const { board } = this;
    const parts = board ? sets.flatMap((cells) => shifted(cells, board)) : [];
    this.#path(name, parts.map((part) => board?.ground.outline(part)).join(""), hasBack);
  }

  /**
   * The sides of a piece on which the board goes on.
   * @param {Cell[]} cells
   * @param {Board} board
   */
  #borders(cells, board) {
    const { ground } = board;
    return shifted(cells, board).map((part) => ground.strokes(ground.sides(part).filter((side) =>
      !board.across(side).includes(-1)))).join("");
  }

  /**
   * @param {Scene} scene
   * @param {Map<number, import("./api.js").Shade>} covered
   * @param {Marks} marks
   */
  #drawCells({ board, isPlain, tints, waits }, covered, marks) {
    /** @type {string[]} */
    const light = [];
    /** @type {string[]} */
    const dark = [];
    for (const [at, { ground, rect, letter }] of this.#cells) {
      const lying = covered.get(at);
      const shade = lying ?? (isPlain ? null : look.shades[board.cells[at]] ?? null);
      const tint = lying ? -1 : tints?.[at] ?? -1;
      const side = tint >= 0 ? look.core : 1;
      const pale = !lying && waits && side === 1;
      const cell = board.cell(at);
      set(ground, { fill: tint >= 0 ? look.tints[tint % look.tints.length] : "none" });
      const fill = shade?.[pale ? "pale" : "fill"] ?? BARE;
      set(rect, { ...board.ground.tile(cell, side), fill });
      const ink = !shade || pale ? look.colours.ink : shade.ink;
      if (marks === "hatches" && shade) (ink === WHITE ? light : dark).push(hatchIn(shade, cell, board.ground, side));
      const unknown = isPlain ? "" : "?";
      const text = !shade ? unknown : marks === "letters" ? shade.letter : "";
      if (letter.textContent !== text) letter.textContent = text;
      if (text) set(letter, { fill: ink, class: `${letterClass(text)}${shade ? "" : " open"}` });
    }
    this.#path("hatch-light", light.join(""));
    this.#path("hatch-dark", dark.join(""));
  }

  /**
   * @param {Drawn|null} hint
   * @param {Board} board
   */
  #drawHint(hint, board) {
    const cells = (hint?.spots ?? []).map(({ row, col }) => [row, col]);
    if (!hint || !cells.length) {
      this.#hint.replaceChildren();
      return;
    }
    const { ground } = board;
    const path = { d: shifted(cells, board).map((part) => ground.outline(part)).join(""), fill: "none" };
    this.#hint.replaceChildren(
      ...hint.spots.map((spot) => {
        const { fill } = shadeOf(spot, hint.shade ?? null);
        return svg(ground.shape, {
          ...ground.tile(board.home(spot.row, spot.col), 0.8), fill, rx: ground.shape === "rect" ? 0.1 : null,
        });
      }),
      svg("path", { ...path, stroke: look.colours.paper, "stroke-width": 0.24 }),
      svg("path", { ...path, stroke: look.colours.accent, "stroke-width": 0.14, "stroke-dasharray": "0.3 0.18" }),
    );
  }

  /**
   * @param {(Drawn & {bad: Cell[]})|null} ghost
   * @param {Board} board
   * @param {Marks} marks
   */
  #drawGhost(ghost, board, marks) {
    if (!ghost) {
      this.#ghost.replaceChildren();
      return;
    }
    const { spots, bad, shade } = ghost;
    const { ground } = board;
    const d = shifted(spots.map(({ row, col }) => [row, col]), board).map((part) => ground.outline(part)).join("");
    const fits = !bad.length;
    set(this.#ghost, { class: `ghost ${fits ? "fits" : "clashes"}` });
    /** @param {Cell} cell */
    const home = ([row, col]) => board.home(row, col);
    this.#ghost.replaceChildren(
      ...cellParts({ spots: spots.map((spot) => {
        const [row, col] = home([spot.row, spot.col]);
        return { ...spot, row, col };
      }), shade }, marks, {}, ground),
      ...bad.map(home).flatMap((cell) => clashMark(cell, board)),
      svg("path", { d, fill: "none", stroke: look.colours.paper, "stroke-width": 0.28 }),
      svg("path", {
        d, fill: "none", stroke: fits ? look.colours.accent : CLASH, "stroke-width": 0.16, "stroke-linejoin": "round",
        "stroke-dasharray": fits ? null : "0.26 0.16",
      }),
    );
  }

  // Where things are on the screen.

  /**
   * Where a pointer is: in cells from the board's corner, and the cell there.
   * @param {{clientX: number, clientY: number}} pointer
   */
  where({ clientX, clientY }) {
    const matrix = this.node.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y, inside: this.covers(x, y, 0), cell: this.board?.at(x, y) ?? [0, 0] };
  }

  /**
   * Whether a point is over the board, with what is repeated beyond its seams.
   * @param {number} x
   * @param {number} y
   * @param {number} around how far beside it counts, too
   */
  covers(x, y, around) {
    const { rows = 0, cols = 0 } = this.board?.extent ?? {};
    const beyond = this.#beyond;
    return x >= -beyond.x - around && y >= -beyond.y - around &&
      x < cols + beyond.x + around && y < rows + beyond.y + around;
  }

  /** The side of a cell on the screen. */
  get cellSize() {
    return this.node.getScreenCTM()?.a ?? 40;
  }
}

/**
 * A board within a component.
 * @param {{scene: Scene, [attribute: string]: unknown}} props
 */
export function BoardPicture({ scene, ...attributes }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const view = useMemo(() => new BoardView(), []);
  const { marks } = settings;
  useLayoutEffect(() => place.current?.append(view.node), []);
  useLayoutEffect(() => {
    view.draw(scene, marks);
    place.current?.style.setProperty("--ratio", String(view.ratio));
  });
  return h("div", { ...attributes, ref: place });
}
