/** One search as it is watched: its board with the step that is shown, and how it ended. */

import { BoardView } from "./boardview.js";
import { el, set, write } from "./dom.js";
import { settings } from "./settings.js";
import { describeEnd, describeStep } from "./steptext.js";
import { t } from "./text.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {import("./recording.js").Step} Step
 */

export class SearchView {
  /** @param {"first"|"second"} order */
  constructor(order) {
    this.view = new BoardView();
    this.title = el("h2", { class: `search-title ${order}` });
    this.board = el("div", { class: "search-board" }, this.view.node);
    this.outcome = el("p", { class: "outcome" });
    this.move = el("p", { class: "move" });
    this.known = el("span");
    this.made = el("span", { class: "made" });
    this.numbers = el("p", { class: "numbers" }, this.known, this.made);
    this.node = el("section", { class: "search-view" },
      el("header", {}, this.title, this.outcome),
      this.board, this.move, this.numbers);
  }

  /** @param {string} strategy */
  name(strategy) {
    write(this.title, strategy);
    set(this.node, { "aria-label": t("watch.by", { strategy }) });
  }

  /**
   * @param {Recording} recording
   * @param {number} at the step that is shown
   * @param {{waits: boolean, candidate: Placement|null}} now whether the first event is still to come, and the
   *   candidate that is pointed at
   */
  draw(recording, at, { waits, candidate }) {
    const { steps, puzzle } = recording;
    const step = steps[at];
    const move = candidate ? step?.move : null;
    const isEnd = recording.ended && at === steps.length - 1;
    this.view.draw(candidate && move ? candidateScene(recording, move, candidate) : sceneOf(recording, step),
      settings.marks);
    set(this.view.node, { class: `board${step?.kind === "solved" ? " won" : ""}` });
    write(this.outcome, step && isEnd ? describeEnd(step) : "");
    set(this.outcome, { class: `outcome ${step && isEnd ? step.kind : ""}` });
    set(this.move, { class: `move${isEnd && step.kind !== "solved" ? " ending" : ""}` });
    write(this.move, step ? describeStep(recording, at) : waits ? t("watch.searching") : t("watch.begin"));
    write(this.known, step ? t("watch.numbers", {
      n: step.placed.length + puzzle.givens.length, all: puzzle.pieces.total, edges: step.edges, full: recording.full,
    }) : "");
    write(this.made, step
      ? [t("count.moves", { n: step.nodes }), t("count.backtracks", { n: step.backtracks })].join(" · ") : "");
  }
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
