/** What the tints, dashes and outlines on the board of a search mean. */

import { el, svg } from "./dom.js";
import { look } from "./look.js";
import { shelf } from "./settings.js";

/** How it was left the last time. */
const KEPT = "legend";

/**
 * Two cells beside each other, with something drawn on them.
 * @param {...Element} parts
 */
const sample = (...parts) =>
  svg("svg", { class: "sample", viewBox: "-0.2 -0.2 2.4 1.4", "aria-hidden": "true" }, ...parts);

/**
 * A cell of an island in its tint, or a plain one.
 * @param {number} col
 * @param {string} letter
 * @param {number} tint -1: none
 */
function cell(col, letter, tint = -1) {
  const low = tint < 0 ? 0 : (1 - look.core) / 2;
  const fill = look.shades[letter].fill;
  return svg("g", {},
    svg("rect", { x: col, y: 0, width: 1, height: 1, fill: tint < 0 ? look.colours.paper : look.tints[tint] }),
    svg("rect", { x: col + low, y: low, width: 1 - 2 * low, height: 1 - 2 * low, fill }));
}

/** @param {import("./dom.js").Attributes} attributes */
const frame = (attributes) => svg("path", { d: "M0 0h2v1h-2z", fill: "none", "stroke-width": 0.16, ...attributes });

/** The samples, by the key of their words. */
function samples() {
  const { accent, implied, muted, paper, window } = look.colours;
  const [x, r] = Object.keys(look.shades);
  const dashes = "0.3 0.2";
  return /** @type {const} */ ([
    ["legend.tints", sample(cell(0, x, 0), cell(1, r, 1))],
    ["legend.implied", sample(cell(0, x), cell(1, x),
      svg("path", { d: "M1 0v1", stroke: paper, "stroke-width": 0.3 }),
      svg("path", { d: "M1 0v1", stroke: implied, "stroke-width": 0.14 }))],
    ["legend.window", sample(cell(0, x, 0), cell(1, r, 0), frame({ stroke: window, "stroke-dasharray": dashes }))],
    ["legend.moved", sample(cell(0, x), cell(1, r), frame({ stroke: accent }))],
    ["legend.gone", sample(cell(0, x, 2), cell(1, r, 2), frame({ stroke: muted, "stroke-dasharray": dashes }))],
  ]);
}

export class Legend {
  /** @param {HTMLDetailsElement} node open until somebody folds it */
  constructor(node) {
    node.open = shelf.load(KEPT) !== false;
    node.addEventListener("toggle", () => shelf.save(KEPT, node.open));
    this.items = samples().map(([key, drawing]) =>
      ({ key, node: el("li", {}, drawing, el("span", { "data-t": key })) }));
    node.append(el("ul", {}, ...this.items.map((item) => item.node)));
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle to which some of it may not apply */
  draw({ isPlain }) {
    for (const { key, node } of this.items) node.hidden = isPlain && key === "legend.implied";
  }
}
