/** One search as it is watched: its board, the move and its score, the deferred siblings. */

import { cellName } from "./board.js";
import { BoardView } from "./boardview.js";
import { el, set, write } from "./dom.js";
import { drawPose } from "./pieceview.js";
import { settings } from "./settings.js";
import { describeEnd, describeStep } from "./steptext.js";
import { foreign, short, t } from "./text.js";

/**
 * @typedef {import("./api.js").Score} Score
 * @typedef {import("./recording.js").Step} Step
 */

/** The number of siblings that the server sends with a move. */
const SIBLINGS = 8;

const PARTS = /** @type {const} */ (["matched", "window", "crookedness", "span", "splits", "ahead"]);

export class SearchView {
  /** @param {"first"|"second"} order */
  constructor(order) {
    this.view = new BoardView();
    this.title = el("h2", { class: `search-title ${order}` });
    this.outcome = el("p", { class: "outcome" });
    this.move = el("p", { class: "move" });
    this.numbers = el("p", { class: "numbers" });
    this.parts = PARTS.map((name) => ({ name, value: el("dd") }));
    this.total = el("dd");
    this.found = el("dd");
    this.siblings = Array.from({ length: SIBLINGS }, () => el("li"));
    this.siblingsTitle = el("h3");
    this.node = el("section", { class: "search-view" },
      el("header", {}, this.title, this.outcome),
      el("div", { class: "search-board" }, this.view.node),
      el("div", { class: "search-facts" },
        this.move, this.numbers,
        el("dl", { class: "score" }, ...this.parts.map(({ name, value }) =>
          el("div", { class: `part ${name}` }, el("dt", { "data-t": `watch.${name}` }), value)),
        el("div", { class: "part total" }, el("dt", { "data-t": "watch.score" }), this.total),
        el("div", { class: "part found" }, el("dt", { "data-t": "watch.found" }), this.found)),
        this.siblingsTitle,
        el("ol", { class: "waiting" }, ...this.siblings)));
  }

  /** @param {string} strategy */
  name(strategy) {
    write(this.title, strategy);
    this.node.setAttribute("aria-label", t("watch.by", { strategy }));
  }

  /**
   * @param {import("./recording.js").Recording} recording
   * @param {number} at
   * @param {boolean} waits for the first event of a search
   */
  draw(recording, at, waits) {
    const step = recording.steps[Math.min(at, recording.steps.length - 1)];
    const isEnd = recording.ended && at >= recording.steps.length - 1;
    const { puzzle } = recording;
    this.view.draw(sceneOf(recording, step), settings.marks);
    this.view.node.classList.toggle("won", step?.kind === "solved");
    write(this.outcome, step && isEnd ? describeEnd(step) : "");
    set(this.outcome, { class: `outcome ${step && isEnd ? step.kind : ""}` });
    const before = t(waits ? "watch.searching" : "watch.begin");
    write(this.move, step ? describeStep(step, puzzle) : before);
    write(this.numbers, step
      ? t("watch.numbers", {
        n: step.placed.length + puzzle.givens.length, all: puzzle.pieces.total, edges: step.edges, full: recording.full,
        moves: t("count.moves", { n: step.nodes }), backtracks: t("count.backtracks", { n: step.backtracks }),
      })
      : "\u00a0");
    this.#drawScore(step?.event);
    this.#drawSiblings(step?.event, puzzle);
  }

  /** @param {import("./api.js").SearchEvent} [event] */
  #drawScore(event) {
    const score = event?.score;
    for (const { name, value } of this.parts) write(value, score ? short(score[name]) : "–");
    write(this.total, event?.score_line ?? "–");
    write(this.found, score ? foreign(event?.found?.words ?? "–") : "–");
  }

  /**
   * @param {import("./api.js").SearchEvent|undefined} event
   * @param {import("./puzzle.js").Puzzle} puzzle
   */
  #drawSiblings(event, puzzle) {
    const isPlace = event?.type === "place";
    write(this.siblingsTitle, isPlace ? t("watch.siblingsOf", { n: event.waiting_count ?? 0 }) : t("watch.siblings"));
    this.siblings.forEach((item, at) => this.#drawSibling(item, event?.waiting?.[at], puzzle));
  }

  /**
   * @param {HTMLLIElement} item
   * @param {import("./api.js").Sibling|undefined} sibling
   * @param {import("./puzzle.js").Puzzle} puzzle
   */
  #drawSibling(item, sibling, puzzle) {
    const { piece: name = "", face = "", cells = [] } = sibling?.placement ?? {};
    const key = sibling ? `${name} ${face} ${cells.join(" ")} ${settings.marks} ${puzzle.key}` : "";
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    if (!sibling) {
      item.replaceChildren();
      return;
    }
    const lie = puzzle.lieOn(sibling.placement);
    const piece = puzzle.pieces.get(name);
    item.replaceChildren(
      piece && lie ? drawPose(piece, lie, { width: 4, height: 3, marks: settings.marks }) : "",
      el("span", { class: "who", text: `${name} (${cellName(lie ? puzzle.cells(lie)[0] : cells[0])})` }),
      el("span", { class: "worth", text: short(sibling.score.total), title: sibling.score_line }),
    );
  }
}

/**
 * The board after a step, or before a search.
 * @param {import("./recording.js").Recording} recording
 * @param {Step|undefined} step
 * @returns {import("./boardview.js").Scene}
 */
function sceneOf(recording, step) {
  const { puzzle, puzzle: { board, isPlain } } = recording;
  const fixed = puzzle.givens.map((lie) => puzzle.drawn(lie));
  if (!step) return { board, isPlain, pieces: fixed, fixed, implied: puzzle.implied };
  const window = step.kind === "place" ? step.event.window : null;
  /** @param {Step["kind"]} kind */
  const moved = (kind) => (step.kind === kind && step.moved
    ? puzzle.drawnOn(step.moved).spots.map(({ row, col }) => [row, col]) : undefined);
  return {
    board,
    isPlain,
    pieces: [...fixed, ...step.placed.map((each) => puzzle.drawnOn(each))],
    fixed,
    waits: true,
    tints: recording.tints(step),
    moved: moved("place"),
    gone: moved("backtrack"),
    window: window
      ? { row: window.corner[0], col: window.corner[1], rows: window.shape[0], cols: window.shape[1] }
      : null,
  };
}
