/** The curve of the edges known over the steps of one search or two, and where they took moves back. */

import { set, svg } from "./dom.js";
import { spoken, thousands } from "./text.js";

const LEFT = 34;
const RIGHT = 8;
const TOP = 8;
/** The height of the curve, of the row of backtracks of each search, and of the numbers below. */
const PLOT = 84;
const ROW = 7;
const BELOW = 20;
/** Of very many steps, so many places are drawn. */
const PLACES = 600;

/**
 * Round numbers at even distances, about as many as are wanted.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
  const least = Math.max((high - low) / wanted, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? least;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

export class Curve {
  /** @param {(step: number) => void} seek called when a step is pointed at */
  constructor(seek) {
    this.node = svg("svg", { class: "curve", role: "img", "data-t-label": "watch.curve" });
    /** The edges at the foot of the curve, and those of a solved board. */
    this.low = 0;
    this.full = 65;
    this.span = 40;
    this.width = 600;
    this.searches = 1;
    this.drawn = "";
    this.axes = svg("g");
    this.rows = [svg("path", { class: "backs first" }), svg("path", { class: "backs second" })];
    this.lines = [svg("path", { class: "line-of first" }), svg("path", { class: "line-of second" })];
    this.head = svg("path", { class: "head" });
    this.dots = [
      svg("circle", { class: "dot first", r: 5 }),
      svg("path", { class: "dot second", d: "M0 -6L6 0L0 6L-6 0Z" }),
    ];
    this.node.append(this.axes, ...this.rows, this.head, ...this.lines, ...this.dots);
    /** @param {PointerEvent} event */
    const point = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const x = event.clientX - this.node.getBoundingClientRect().left;
      seek(Math.round(((x - LEFT) / (this.width - LEFT - RIGHT)) * this.span));
    };
    this.node.addEventListener("pointerdown", point);
    this.node.addEventListener("pointermove", point);
  }

  /** @param {number} step */
  #x(step) {
    return LEFT + (step / this.span) * (this.width - LEFT - RIGHT);
  }

  /** @param {number} edges */
  #y(edges) {
    return TOP + ((this.full - edges) / (this.full - this.low)) * PLOT;
  }

  /** Where the numbers of the steps begin. */
  get #bottom() {
    return TOP + PLOT + 4 + ROW * this.searches;
  }

  /**
   * @param {import("./recording.js").Recording[]} recordings
   * @param {number[]} at the step of each that is shown
   */
  draw(recordings, at) {
    this.width = this.node.clientWidth || this.width;
    this.searches = recordings.length;
    this.full = Math.max(5, ...recordings.map(({ full }) => full));
    // Edges never become fewer than at the start.
    const starts = recordings.flatMap(({ steps }) => (steps.length ? [steps[0].edges] : []));
    this.low = Math.min(this.full - 5, ...starts.map((edges) => Math.floor(edges / 5) * 5));
    const lengths = recordings.map(({ steps }) => steps.length);
    const longest = Math.max(1, ...lengths) - 1;
    // As long as steps come, the width grows in strides, so that the line does not shift at every step.
    const isOver = recordings.every(({ ended }) => ended);
    this.span = isOver ? Math.max(1, longest) : Math.max(40, Math.ceil(longest / 20) * 20);
    const numbers = recordings.map(({ number }) => number);
    // As long as steps come, the lines grow by what can be seen of them.
    const seen = lengths.map((length) => (isOver ? length : Math.floor(length / Math.ceil(this.span / PLACES))));
    const drawn = [this.width, this.full, this.low, isOver, this.span, spoken(), ...numbers, ...seen].join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.#drawAxes();
      this.lines.forEach((_, number) => this.#drawLine(number, recordings[number]?.steps ?? []));
    }
    this.dots.forEach((dot, number) => {
      const here = recordings[number]?.steps[at[number]];
      set(dot, here
        ? { transform: `translate(${this.#x(at[number])} ${this.#y(here.edges)})`, visibility: "visible" }
        : { visibility: "hidden" });
    });
    set(this.head, { d: `M${this.#x(Math.max(0, ...at))} ${TOP}V${this.#bottom}` });
  }

  #drawAxes() {
    const height = this.#bottom + BELOW;
    set(this.node, { viewBox: `0 0 ${this.width} ${height}`, height });
    // The last number is that of a solved board.
    const round = ticks(this.low, this.full, 4).filter((level) => this.#y(level) > this.#y(this.full) + 12);
    const levels = [...round, this.full];
    this.axes.replaceChildren(
      svg("path", {
        class: "rule", d: levels.map((level) => `M${LEFT} ${this.#y(level)}H${this.width - RIGHT}`).join(""),
      }),
      ...levels.map((level) => svg("text", { class: "tick upright", x: LEFT - 6, y: this.#y(level), text: level })),
      ...ticks(0, this.span, Math.max(2, this.width / 90)).map((step) => svg("text", {
        class: "tick", x: this.#x(step), y: this.#bottom + 11, text: thousands(step),
        "text-anchor": step === 0 ? "start" : step === this.span ? "end" : "middle",
      })),
    );
  }

  /**
   * @param {number} number of the search
   * @param {import("./recording.js").Step[]} steps
   */
  #drawLine(number, steps) {
    // Of very many steps, only what a pixel can show is drawn: the first, lowest and highest.
    const stride = Math.max(1, Math.floor(steps.length / PLACES));
    const low = TOP + PLOT + 4 + ROW * number;
    let path = "";
    let backs = "";
    for (let start = 0; start < steps.length; start += stride) {
      const x = this.#x(start).toFixed(1);
      const some = steps.slice(start, start + stride);
      const edges = some.map((step) => step.edges);
      for (const value of new Set([edges[0], Math.min(...edges), Math.max(...edges)])) {
        const y = this.#y(value).toFixed(1);
        // A board stays until the next step: level, then upright.
        path += path ? `H${x}V${y}` : `M${x} ${y}`;
      }
      if (some.some(({ kind }) => kind === "backtrack" || kind === "resume")) backs += `M${x} ${low}v${ROW - 2}`;
    }
    set(this.lines[number], { d: path });
    set(this.rows[number], { d: backs });
  }
}
