/** Hints in players' words, step by step. */

import { cellName } from "./board.js";
import { pieceName } from "./pieces.js";
import { reasonOf } from "./reasons.js";
import { all, either, t } from "./text.js";

/** @import { Pieces } from "./pieces.js" */

/** @typedef {import("./api.js").Schemas["FittingPiece"]} FittingPiece */

// A hint in steps: where to look, which piece, and how to place it; or that pieces must come off, where, and which.

/** @typedef {"where"|"which"|"how"|"lost"|"dead"|"off"|"hopeless"|"unknown"} Step */

/** The steps that name a piece: before them, a hint only shows where to look. */
const TELLING = ["which", "off"];

export class Hint {
  /** The number of steps done. */
  #at = 0;

  /** @param {import("./api.js").HintAnswer} answer
   * @param {import("./position.js").Position} position of the hint
   * @param {number} seconds that the server was given */
  constructor({ placement, remove, reason }, position, seconds) {
    this.reason = reason;
    this.position = position;
    this.seconds = seconds;
    /** The suggested move, if any. */
    this.posed = placement ? position.freeAs(placement) : null;
    /** The pieces that must come off. */
    this.off = remove.map((each) => position.find(each)).filter((each) => each !== null);
    this.steps = this.#stepsOf();
  }

  /** @returns {Step[]} */
  #stepsOf() {
    if (this.posed) return ["where", "which", "how"];
    const { kind, dead_end: end } = this.reason;
    if (kind !== "lost") return [kind === "hopeless" ? "hopeless" : "unknown"];
    /** @type {Step[]} */
    const steps = ["lost"];
    if (end) steps.push("dead");
    if (this.off.length) steps.push("off");
    return steps;
  }

  get step() { return this.steps[this.#at]; }

  /** The next step, if any. */
  get nextStep() { return this.steps[this.#at + 1]; }

  get isLast() { return !this.nextStep; }

  /** Goes to the next step; returns whether this is the first that names a piece. */
  goOn() {
    this.#at += 1;
    return TELLING.includes(this.step);
  }

  /** Whether it has told which piece to place, so that its reasons give nothing away. */
  get hasTold() { return Boolean(this.posed) && this.step !== "where"; }

  /** The action after the last step: to place or to take off pieces. */
  get deed() {
    if (!this.isLast) return null;
    if (this.posed) return "place";
    return this.off.length ? "off" : null;
  }

  /** The marks of the hint on the board and in the tray. */
  get shown() {
    const { step, reason: { cells, dead_end: end } } = this;
    return {
      look: step === "where" || step === "which" || step === "dead" ? cells : [],
      piece: this.hasTold ? this.posed?.piece : (step === "dead" && end?.piece) || undefined,
      posed: step === "how" ? this.posed : null,
      off: step === "off" ? this.off : [],
    };
  }
}

// In words.

/** Returns the words of a hint at its present step.
 * @param {Hint} hint */
export function hintWords(hint) {
  const { step, off, reason, position: { puzzle: { pieces } } } = hint;
  switch (step) {
    case "where": return whereWords(hint);
    case "which": return reasonWords(hint);
    case "how": return howWords(hint);
    case "lost": return t(off.length ? "hints.lost" : "hints.lostSomehow");
    case "dead": return reason.dead_end ? deadWords(reason.dead_end, pieces) : "";
    case "off": return t("hints.off", { n: off.length, pieces: all(off.map((each) => the(pieces, each.piece))) });
    case "hopeless":
      return reason.why
        ? t("advice.unsolvable", { reason: reasonOf({ reason: reason.why, facts: reason.facts }, pieces) })
        : t("hints.hopeless");
    default: return t("hints.unknown", { n: hint.seconds });
  }
}

/** @param {Pieces} pieces @param {string} name */
const nameOf = (pieces, name) => pieceName(pieces.named(name));

/** Returns a piece's name with an article, if the language uses one here.
 * @param {Pieces} pieces @param {string} name */
const the = (pieces, name) => t("hints.the", { piece: nameOf(pieces, name) });

/** Returns the words for the hinted cell's position on the board.
 * @param {Hint} hint */
export const placeWords = ({ reason: { where, cells } }) =>
  t(`hints.${where || "inside"}`, { cell: cellName(cells[0]) });

/** @param {Hint} hint */
function whereWords(hint) {
  const { reason: { kind, cells, candidates } } = hint;
  const n = cells.length;
  const cell = cellName(cells[0]);
  const place = placeWords(hint);
  switch (kind) {
    case "island": return t("hints.island", { n, cell });
    case "piece": return t("hints.piece", { n, cell });
    case "cell": return t("hints.cell", { place });
    case "elimination": return t("hints.elimination", { place, n: candidates.length });
    default: return t("hints.score", { place, n: candidates.length });
  }
}

/** Returns the words for the hinted piece and the reasons.
 * @param {Hint} hint */
export function reasonWords(hint) {
  const { posed, reason, position: { puzzle: { pieces } } } = hint;
  if (!posed) return "";
  const piece = nameOf(pieces, posed.piece);
  const { kind, matched, edges } = reason;
  switch (kind) {
    case "island": return t("hints.onlyIsland", { piece });
    case "piece": return t("hints.onlyPiece", { piece });
    case "cell": return t("hints.onlyCell", { place: placeWords(hint), piece });
    case "elimination": return t("hints.remaining", { piece, others: otherWords(reason.candidates.slice(1), pieces) });
    case "solution": return t("hints.leads", { piece });
    default: return matched === edges ? t("hints.exact", { piece }) : t("hints.matched", { piece, matched, edges });
  }
}

/** @param {Hint} hint */
function howWords({ posed, position: { puzzle, puzzle: { pieces } } }) {
  if (!posed) return "";
  const piece = pieces.named(posed.piece);
  const pose = t("pieces.pose", { piece: pieceName(piece), pose: piece.describe(posed) });
  return t("hints.lies", { pose, cell: cellName(puzzle.cells(posed)[0]) });
}

/** Returns why the other pieces fail; pieces with the same dead end share a sentence.
 * @param {FittingPiece[]} others @param {Pieces} pieces */
function otherWords(others, pieces) {
  const byEnd = Map.groupBy(others, (other) => JSON.stringify(other.dead_end));
  return [...byEnd.values()].map((group) => {
    const names = either(group.map(({ piece }) => the(pieces, piece)));
    const end = group[0].dead_end;
    if (!end) return t("hints.unsolved", { pieces: names });
    if (end.kind === "piece") return t("hints.homeless", { pieces: names, piece: nameOf(pieces, end.piece) });
    const cell = cellName(end.cells[0]);
    return end.kind === "cell" ? t("hints.uncovered", { pieces: names, cell })
      : t("hints.unfilled", { pieces: names, n: end.cells.length, cell });
  }).join(" ");
}

/** Returns which pieces can cover a cell, and why if only one can.
 * @param {import("./api.js").Schemas["CellChoices"]} choices @param {Pieces} pieces */
export function choiceWords({ cell, where, pieces: fitting, is_forced: isForced }, pieces) {
  const place = t(`hints.${where || "inside"}`, { cell: cellName(cell) });
  const open = fitting.filter(({ lost }) => !lost);
  const others = otherWords(fitting.filter(({ lost }) => lost), pieces);
  if (!fitting.length) return t("hints.deadCell", { cell: cellName(cell) });
  if (!open.length) return others;
  if (isForced) return `${t("hints.onlyCell", { place, piece: nameOf(pieces, open[0].piece) })} ${others}`;
  const ways = open.map(({ piece, ways: n }) => t("hints.ways", { pieces: nameOf(pieces, piece), n }));
  return `${t("beside.fitting", { place, pieces: ways.join("; ") })} ${others}`;
}

/** Returns the place at which a lost board can be recognised.
 * @param {import("./api.js").Schemas["DeadEnd"]} end @param {Pieces} pieces */
function deadWords({ kind, cells, piece }, pieces) {
  if (kind === "piece") return t("hints.deadPiece", { piece: nameOf(pieces, piece) });
  const cell = cellName(cells[0]);
  return kind === "cell" ? t("hints.deadCell", { cell }) : t("hints.deadIsland", { n: cells.length, cell });
}

/** Returns the consequence of placing a piece on the hinted cell; empty if it may fit there.
 * @param {FittingPiece} candidate @param {Pieces} pieces */
export function endWords({ dead_end: end, lost }, pieces) {
  if (!end) return lost ? t("hints.endLost") : "";
  if (end.kind === "piece") return t("hints.endPiece", { piece: nameOf(pieces, end.piece) });
  const cell = cellName(end.cells[0]);
  return end.kind === "cell" ? t("hints.endCell", { cell }) : t("hints.endIsland", { n: end.cells.length, cell });
}

/** Returns the words of the button for the next step; empty without one.
 * @param {Hint} hint */
export function nextWords({ step, nextStep, deed }) {
  if (nextStep === "which" || nextStep === "off") return t("hints.toWhich");
  if (nextStep) return t(nextStep === "how" ? "hints.toHow" : "hints.toWhere");
  if (step === "unknown") return t("hints.longer");
  return deed ? t(deed === "place" ? "play.follow" : "play.takeOff") : "";
}
