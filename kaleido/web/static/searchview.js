/** One search as it is watched: its board, the move and its score, the deferred siblings. */

import { BoardView } from "./board.js";
import { el, set, write } from "./dom.js";
import { impliedSides } from "./pattern.js";
import { drawPiece } from "./pieceview.js";
import { settings } from "./settings.js";
import { corner, describeEnd, describeStep } from "./steptext.js";
import { foreign, short, t } from "./text.js";

/**
 * @typedef {import("./api.js").Score} Score
 * @typedef {import("./recording.js").Step} Step
 */

/** The number of siblings that the server sends with a move. */
const SIBLINGS = 8;

const PARTS = /** @type {const} */ (["matched", "window", "crookedness", "span", "splits", "ahead"]);

export class SearchView {
  /**
   * @param {import("./pieces.js").Pieces} pieces
   * @param {"first"|"second"} order
   */
  constructor(pieces, order) {
    this.pieces = pieces;
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
    this.view.draw(step ? sceneOf(recording, step)
      : { cells: recording.pattern, implied: impliedSides(recording.pattern) }, settings.marks);
    this.view.node.classList.toggle("won", step?.kind === "solved");
    write(this.outcome, step && isEnd ? describeEnd(step) : "");
    set(this.outcome, { class: `outcome ${step && isEnd ? step.kind : ""}` });
    const before = t(waits ? "watch.searching" : "watch.begin");
    write(this.move, step ? describeStep(step, this.pieces, recording.pattern) : before);
    write(this.numbers, step
      ? t("watch.numbers", {
        n: step.placed.length, all: this.pieces.size, edges: step.edges, full: recording.full,
        moves: t("count.moves", { n: step.nodes }), backtracks: t("count.backtracks", { n: step.backtracks }),
      })
      : "\u00a0");
    this.#drawScore(step?.event);
    this.#drawSiblings(step?.event, recording.pattern);
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
   * @param {string} pattern
   */
  #drawSiblings(event, pattern) {
    const isPlace = event?.type === "place";
    write(this.siblingsTitle, isPlace ? t("watch.siblingsOf", { n: event.waiting_count ?? 0 }) : t("watch.siblings"));
    this.siblings.forEach((item, at) => this.#drawSibling(item, event?.waiting?.[at], pattern));
  }

  /**
   * @param {HTMLLIElement} item
   * @param {import("./api.js").Sibling|undefined} sibling
   * @param {string} pattern
   */
  #drawSibling(item, sibling, pattern) {
    const { piece: name = "", face = "", cells = [] } = sibling?.placement ?? {};
    const key = sibling ? `${name} ${face} ${cells.join(" ")} ${settings.marks} ${pattern}` : "";
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    if (!sibling) {
      item.replaceChildren();
      return;
    }
    const piece = this.pieces.get(name);
    const pose = piece?.poseOn(face, cells, pattern);
    item.replaceChildren(
      piece && pose ? drawPiece(piece.shape(pose), { width: 4, height: 3, marks: settings.marks }) : "",
      el("span", { class: "who", text: `${name} (${corner(sibling.placement).join(", ")})` }),
      el("span", { class: "worth", text: short(sibling.score.total), title: sibling.score_line }),
    );
  }
}

/**
 * The board after a step.
 * @param {import("./recording.js").Recording} recording
 * @param {Step} step
 * @returns {import("./board.js").Scene}
 */
function sceneOf(recording, step) {
  const window = step.kind === "place" ? step.event.window : null;
  return {
    cells: recording.pattern,
    pieces: step.placed.map(({ cells }) => cells),
    waits: true,
    tints: recording.tints(step),
    moved: step.kind === "place" ? step.moved?.cells : undefined,
    gone: step.kind === "backtrack" ? step.moved?.cells : undefined,
    window: window
      ? { row: window.corner[0], col: window.corner[1], rows: window.shape[0], cols: window.shape[1] }
      : null,
  };
}
