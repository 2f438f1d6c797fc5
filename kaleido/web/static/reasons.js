/** Why a puzzle has no solution, in the words of players: the server's reasons are written for its log and terminal. */

import { cellName } from "./board.js";
import { colourName } from "./look.js";
import { pieceName } from "./pieces.js";
import { foreign, t } from "./text.js";

/** @param {string} counts such as `30 x, 34 r` */
const colours = (counts) => counts.replace(/\b[xryb]\b/g, colourName);

/**
 * @param {string} row
 * @param {string} col
 */
const cell = (row, col) => cellName([Number(row), Number(col)]);

/** The reasons of the server, with what tells them.
 * @type {[RegExp, (parts: string[], pieces: import("./pieces.js").Pieces) => string][]} */
const REASONS = [
  [/^no choice of faces gives (.+); the nearest is (.+)$/, ([wish, nearest]) =>
    t("reasons.colours", { wish: colours(wish), nearest: colours(nearest) })],
  [/^(\S+) has no placement left$/, ([name], pieces) => t("reasons.piece", { piece: pieceName(pieces.named(name)) })],
  [/^no placement left covers cell \((\d+), (\d+)\)$/, ([row, col]) => t("reasons.cell", { cell: cell(row, col) })],
  [/^no pieces left add up to the island of (.+) at \((\d+), (\d+)\)$/, ([island, row, col]) =>
    t("reasons.island", { island: colours(island), cell: cell(row, col) })],
  // How long a search was means nothing to a player.
  [/^searched [\d,]+ nodes?, none left$/, () => t("reasons.tried")],
];

/**
 * Says a reason of the server in the player's words; as it is if there are none for it.
 * @param {string} reason
 * @param {import("./pieces.js").Pieces} pieces of the puzzle
 */
export function reasonOf(reason, pieces) {
  for (const [form, tell] of REASONS) {
    const found = form.exec(reason);
    if (found) return tell(found.slice(1), pieces);
  }
  return foreign(reason);
}
