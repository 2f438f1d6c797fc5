/** Why a hint says what it says: what fits there, the numbers behind it, and other moves. */

import { ApiError, post } from "./api.js";
import { cellName } from "./board.js";
import { byId, dialog, el, onPress, write } from "./dom.js";
import { endWords, placeWords, reasonWords } from "./hintwords.js";
import { pieceName } from "./pieces.js";
import { drawPose } from "./pieceview.js";
import { settings } from "./settings.js";
import { numberText, sentence, short, t } from "./text.js";

/**
 * @typedef {import("./hint.js").Hint} Hint
 * @typedef {import("./text.js").Said} Said
 */

/** The largest number of pieces that are shown one by one. */
const MOST = 6;

export class HintWhy {
  constructor() {
    const panel = dialog("why");
    onPress("why-close", () => panel.close());
    panel.addEventListener("click", (event) => {
      // The rest of the screen closes it, too.
      if (event.target === panel) panel.close();
    });
  }

  /**
   * Shows it; the solutions are counted meanwhile.
   * @param {Hint} hint
   */
  open(hint) {
    const { lie, position: { puzzle: { pieces } } } = hint;
    if (!lie) return;
    write(byId("why-title"), () => t("hints.whyTitle", { piece: pieceName(pieces.named(lie.piece)) }));
    write(byId("why-words"), () => reasonWords(hint));
    const facts = [fitting(hint), numbers(hint), others(hint)];
    byId("why-facts").replaceChildren(...facts.filter((each) => each !== null));
    dialog("why").showModal();
  }
}

/**
 * A part with its heading.
 * @param {Said} title
 * @param {Element} content
 */
function part(title, content) {
  const heading = el("h3");
  write(heading, title);
  return el("section", {}, heading, content);
}

/**
 * @param {import("./pieces.js").Piece} piece
 * @param {import("./pieces.js").Pose} pose
 */
const drawing = (piece, pose) => drawPose(piece, pose, { width: 4, height: 3, marks: settings.marks });

/**
 * An entry of a list: a drawing and words.
 * @param {Element|""} drawn
 * @param {() => string} text
 * @param {() => string} more
 */
function entry(drawn, text, more) {
  const [first, second] = [el("b"), el("span")];
  write(first, text);
  write(second, more);
  return el("li", {}, drawn, el("p", {}, first, " ", second));
}

/**
 * The pieces that fit on the cell where to look, and what follows from each.
 * @param {Hint} hint
 */
function fitting(hint) {
  const { reason: { candidates }, position: { puzzle: { pieces } }, lie } = hint;
  if (candidates.length < 2 || candidates.length > MOST) return null;
  const entries = candidates.map((each) => {
    const piece = pieces.named(each.piece);
    const pose = each.piece === lie?.piece ? lie : { face: piece.faces[0], turn: 0 };
    return entry(drawing(piece, pose), () => sentence(t("hints.ways", { pieces: pieceName(piece), n: each.ways })),
      () => endWords(each, pieces));
  });
  return part(() => t("hints.fitting", { place: placeWords(hint) }), el("ul", { class: "reasons" }, ...entries));
}

/**
 * What the solver has counted.
 * @param {Hint} hint
 */
function numbers(hint) {
  const { matched, edges, score_line: line, found } = hint.reason;
  const window = found?.window;
  /** @type {[import("./text.js").Phrase, Said][]} */
  const rows = [["hints.sides", () => t("hints.sidesOf", { matched, edges })]];
  if (line) rows.push(["hints.scored", line]);
  if (window) {
    const [tall, wide] = window.shape;
    rows.push(["hints.window", () => t("hints.windowAt", { rows: tall, cols: wide, cell: cellName(window.corner) })]);
  }
  if (new Set(found?.sizes).size > 1) rows.push(["hints.sizes", found?.sizes.join(" + ") ?? ""]);
  const share = el("dd");
  countShare(hint, share);
  const facts = rows.flatMap(([key, text]) => {
    const value = el("dd");
    write(value, text);
    return [el("dt", { "data-t": key }), value];
  });
  return part(() => t("hints.numbers"),
    el("dl", { class: "facts" }, ...facts, el("dt", { "data-t": "hints.share" }), share));
}

/**
 * Counts the solutions that hold the move, among all.
 * @param {Hint} hint
 * @param {HTMLElement} node
 */
async function countShare({ lie, position }, node) {
  if (!lie) return;
  write(node, () => t("hints.counting"));
  const [move] = position.with(lie).placements().slice(-1);
  try {
    const { text: all, with_move: hold } = await post("count", { ...position.question(), move });
    write(node, () => t("hints.shareOf", { hold: numberText(hold ?? ""), all: numberText(all) }));
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    write(node, () => t("hints.uncounted"));
  }
}

/**
 * Other moves that score high.
 * @param {Hint} hint
 */
function others({ reason: { alternatives }, position: { puzzle } }) {
  if (!alternatives.length) return null;
  const entries = alternatives.map((each) => {
    const lie = puzzle.lieOn(each);
    const piece = puzzle.pieces.named(each.piece);
    const cell = cellName(lie ? puzzle.cells(lie)[0] : each.cells[0]);
    return entry(lie ? drawing(piece, lie) : "",
      () => sentence(t("steps.placement", { piece: pieceName(piece), cell })),
      () => `${short(each.score.total)}${each.lost ? `, ${t("hints.endLost")}` : ""}`);
  });
  return part(() => t("hints.others"), el("ul", { class: "reasons" }, ...entries));
}
