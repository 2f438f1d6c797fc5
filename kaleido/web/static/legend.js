/** What the tints, dashes and outlines on the board of a search mean. */

import { look } from "./look.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";
import { h } from "./vendor/preact.js";

/** How it was left the last time. */
const KEPT = "legend";

/**
 * A cell of an island in its tint, or a plain one.
 * @param {number} col
 * @param {string} letter
 * @param {number} tint -1: none
 */
function cell(col, letter, tint = -1) {
  const low = tint < 0 ? 0 : (1 - look.core) / 2;
  return h("g", {},
    h("rect", { x: col, y: 0, width: 1, height: 1, fill: tint < 0 ? look.colours.paper : look.tints[tint] }),
    h("rect", { x: col + low, y: low, width: 1 - 2 * low, height: 1 - 2 * low, fill: look.shades[letter].fill }));
}

/** @param {object} attributes */
const frame = (attributes) => h("path", { d: "M0 0h2v1h-2z", fill: "none", "stroke-width": 0.16, ...attributes });

/** The samples, two cells beside each other with something drawn on them, by the key of their words. */
function samples() {
  const { accent, implied, muted, paper, window } = look.colours;
  const [x, r] = Object.keys(look.shades);
  const dashes = "0.3 0.2";
  return /** @type {const} */ ([
    ["legend.tints", cell(0, x, 0), cell(1, r, 1)],
    ["legend.implied", cell(0, x), cell(1, x), h("path", { d: "M1 0v1", stroke: paper, "stroke-width": 0.3 }),
      h("path", { d: "M1 0v1", stroke: implied, "stroke-width": 0.14 })],
    ["legend.window", cell(0, x, 0), cell(1, r, 0), frame({ stroke: window, "stroke-dasharray": dashes })],
    ["legend.moved", cell(0, x), cell(1, r), frame({ stroke: accent })],
    ["legend.gone", cell(0, x, 2), cell(1, r, 2), frame({ stroke: muted, "stroke-dasharray": dashes })],
  ]);
}

/**
 * Open until somebody folds it; some of it may not apply to a puzzle.
 * @param {{puzzle: import("./puzzle.js").Puzzle}} props
 */
export const Legend = ({ puzzle: { isPlain } }) => h("details", {
  id: "legend", class: "legend", open: shelf.load(KEPT) !== false,
  onToggle: (/** @type {{currentTarget: HTMLDetailsElement}} */ { currentTarget: { open } }) => {
    shelf.save(KEPT, open);
  },
},
h("summary", {}, t("legend.title")),
h("ul", {}, samples().filter(([key]) => !isPlain || key !== "legend.implied").map(([key, ...parts]) => h("li", { key },
  h("svg", { class: "sample", viewBox: "-0.2 -0.2 2.4 1.4", "aria-hidden": "true" }, parts),
  h("span", {}, t(key))))));
