/** A lane: one search with its board, the move and its score, the siblings that wait. */

import { BoardView } from "./board.js";
import { el, set, write } from "./dom.js";
import { SIZE, impliedSides } from "./pattern.js";
import { drawPiece } from "./pieceview.js";
import { settings } from "./settings.js";
import { count, sentence, short, thousands } from "./words.js";

/** As many siblings as the server tells. */
const WAITING = 8;

const PARTS = [
  ["matched", "Matched edges", (score) => short(score.matched)],
  ["window", "Window edges ÷ 2", (score) => (score.window ? `${score.window} ÷ 2` : "0")],
  ["crookedness", "Crookedness", (score) => short(score.crookedness)],
  ["span", "Span", (score) => short(score.span)],
  ["splits", "Splits × −2", (score) => (score.splits ? `${score.splits} × −2` : "0")],
  ["ahead", "What it leaves", (score) => short(score.ahead)],
  ["total", "Score", (score) => short(score.total)],
];

export class Lane {
  /**
   * @param {Map<string, import("./pieces.js").Piece>} pieces
   * @param {"first"|"second"} order
   */
  constructor(pieces, order) {
    this.pieces = pieces;
    this.view = new BoardView({ numbers: true });
    this.title = el("h2", { class: `lane-title ${order}` });
    this.outcome = el("p", { class: "outcome" });
    this.move = el("p", { class: "move" });
    this.numbers = el("p", { class: "numbers" });
    this.values = new Map();
    const rows = PARTS.map(([name, title]) => {
      const value = el("dd");
      this.values.set(name, value);
      return el("div", { class: `part ${name}` }, el("dt", { text: title }), value);
    });
    this.waiting = Array.from({ length: WAITING }, () => el("li"));
    this.waitingTitle = el("h3", { text: "Waiting siblings" });
    this.node = el("section", { class: "lane" },
      el("header", {}, this.title, this.outcome),
      el("div", { class: "lane-board" }, this.view.node),
      el("div", { class: "lane-facts" },
        this.move, this.numbers,
        el("dl", { class: "score" }, ...rows),
        this.waitingTitle,
        el("ol", { class: "waiting" }, ...this.waiting)));
  }

  /** @param {string} name of the strategy */
  name(name) {
    write(this.title, name);
    this.node.setAttribute("aria-label", `Search by ${name}`);
  }

  /**
   * @param {import("./recording.js").Recording} recording
   * @param {number} at
   * @param {boolean} waits for the first news of a search
   */
  draw(recording, at, waits) {
    const step = recording.steps[Math.min(at, recording.steps.length - 1)];
    const pattern = recording.pattern;
    if (!step) {
      this.view.draw({ cells: pattern, implied: impliedSides(pattern) }, settings.marks);
      write(this.outcome, "");
      this.#facts(null, waits ? "Searching…" : "Press Search to begin.");
      return;
    }
    const isPlace = step.kind === "place";
    const window = isPlace ? step.event.window : null;
    this.view.draw({
      cells: pattern,
      pieces: step.placed.map(({ cells }) => cells),
      waits: true,
      tints: recording.tints(step),
      moved: isPlace ? step.moved.cells : undefined,
      gone: step.kind === "backtrack" ? step.moved.cells : undefined,
      window: window
        ? { row: window.corner[0], col: window.corner[1], rows: window.shape[0], cols: window.shape[1] }
        : null,
    }, settings.marks);
    this.view.node.classList.toggle("won", step.kind === "solved");
    this.#facts(step);
    const end = recording.ended && at >= recording.steps.length - 1;
    write(this.outcome, end ? OUTCOMES[step.kind](step) : "");
    set(this.outcome, { class: `outcome ${end ? step.kind : ""}` });
  }

  #facts(step, otherwise) {
    write(this.move, step ? told(step, this.pieces) : otherwise);
    const numbers = step
      ? `${step.placed.length} / ${this.pieces.size} pieces · ${step.edges} / 65 edges · ` +
        `${count(step.nodes, "move")} · ${count(step.backtracks, "backtrack")}`
      : "\u00a0";
    write(this.numbers, numbers);
    const score = step?.event.score;
    for (const [name, , show] of PARTS) write(this.values.get(name), score ? show(score) : "–");
    const waiting = step?.event.waiting ?? [];
    const many = step?.event.waiting_count ?? waiting.length;
    write(this.waitingTitle, `Waiting siblings${step?.kind === "place" ? `: ${thousands(many)}` : ""}`);
    this.waiting.forEach((item, at) => this.#sibling(item, waiting[at]));
  }

  #sibling(item, sibling) {
    const key = sibling
      ? `${sibling.placement.piece} ${sibling.placement.face} ${sibling.placement.cells.join(" ")} ${settings.marks}` : "";
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    if (!sibling) {
      item.replaceChildren();
      return;
    }
    const { piece, face, cells } = sibling.placement;
    const pose = this.pieces.get(piece)?.poseOn(face, cells);
    const top = Math.min(...cells.map(([row]) => row));
    const left = Math.min(...cells.map(([, col]) => col));
    item.replaceChildren(
      pose ? drawPiece(this.pieces.get(piece).shape(pose), { width: 4, height: 3, marks: settings.marks }) : "",
      el("span", { class: "who", text: `${piece} (${top}, ${left})` }),
      el("span", { class: "worth", text: short(sibling.score.total) }),
    );
  }
}

const OUTCOMES = {
  solved: (step) => `Solved after ${count(step.nodes, "move")}, ${count(step.backtracks, "backtrack")}.`,
  exhausted: (step) => `No solution (proved): ${step.event.reason}.`,
  "gave-up": (step) => `Gave up: ${step.event.reason}.`,
};

/** Says in words what a step does. */
function told(step, pieces) {
  const where = (placement) => {
    const [row, col] = placement.cells.reduce(([r, c], [row, col]) => [Math.min(r, row), Math.min(c, col)], [SIZE, SIZE]);
    const pose = pieces.get(placement.piece)?.poseOn(placement.face, placement.cells);
    const face = pose ? pieces.get(placement.piece).describe(pose) : placement.face;
    return `${placement.piece} (${face}) at (${row}, ${col})`;
  };
  switch (step.kind) {
    case "start": return `${step.edges} implied edges cut the board into islands.`;
    case "place": return sentence(where(step.moved));
    case "backtrack": return `Taken back: ${where(step.moved)}`;
    case "resume": return step.placed.length
      ? `Back to a sibling that waited: ${count(step.placed.length, "piece")} lie.` : "A fresh start from the empty board.";
    case "solved": return "Every piece lies: solved.";
    case "exhausted": return "Nothing is left to try.";
    default: return "The search stops here.";
  }
}
