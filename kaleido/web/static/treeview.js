/** The tree of positions as a list of moves: the main line, and within it the branches, which fold. */

import { cellName } from "./board.js";
import { byId } from "./dom.js";
import { Walker } from "./keys.js";
import { pictured, press } from "./modal.js";
import { pieceName } from "./pieces.js";
import { t } from "./text.js";
import { h, render, useLayoutEffect, useRef } from "./vendor/preact.js";

/** @import { Play } from "./play.js" */
/** @import { PositionNode } from "./positiontree.js" */

/** The pictures of positions that were not played. */
const ICONS = { hint: "hint", strategy: "play", photo: "camera", solution: "check", link: "link" };

/** Screens that have room for the moves beside the board; on others, they are folded at first. */
const ROOMY = "(min-width: 56.01rem), (max-height: 32rem) and (orientation: landscape)";

/** Draws the tree of a game, if it has changed.
 * @param {Play} game */
export const drawTree = (game) =>
  render(h(Moves, { game, tree: game.tree, changes: game.tree.changes }), byId("moves-tree"));

/** @param {{game: Play, tree: Play["tree"], changes: number}} props */
function Moves({ game, tree, changes }) {
  const list = /** @type {{current: HTMLElement|null}} */ (useRef(null));
  const walker = /** @type {{current: Walker|null}} */ (useRef(null));
  const current = () => /** @type {HTMLElement|null} */ (list.current?.querySelector("[aria-current]") ?? null);
  useLayoutEffect(() => {
    const [box, chip] = [list.current, current()];
    if (!box || !chip) return;
    walker.current ??= new Walker(box, ".ply, summary");
    walker.current.rest(chip);
    const [top, bottom] = [chip.offsetTop, chip.offsetTop + chip.offsetHeight - box.clientHeight];
    box.scrollTop = Math.min(Math.max(box.scrollTop, bottom), top);
  });
  /** @param {() => void} task changes the list, in which the focus stays */
  const change = (task) => {
    task();
    requestAnimationFrame(() => current()?.focus());
  };
  const prune = () => change(() => game.prune(tree.at));
  const promote = () => change(() => game.promote());
  return h("details", { open: matchMedia(ROOMY).matches, hidden: tree.nodes.size === 1 },
    h("summary", {}, t("tree.title")),
    h("div", { class: "row", hidden: !tree.canPromote },
      press("tree.promote", { id: "promote", onClick: promote }),
      press("tree.delete", { id: "prune", onClick: prune })),
    h("div", {
      ref: list, class: "plies", role: "group", "aria-label": t("tree.title"),
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        const task = event.key === "Delete" && tree.at !== tree.root ? prune
          : event.key.toLowerCase() === "p" && !event.ctrlKey && !event.metaKey && !event.altKey && promote;
        if (!task) return;
        event.preventDefault();
        task();
      },
    }, h(Line, { first: tree.root, game, changes })));
}

/** Draws a line, and after each of its moves the others that were made in its place.
 * @param {{first: PositionNode, game: Play, changes: number}} props */
function Line({ first, game, changes }) {
  const line = [];
  for (let node = first; node; [node] = node.children) line.push(node);
  return h("ol", {}, line.map((node) => [
    h("li", { key: node.id }, h(Ply, { node, game, isHere: game.tree.at === node })),
    node.parent?.children[0] === node && node.parent.children.slice(1).map((other) => h("li", {
      key: other.id, class: "branch",
    }, h("details", { open: true },
      h("summary", {}, t("tree.branch", { n: other.end.path.length - other.path.length + 1 })),
      h(Line, { first: other, game, changes })))),
  ]));
}

/** Draws a move, which goes to the position after it.
 * @param {{node: PositionNode, game: Play, isHere: boolean}} props */
function Ply({ node, game, isHere }) {
  const { origin, path } = node;
  return h("button", {
    type: "button", class: `ply ${origin}`, tabIndex: -1, "aria-current": isHere ? "step" : undefined,
    onClick: () => game.visit(node),
  },
  h("span", { class: "nth" }, path.length - 1 || ""), wordsOf(node, game.puzzle),
  origin !== "played" && h("span", { title: t(`origins.${origin}`) },
    pictured(ICONS[origin]),
    h("span", { class: "unseen" }, t(`origins.${origin}`))));
}

/** Returns the words for the step to a position.
 * @param {PositionNode} node @param {import("./puzzle.js").Puzzle} puzzle */
function wordsOf({ parent, text, change: { added, gone } }, { pieces }) {
  if (!text) return t(parent ? "tree.cleared" : "moves.start");
  const [, name, row, col] = /^([^@]+)@(\d+),(\d+)/.exec(added[0] ?? gone[0]) ?? [];
  const known = pieces.get(name);
  if (added.length > 1 || (!added.length && gone.length > 1) || !known) {
    return t("tree.pieces", { n: text.split(";").length });
  }
  const piece = pieceName(known);
  const cell = cellName([Number(row), Number(col)]);
  return added.length ? t("tree.laid", { piece, cell }) : t("tree.off", { piece });
}
