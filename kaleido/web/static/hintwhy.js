/** Why a hint says what it says: what fits there, the numbers behind it, and other moves. */

import { h, useEffect, useSignal } from "./vendor/preact.js";
import { ApiError, post } from "./api.js";
import { cellName } from "./board.js";
import { endWords, placeWords, reasonWords } from "./hintwords.js";
import { modal, press, spelt } from "./modal.js";
import { pieceName } from "./pieces.js";
import { PoseView } from "./pieceview.js";
import { numberText, sentence, short, t } from "./text.js";

/** @typedef {import("./hint.js").Hint} Hint */

/** The largest number of pieces that are shown one by one. */
const MOST = 6;

/** @param {{value: Hint, close: () => void}} props */
function Why({ value: hint, close }) {
  const { lie, position: { puzzle: { pieces } } } = hint;
  return [
    h("h2", { id: "why-title" }, lie && t("hints.whyTitle", { piece: pieceName(pieces.named(lie.piece)) })),
    h("p", { id: "why-words" }, reasonWords(hint)),
    h("div", { id: "why-facts" }, h(Fitting, { hint }), h(Numbers, { hint }), h(Others, { hint })),
    press("shared.close", { id: "why-close", class: "prime", onClick: close }),
  ];
}

/** The window of a hint. */
export const hintWhy = modal("why", Why, { class: "why", isLight: true });

/**
 * A list of pieces as they lie, with words for each.
 * @param {string} title
 * @param {{piece: import("./pieces.js").Piece, lie: import("./pieces.js").Pose|null, text: string, more: string}[]} all
 */
const listed = (title, all) => h("section", null, h("h3", null, title), h("ul", { class: "reasons" },
  all.map(({ piece, lie, text, more }) => h("li", null,
    lie && h(PoseView, { piece, pose: lie, width: 4, height: 3 }),
    h("p", null, h("b", null, sentence(text)), " ", h("span", null, more))))));

/**
 * The pieces that fit on the cell where to look, and what follows from each.
 * @param {{hint: Hint}} props
 */
function Fitting({ hint }) {
  const { reason: { candidates }, position: { puzzle: { pieces } }, lie } = hint;
  if (candidates.length < 2 || candidates.length > MOST) return null;
  return listed(t("hints.fitting", { place: placeWords(hint) }), candidates.map((each) => {
    const piece = pieces.named(each.piece);
    return {
      piece, lie: each.piece === lie?.piece ? lie : { face: piece.faces[0], turn: 0 },
      text: t("hints.ways", { pieces: pieceName(piece), n: each.ways }), more: endWords(each, pieces),
    };
  }));
}

/**
 * What the solver has counted.
 * @param {{hint: Hint}} props
 */
function Numbers({ hint }) {
  const { matched, edges, score_line: line, found } = hint.reason;
  const { shape: [rows, cols], corner } = found?.window ?? { shape: [0, 0], corner: [0, 0] };
  const facts = [
    [t("hints.sides"), t("hints.sidesOf", { matched, edges })],
    [t("hints.scored"), line],
    [t("hints.window"), rows && t("hints.windowAt", { rows, cols, cell: cellName(corner) })],
    [t("hints.sizes"), new Set(found?.sizes).size > 1 && found?.sizes.join(" + ")],
  ].filter(([, value]) => value);
  return h("section", null, h("h3", null, t("hints.numbers")), h("dl", { class: "facts" },
    facts.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]),
    h("dt", null, t("hints.share")), h("dd", null, h(Share, { hint }))));
}

/**
 * The solutions that hold the move, among all; they are counted while the window is open.
 * @param {{hint: Hint}} props
 */
function Share({ hint: { lie, position } }) {
  const said = useSignal(() => t("hints.counting"));
  useEffect(() => {
    const controller = new AbortController();
    const [move] = lie ? position.with(lie).placements().slice(-1) : [];
    post("count", { ...position.question(), move }, controller.signal).then(({ text: all, with_move: hold }) => {
      said.value = () => t("hints.shareOf", { hold: numberText(hold ?? ""), all: numberText(all) });
    }).catch((problem) => {
      if (controller.signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      said.value = () => t("hints.uncounted");
    });
    return () => controller.abort();
  }, []);
  return spelt(said.value());
}

/**
 * Other moves that score high.
 * @param {{hint: Hint}} props
 */
function Others({ hint: { reason: { alternatives }, position: { puzzle } } }) {
  return alternatives.length > 0 && listed(t("hints.others"), alternatives.map((each) => {
    const lie = puzzle.lieOn(each);
    const piece = puzzle.pieces.named(each.piece);
    const cell = cellName(lie ? puzzle.cells(lie)[0] : each.cells[0]);
    return {
      piece, lie, text: t("steps.placement", { piece: pieceName(piece), cell }),
      more: `${short(each.score.total)}${each.lost ? `, ${t("hints.endLost")}` : ""}`,
    };
  }));
}
