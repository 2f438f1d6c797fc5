/** Draws a board as SVG, in the look of Kaleido's pictures. */

import { set, svg, write } from "./dom.js";
import * as look from "./look.js";
import { outline, sides, strokes } from "./outline.js";
import { SIZE } from "./pattern.js";

/**
 * What a board shows.
 * @typedef {object} Scene
 * @property {string} cells 64 letters; `?` is a cell that is not known
 * @property {number[][][]} [pieces] the cells of each piece that lies
 * @property {boolean} [waits] free cells are pale
 * @property {number[]} [tints] by cell, the number of its ground; -1: none
 * @property {number[][]} [implied] sides where a border must run
 * @property {number[][]} [moved] the cells of the piece that was moved
 * @property {number[][]} [gone] the cells of a piece that was taken back
 * @property {{row: number, col: number, letter: string}[]} [hint]
 * @property {number[][]} [off] cells of pieces that must come off
 * @property {{row: number, col: number, rows: number, cols: number}|null} [window]
 * @property {{spots: {row: number, col: number, letter: string}[], bad: number[][]}} [ghost]
 * @property {number[]} [cursor] a cell
 * @property {Set<number>} [doubts] cells that are marked as uncertain
 */

const MARGIN = 0.16;
const NUMBERS = 0.5;

export class BoardView {
  /** @param {{numbers?: boolean}} options `numbers`: count rows and columns, from 0 */
  constructor({ numbers = true } = {}) {
    const low = numbers ? NUMBERS : MARGIN;
    const side = SIZE + low + MARGIN;
    this.node = svg("svg", {
      class: "board", viewBox: `${-low} ${-low} ${side} ${side}`, "aria-hidden": "true",
    });
    this.node.append(svg("rect", {
      class: "paper", x: -0.13, y: -0.13, width: SIZE + 0.26, height: SIZE + 0.26, rx: 0.08, fill: look.PAPER,
    }));
    this.grounds = [];
    this.rects = [];
    this.letters = [];
    const layer = (name) => {
      const group = svg("g", { class: name });
      this.node.append(group);
      return group;
    };
    const grounds = layer("grounds");
    const rects = layer("cells");
    for (let at = 0; at < SIZE * SIZE; at += 1) {
      const row = Math.floor(at / SIZE);
      const col = at % SIZE;
      const ground = svg("rect", { x: col, y: row, width: 1, height: 1, fill: "none" });
      grounds.append(ground);
      this.grounds.push(ground);
      const rect = svg("rect", { class: "cell" });
      rect.style.setProperty("--late", String((row + col) / 14));
      rects.append(rect);
      this.rects.push(rect);
    }
    this.paths = {};
    const path = (name, attributes) => {
      this.paths[name] = svg("path", { class: name, fill: "none", ...attributes });
      this.node.append(this.paths[name]);
    };
    path("hatch-light", { fill: "#ffffff" });
    path("hatch-dark", { fill: look.INK });
    path("grid", { stroke: look.PAPER, "stroke-width": look.GRID });
    path("implied", { stroke: look.IMPLIED, "stroke-width": look.EDGE, "stroke-linecap": "square" });
    path("border", { stroke: look.PAPER, "stroke-width": look.BORDER, "stroke-linecap": "square" });
    path("frame", {
      stroke: look.INK, "stroke-width": look.FRAME, "stroke-linecap": "square", d: `M0 0h${SIZE}v${SIZE}h-${SIZE}z`,
    });
    path("piece", { stroke: look.INK, "stroke-width": look.OUTLINE });
    path("gone", { stroke: look.MUTED, "stroke-width": look.MOVED, "stroke-dasharray": "0.3 0.2" });
    path("moved", { stroke: look.ACCENT, "stroke-width": look.MOVED });
    const letters = layer("letters");
    for (let at = 0; at < SIZE * SIZE; at += 1) {
      const letter = svg("text", {
        x: (at % SIZE) + 0.5, y: Math.floor(at / SIZE) + 0.5, class: "letter",
      });
      letters.append(letter);
      this.letters.push(letter);
    }
    path("doubt-back", { stroke: look.PAPER, "stroke-width": 0.15 });
    path("doubt", { stroke: look.CLASH, "stroke-width": 0.09, "stroke-dasharray": "0.16 0.1" });
    path("window-back", { stroke: look.PAPER, "stroke-width": 0.18 });
    path("window", { stroke: "#7b3fb5", "stroke-width": 0.1, "stroke-dasharray": "0.28 0.16" });
    this.hint = layer("hint");
    path("off", { stroke: look.CLASH, "stroke-width": look.MOVED, "stroke-dasharray": "0.3 0.2" });
    this.ghost = layer("ghost");
    path("cursor-back", { stroke: look.PAPER, "stroke-width": 0.22 });
    path("cursor", { stroke: look.INK, "stroke-width": 0.1 });
    if (numbers) {
      for (let at = 0; at < SIZE; at += 1) {
        this.node.append(
          svg("text", { class: "number", x: at + 0.5, y: -0.32, text: String(at) }),
          svg("text", { class: "number", x: -0.32, y: at + 0.5, text: String(at) }),
        );
      }
    }
    this.drawn = "";
  }

  /**
   * @param {Scene} scene
   * @param {"none"|"letters"|"hatches"} marks
   */
  draw(scene, marks = "none") {
    const covered = new Set();
    for (const cells of scene.pieces ?? []) for (const [r, c] of cells) covered.add(r * SIZE + c);
    const light = [];
    const dark = [];
    for (let at = 0; at < SIZE * SIZE; at += 1) {
      const row = Math.floor(at / SIZE);
      const col = at % SIZE;
      const shade = look.SHADES[scene.cells[at]];
      const tint = scene.tints?.[at] ?? -1;
      const free = !covered.has(at);
      const side = free && tint >= 0 ? look.CORE : 1;
      const pale = free && scene.waits && side === 1;
      const low = (1 - side) / 2;
      set(this.grounds[at], { fill: free && tint >= 0 ? look.TINTS[tint % look.TINTS.length] : "none" });
      set(this.rects[at], {
        x: col + low, y: row + low, width: side, height: side,
        fill: shade ? (pale ? shade.pale : shade.fill) : "#e9e4d8",
      });
      const ink = !shade || pale ? look.INK : shade.ink;
      if (marks === "hatches" && shade) {
        (ink === "#ffffff" ? light : dark).push(look.hatchPath(scene.cells[at], row, col, side));
      }
      const text = shade ? (marks === "letters" ? scene.cells[at] : "") : "?";
      write(this.letters[at], text);
      if (text) set(this.letters[at], { fill: ink });
    }
    const bare = [];
    for (let row = 0; row < SIZE; row += 1) {
      for (let col = 0; col < SIZE; col += 1) {
        if (covered.has(row * SIZE + col)) continue;
        if (row && !covered.has((row - 1) * SIZE + col)) bare.push([row, col, true]);
        if (col && !covered.has(row * SIZE + col - 1)) bare.push([row, col, false]);
      }
    }
    const inner = ([row, col, level]) => (level ? row > 0 && row < SIZE : col > 0 && col < SIZE);
    const pieces = scene.pieces ?? [];
    this.#path("hatch-light", light.join(""));
    this.#path("hatch-dark", dark.join(""));
    this.#path("grid", scene.tints ? "" : strokes(bare));
    this.#path("implied", scene.implied ? strokes(scene.implied) : "");
    this.#path("border", pieces.map((cells) => strokes(sides(cells).filter(inner))).join(""));
    this.#path("piece", pieces.map(outline).join(""));
    this.#path("gone", scene.gone ? outline(scene.gone) : "");
    this.#path("moved", scene.moved ? outline(scene.moved) : "");
    this.#path("off", scene.off?.length ? outline(scene.off) : "");
    const window = scene.window ? box(scene.window) : "";
    this.#path("window-back", window);
    this.#path("window", window);
    const doubts = [...(scene.doubts ?? [])].map((at) =>
      `M${(at % SIZE) + 0.14} ${Math.floor(at / SIZE) + 0.14}h.72v.72h-.72z`).join("");
    this.#path("doubt-back", doubts);
    this.#path("doubt", doubts);
    const cursor = scene.cursor
      ? `M${scene.cursor[1] + 0.08} ${scene.cursor[0] + 0.08}h.84v.84h-.84z` : "";
    this.#path("cursor-back", cursor);
    this.#path("cursor", cursor);
    this.#drawHint(scene.hint);
    this.#drawGhost(scene.ghost, marks);
  }

  #path(name, d) {
    set(this.paths[name], { d });
  }

  #drawHint(hint) {
    if (!hint?.length) {
      this.hint.replaceChildren();
      return;
    }
    const cells = hint.map(({ row, col }) => [row, col]);
    this.hint.replaceChildren(
      ...hint.map(({ row, col, letter }) => svg("rect", {
        x: col + 0.1, y: row + 0.1, width: 0.8, height: 0.8, fill: look.SHADES[letter].fill, rx: 0.1,
      })),
      svg("path", { d: outline(cells), fill: "none", stroke: look.PAPER, "stroke-width": 0.24 }),
      svg("path", {
        d: outline(cells), fill: "none", stroke: look.ACCENT, "stroke-width": 0.14, "stroke-dasharray": "0.3 0.18",
      }),
    );
  }

  #drawGhost(ghost, marks) {
    if (!ghost) {
      this.ghost.replaceChildren();
      return;
    }
    const cells = ghost.spots.map(({ row, col }) => [row, col]);
    const fits = !ghost.bad.length;
    const nodes = ghost.spots.map(({ row, col, letter }) => svg("rect", {
      x: col, y: row, width: 1, height: 1, fill: look.SHADES[letter].fill,
    }));
    if (marks === "hatches") {
      for (const { row, col, letter } of ghost.spots) {
        nodes.push(svg("path", { d: look.hatchPath(letter, row, col), fill: look.SHADES[letter].ink }));
      }
    }
    if (marks === "letters") {
      for (const { row, col, letter } of ghost.spots) {
        nodes.push(svg("text", {
          class: "letter", x: col + 0.5, y: row + 0.5, fill: look.SHADES[letter].ink, text: letter,
        }));
      }
    }
    for (const [row, col] of ghost.bad) {
      nodes.push(
        svg("path", {
          d: [0.5, 1, 1.5].map((at) => slash(row, col, at)).join(""), stroke: look.CLASH, "stroke-width": 0.1,
        }),
        svg("path", {
          d: `M${col + 0.28} ${row + 0.28}l.44 .44m0 -.44l-.44 .44`, stroke: "#ffffff", "stroke-width": 0.3, "stroke-linecap": "round",
        }),
        svg("path", {
          d: `M${col + 0.28} ${row + 0.28}l.44 .44m0 -.44l-.44 .44`, stroke: look.CLASH, "stroke-width": 0.14, "stroke-linecap": "round",
        }),
      );
    }
    nodes.push(
      svg("path", { d: outline(cells), fill: "none", stroke: look.PAPER, "stroke-width": 0.28 }),
      svg("path", {
        d: outline(cells), fill: "none", stroke: fits ? look.ACCENT : look.CLASH, "stroke-width": 0.16, "stroke-linejoin": "round",
        ...(fits ? {} : { "stroke-dasharray": "0.26 0.16" }),
      }),
    );
    set(this.ghost, { class: `ghost ${fits ? "fits" : "clashes"}` });
    this.ghost.replaceChildren(...nodes);
  }

  /** Where a pointer is, in cells from the board's corner. */
  where({ clientX, clientY }) {
    const matrix = this.node.getScreenCTM();
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y, inside: point.x >= 0 && point.y >= 0 && point.x < SIZE && point.y < SIZE };
  }

  /** The side of a cell on the screen. */
  get cellSize() {
    return this.node.getScreenCTM()?.a ?? 40;
  }
}

/** Around a window, a little outside, so that a piece that fills it shows its own outline. */
function box({ row, col, rows, cols }) {
  const beyond = 0.12;
  const width = cols + 2 * beyond;
  return `M${col - beyond} ${row - beyond}h${width}v${rows + 2 * beyond}h${-width}z`;
}

function slash(row, col, at) {
  const a = [Math.min(at, 1), Math.max(at - 1, 0)];
  const b = [Math.max(at - 1, 0), Math.min(at, 1)];
  return `M${col + a[1]} ${row + a[0]}L${col + b[1]} ${row + b[0]}`;
}

/** Draws a pattern small, a path for each colour. */
export function thumbnail(cells) {
  const node = svg("svg", { class: "thumbnail", viewBox: "0 0 8 8", "aria-hidden": "true" });
  for (const letter of look.LETTERS) {
    const d = [...cells].map((own, at) =>
      (own === letter ? `M${at % SIZE} ${Math.floor(at / SIZE)}h1v1h-1z` : "")).join("");
    if (d) node.append(svg("path", { d, fill: look.SHADES[letter].fill, "shape-rendering": "crispEdges" }));
  }
  return node;
}
