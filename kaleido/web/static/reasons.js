/** Why a puzzle has no solution, in the words of players: the server's reasons are written for its log and terminal. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { foreign, t } from "./text.js";

/**
 * @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {Record<string, number>} Counts cells by the letter of their colour; `cells` of any colour
 * @typedef {NonNullable<import("./api.js").Schemas["Judgement"]["facts"]>} Facts of a reason, if its kind is known
 * @typedef {{reason?: string|null, facts?: Facts|null}} Reason
 */

/** @param {Counts} counts */
const colours = (counts) => Object.entries(counts).map(([letter, n]) =>
  (letter === "cells" ? t("reasons.cells", { n }) : t("reasons.count", { n, colour: colourName(letter) }))).join(", ");

/**
 * @param {Facts} facts
 * @param {Pieces} [pieces]
 */
function words(facts, pieces) {
  switch (facts.kind) {
    case "colours": return t("reasons.colours", { wish: colours(facts.wanted), nearest: colours(facts.nearest) });
    case "free": return t("reasons.free");
    case "left": return t("reasons.left");
    case "piece": return t("reasons.piece", { piece: nameOf(facts.piece, pieces) });
    case "cell": return t("reasons.cell", { cell: cellName(facts.cell) });
    case "island": return t("reasons.island", { island: colours(facts.island), cell: cellName(facts.cell) });
    case "parity": return parity(facts);
    case "clash": return t("reasons.clash");
    // How long a search was means nothing to a player.
    case "searched": return t("reasons.tried");
    case "limit": return limit(facts);
    default: return "";
  }
}

/** @param {Extract<Facts, {kind: "parity"}>} facts */
function parity({ colouring, board, nearest }) {
  const coloured = pattern(colouring, board.length), has = board.join(" + ");
  return nearest ? t("reasons.parity", { coloured, has, nearest: nearest.join(" + ") })
    : t("reasons.uneven", { coloured, has });
}

/**
 * @param {string} colouring
 * @param {number} n of its colours
 */
function pattern(colouring, n) {
  switch (colouring) {
    case "chequer": return t("reasons.chequer");
    case "rows": return t("reasons.rows");
    case "columns": return t("reasons.columns");
    case "quarters": return t("reasons.quarters");
    default: return t("reasons.lines", { n });
  }
}

/**
 * @param {string} name
 * @param {Pieces} [pieces]
 */
function nameOf(name, pieces) {
  const piece = pieces?.get(name);
  return piece ? pieceName(piece) : foreign(name);
}

/** @param {Extract<Facts, {kind: "limit"}>} facts */
function limit({ nodes, seconds, tried, most, pieces }) {
  const reached = seconds === undefined ? t("reasons.nodes", { n: nodes ?? 0 }) : t("reasons.seconds", { n: seconds });
  return tried === undefined || most === undefined || pieces === undefined ? reached
    : t("reasons.reached", { reached, n: tried, most, pieces });
}

/**
 * Says a reason of the server in the player's words; as it is if there are none for it.
 * @param {Reason} reason
 * @param {Pieces} [pieces] of the puzzle
 */
export function reasonOf({ reason = "", facts = null }, pieces) {
  return (facts && words(facts, pieces)) || foreign(reason ?? "");
}
