/** The steps of a search in words. */

import { cellName } from "./board.js";
import { pieceName } from "./pieces.js";
import { reasonOf } from "./reasons.js";
import { foreign, sentence, t } from "./text.js";

/**
 * @typedef {import("./api.js").Found} Found
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {import("./recording.js").Step} Step
 */

/**
 * The name of the piece of a placement.
 * @param {Puzzle} puzzle
 * @param {Placement} placement
 */
export const nameOf = ({ pieces }, { piece }) => pieceName(pieces.named(piece));

/**
 * Where a placement lies: the first cell of its piece.
 * @param {Puzzle} puzzle
 * @param {Placement} placement
 */
export function placeOf(puzzle, placement) {
  const lie = puzzle.lieOn(placement);
  return cellName(lie ? puzzle.cells(lie)[0] : placement.cells[0]);
}

/**
 * Says in words what a step does.
 * @param {Recording} recording
 * @param {number} at its number
 */
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

/**
 * Says in short how a move was found, or what it did; empty if there is nothing to say.
 * @param {Recording} recording
 * @param {number} at the number of its step
 * @param {boolean} isFull whether there is room for a sentence
 */
export function commentOn(recording, at, isFull = false) {
  const { event, moved } = recording.steps[at];
  if (event.found) return describeFound(event.found, isFull);
  const more = recording.islands(recording.steps[at]) - recording.islands(recording.steps[at - 1]);
  if (more < 0) return t("moves.filled", { n: moved?.cells.length ?? 0 });
  return more > 0 ? t("moves.split", { n: more + 1 }) : "";
}

/**
 * @param {Found} found
 * @param {boolean} isFull
 */
function describeFound({ kind, window, sizes, changed, words }, isFull) {
  if (kind !== "window") return t(`found.${kind}`);
  if (!window) return foreign(words);
  const shape = window.shape.join(" × ");
  const stage = isFull ? t("found.windowAt", { shape, cell: cellName(window.corner) }) : t("found.window", { shape });
  if (!changed) return stage;
  if (!isFull) return t("found.changedBrief", { found: stage });
  return t("found.changed", { found: stage, sizes: sizes.join(" + ") });
}

/**
 * Says in a word or two how a search has ended.
 * @param {Step} step its last
 */
const outcomeOf = ({ kind }) => t(kind === "solved" || kind === "exhausted" ? `outcomes.${kind}` : "outcomes.gave-up");

/** @param {Step} step the last one of a search */
export const shortEnd = (step) => sentence(outcomeOf(step));

/**
 * Says how a search has ended, and after how many moves.
 * @param {Step} step its last
 */
export const describeEnd = (step) =>
  sentence(t("steps.after", { outcome: outcomeOf(step), moves: t("count.moves", { n: step.nodes }) }));

/**
 * Says how many moves a search took, for a comparison.
 * @param {string} strategy
 * @param {Step} step its last
 */
export function describeTotal(strategy, step) {
  const moves = t("count.moves", { n: step.nodes });
  return t("watch.outcome", {
    strategy, outcome: step.kind === "solved" ? moves : t("steps.after", { outcome: outcomeOf(step), moves }),
  });
}
