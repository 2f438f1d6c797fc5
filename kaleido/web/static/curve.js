/** The curve of the edges known, 0 to 65, over the steps of one search or two. */

import { set, svg } from "./dom.js";

const HEIGHT = 102;
const LEFT = 30;
const BOTTOM = 8;
const TOP = 10;
const TICKS = [0, 20, 40, 65];

export class Curve {
  /** @param {(step: number) => void} seek called when a step is pointed at */
  constructor(seek) {
    this.node = svg("svg", {
      class: "curve", role: "img", "data-t-label": "watch.curve",
    });
    this.full = 65;
    this.span = 40;
    this.width = 600;
    this.rules = svg("path", { class: "rule" });
    this.node.append(this.rules);
    for (const value of TICKS) {
      this.node.append(svg("text", { class: "tick", x: LEFT - 6, y: this.#y(value), text: String(value) }));
    }
    this.lines = [svg("path", { class: "line first" }), svg("path", { class: "line second" })];
    this.head = svg("path", { class: "head" });
    this.dots = [
      svg("circle", { class: "dot first", r: 5 }),
      svg("path", { class: "dot second", d: "M0 -6L6 0L0 6L-6 0Z" }),
    ];
    this.node.append(this.head, ...this.lines, ...this.dots);
    /** @param {PointerEvent} event */
    const point = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = this.node.getBoundingClientRect();
      const x = event.clientX - box.left;
      seek(Math.round(((x - LEFT) / (this.width - LEFT - 6)) * this.span));
    };
    this.node.addEventListener("pointerdown", point);
    this.node.addEventListener("pointermove", point);
  }

  /** @param {number} step */
  #x(step) {
    return LEFT + (step / this.span) * (this.width - LEFT - 6);
  }

  /** @param {number} edges */
  #y(edges) {
    return TOP + (1 - edges / this.full) * (HEIGHT - TOP - BOTTOM);
  }

  /**
   * @param {import("./recording.js").Step[][]} searches
   * @param {number} at the step that is shown
   */
  draw(searches, at) {
    this.width = this.node.clientWidth || this.width;
    set(this.node, { viewBox: `0 0 ${this.width} ${HEIGHT}` });
    set(this.rules, { d: TICKS.map((value) => `M${LEFT} ${this.#y(value)}H${this.width}`).join("") });
    const longest = Math.max(0, ...searches.map((steps) => steps.length - 1));
    // The width grows in strides, so that the line does not shift at every step.
    this.span = Math.max(40, Math.ceil(longest / 20) * 20);
    this.lines.forEach((line, number) => {
      const steps = searches[number] ?? [];
      // Of very many steps, only what a pixel can show is drawn: the first, lowest and highest.
      const stride = Math.max(1, Math.floor(steps.length / 600));
      let path = "";
      for (let start = 0; start < steps.length; start += stride) {
        const x = this.#x(start).toFixed(1);
        const edges = steps.slice(start, start + stride).map((step) => step.edges);
        for (const value of new Set([edges[0], Math.min(...edges), Math.max(...edges)])) {
          const y = this.#y(value).toFixed(1);
          // A board stays until the next step: level, then upright.
          path += path ? `H${x}V${y}` : `M${x} ${y}`;
        }
      }
      set(line, { d: path });
      const here = steps[Math.min(at, steps.length - 1)];
      set(this.dots[number], here
        ? { transform: `translate(${this.#x(Math.min(at, steps.length - 1))} ${this.#y(here.edges)})`, visibility: "visible" }
        : { visibility: "hidden" });
    });
    set(this.head, { d: `M${this.#x(Math.min(at, longest))} ${TOP}V${HEIGHT - BOTTOM}` });
  }
}
