/** One search as it is watched: its board with the step that is shown, and how it ended. */

import { BoardPicture } from "./boardview.js";
import { pressPicture, spelt } from "./modal.js";
import { describeEnd, describeStep } from "./steptext.js";
import { t } from "./text.js";
import { h, useLayoutEffect } from "./vendor/preact.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {import("./recording.js").Step} Step
 */

/**
 * @param {{order: string, view: import("./boardview.js").BoardView, recording: Recording, at: number, strategy: string,
 *   waits: boolean, candidate: import("./vendor/preact.js").Signal<Placement|null>, play: (() => void)|null}} props the
 *   step that is shown, whether the first event is still to come, the candidate that is pointed at, and what a search
 *   that waits is started with
 */
export function SearchView({ order, view, recording, at, strategy, waits, candidate, play }) {
  const { steps, puzzle, ended, full } = recording;
  const step = steps[at];
  const isEnd = step && ended && at === steps.length - 1;
  const move = candidate.value && step?.move;
  const scene = candidate.value && move ? candidateScene(recording, move, candidate.value) : sceneOf(recording, step);
  useLayoutEffect(() => { view.node.classList.toggle("won", step?.kind === "solved"); });
  return h("section", { class: "search-view", "aria-label": t("watch.by", { strategy }) },
    h("header", {}, h("h2", { class: `search-title ${order}` }, strategy),
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

/**
 * The board after a step, or before a search.
 * @param {Recording} recording
 * @param {Step} [step]
 * @returns {import("./boardview.js").Scene}
 */
function sceneOf(recording, step) {
  const { puzzle, laid, puzzle: { board, isPlain } } = recording;
  const fixed = puzzle.givens.map((lie) => puzzle.drawn(lie));
  const { placed = laid } = step ?? {};
  const pieces = [...fixed, ...placed.map((each) => puzzle.drawnOn(each))];
  if (!step) return { board, isPlain, pieces, fixed, implied: puzzle.implied };
  const window = step.kind === "place" ? step.event.window : null;
  /** @param {Step["kind"]} kind */
  const moved = (kind) => (step.kind === kind && step.moved
    ? puzzle.drawnOn(step.moved).spots.map(({ row, col }) => [row, col]) : undefined);
  return {
    board,
    isPlain,
    pieces,
    fixed,
    waits: true,
    tints: recording.tints(step),
    implied: step.kind === "start" ? puzzle.implied : undefined,
    moved: moved("place"),
    gone: moved("backtrack"),
    window: window
      ? { row: window.corner[0], col: window.corner[1], rows: window.shape[0], cols: window.shape[1] }
      : null,
  };
}

/**
 * The board on which the move of a step was chosen, with a candidate for it.
 * @param {Recording} recording
 * @param {import("./movetree.js").Move} move
 * @param {Placement} candidate
 * @returns {import("./boardview.js").Scene}
 */
function candidateScene(recording, move, candidate) {
  const { steps, puzzle } = recording;
  return {
    ...sceneOf(recording, steps[move.step - 1]),
    moved: undefined, gone: undefined, window: null, ghost: { ...puzzle.drawnOn(candidate), bad: [] },
  };
}
