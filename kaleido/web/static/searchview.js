/** One search as it is watched: its board, the move and its score, the deferred siblings. */

import { BoardView } from "./board.js";
import { el, set, write } from "./dom.js";
import { impliedSides } from "./pattern.js";
import { drawPiece } from "./pieceview.js";
import { settings } from "./settings.js";
import { corner, describeEnd, describeStep } from "./steptext.js";
import { count, short, thousands } from "./words.js";

/**
 * @typedef {import("./api.js").Score} Score
 * @typedef {import("./recording.js").Step} Step
 */

/** The number of siblings that the server sends with a move. */
const SIBLINGS = 8;

/** @type {[keyof Score, string, (score: Score) => string][]} */
const PARTS = [
  ["matched", "Matched edges", (score) => short(score.matched)],
  ["window", "Window edges", (score) => short(score.window)],
  ["crookedness", "Crookedness", (score) => short(score.crookedness)],
  ["span", "Span", (score) => short(score.span)],
  ["splits", "Splits", (score) => String(score.splits)],
  ["ahead", "What it leaves", (score) => short(score.ahead)],
];

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
    this.parts = PARTS.map(([name, title, show]) => ({ name, title, show, value: el("dd") }));
    this.total = el("dd");
    this.found = el("dd");
    this.siblings = Array.from({ length: SIBLINGS }, () => el("li"));
    this.siblingsTitle = el("h3");
    this.node = el("section", { class: "search-view" },
      el("header", {}, this.title, this.outcome),
      el("div", { class: "search-board" }, this.view.node),
      el("div", { class: "search-facts" },
        this.move, this.numbers,
        el("dl", { class: "score" }, ...this.parts.map(({ name, title, value }) =>
          el("div", { class: `part ${name}` }, el("dt", { text: title }), value)),
        el("div", { class: "part total" }, el("dt", { text: "Score" }), this.total),
        el("div", { class: "part found" }, el("dt", { text: "Found" }), this.found)),
        this.siblingsTitle,
        el("ol", { class: "waiting" }, ...this.siblings)));
  }

  /** @param {string} strategy */
  name(strategy) {
    write(this.title, strategy);
    this.node.setAttribute("aria-label", `Search by ${strategy}`);
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
    const before = waits ? "Searching…" : "Press Search to begin.";
    write(this.move, step ? describeStep(step, this.pieces, recording.pattern) : before);
    write(this.numbers, step
      ? `${step.placed.length} / ${this.pieces.size} pieces · ${step.edges} / ${recording.full} edges · ` +
        `${count(step.nodes, "move")} · ${count(step.backtracks, "backtrack")}`
      : "\u00a0");
    this.#drawScore(step?.event);
    this.#drawSiblings(step?.event, recording.pattern);
  }

  /** @param {import("./api.js").SearchEvent} [event] */
  #drawScore(event) {
    const score = event?.score;
    for (const { value, show } of this.parts) write(value, score ? show(score) : "–");
    write(this.total, event?.score_line ?? "–");
    write(this.found, score ? event?.found?.words ?? "–" : "–");
  }

  /**
   * @param {import("./api.js").SearchEvent|undefined} event
   * @param {string} pattern
   */
  #drawSiblings(event, pattern) {
    const isPlace = event?.type === "place";
    write(this.siblingsTitle, `Deferred siblings${isPlace ? `: ${thousands(event.waiting_count ?? 0)}` : ""}`);
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
