/** The candidates of a move: the one that was chosen and the siblings that waited, with the parts of their scores. */

import { Placed } from "./pieceview.js";
import { nameOf, placeOf } from "./steptext.js";
import { named, short, t } from "./text.js";
import { h, useLayoutEffect, useState } from "./vendor/preact.js";

/** @import { Placement, Sibling } from "./api.js" */

/** @typedef {object} Listed a list of candidates
 * @property {string} key unique among the lists of the page
 * @property {import("./puzzle.js").Puzzle} puzzle
 * @property {Sibling[]} all
 * @property {string} title
 * @property {string} none the words if there are no others
 * @property {number} rest the number of others
 * @property {string} [kind] of the step for which the first was chosen */

/** The parts of scores, in the order in which the sum is written. */
const PARTS = ["matched", "window", "crookedness", "span", "splits", "ahead", "score"];

/** Returns the ends of the widest bars, below and above 0.
 * @param {Sibling[]} candidates */
function rangeOf(candidates) {
  /** @param {1|-1} sign */
  const ends = (sign) => candidates.map(({ score_parts: parts }) =>
    Object.values(parts).reduce((sum, value) => sum + Math.max(0, sign * value), 0));
  return { low: -Math.max(0, ...ends(-1)), high: Math.max(0, ...ends(1)) };
}

/** Returns a score as a bar of its parts: positive parts go right from 0, negative ones left.
 * @param {Sibling} candidate @param {{low: number, high: number}} range */
function barOf({ score_parts: parts }, { low, high }) {
  const unit = 100 / (high - low || 1);
  let [plus, minus] = [-low * unit, -low * unit];
  return h("span", { class: "score", "aria-hidden": "true" }, PARTS.filter((name) => parts[name]).map((name) => {
    const size = parts[name] * unit;
    const left = size > 0 ? plus : minus += size;
    if (size > 0) plus += size;
    return h("span", { key: name, class: `part-${name}`, style: { left: `${left}%`, width: `${Math.abs(size)}%` } });
  }));
}

/** Returns a score as a sum, with numbers as people write them; empty if it is a single number.
 * @param {string} line */
const sumOf = (line) =>
  (line.includes("=") ? line.replace(/\d+\.\d+/g, (number) => short(Number(number))) : "");

/** Returns the candidates of a step of a search.
 * @param {import("./recording.js").Recording} recording @param {number} at */
export function candidatesOf({ number, puzzle, steps }, at) {
  const step = steps[Math.min(at, steps.length - 1)];
  const move = step && ["place", "backtrack"].includes(step.kind) ? step.move : null;
  const event = move && steps[move.step].event;
  return {
    key: [number, move?.number, step?.kind].join(), puzzle, kind: step?.kind,
    all: event ? [/** @type {Sibling} */ (event), ...(event.waiting ?? [])] : [],
    title: move ? t("candidates.of", { n: move.number }) : t("candidates.title"),
    none: move ? "" : t("candidates.none"),
    rest: (event?.waiting_count ?? 0) - (event?.waiting?.length ?? 0),
  };
}

/** Draws a list of candidates, of which one can be seen on the board.
 * @param {Listed & {preview: (placement: Placement|null) => void, press?: (placement: Placement) => void}} props
 *   `preview` shows a candidate on the board, or none; `press` handles a press: without it, the candidate stays on the
 *   board */
export function Candidates({ puzzle, all, title, none, rest, kind = "", preview, press }) {
  /** The numbers of the candidate under the mouse, the focused one, and the one that stays on the board. */
  const [at, setAt] = useState({ pointed: -1, focused: -1, pinned: -1 });
  /** @param {Partial<typeof at>} changed */
  const point = (changed) => setAt((before) => ({ ...before, ...changed }));
  const seen = all[[at.pointed, at.focused, at.pinned].find((each) => each >= 0) ?? -1];
  useLayoutEffect(() => {
    preview(seen?.placement ?? null);
    return () => preview(null);
  }, [seen?.placement]);
  const range = rangeOf(all);
  const given = PARTS.filter((name) => all.some(({ score_parts: parts }) => parts[name]));
  const isSum = given.length > 1 || (given.length === 1 && given[0] !== "score");
  const parts = (seen ?? all[0])?.score_parts;
  return h("section", { class: "candidates" },
    h("h3", {}, title),
    h("ol", {
      onPointerLeave: () => point({ pointed: -1 }), onFocusOut: () => point({ focused: -1 }),
      onKeyDown: (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && point({ pinned: -1 }),
    }, all.map((each, number) => h("li", { key: number }, h("button", {
      type: "button", class: `candidate ${kind && !number ? `is-${kind}` : ""}`,
      "aria-pressed": press ? undefined : number === at.pinned,
      onPointerOver: (/** @type {PointerEvent} */ { pointerType }) =>
        pointerType === "mouse" && point({ pointed: number }),
      onFocusIn: (/** @type {{currentTarget: Element}} */ { currentTarget }) =>
        point({ focused: currentTarget.matches(":focus-visible") ? number : -1 }),
      onClick: () => (press ? press(each.placement) : point({ pinned: at.pinned === number ? -1 : number })),
    }, ...partsOf(puzzle, each, range, number ? "" : kind))))),
    h("p", { class: "quiet" }, rest > 0 ? t("candidates.more", { n: rest }) : none),
    h("p", { class: "score-parts" }, isSum && given.map((name) => h("span", { key: name, class: `part part-${name}` },
      h("span", {}, named("parts", name)), " ", h("b", {}, short(parts[name] ?? 0))))));
}

/** Returns the parts of a row for a candidate.
 * @param {import("./puzzle.js").Puzzle} puzzle @param {Sibling} candidate @param {{low: number, high: number}} range
 * @param {string} kind of the step, for the one that was chosen */
function partsOf(puzzle, candidate, range, kind) {
  const { placement, score, score_line: line } = candidate;
  return [
    h(Placed, { puzzle, placement }), h("span", { class: "unseen" }, nameOf(puzzle, placement)), " ",
    h("span", { class: "place" }, placeOf(puzzle, placement)), " ",
    range.high > range.low ? barOf(candidate, range) : h("span", {}),
    h("span", { class: "worth" }, short(score.total)), " ",
    h("span", { class: "under" }, h("span", { class: "sum" }, sumOf(line)), " ", h("span", { class: "state" },
      kind === "place" ? t("candidates.chosen") : kind === "backtrack" ? t("moves.takenBack") : "")),
  ];
}
