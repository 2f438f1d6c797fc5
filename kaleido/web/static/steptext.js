/** The steps of a search in words, and its moves as text in the form of `kaleido solve --steps`. */

import { cellName } from "./board.js";
import { englishLabel, pieceName } from "./pieces.js";
import { reasonOf } from "./reasons.js";
import { foreign, sentence, t } from "./text.js";

/** @import { Placement } from "./api.js" */
/** @import { Puzzle } from "./puzzle.js" */
/** @import { Recording, Step } from "./recording.js" */

/** Returns the name of the piece of a placement.
 * @param {Puzzle} puzzle @param {Placement} placement */
export const nameOf = ({ pieces }, { piece }) => pieceName(pieces.named(piece));

/** Returns the place of a placement: the first cell of its piece.
 * @param {Puzzle} puzzle @param {Placement} placement */
export function placeOf(puzzle, placement) {
  const posed = puzzle.posedAs(placement);
  return cellName(posed ? puzzle.cells(posed)[0] : placement.cells[0]);
}

/** Returns the words for a step.
 * @param {Recording} recording
 * @param {number} at its number */
export function describeStep(recording, at) {
  const step = recording.steps[at];
  const { kind, moved, placed } = step;
  const { puzzle, laid } = recording;
  const words = moved ? t("steps.placement", { piece: nameOf(puzzle, moved), cell: placeOf(puzzle, moved) }) : "";
  switch (kind) {
    case "start":
      if (laid.length) return t("watch.from", { n: laid.length });
      return step.edges ? t("steps.start", { n: step.edges }) : t("steps.empty");
    case "place": {
      const comment = commentOn(recording, at, true);
      return sentence(comment ? t("steps.because", { moved: words, comment }) : words);
    }
    case "backtrack": return t("steps.takenBack", { moved: words });
    case "resume": return placed.length > laid.length ? t("steps.resume", { n: placed.length }) : t("steps.fresh");
    case "ended": return sentence(t("steps.ended", { reason: reasonOf(step.event) }));
    case "solved": return sentence(t("hints.solved", { reason: t("reasons.placed") }));
    case "exhausted": return t("steps.noSolution", { reason: reasonOf(step.event, puzzle.pieces) });
    default: return t("shared.gaveUp", { reason: reasonOf(step.event, puzzle.pieces) });
  }
}

/** Returns in short how a move was found, or its effect; empty without either.
 * @param {Recording} recording
 * @param {number} at the number of its step
 * @param {boolean} isFull whether there is room for a sentence */
export function commentOn(recording, at, isFull = false) {
  const { event, moved } = recording.steps[at];
  if (event.found) return describeFound(event.found, isFull);
  const more = recording.islands(recording.steps[at]) - recording.islands(recording.steps[at - 1]);
  if (more < 0) return t("moves.filled", { n: moved?.cells.length ?? 0 });
  return more > 0 ? t("moves.split", { n: more + 1 }) : "";
}

/** @param {import("./api.js").Schemas["Found"]} found @param {boolean} isFull */
function describeFound({ kind, window, sizes, changed, words }, isFull) {
  if (kind !== "window") return t(`found.${kind}`);
  if (!window) return foreign(words);
  const shape = window.shape.join(" × ");
  const stage = isFull ? t("found.windowAt", { shape, cell: cellName(window.corner) }) : t("found.window", { shape });
  if (!changed) return stage;
  if (!isFull) return t("found.changedBrief", { found: stage });
  return t("found.changed", { found: stage, sizes: sizes.join(" + ") });
}

/** Returns the end of a search in a word or two.
 * @param {Step} step its last */
const outcomeOf = ({ kind }) => t(kind === "solved" || kind === "exhausted" ? `outcomes.${kind}` : "outcomes.gave-up");

/** @param {Step} step the last one of a search */
export const shortEnd = (step) => sentence(outcomeOf(step));

/** Returns the end of a search, and the number of moves.
 * @param {Step} step its last */
export const describeEnd = (step) => sentence(t("steps.after", { outcome: outcomeOf(step), n: step.nodes }));

/** Returns the number of moves of a search in words, for a comparison.
 * @param {string} strategy
 * @param {Step} step its last */
export function describeTotal(strategy, step) {
  const { kind, nodes: n } = step;
  const outcome = kind === "solved" ? t("count.moves", { n }) : t("steps.after", { outcome: outcomeOf(step), n });
  return t("watch.outcome", { strategy, outcome });
}

// As text, for other programs.

const LEGEND = "edges: sides between pieces that are known, of all (more: a dead end); wait: other moves " +
  "that wait; turn: clockwise; at: the first cell; score: ";
const SUM = "matched edges + half the edges of the window + a bonus for the piece";
/** The width of a score beside which there is more. */
const SCORE = 28;

/** Writes all moves of a search, each on a line.
 * @param {import("./recording.js").Recording} recording */
export function writeMoves({ steps, full, puzzle }) {
  const first = steps.find(({ kind }) => kind === "place")?.event;
  if (!first) return "";
  const { pieces } = puzzle;
  /** @param {Placement} moved */
  const said = ({ piece }) => englishLabel(pieces.named(piece));
  const width = Math.max("piece".length, ...[...pieces.values()].map((piece) => englishLabel(piece).length));
  /** @param {string[]} words the number, the edges, the moves that wait, the piece, its face, turn and cell
   * @param {string} score @param {string} found */
  const line = ([number, edges, wait, piece, face, turn, at], score, found) => {
    const columns = `${number.padStart(2)}  ${edges.padStart(7)}  ${wait.padStart(4)}  ${piece.padEnd(width)} ` +
      `${face.padEnd(5)} ${turn.padEnd(4)} ${at.padEnd(4)}`;
    return `${`${columns} ${score}`.padEnd(columns.length + 1 + SCORE)} ${found}`.trimEnd();
  };
  const parts = first.score_parts ?? {};
  const lines = [
    LEGEND + (Object.keys(parts).length && !("score" in parts) ? SUM : "one number"),
    line(["#", "edges", "wait", "piece", "face", "turn", "at"], "score", first.found ? "found" : ""),
  ];
  steps.forEach((step, at) => {
    const { kind, moved, event, edges } = step;
    const depth = String((steps[at - 1]?.placed ?? []).length).padStart(2);
    if (kind === "place" && moved) {
      const turn = puzzle.posedAs(moved)?.turn ?? 0;
      const { degrees } = pieces.named(moved.piece).lattice;
      const words = [String(event.depth), `${edges}/${full}`, String(event.waiting_count || ""), said(moved), moved.face,
        turn ? `${turn * degrees}°` : "", cellName(moved.cells[0])];
      lines.push(line(words, event.score_line ?? "", event.found?.words ?? ""));
    } else if (kind === "backtrack" && moved) {
      lines.push(`${depth}  ↩  takes back ${said(moved)} ${moved.face} at ${cellName(moved.cells[0])}`);
    } else if (kind === "ended") lines.push(`    ×  ${event.reason}`);
    else if (kind === "resume") {
      const { length } = event.placed ?? [];
      lines.push(`    ⟲  ${length
        ? `resumes a deferred sibling with ${length} pieces on the board` : "starts again with an empty board"}`);
    }
  });
  return `${lines.join("\n")}\n`;
}
