/** The candidates of a move: the one that was chosen and the siblings that waited, with the parts of their scores. */

import { el, set, write } from "./dom.js";
import { drawPlacement } from "./placed.js";
import { settings } from "./settings.js";
import { nameOf, placeOf } from "./steptext.js";
import { named, short, spoken, t } from "./text.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./api.js").Sibling} Sibling
 * @typedef {import("./recording.js").Recording} Recording
 */

/** The parts of scores, in the order of the sum. */
const PARTS = ["matched", "window", "crookedness", "span", "splits", "ahead", "score"];

/**
 * The ends of the widest bars, below and above 0.
 * @param {Sibling[]} candidates
 */
function rangeOf(candidates) {
  let [low, high] = [0, 0];
  for (const { score_parts: parts } of candidates) {
    const values = Object.values(parts);
    low = Math.min(low, values.reduce((sum, value) => sum + Math.min(0, value), 0));
    high = Math.max(high, values.reduce((sum, value) => sum + Math.max(0, value), 0));
  }
  return { low, high };
}

/**
 * A score as a bar of its parts: those that add to it go right from 0, those that take from it left.
 * @param {Sibling} candidate
 * @param {{low: number, high: number}} range
 */
function drawBar({ score_parts: parts }, { low, high }) {
  const unit = 100 / (high - low || 1);
  const ends = { plus: -low * unit, minus: -low * unit };
  const bar = el("span", { class: "score", "aria-hidden": "true" });
  for (const name of PARTS) {
    const size = (parts[name] ?? 0) * unit;
    if (!size) continue;
    const from = size > 0 ? ends.plus : ends.minus + size;
    if (size > 0) ends.plus += size;
    else ends.minus += size;
    const piece = el("span", { class: `part-${name}` });
    piece.style.left = `${from}%`;
    piece.style.width = `${Math.abs(size)}%`;
    bar.append(piece);
  }
  return bar;
}

/**
 * A score as a sum, with numbers as people write them; empty if it is a single number.
 * @param {string} line
 */
const sumOf = (line) =>
  (line.includes("=") ? line.replace(/\d+\.\d+/g, (number) => short(Number(number))) : "");

export class Candidates {
  /**
   * @param {(placement: Placement|null) => void} preview shows a candidate on the board, or none
   * @param {(placement: Placement) => void} [press] what a press does; without it, the candidate stays on the board
   */
  constructor(preview, press) {
    this.preview = preview;
    this.press = press;
    /** @type {Sibling[]} */
    this.all = [];
    this.shown = "";
    /** The numbers of the candidates on which the mouse or the keyboard is, and that which stays on the board. */
    this.pointed = this.focused = this.pinned = -1;
    this.heading = el("h3");
    this.list = el("ol");
    this.more = el("p", { class: "quiet" });
    this.parts = el("p", { class: "score-parts" });
    this.node = el("section", { class: "candidates" }, this.heading, this.list, this.more, this.parts);
    this.#listen();
  }

  #listen() {
    /** @param {Event} event */
    const numberOf = (event) => this.buttons.findIndex((each) => each.contains(/** @type {Node} */ (event.target)));
    this.list.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.#point({ pointed: numberOf(event) });
    });
    this.list.addEventListener("pointerleave", () => this.#point({ pointed: -1 }));
    this.list.addEventListener("focusin", (event) => {
      const isByKey = event.target instanceof Element && event.target.matches(":focus-visible");
      this.#point({ focused: isByKey ? numberOf(event) : -1 });
    });
    this.list.addEventListener("focusout", () => this.#point({ focused: -1 }));
    this.list.addEventListener("click", (event) => {
      const at = numberOf(event);
      if (at >= 0 && this.press) this.press(this.all[at].placement);
      else if (at >= 0) this.#point({ pinned: at === this.pinned ? -1 : at });
    });
    this.list.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#point({ pinned: -1 });
    });
  }

  get buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** @param {{pointed?: number, focused?: number, pinned?: number}} at */
  #point(at) {
    const before = this.previewed;
    Object.assign(this, at);
    if (!this.press) this.buttons.forEach((each, number) => set(each, { "aria-pressed": number === this.pinned }));
    if (this.previewed === before) return;
    this.#drawParts();
    this.preview(this.previewed);
  }

  /** The candidate that is to be seen on the board. */
  get previewed() {
    return this.all[[this.pointed, this.focused, this.pinned].find((at) => at >= 0) ?? -1]?.placement ?? null;
  }

  /**
   * @param {import("./recording.js").Recording} recording
   * @param {number} at the step that is shown
   */
  draw(recording, at) {
    const step = recording.steps[Math.min(at, recording.steps.length - 1)];
    const isMove = step && ["place", "backtrack"].includes(step.kind);
    const move = isMove ? step.move : null;
    const event = move && recording.steps[move.step].event;
    this.show([recording.number, move?.number, step?.kind].join(), recording.puzzle,
      event ? [/** @type {Sibling} */ (event), ...(event.waiting ?? [])] : [], {
        title: move ? t("candidates.of", { n: move.number }) : t("candidates.title"),
        none: move ? "" : t("candidates.none"),
        rest: (event?.waiting_count ?? 0) - (event?.waiting?.length ?? 0),
        kind: step?.kind,
      });
  }

  /**
   * Shows candidates, unless they are shown already.
   * @param {string} key that tells them from others
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {Sibling[]} all
   * @param {{title: string, none: string, rest: number, kind?: string}} about the heading, what is said if there are no
   *   others, how many others there are, and the kind of the step for which the first was chosen
   */
  show(key, puzzle, all, { title, none, rest, kind = "" }) {
    const own = [key, settings.marks, spoken()].join();
    if (own === this.shown) return;
    this.shown = own;
    this.#point({ pointed: -1, focused: -1, pinned: -1 });
    this.all = all;
    const range = rangeOf(all);
    write(this.heading, title);
    this.list.replaceChildren(...all.map((each, number) =>
      el("li", {}, this.#drawOne(puzzle, each, range, number ? "" : kind))));
    write(this.more, rest > 0 ? t("candidates.more", { n: rest }) : none);
    this.#drawParts();
  }

  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {Sibling} candidate
   * @param {{low: number, high: number}} range
   * @param {string} kind of the step, for the one that was chosen
   */
  #drawOne(puzzle, candidate, range, kind) {
    const { placement, score, score_line: line } = candidate;
    const mark = kind === "place" ? t("candidates.chosen") : kind === "backtrack" ? t("moves.takenBack") : "";
    const pressed = this.press ? null : "false";
    return el("button", { type: "button", class: `candidate ${kind && `is-${kind}`}`, "aria-pressed": pressed },
      drawPlacement(puzzle, placement),
      el("span", { class: "unseen", text: nameOf(puzzle, placement) }), " ",
      el("span", { class: "place", text: placeOf(puzzle, placement) }), " ",
      range.high > range.low ? drawBar(candidate, range) : el("span"),
      el("span", { class: "worth", text: short(score.total) }), " ",
      el("span", { class: "under" },
        el("span", { class: "sum", text: sumOf(line) }), " ",
        el("span", { class: "state", text: mark })));
  }

  /** Says what the parts of the bars are, and how much they are of the candidate in question. */
  #drawParts() {
    const given = PARTS.filter((name) => this.all.some(({ score_parts: parts }) => parts[name]));
    const shown = this.all.find(({ placement }) => placement === this.previewed) ?? this.all[0];
    const isSum = given.length > 1 || (given.length === 1 && given[0] !== "score");
    this.parts.replaceChildren(...(isSum ? given : []).map((name) => el("span", { class: `part part-${name}` },
      el("span", { text: named("parts", name) }), " ", el("b", { text: short(shown.score_parts[name] ?? 0) }))));
  }
}
