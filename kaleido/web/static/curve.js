/** The curve of the edges known over the steps of one search or two, and where they took moves back. */

import { spoken, t, thousands } from "./text.js";
import { h, useMemo, useRef } from "./vendor/preact.js";

const LEFT = 34;
const RIGHT = 8;
const TOP = 8;
/** The height of the curve, of the row of backtracks of each search, and of the numbers below. */
const PLOT = 84;
const ROW = 7;
const BELOW = 20;
/** The most points drawn of a curve. */
const PLACES = 600;
/** The scale is logarithmic if a search that is over has this many times fewer steps than the other. */
const WIDE = 4;
const ORDERS = ["first", "second"];

/** Returns round numbers at even distances, about as many as wanted.
 * @param {number} low @param {number} high @param {number} wanted */
export function ticks(low, high, wanted) {
  const least = Math.max((high - low) / wanted, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? least;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** Returns where steps and edges are in the picture.
 * @param {Pick<import("./recording.js").Recording, "steps"|"ended"|"full">[]} recordings @param {number} width */
export function scaleOf(recordings, width) {
  // Edges never become fewer than at the start, where a board without a solution can have more than a solved one.
  const starts = recordings.flatMap(({ steps }) => (steps.length ? [steps[0].edges] : []));
  const full = Math.max(5, ...starts, ...recordings.map((recording) => recording.full));
  const low = Math.min(full - 5, ...starts.map((edges) => Math.floor(edges / 5) * 5));
  const longest = Math.max(1, ...recordings.map(({ steps }) => steps.length)) - 1;
  // While steps arrive, the width grows in strides, so that the line does not shift at every step.
  const isOver = recordings.every(({ ended }) => ended);
  const isLog = recordings.some(({ ended, steps }) => ended && longest >= WIDE * steps.length);
  const span = isOver ? Math.max(1, longest) : Math.max(40, Math.ceil(longest / 20) * 20);
  const broad = width - LEFT - RIGHT;
  return {
    width, full, low, isOver, span, isLog,
    /** Where the numbers of the steps begin. */
    bottom: TOP + PLOT + 4 + ROW * recordings.length,
    x: /** @param {number} step */ (step) =>
      LEFT + (isLog ? Math.log1p(step) / Math.log1p(span) : step / span) * broad,
    /** Returns the step at a place. */
    stepAt: /** @param {number} x */ (x) =>
      (isLog ? Math.expm1(((x - LEFT) / broad) * Math.log1p(span)) : ((x - LEFT) / broad) * span),
    y: /** @param {number} edges */ (edges) => TOP + ((full - edges) / (full - low)) * PLOT,
  };
}

/** @param {ReturnType<typeof scaleOf>} scale */
function axesOf({ width, full, low, span, isLog, bottom, x, y }) {
  // The last number is that of a solved board.
  const levels = [...ticks(low, full, 4).filter((level) => y(level) > y(full) + 12), full];
  return h("g", {},
    h("path", { class: "rule", d: levels.map((level) => `M${LEFT} ${y(level)}H${width - RIGHT}`).join("") }),
    levels.map((level) => h("text", { class: "tick upright", x: LEFT - 6, y: y(level) }, level)),
    (isLog ? [0, 1, 10, 100, 1000, 10_000].filter((step) => step < span / 4).concat(span)
      : ticks(0, span, Math.max(2, width / 90))).map((step) => h("text", {
      class: "tick", x: x(step), y: bottom + 11, "text-anchor": step === 0 ? "start" : step === span ? "end" : "middle",
    }, thousands(step))));
}

/** @param {ReturnType<typeof scaleOf>} scale @param {import("./recording.js").Step[]} steps
 * @param {number} number of the search */
function linesOf({ width, x, y, stepAt }, steps, number) {
  const foot = TOP + PLOT + 4 + ROW * number;
  let [path, backs] = ["", ""];
  for (let start = 0; start < steps.length;) {
    const left = x(start).toFixed(1);
    // Of many steps at a place, only the first, lowest and highest are drawn.
    const some = steps.slice(start, Math.max(start + 1, Math.floor(stepAt(x(start) + width / PLACES))));
    start += some.length;
    const edges = some.map((step) => step.edges);
    for (const value of new Set([edges[0], Math.min(...edges), Math.max(...edges)])) {
      // A board stays until the next step: level, then upright.
      path += path ? `H${left}V${y(value).toFixed(1)}` : `M${left} ${y(value).toFixed(1)}`;
    }
    if (some.some(({ kind }) => kind === "backtrack" || kind === "resume")) backs += `M${left} ${foot}v${ROW - 2}`;
  }
  return [
    h("path", { class: `backs ${ORDERS[number]}`, d: backs }),
    h("path", { class: `line-of ${ORDERS[number]}`, d: path }),
  ];
}

/** @param {{recordings: import("./recording.js").Recording[], at: number[], seek: (step: number) => void}} props the
 *   shown step of each search, and the handler for a step that is pointed at */
export function Curve({ recordings, at, seek }) {
  const node = /** @type {{current: SVGSVGElement|null}} */ (useRef(null));
  const scale = scaleOf(recordings, node.current?.clientWidth || 600);
  const { width, full, low, isOver, span, isLog, bottom, x, y, stepAt } = scale;
  // While steps arrive, the lines are redrawn only when the change is visible.
  const seen = recordings.map(({ steps: { length } }) =>
    (isOver ? length : Math.floor(length / Math.ceil(span / PLACES))));
  const still = useMemo(() => [axesOf(scale), recordings.map(({ steps }, number) => linesOf(scale, steps, number))],
    [[width, full, low, isOver, isLog, span, spoken(), ...recordings.map(({ number }) => number), ...seen].join()]);
  /** @param {PointerEvent} event */
  const point = ({ clientX, type, buttons, currentTarget }) => {
    if (type === "pointermove" && !buttons) return;
    const { left } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    seek(Math.round(stepAt(clientX - left)));
  };
  const dots = recordings.map(({ steps }, number) => {
    const here = steps[at[number]];
    const place = here && { class: `dot ${ORDERS[number]}`, transform: `translate(${x(at[number])} ${y(here.edges)})` };
    return place && (number ? h("path", { ...place, d: "M0 -6L6 0L0 6L-6 0Z" }) : h("circle", { ...place, r: 5 }));
  });
  return h("div", { id: "curve", class: "curve-box" }, h("h3", {}, t("watch.curve")),
    h("svg", {
      ref: node, class: "curve", role: "img", "aria-label": t("watch.curve"), viewBox: `0 0 ${width} ${bottom + BELOW}`,
      height: bottom + BELOW, onPointerDown: point, onPointerMove: point,
    }, still, h("path", { class: "head", d: `M${x(Math.max(0, ...at))} ${TOP}V${bottom}` }), dots));
}
