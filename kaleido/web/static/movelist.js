/** The moves of a search as a list: each goes to its step; what led nowhere is a branch that folds. */

import { el, icon, set } from "./dom.js";
import { writeMoves } from "./movestext.js";
import { MoveRows } from "./moverows.js";
import { drawPlacement } from "./placed.js";
import { RollList } from "./rolllist.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { commentOn, nameOf, placeOf, shortEnd } from "./steptext.js";
import { short, spoken, t, thousands } from "./text.js";

/**
 * @typedef {import("./moverows.js").Row} Row
 * @typedef {import("./recording.js").Recording} Recording
 */

/** Of a search that goes on, a list of many steps is made anew after so many milliseconds. */
const MANY = 2000;
const PAUSE = 400;
/** So many moves off the main line are told apart by how far their rows are moved in. */
const DEEPEST = 6;

export class MoveList {
  /**
   * @param {(step: number) => void} seek
   * @param {() => void} play called to play on from the step that is shown
   */
  constructor(seek, play) {
    this.seek = seek;
    this.rows = new MoveRows();
    /** @type {Recording|null} */
    this.recording = null;
    this.at = 0;
    /** When the rows were listed. */
    this.listed = -Infinity;
    this.roll = new RollList((at) => this.#describe(at), (at) => this.#press(at));
    this.roll.node.addEventListener("keydown", (event) => this.#key(event));
    this.main = el("button", {
      type: "button", class: "tool", "aria-pressed": "false", "data-t": "moves.main", "data-t-title": "moves.mainTitle",
    });
    this.main.addEventListener("click", () => this.#showMain(!this.rows.isMainOnly));
    this.skip = this.#chip("moves.nextBack", "skip", () => this.#skip());
    this.copy = this.#chip("moves.copy", "copy", () => this.#copy());
    const on = el("button", { type: "button", class: "play-on", "data-t": "watch.playOn" });
    on.addEventListener("click", play);
    this.node = el("section", { class: "moves" },
      el("header", {}, el("h3", { "data-t": "moves.title" }), this.main, this.skip, this.copy), on, this.roll.node);
  }

  /**
   * @param {"moves.nextBack"|"moves.copy"} key
   * @param {string} name of its icon
   * @param {() => void} task
   */
  #chip(key, name, task) {
    const chip = el("button", { type: "button", class: "tool", "data-t-label": key, "data-t-title": key }, icon(name));
    chip.addEventListener("click", task);
    return chip;
  }

  /** @param {string} strategy whose moves they are */
  name(strategy) {
    set(this.roll.node, { "aria-label": t("moves.of", { strategy }) });
  }

  /**
   * @param {Recording} recording
   * @param {number} at the step that is shown
   * @param {boolean} isSought whether somebody went there, rather than the time
   */
  draw(recording, at, isSought) {
    if (recording !== this.recording) {
      this.recording = recording;
      this.rows.open.clear();
      this.roll.clear();
      this.listed = -Infinity;
    }
    const { steps, ended } = recording;
    this.at = Math.max(0, Math.min(at, steps.length - 1));
    const now = performance.now();
    if (ended || steps.length < MANY || now - this.listed > PAUSE || !(this.at in this.rows.rowOf)) {
      this.rows.update(recording);
      this.listed = now;
    }
    this.copy.disabled = !recording.tree.moves.length;
    this.skip.disabled = recording.nextBacktrack(this.at) === null;
    this.roll.draw(this.rows.rows.length, this.rows.rowOf[this.at] ?? -1, isSought);
  }

  #redraw() {
    this.listed = -Infinity;
    if (this.recording) this.draw(this.recording, this.at, true);
  }

  /** @param {boolean} isMainOnly */
  #showMain(isMainOnly) {
    this.rows.isMainOnly = isMainOnly;
    set(this.main, { "aria-pressed": isMainOnly });
    this.#redraw();
  }

  #skip() {
    const next = this.recording?.nextBacktrack(this.at) ?? null;
    if (next !== null) this.seek(next);
  }

  async #copy() {
    const text = this.recording ? writeMoves(this.recording) : "";
    const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
    const told = isCopied ? t("moves.copied") : t("moves.notCopied");
    this.copy.replaceChildren(icon(isCopied ? "place" : "close"));
    set(this.copy, { title: told });
    say(told);
    setTimeout(() => {
      this.copy.replaceChildren(icon("copy"));
      set(this.copy, { title: t("moves.copy") });
    }, 2000);
  }

  /** @param {number} at */
  #press(at) {
    const row = this.rows.rows[at];
    if (row.branch) this.#toggle(at);
    else this.seek(row.step);
  }

  /** @param {number} at */
  #toggle(at) {
    if (this.rows.toggle(at)) this.#redraw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { current } = this.roll;
    if (current < 0) return;
    if (event.key === "Enter") this.#toggle(current);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const next = this.rows.next(current, event.key === "ArrowUp" ? -1 : 1);
      if (next !== current) this.seek(this.rows.rows[next].step);
    } else return;
    event.preventDefault();
  }

  /**
   * Says what a row shows.
   * @param {number} at
   * @returns {import("./rolllist.js").Drawn}
   */
  #describe(at) {
    const row = this.rows.rows[at];
    const { kind, step, indent, branch } = row;
    const isCurrent = at === this.rows.rowOf[this.at];
    const isBack = isCurrent && kind === "move" && this.recording?.steps[this.at].kind === "backtrack";
    const within = isCurrent && branch && !branch.isOpen ? this.#within(branch) : 0;
    return {
      key: [kind, step, indent, isBack, within, branch?.isOpen, branch?.moves, branch?.depth, settings.marks, spoken()]
        .join(),
      indent: Math.min(indent, DEEPEST),
      attributes: {
        class: `line ${kind}-line${indent && !branch ? " away" : ""}${isBack ? " back" : ""}`,
        "aria-level": indent + 1,
        ...(branch ? { "aria-expanded": branch.isOpen } : {}),
      },
      parts: () => (kind === "move" ? this.#moveParts(row, isBack) : this.#otherParts(row, within)),
    };
  }

  /**
   * How many moves of a branch have been made at the step that is shown.
   * @param {import("./moverows.js").Branch} branch
   */
  #within({ step }) {
    const steps = this.recording?.steps ?? [];
    return steps[this.at].nodes - (steps[step - 1]?.nodes ?? 0);
  }

  /**
   * @param {Row} row
   * @param {boolean} isBack whether it is being taken back
   */
  #moveParts({ step, move }, isBack) {
    const { recording } = this;
    if (!recording || !move) return [];
    const { event } = recording.steps[step];
    const comment = isBack ? t("moves.takenBack") : commentOn(recording, step);
    return [
      el("span", { class: "nth", text: thousands(move.number) }),
      drawPlacement(recording.puzzle, move.placement),
      el("span", { class: "unseen", text: nameOf(recording.puzzle, move.placement) }),
      el("span", { class: "place", text: placeOf(recording.puzzle, move.placement) }),
      el("span", { class: "worth", text: event.score ? short(event.score.total) : "" }),
      el("span", { class: "comment", text: comment, title: comment }),
    ];
  }

  /**
   * @param {Row} row
   * @param {number} within
   */
  #otherParts({ kind, step, branch }, within) {
    const { recording } = this;
    if (!recording) return [];
    const of = recording.steps[step];
    if (branch) {
      const { moves, depth } = branch;
      const tried = within ? t("moves.within", { n: moves, some: within }) : t("moves.branch", { n: moves });
      return [
        icon("down"), el("span", { text: tried }),
        el("span", { class: "comment", text: t("moves.upTo", { n: depth }) }),
      ];
    }
    if (kind === "start") {
      const isImplied = of.edges && !recording.laid.length;
      return [
        el("span", { class: "nth", text: "0" }), el("span", { text: t("moves.start") }),
        el("span", { class: "comment", text: isImplied ? t("moves.implied", { n: of.edges }) : "" }),
      ];
    }
    if (kind === "jump") {
      const { length } = of.placed;
      return [el("span", { text: length > recording.laid.length ? t("moves.jump", { n: length }) : t("moves.fresh") })];
    }
    return [icon(of.kind === "solved" ? "place" : "close"), el("span", { text: shortEnd(of) })];
  }
}
