/** Reasons in words, from the kind and the facts that the server sends; the same as `kaleido.model.cause`. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { foreign, has, t } from "./text.js";

/** @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {Record<string, number>} Counts cells by the letter of their colour; `cells` of any colour
 * @typedef {NonNullable<import("./api.js").Schemas["Judgement"]["facts"]>} Facts of a reason, if its kind is known
 * @typedef {{reason?: string|null, facts?: Facts|null}} Reason */

/** @param {Counts} counts */
const colours = (counts) => Object.entries(counts).map(([letter, n]) =>
  (letter === "cells" ? t("reasons.cells", { n }) : t("reasons.count", { n, colour: colourName(letter) }))).join(", ");

/** @param {Facts} facts @param {Pieces} [pieces] */
function words(facts, pieces) {
  switch (facts.kind) {
    case "colours": {
      const amounts = { wanted: colours(facts.wanted), nearest: colours(facts.nearest) };
      return facts.empty
        ? t("reasons.colours-or-empty", { ...amounts, n: facts.empty }) : t("reasons.colours", amounts);
    }
    case "piece": case "piece-left": return t(`reasons.${facts.kind}`, { piece: nameOf(facts.piece, pieces) });
    case "cell": case "cell-left": case "cell-free":
      return t(`reasons.${facts.kind}`, { cell: cellName(facts.cell) });
    case "free": return facts.empty ? t("reasons.free-or-empty", { n: facts.empty }) : t("reasons.free");
    case "island": return t("reasons.island", { island: colours(facts.island), cell: cellName(facts.cell) });
    case "parity": return parity(facts);
    case "conflict": {
      const named = facts.pieces.map((name) => nameOf(name, pieces)).join(", ");
      const together = { n: facts.cells.length, cells: facts.cells.map((cell) => cellName(cell)).join(", ") };
      return named ? t("reasons.conflict-with", { ...together, pieces: named }) : t("reasons.conflict", together);
    }
    case "searched": return t("reasons.searched", { n: facts.nodes });
    case "limit": return facts.seconds === undefined ? t("reasons.nodes", { n: facts.nodes ?? 0 })
      : t("reasons.seconds", { n: facts.seconds });
    case "program-crashed": return t("reasons.program-crashed", { why: t(`reasons.${facts.why}`) });
    default: return t(`reasons.${facts.kind}`);
  }
}

/** @param {Extract<Facts, {kind: "parity"}>} facts */
function parity({ colouring, board, nearest, cell }) {
  const key = `colourings.${colouring}`;
  const coloured = has(key) ? t(key) : t("colourings.lines", { n: board.length });
  const place = cell ? t("reasons.part", { n: board.reduce((sum, n) => sum + n, 0), cell: cellName(cell) })
    : t("reasons.board");
  const number = board.join(" + ");
  return nearest ? t("reasons.parity", { coloured, place, has: number, nearest: nearest.join(" + ") })
    : t("reasons.uneven", { coloured, place, has: number });
}

/** @param {string} name @param {Pieces} [pieces] */
function nameOf(name, pieces) {
  const piece = pieces?.get(name);
  return piece ? pieceName(piece) : foreign(name);
}

/** Returns a reason of the server in the player's language; unchanged if its kind is unknown.
 * @param {Reason} reason
 * @param {Pieces} [pieces] of the puzzle */
export function reasonOf({ reason, facts = null }, pieces) {
  if (!facts) return foreign(reason ?? "");
  const reached = words(facts, pieces);
  if (!("tried" in facts)) return reached;
  const { tried: n = 0, most = 0, pieces: all = 0 } = facts;
  return t("reasons.reached", { reached, n, most, pieces: all });
}

/** Returns the cells that a reason is about, to look at.
 * @param {Facts|null|undefined} facts @param {import("./puzzle.js").Puzzle} puzzle */
export function cellsOf(facts, puzzle) {
  if (!facts) return [];
  if (facts.kind === "island") {
    const labels = puzzle.islands();
    const label = labels[puzzle.board.number(facts.cell)];
    return puzzle.board.numbers.filter((at) => labels[at] === label).map((at) => puzzle.board.cell(at));
  }
  return "cells" in facts ? facts.cells : "cell" in facts && facts.cell ? [facts.cell] : [];
}
