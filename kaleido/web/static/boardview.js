/** Draws a board as SVG, in the look of Kaleido's pictures. */

import { box, clashMark, inside, pins, shifted } from "./boardparts.js";
import { BARE, CLASH, look, WHITE } from "./look.js";
import { cellParts, hatchIn, letterAt, letterClass, shadeOf } from "./pieceview.js";
import { settings } from "./settings.js";
import { t } from "./text.js";
import { h, render, useLayoutEffect, useMemo, useRef } from "./vendor/preact.js";

/** @import { Cell } from "./api.js" */
/** @import { Board } from "./board.js" */
/** @import { Drawn, Marks } from "./pieceview.js" */

/** The contents of a board's picture. The cells of pieces may be beyond a seam.
 * @typedef {object} Scene
 * @property {Board} board with the letters of its colours; `?` is an unknown one
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
 * @property {import("./modal.js").Children} [overlay] drawn on top, in cells */

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
/** The width of the line between pieces, in cells: their cells are full, and so it may be thin. */
const BETWEEN = 0.08;
const DASHES = "0.3 0.2";

let views = 0;

export class BoardView {
  /** @type {Board|null} */
  board = null;

  constructor() {
    views += 1;
    this.id = `board-${views}`;
    this.node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.node.classList.add("board");
    this.node.setAttribute("aria-hidden", "true");
    new ResizeObserver(() => this.#sizeNames()).observe(this.node);
  }

  /** @param {Scene} scene @param {Marks} marks */
  draw(scene, marks = "none") {
    const isOther = this.board !== scene.board;
    this.board = scene.board;
    if (isOther) {
      const { x, y, width, height } = this.#box;
      this.node.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      this.#sizeNames();
    }
    render(h(Picture, { view: this, scene, marks }), this.node);
  }

  get isLong() {
    const { rows = 0, cols = 0 } = this.board?.extent ?? {};
    return Math.max(rows, cols) > SHORT;
  }

  /** How far the picture continues beyond the sides of the board. */
  get beyond() {
    return { x: this.board?.wrapsCols ? REPEAT : 0, y: this.board?.wrapsRows ? REPEAT : 0 };
  }

  /** The visible box, in cells. */
  get #box() {
    const { x, y } = this.beyond;
    const names = NAMES[this.isLong ? "long" : "short"];
    const { rows = 1, cols = 1 } = this.board?.extent ?? {};
    const more = names + MARGIN;
    const high = names + (this.board?.captions.length ? CAPTION : 0);
    return { x: -x - names, y: -y - high, width: cols + 2 * x + more, height: rows + 2 * y + high + MARGIN };
  }

  /** The width of the visible box, in cells. */
  get wide() { return this.#box.width; }

  /** The width of the visible box divided by its height. */
  get ratio() { return this.#box.width / this.#box.height; }

  /** Whether the board is so wide that it takes the whole width, with everything else below it. */
  get isBroad() { return this.ratio > 2.6; }

  /** Keeps the names legible on the screen, as far as they have room. */
  #sizeNames() {
    const cell = this.node.clientWidth / this.#box.width || 40;
    const most = this.isLong ? NAME.long : NAME.short;
    const size = Math.min(Math.max(NAME.usual, NAME.small / cell), most, NAME.large / cell);
    this.node.style.setProperty("--name", `${size.toFixed(3)}px`);
  }

  // Where things are on the screen.

  /** Returns where a pointer is: in cells from the board's corner, and the cell there.
   * @param {{clientX: number, clientY: number}} pointer */
  where({ clientX, clientY }) {
    const matrix = this.node.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y, inside: this.covers(x, y, 0), cell: this.board?.at(x, y) ?? [0, 0] };
  }

  /** Returns whether a point is over the board, including the repeated parts beyond its seams.
   * @param {number} x @param {number} y
   * @param {number} around the margin that counts as over the board */
  covers(x, y, around) {
    const { rows = 0, cols = 0 } = this.board?.extent ?? {};
    const beyond = this.beyond;
    return x >= -beyond.x - around && y >= -beyond.y - around &&
      x < cols + beyond.x + around && y < rows + beyond.y + around;
  }

  /** The side of a cell on the screen. */
  get cellSize() { return this.node.getScreenCTM()?.a ?? 40; }
}

/** @param {string} name @param {string} d @param {object} attributes */
const path = (name, d, attributes) => h("path", { class: name || undefined, fill: "none", d, ...attributes });

/** Outlines sets of cells, on each side of the seams that they cross.
 * @param {Cell[][]} sets @param {Board} board */
const outlines = (sets, board) =>
  sets.flatMap((cells) => shifted(cells, board)).map((part) => board.ground.outline(part)).join("");

/** @param {Drawn} drawn */
const cellsOf = ({ spots }) => spots.map(({ row, col }) => [row, col]);

/** @param {{view: BoardView, scene: Scene, marks: Marks}} props */
function Picture({ view, view: { id }, scene, scene: { board, pieces = [] }, marks }) {
  const { ground } = board;
  const paper = useMemo(() => ground.outline(board.numbers.map((at) => board.cell(at))), [board]);
  return [
    // Paper below the board, a little wider.
    h("path", {
      class: "paper", d: paper, fill: look.colours.paper, stroke: look.colours.paper, "stroke-width": 0.26,
      "stroke-linejoin": "round",
    }),
    h("g", { id, "clip-path": board.wrap ? `url(#${id}-clip)` : undefined },
      h(Cells, { scene, marks }), h(Lines, { scene, pieces: pieces.map(cellsOf) }),
      h(Highlights, { scene, marks })),
    h(Repeats, { view, board }), h(Names, { view, board }),
  ];
}

/** How a cell of an island is drawn, and the colour around it; -1: none. @param {number} tint */
export const islandLook = (tint) => (tint < 0 ? { side: 1, around: "none" }
  : { side: look.core, around: look.tints[tint % look.tints.length] });

/** Draws the cells in their colours, with their marks.
 * @param {{scene: Scene, marks: Marks}} props */
function Cells({ scene: { board, isPlain, pieces = [], tints, waits }, marks }) {
  const { cells, ground, numbers, rows, cols } = board;
  /** @type {Map<number, import("./api.js").Shade>} */
  const covered = new Map();
  for (const { spots, shade } of pieces) {
    for (const spot of spots) covered.set(board.find(spot.row, spot.col), shadeOf(spot, shade ?? null));
  }
  const last = Math.max(1, rows + cols - 2);
  const drawn = numbers.map((at) => {
    const lying = covered.get(at);
    const shade = lying ?? (isPlain ? null : look.shades[cells[at]] ?? null);
    // Full colour means a piece, always.
    const isPale = !lying && waits;
    const ink = !shade || isPale ? look.colours.ink : shade.ink;
    return { at, cell: board.cell(at), shade, isPale, ink, ...islandLook(lying ? -1 : tints?.[at] ?? -1) };
  });
  /** @param {boolean} isLight */
  const hatches = (isLight) => marks === "hatches" ? drawn.map(({ cell, shade, side, ink }) =>
    (shade && (ink === WHITE) === isLight ? hatchIn(shade, cell, ground, side) : "")).join("") : "";
  return [
    h("g", { class: "grounds" }, drawn.map(({ at, cell, around }) =>
      h(ground.shape, { key: at, ...ground.tile(cell), fill: around }))),
    h("g", { class: "cells" }, drawn.map(({ at, cell: [row, col], shade, side, isPale }) => h(ground.shape, {
      key: at, class: "cell", ...ground.tile([row, col], side), fill: shade?.[isPale ? "pale" : "fill"] ?? BARE,
      style: { "--late": (row + col) / last },
    }))),
    path("hatch-light", hatches(true), { fill: WHITE }),
    path("hatch-dark", hatches(false), { fill: look.colours.ink }),
    h("g", { class: "letters" }, drawn.map(({ at, cell, shade, ink }) => {
      const unknown = isPlain ? "" : "?";
      const text = !shade ? unknown : marks === "letters" ? shade.letter : "";
      return h("text", {
        key: at, ...letterAt(cell, ground), class: `${letterClass(text)}${shade ? "" : " open"}`, fill: ink,
      }, text);
    })),
  ];
}

/** Draws the lines between cells and around pieces.
 * @param {{scene: Scene, pieces: Cell[][]}} props */
function Lines({ scene: { board, fixed = [], gone = [], implied = [], moved = [], tints }, pieces }) {
  const { colours, widths } = look;
  const { ground } = board;
  const ends = { "stroke-linecap": "square" };
  const frame = useMemo(() => ground.strokes(board.frame), [board]);
  const lying = new Set(pieces.flat().map(([row, col]) => board.find(row, col)));
  const free = tints ? [] : board.sidesWhere((one, other) => !lying.has(one) && !lying.has(other));
  const known = ground.strokes(implied);
  return [
    path("grid", ground.strokes(free), { stroke: colours.paper, "stroke-width": widths.grid }),
    path("implied-back", known, { stroke: colours.paper, "stroke-width": widths.border, ...ends }),
    path("implied", known, { stroke: colours.implied, "stroke-width": widths.edge, ...ends }),
    path("piece", outlines(pieces, board), { stroke: colours.paper, "stroke-width": BETWEEN }),
    path("frame", frame, { stroke: colours.ink, "stroke-width": widths.frame, ...ends }),
    path("pins", fixed.map(({ spots }) => pins(spots, board)).join(""),
      { fill: colours.paper, stroke: colours.ink, "stroke-width": widths.outline }),
    path("gone", outlines([gone], board),
      { stroke: colours.muted, "stroke-width": widths.moved, "stroke-dasharray": DASHES }),
    path("moved", outlines([moved], board), { stroke: colours.accent, "stroke-width": widths.moved }),
  ];
}

/** @param {{scene: Scene, marks: Marks}} props */
function Highlights({ scene, scene: { board, cursor, doubts, ghost, hint, off = [], overlay, window }, marks }) {
  const { colours, widths } = look;
  /** Returns a path with a wider one of paper behind it.
   * @param {string} name @param {string} d @param {number} wide @param {object} attributes */
  const backed = (name, d, wide, attributes) => [
    path(`${name}-back`, d, {
      ...attributes, stroke: colours.paper, "stroke-width": wide, "stroke-dasharray": undefined,
    }),
    path(name, d, attributes),
  ];
  const doubted = [...doubts ?? []].map((at) => inside(board.cell(at), 0.14, board)).join("");
  return [
    backed("doubt", doubted, 0.15, { stroke: CLASH, "stroke-width": 0.09, "stroke-dasharray": "0.16 0.1" }),
    backed("window", window ? box(window) : "", 0.18,
      { stroke: colours.window, "stroke-width": 0.1, "stroke-dasharray": "0.28 0.16" }),
    backed("look", outlines([scene.look ?? []], board), 0.34,
      { stroke: colours.accent, "stroke-width": 0.2, "stroke-linejoin": "round" }),
    h("g", { class: "hint" }, hint && h(Hint, { hint, board })),
    path("off", outlines(off, board), { stroke: CLASH, "stroke-width": widths.moved, "stroke-dasharray": DASHES }),
    h(Ghost, { ghost, board, marks }),
    h("g", {}, overlay),
    backed("cursor", cursor ? inside(cursor, 0.08, board) : "", 0.22, { stroke: colours.ink, "stroke-width": 0.1 }),
  ];
}

/** @param {{hint: Drawn, board: Board}} props */
function Hint({ hint, hint: { spots, shade = null }, board, board: { ground } }) {
  const d = outlines([cellsOf(hint)], board);
  return [
    spots.map((spot) => h(ground.shape, {
      ...ground.tile(board.home(spot.row, spot.col), 0.8), fill: shadeOf(spot, shade).fill,
      rx: ground.shape === "rect" ? 0.1 : undefined,
    })),
    path("", d, { stroke: look.colours.paper, "stroke-width": 0.24 }),
    path("", d, { stroke: look.colours.accent, "stroke-width": 0.14, "stroke-dasharray": "0.3 0.18" }),
  ];
}

/** @param {{ghost: Scene["ghost"], board: Board, marks: Marks}} props */
function Ghost({ ghost, board, marks }) {
  if (!ghost) return h("g", {});
  const { spots, bad, shade } = ghost;
  const d = outlines([cellsOf(ghost)], board);
  const fits = !bad.length;
  const homes = spots.map((spot) => {
    const [row, col] = board.home(spot.row, spot.col);
    return { ...spot, row, col };
  });
  return h("g", { class: `ghost ${fits ? "fits" : "clashes"}` },
    cellParts({ spots: homes, shade }, marks, {}, board.ground),
    bad.map(([row, col]) => clashMark(board.home(row, col), board)),
    path("", d, { stroke: look.colours.paper, "stroke-width": 0.28 }),
    path("", d, {
      stroke: fits ? look.colours.accent : CLASH, "stroke-width": 0.16, "stroke-linejoin": "round",
      "stroke-dasharray": fits ? undefined : "0.26 0.16",
    }));
}

/** Draws the parts beyond joined sides, faint, and the seams.
 * @param {{view: BoardView, board: Board}} props */
function Repeats({ view: { beyond: { x, y }, id }, board: { wrap, rows, cols } }) {
  if (!wrap) return null;
  /** @param {string} name @param {object} area */
  const clip = (name, area) => h("clipPath", { id: `${id}-${name}` }, h("rect", area));
  const shifts = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]))
    .filter(([down, right]) => (down || right) && (!down || y) && (!right || x));
  const edge = MARGIN;
  const bounds = {
    x: x ? 0 : -edge, y: y ? 0 : -edge, width: x ? cols : cols + 2 * edge, height: y ? rows : rows + 2 * edge,
  };
  const seams = [
    x && `M0 ${-y}V${rows + y}M${cols} ${-y}V${rows + y}`, y && `M${-x} 0H${cols + x}M${-x} ${rows}H${cols + x}`,
  ].filter(Boolean).join("");
  return [
    h("defs", {}, clip("clip", bounds), clip("around", {
      x: -x - edge, y: -y - edge, width: cols + 2 * x + 2 * edge, height: rows + 2 * y + 2 * edge,
    })),
    h("g", { class: "repeats", opacity: 0.42, "clip-path": `url(#${id}-around)` }, shifts.map(([down, right]) =>
      h("use", { key: `${down} ${right}`, href: `#${id}`, x: right * cols, y: down * rows }))),
    path("seam", seams, { stroke: look.colours.ink, "stroke-width": 0.05, "stroke-dasharray": "0.18 0.14" }),
  ];
}

/** Draws the names of rows and columns, and of layers.
 * @param {{view: BoardView, board: Board}} props */
function Names({ view: { beyond, isLong }, board }) {
  const away = isLong ? 0.52 : 0.32;
  const names = useMemo(() => board.names(away, beyond), [board]);
  return [
    names.map(({ x, y, text }) => h("text", { class: "number", x, y }, text)),
    board.captions.map(({ x, y }, at) =>
      h("text", { class: "number caption", x, y: y - away - CAPTION }, t("play.layer", { number: at + 1 }))),
  ];
}

/** Draws a board within a component.
 * @param {{scene: Scene, view?: BoardView, [attribute: string]: unknown}} props */
export function BoardPicture({ scene, view: given, ...attributes }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const view = useMemo(() => given ?? new BoardView(), [given]);
  const { marks } = settings;
  useLayoutEffect(() => place.current?.append(view.node), [view]);
  useLayoutEffect(() => {
    view.draw(scene, marks);
    place.current?.style.setProperty("--ratio", String(view.ratio));
  });
  return h("div", { ...attributes, ref: place });
}
