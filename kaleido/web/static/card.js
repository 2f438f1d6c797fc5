/** A card of the chooser: a board with its facts, and what the player has done on it. */

import { thumbnail } from "./boardparts.js";
import { readDeal } from "./deals.js";
import { el, svg } from "./dom.js";
import { fragmentOf, linkParts } from "./fragment.js";
import { clockTime, dayText, foreign, plain, roughly, t } from "./text.js";

/**
 * @typedef {import("./library.js").Entry} Entry
 * What a player has done on a board: its solves, and the game that is going on.
 * @typedef {{result: import("./results.js").Result|null, game: {placed: number, pieces: number}|null}} Mark
 */

/**
 * A difficulty as five dots.
 * @param {number} level
 */
export const dots = (level) => "●".repeat(level) + "○".repeat(5 - level);

/**
 * What people call a board.
 * @param {{title: string, group: string}} entry
 */
export function boardTitle({ title, group }) {
  const deal = group === "deals" ? readDeal(title) : null;
  if (deal) return t("deals.title", { number: String(deal.seed), level: deal.level });
  return group === "days" ? dayText(title, { weekday: "long", day: "numeric", month: "long" }) : title;
}

/**
 * The language of a board's title, if it is not that of the page.
 * @param {{group: string}} entry
 */
export const langOf = ({ group }) => (["days", "deals", "own"].includes(group) ? null : "en");

/**
 * What people call a board; a name in another language than the page's is marked as such.
 * @param {{title: string, group: string}} entry
 */
export const markedTitle = (entry) => (langOf(entry) ? foreign(boardTitle(entry)) : boardTitle(entry));

/**
 * Draws the card of a board. A day's is small: it has but its date.
 * @param {Entry} entry
 * @param {Mark} mark
 * @param {string} kind
 */
export function drawCard(entry, mark, kind = "") {
  const { question, key } = entry;
  const card = el("a", {
    class: `card ${kind}`, href: `./${fragmentOf({ tab: "play", ...linkParts(question) })}`, "data-key": key, tabindex: -1,
    draggable: "false",
  });
  const picture = el("span", { class: "picture" }, thumbnail(entry.board, entry.isPlain));
  const title = kind === "day" ? dayText(entry.title, { weekday: "short", day: "numeric" }) : boardTitle(entry);
  const label = el("span", { class: "card-title", text: title, lang: langOf(entry) });
  card.append(picture, label, ...factParts(entry), el("span", { class: "deeds" }));
  putMark(card, entry, mark);
  return card;
}

/** @param {Entry} entry */
function factParts({ difficulty, solutions }) {
  return [
    ...(difficulty ? [el("span", { class: "stars", text: dots(difficulty) })] : []),
    ...(solutions ? [el("span", { class: "quiet", text: solutionsText(solutions) })] : []),
  ];
}

/** @param {number} n */
const solutionsText = (n) => t("chooser.solutions", { n, text: roughly(n) });

/**
 * Shows on a card what the player has done, and says it in the card's name.
 * @param {HTMLElement} card
 * @param {Entry} entry
 * @param {Mark} mark
 */
export function putMark(card, entry, mark) {
  const { result, game } = mark;
  const parts = [];
  if (result) {
    const { isFeat, best } = result;
    const icon = svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: "#icon-hint" }));
    parts.push(isFeat ? el("span", { class: "feat", text: best === null ? t("chooser.solved") : clockTime(best) })
      : el("span", { class: "helped" }, icon, t("chooser.withHelp")));
  }
  if (game) {
    const { placed, pieces } = game;
    const bar = el("span", { class: "bar" });
    bar.style.setProperty("--part", String(placed / pieces));
    parts.push(el("span", { class: "going" }, t("chooser.going", { n: placed, all: pieces }), bar));
  }
  card.querySelector(".deeds")?.replaceChildren(...parts);
  card.setAttribute("aria-label", nameOf(entry, mark));
}

/**
 * The name of a card for screen readers.
 * @param {Entry} entry
 * @param {Mark} mark
 */
function nameOf(entry, { result, game }) {
  const { difficulty, solutions } = entry;
  const done = result && (!result.isFeat ? t("chooser.helped")
    : result.best === null ? t("chooser.solved") : t("chooser.solvedIn", { time: clockTime(result.best) }));
  return plain([
    boardTitle(entry),
    difficulty && t("chooser.ofFive", { n: difficulty }),
    solutions && solutionsText(solutions),
    done,
    game && t("chooser.going", { n: game.placed, all: game.pieces }),
  ].filter(Boolean).join(", "));
}
