/** The picture with what was read drawn over it: outlines to choose, cells, and corners to drag. */

import { byId, el, find, set, svg } from "./dom.js";
import { followPointer } from "./drag.js";
import { pathOf, Quad } from "./quad.js";

/**
 * @typedef {import("./quad.js").Point} Point
 * @typedef {import("./readings.js").Reading} Reading
 * @typedef {{choose: (at: number) => void, point: (cell: number) => void, grab: () => void,
 *   move: (quad: Quad) => void}} On
 *   called when another board is pressed, a cell of the chosen one, a corner is grabbed, and when it has been moved
 */

const CORNERS = /** @type {const} */ (["photo.topLeft", "photo.topRight", "photo.bottomRight", "photo.bottomLeft"]);
/** How far a key moves a corner, as a part of the picture's width; with Shift ten times as far. */
const STEP = 1 / 800;
/** Milliseconds after the last key when a corner counts as moved. */
const REST = 700;
/** How much larger the picture is under the loupe, which has two pixels for each of the screen's. */
const LOUPE = 2;
/** @type {Record<string, Point>} */
const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class PictureView {
  /** @type {import("./snapshot.js").Snapshot|null} */
  #shown = null;
  /** @type {Reading[]} */
  #readings = [];
  #chosen = 0;
  /** The chosen outline as it is dragged.
   * @type {Quad|null} */
  #quad = null;
  /** The same where it was read.
   * @type {Quad|null} */
  #still = null;
  #timer = 0;

  /** @param {On} on */
  constructor(on) {
    this.on = on;
    this.node = byId("photo-picture");
    this.canvas = find("photo-preview", HTMLCanvasElement);
    this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
    this.numbers = el("div", { "aria-hidden": "true" });
    this.handles = CORNERS.map((key, at) => this.#handle(key, at));
    this.loupe = el("canvas", { class: "loupe", width: 240, height: 240, hidden: true, "aria-hidden": "true" });
    this.node.append(this.overlay, this.numbers, ...this.handles, this.loupe);
    this.node.addEventListener("click", (event) => this.#press(event));
  }

  /**
   * @param {import("./snapshot.js").Snapshot|null} snapshot
   * @param {Reading[]} readings
   * @param {number} chosen
   * @param {number} cell that is pointed at; -1: none
   */
  draw(snapshot, readings, chosen, cell) {
    const picture = snapshot?.canvas ?? null;
    this.node.hidden = !picture;
    if (!picture) return;
    const { width, height } = picture;
    if (snapshot !== this.#shown) {
      this.#shown = snapshot;
      Object.assign(this.canvas, { width, height });
      this.canvas.getContext("2d")?.drawImage(picture, 0, 0);
      this.node.style.setProperty("--ratio", String(width / height));
      set(this.overlay, { viewBox: `0 0 ${width} ${height}` });
    }
    this.#readings = readings;
    this.#chosen = chosen;
    const still = readings[chosen]?.quad ?? null;
    if (still !== this.#still) {
      this.#still = still;
      this.#quad = still;
    }
    this.#outline(cell);
  }

  /** @param {number} cell */
  #outline(cell) {
    const quad = this.#quad;
    const parts = this.#readings.flatMap((reading, at) => {
      if (!reading.quad || at === this.#chosen) return [];
      const d = pathOf(reading.quad.corners);
      return [svg("path", { class: "casing", d }), svg("path", { class: "outline", d })];
    });
    if (quad) {
      const { doubts = new Set() } = this.#readings[this.#chosen] ?? {};
      const marks = [...doubts].map((at) => pathOf(quad.cell(at))).join("");
      parts.push(svg("path", { class: "lattice", d: quad.lattice }));
      for (const [name, d] of Object.entries({
        outline: pathOf(quad.corners), doubtful: marks, spot: cell >= 0 ? pathOf(quad.cell(cell)) : "",
      })) if (d) parts.push(svg("path", { class: `casing ${name}`, d }), svg("path", { class: `chosen ${name}`, d }));
    }
    this.overlay.replaceChildren(...parts);
    // On a small outline, the handles must not cover each other.
    this.node.style.setProperty("--side", String(quad ? quad.length / this.canvas.width : 1));
    this.handles.forEach((handle, at) => {
      handle.hidden = !quad;
      if (quad) this.#put(handle, quad.corners[at]);
    });
    this.numbers.replaceChildren(...this.#readings.flatMap((reading, at) => {
      if (!reading.quad || at === this.#chosen) return [];
      const number = el("span", { class: "badge", text: at + 1 });
      this.#put(number, reading.quad.point(4, 4));
      return [number];
    }));
  }

  /**
   * @param {HTMLElement} node
   * @param {Point} point
   */
  #put(node, [x, y]) {
    node.style.setProperty("left", `${(100 * x) / this.canvas.width}%`);
    node.style.setProperty("top", `${(100 * y) / this.canvas.height}%`);
  }

  /**
   * The point of the picture under a pointer.
   * @param {MouseEvent} event
   * @returns {Point}
   */
  #where({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return [((clientX - left) * this.canvas.width) / width, ((clientY - top) * this.canvas.height) / height];
  }

  /** @param {MouseEvent} event */
  #press(event) {
    if (event.target instanceof HTMLButtonElement) return;
    const point = this.#where(event);
    const cell = this.#quad?.find(point) ?? -1;
    const other = this.#readings.findIndex(({ quad }) => (quad?.find(point) ?? -1) >= 0);
    if (cell >= 0) this.on.point(cell);
    else if (other >= 0) this.on.choose(other);
  }

  // The corners.

  /**
   * @param {typeof CORNERS[number]} key
   * @param {number} at
   */
  #handle(key, at) {
    const handle = el("button", { type: "button", class: "corner", "data-t-label": key, hidden: true });
    handle.addEventListener("pointerdown", (event) => this.#drag(event, at));
    handle.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (!step || !this.#quad) return;
      event.preventDefault();
      const far = this.canvas.width * STEP * (event.shiftKey ? 10 : 1);
      const [x, y] = this.#quad.corners[at];
      this.on.grab();
      this.#move(at, [x + step[0] * far, y + step[1] * far]);
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#drop(), REST);
    });
    return handle;
  }

  /**
   * @param {PointerEvent} down
   * @param {number} at
   */
  #drag(down, at) {
    if (down.button > 0 || !this.#quad) return;
    // Where the finger is beside the corner, it stays.
    const [x, y] = this.#quad.corners[at];
    const [fromX, fromY] = this.#where(down);
    clearTimeout(this.#timer);
    followPointer(down, {
      start: () => this.on.grab(),
      move: (event) => {
        const [toX, toY] = this.#where(event);
        this.#move(at, [x + toX - fromX, y + toY - fromY]);
        this.#enlarge(at);
      },
      drop: (_, dragged) => {
        this.loupe.hidden = true;
        if (dragged) this.#drop();
      },
      cancel: () => {
        this.loupe.hidden = true;
        this.#reset();
      },
    });
  }

  /**
   * @param {number} at
   * @param {Point} point
   */
  #move(at, [x, y]) {
    const { width, height } = this.canvas;
    const corners = [...this.#quad?.corners ?? []];
    corners[at] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
    const quad = new Quad(corners);
    if (!quad.isSound) return;
    this.#quad = quad;
    this.#outline(-1);
  }

  #drop() {
    if (this.#quad) this.on.move(this.#quad);
  }

  #reset() {
    this.#quad = this.#still;
    this.#outline(-1);
  }

  /**
   * Shows what is under a finger, on the other side of the picture.
   * @param {number} at
   */
  #enlarge(at) {
    const { width, height, clientWidth } = this.canvas;
    const [x, y] = this.#quad?.corners[at] ?? [0, 0];
    const pen = this.loupe.getContext("2d");
    const side = this.loupe.width;
    const scale = (LOUPE * 2 * clientWidth) / width;
    if (!pen) return;
    pen.fillStyle = "#888";
    pen.fillRect(0, 0, side, side);
    pen.drawImage(this.canvas, side / 2 - x * scale, side / 2 - y * scale, width * scale, height * scale);
    pen.strokeStyle = "#fff";
    pen.lineWidth = 6;
    for (const style of ["#fff", "#00735f"]) {
      pen.strokeStyle = style;
      pen.beginPath();
      this.#quad?.corners.forEach(([cx, cy], i) => {
        pen[i ? "lineTo" : "moveTo"](side / 2 + (cx - x) * scale, side / 2 + (cy - y) * scale);
      });
      pen.closePath();
      pen.stroke();
      pen.lineWidth = 3;
    }
    this.loupe.hidden = false;
    this.loupe.classList.toggle("right", x < width / 2);
  }

  /** Puts the focus on the first corner. */
  focus() {
    this.handles[0].focus();
  }
}
