/** A watched search: its board with the step shown, and its end. */

import { BoardPicture, islandLook } from "./boardview.js";
import { look } from "./look.js";
import { pressPicture, spelt } from "./modal.js";
import { shelf } from "./settings.js";
import { describeEnd, describeStep } from "./steptext.js";
import { t } from "./text.js";
import { h, useLayoutEffect } from "./vendor/preact.js";

/** @import { Placement } from "./api.js" */
/** @import { Recording, Step } from "./recording.js" */

/**
 * @param {{order: string, view: import("./boardview.js").BoardView, recording: Recording, at: number, name: string,
 *   strategy: string, waits: boolean, candidate: import("./vendor/preact.js").Signal<Placement|null>,
 *   play: (() => void)|null, now: object}} props the step shown, the strategy's name and what people call it, whether
 *   the first event is to come, the candidate pointed at, and the handler that starts a search; `now` as in `Panel`
 */
export function SearchView({ order, view, recording, at, name, strategy, waits, candidate, play }) {
  const { steps, puzzle, ended, full } = recording;
  const step = steps[at];
  const isEnd = step && ended && at === steps.length - 1;
  const move = candidate.value && step?.move;
  const scene = candidate.value && move ? candidateScene(recording, move, candidate.value) : sceneOf(recording, step);
  useLayoutEffect(() => { view.node.classList.toggle("won", step?.kind === "solved"); });
  return h("section", { class: "search-view", "aria-label": t("watch.by", { strategy }) },
    h("header", {}, h("h2", { class: `search-title ${order}`, title: name }, strategy),
      h("p", { class: `outcome ${isEnd ? step.kind : ""}` }, isEnd && describeEnd(step))),
    h("div", { class: "search-board" }, h(BoardPicture, { view, scene, class: "drawn" }),
      play && pressPicture("watch.play", "play", { class: "big-play prime", onClick: play })),
    h("p", { class: `move${isEnd && step.kind !== "solved" ? " ending" : ""}` },
      spelt(step ? describeStep(recording, at) : t(waits ? "watch.searching" : "watch.begin"))),
    h("p", { class: "numbers" },
      h("span", {}, step && t("watch.numbers", {
        n: step.placed.length + puzzle.givens.length, all: puzzle.pieces.total, edges: step.edges, full,
      })),
      h("span", { class: "made" }, step &&
        [t("count.moves", { n: step.nodes }), t("count.backtracks", { n: step.backtracks })].join(" · "))));
}

/** Returns the board after a step, or before a search.
 * @param {Recording} recording @param {Step} [step] @returns {import("./boardview.js").Scene} */
function sceneOf(recording, step) {
  const { puzzle, laid, puzzle: { board, isPlain } } = recording;
  const fixed = puzzle.givens.map((posed) => puzzle.drawn(posed));
  const { placed = laid } = step ?? {};
  const pieces = [...fixed, ...placed.map((each) => puzzle.drawnOn(each))];
  if (!step) return { board, isPlain, pieces, fixed, implied: puzzle.implied };
  const window = step.kind === "place" ? step.event.window : null;
  /** @param {Step["kind"]} kind */
  const moved = (kind) => (step.kind === kind && step.moved
    ? puzzle.drawnOn(step.moved).spots.map(({ row, col }) => [row, col]) : undefined);
  return {
    board, isPlain, pieces, fixed, waits: true, tints: recording.tints(step),
    implied: step.kind === "start" ? puzzle.implied : undefined, moved: moved("place"), gone: moved("backtrack"),
    window: window
      ? { row: window.corner[0], col: window.corner[1], rows: window.shape[0], cols: window.shape[1] }
      : null,
  };
}

/** Returns the board on which the move of a step was chosen, with a candidate for it.
 * @param {Recording} recording @param {import("./recording.js").Move} move @param {Placement} candidate */
function candidateScene(recording, move, candidate) {
  const { steps, puzzle } = recording;
  return {
    ...sceneOf(recording, steps[move.step - 1]),
    moved: undefined, gone: undefined, window: null, ghost: { ...puzzle.drawnOn(candidate), bad: [] },
  };
}

/** The name of the stored state of the fold. */
const KEPT = "legend";

/** Draws a cell of an island in its tint, or a plain one.
 * @param {number} col @param {string} letter
 * @param {number} tint -1: none */
function cell(col, letter, tint = -1) {
  const { side, around } = islandLook(tint);
  const low = (1 - side) / 2;
  return h("g", {}, h("rect", { x: col, y: 0, width: 1, height: 1, fill: around }),
    h("rect", { x: col + low, y: low, width: side, height: side, fill: look.shades[letter].fill }));
}

/** @param {object} attributes */
const frame = (attributes) => h("path", { d: "M0 0h2v1h-2z", fill: "none", "stroke-width": 0.16, ...attributes });

/** Returns the samples, two cells with a mark on them, by the key of their words. */
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

/** Draws the legend, open until the player folds it, without the samples that do not apply to the puzzle.
 * @param {{puzzle: import("./puzzle.js").Puzzle}} props */
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
