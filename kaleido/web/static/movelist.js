/** The moves of a search as a list: each goes to its step; failed lines are branches that fold. */

import { copyText } from "./form.js";
import { say } from "./messages.js";
import { pictured, pressPicture, spelt } from "./modal.js";
import { MoveRows } from "./moverows.js";
import { Placed } from "./pieceview.js";
import { commentOn, nameOf, placeOf, shortEnd, writeMoves } from "./steptext.js";
import { plain, short, t, thousands } from "./text.js";
import { h, useEffect, useId, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

/** @import { Row } from "./moverows.js" */
/** @import { Recording } from "./recording.js" */

/** While a search runs, a list of more steps than this is rebuilt only after the milliseconds below. */
const MANY = 2000;
const PAUSE = 400;
/** The deepest indent: branches farther off the main line share it. */
const DEEPEST = 6;

/** The listed moves of a search. */
export class MoveList {
  rows = new MoveRows();
  at = 0;
  /** The time of the last listing; -Infinity forces a new one. */
  listed = -Infinity;

  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
  }

  /** @param {number} at the step that is shown
   * @param {boolean} isSought whether the player went there, rather than playing arrived there */
  show(at, isSought) {
    const { recording, recording: { steps, ended }, rows } = this;
    this.at = Math.max(0, Math.min(at, steps.length - 1));
    const now = performance.now();
    if (ended || steps.length < MANY || now - this.listed > PAUSE || !(this.at in rows.rowOf)) {
      rows.update(recording);
      this.listed = now;
    }
    return { length: rows.rows.length, current: rows.rowOf[this.at] ?? -1, isSought };
  }
}

/** @param {{watch: import("./watch.js").Watch, number: number, now: object}} props the number of the search */
export function Moves({ watch, number }) {
  const list = watch.lists[number];
  const { recording, rows } = list;
  const [copied, setCopied] = useState(/** @type {boolean|null} */ (null));
  const shown = list.show(watch.stepOf(number), !watch.player.playing);
  const next = recording.nextBacktrack(list.at);
  const renew = () => {
    list.listed = -Infinity;
    watch.draw();
  };
  /** @param {number} step */
  const seek = (step) => watch.seekIn(step, number);
  /** Goes on from the step that is shown. */
  const play = () => watch.page.playOn(recording.steps[list.at]?.placed ?? recording.laid);
  /** @param {number} row */
  const toggle = (row) => { if (rows.toggle(row)) renew(); };
  const copy = async () => {
    const isCopied = await copyText(writeMoves(recording));
    setCopied(isCopied);
    say(t(isCopied ? "moves.copied" : "moves.notCopied"));
    setTimeout(() => setCopied(null), 2000);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const { current } = shown;
    if (event.ctrlKey || event.metaKey || event.altKey || current < 0) return;
    if (event.key === "Enter") toggle(current);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const to = rows.next(current, event.key === "ArrowUp" ? -1 : 1);
      if (to !== current) seek(rows.rows[to].step);
    } else return;
    event.preventDefault();
  };
  return h("section", { class: "moves" },
    h("header", {}, h("h3", {}, t("moves.title")),
      h("button", {
        type: "button", class: "tool", title: t("moves.mainTitle"), "aria-pressed": rows.isMainOnly,
        onClick: () => {
          rows.isMainOnly = !rows.isMainOnly;
          renew();
        },
      }, t("moves.main")),
      pressPicture("moves.nextBack", "skip", {
        class: "tool", title: t("moves.nextBack"), "aria-disabled": next === null,
        onClick: () => { if (next !== null) seek(next); },
      }),
      pressPicture("moves.copy", copied === null ? "copy" : copied ? "place" : "close", {
        class: "tool", disabled: !recording.tree.moves.length, onClick: copy,
        title: t(copied === null ? "moves.copy" : copied ? "moves.copied" : "moves.notCopied"),
      })),
    h("button", { type: "button", class: "play-on", onClick: play }, t("watch.playOn")),
    h(RollList, {
      label: t("moves.of", { strategy: watch.selection.shown(watch.selection.names[number]) }), shown, onKeyDown: key,
      rowAt: (row) => describe(list, row, shown.current),
      choose: (row) => (rows.rows[row].branch ? toggle(row) : seek(rows.rows[row].step)),
    }));
}

/** Says what a row shows.
 * @param {MoveList} list
 * @param {number} number of the row
 * @param {number} current the number of the current one */
function describe({ rows: { rows }, recording, at }, number, current) {
  const row = rows[number];
  const { kind, indent, branch } = row;
  const step = recording.steps[at];
  const isBack = number === current && kind === "move" && step.kind === "backtrack";
  // The number of moves of a folded branch that have been made at the step shown.
  const within = number === current && branch && !branch.isOpen
    ? step.nodes - (recording.steps[branch.step - 1]?.nodes ?? 0) : 0;
  return {
    indent: Math.min(indent, DEEPEST), "aria-level": indent + 1, "aria-expanded": branch?.isOpen,
    class: `line ${kind}-line${indent && !branch ? " away" : ""}${isBack ? " back" : ""}`,
    parts: kind === "move" ? partsOfMove(recording, row, isBack) : partsOfOther(recording, row, within),
  };
}

/** @param {string} text */
const comment = (text) => h("span", { class: "comment", title: plain(text) }, spelt(text));

/** @param {Recording} recording @param {Row} row @param {boolean} isBack whether it is being taken back */
function partsOfMove(recording, { step, move }, isBack) {
  if (!move) return [];
  const { steps: { [step]: { event } }, puzzle } = recording;
  const { placement } = move;
  return [
    h("span", { class: "nth" }, thousands(move.number)), h(Placed, { puzzle, placement }),
    h("span", { class: "unseen" }, nameOf(puzzle, placement)),
    h("span", { class: "place" }, placeOf(puzzle, placement)),
    h("span", { class: "worth" }, event.score ? short(event.score.total) : ""),
    comment(isBack ? t("moves.takenBack") : commentOn(recording, step)),
  ];
}

/** @param {Recording} recording @param {Row} row @param {number} within */
function partsOfOther({ steps, laid }, { kind, step, branch }, within) {
  const of = steps[step];
  if (branch) {
    const { moves, depth } = branch;
    const tried = within ? t("moves.within", { n: moves, some: within }) : t("moves.branch", { n: moves });
    return [pictured("down"), h("span", {}, tried), comment(t("moves.upTo", { n: depth }))];
  }
  if (kind === "start") {
    const isImplied = of.edges && !laid.length;
    return [
      h("span", { class: "nth" }, "0"), h("span", {}, t("moves.start")),
      comment(isImplied ? t("moves.implied", { n: of.edges }) : ""),
    ];
  }
  if (kind === "jump") {
    const { length } = of.placed;
    return [h("span", {}, length > laid.length ? t("moves.jump", { n: length }) : t("moves.fresh"))];
  }
  return [pictured(of.kind === "solved" ? "place" : "close"), h("span", {}, shortEnd(of))];
}

/** A row as it is drawn: its attributes, its indent and its contents.
 * @typedef {{indent: number, parts: import("./modal.js").Children[], [attribute: string]: unknown}} DrawnRow
 * 
 * The list to draw; a new object for each drawing.
 * @typedef {{length: number, current: number, isSought: boolean}} Shown the number of rows, the current one, and
 *   whether the player went to it, so that it must be in view */

/** The rows drawn beyond the visible ones, on each side. */
const BEYOND = 3;
/** The height of a row in rem, for a mouse and for fingers. */
const HEIGHT = { fine: 1.9, coarse: 2.5 };

/** @param {{label: string, shown: Shown, rowAt: (at: number) => DrawnRow, choose: (at: number) => void,
 *   onKeyDown: (event: KeyboardEvent) => void}} props */
function RollList({ label, shown, rowAt, choose, onKeyDown }) {
  const { length, current, isSought } = shown;
  const name = useId();
  const list = /** @type {{current: HTMLElement|null}} */ (useRef(null));
  /** Whether the current row is kept in view: until somebody scrolls it away. */
  const follows = useRef(true);
  const [{ top, height, row }, setView] = useState({ top: 0, height: 0, row: 30 });
  const isSeen = (from = top) => current * row >= from - 1 && (current + 1) * row <= from + height + 1;
  useEffect(() => {
    const coarse = matchMedia("(pointer: coarse)");
    const measure = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const high = Math.round(rem * (coarse.matches ? HEIGHT.coarse : HEIGHT.fine));
      setView((view) => ({ ...view, height: list.current?.clientHeight ?? 0, row: high }));
    };
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    coarse.addEventListener("change", measure);
    return () => {
      observer.disconnect();
      coarse.removeEventListener("change", measure);
    };
  }, []);
  useLayoutEffect(() => {
    if (isSought) follows.current = true;
    if (!list.current || !follows.current || !height || current < 0 || isSeen()) return;
    // Only the list is scrolled: the current row to its middle unless that is near.
    const above = current * row - top;
    const below = above + row - height;
    const isNear = above > -height && below < height;
    list.current.scrollTop = top + (!isNear ? above - height / 2 : above < 0 ? above - row : below + row);
    const { scrollTop } = list.current;
    setView((view) => ({ ...view, top: scrollTop }));
  }, [shown, height, row]);
  const start = Math.max(0, Math.min(top, length * row - height));
  const first = Math.max(0, Math.floor(start / row) - BEYOND);
  const last = Math.min(length, Math.ceil((start + height) / row) + BEYOND);
  return h("div", {
    ref: list, class: "roll", role: "tree", tabIndex: 0, "aria-label": label, style: { "--row": `${row}px` },
    "aria-activedescendant": current >= first && current < last ? `${name}-${current}` : undefined, onKeyDown,
    onScroll: ({ currentTarget: { scrollTop } }) => {
      if (scrollTop === top) return;
      follows.current = isSeen(scrollTop);
      setView((view) => ({ ...view, top: scrollTop }));
    },
  }, h("div", { role: "none", style: { height: `${length * row}px` } },
    Array.from({ length: Math.max(0, last - first) }, (_, number) => {
      const at = first + number;
      const { indent, parts, ...attributes } = rowAt(at);
      return h("div", {
        key: at, role: "treeitem", id: `${name}-${at}`, "aria-selected": at === current, "aria-posinset": at + 1,
        "aria-setsize": length, style: { "--at": at, "--in": indent }, onClick: () => choose(at), ...attributes,
        // Spaces, so that screen readers read the parts as words.
      }, parts.flatMap((part) => [part, " "]));
    })));
}
