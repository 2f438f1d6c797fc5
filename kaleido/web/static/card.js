/** A card of the chooser: a board with its facts and the player's record on it. */

import { Thumbnail } from "./boardparts.js";
import { dots } from "./catalogue.js";
import { readDay, readDeal } from "./days.js";
import { fragmentOf, linkParts } from "./fragment.js";
import { pictured, spelt } from "./modal.js";
import { clockTime, dayText, named, plain, roughly, t } from "./text.js";
import { h } from "./vendor/preact.js";

/** @typedef {import("./library.js").Entry} Entry
 * A player's record on a board: its solves, and the game in progress.
 * @typedef {{result: import("./results.js").Result|null, game: {placed: number, pieces: number}|null}} Mark */

/** Returns the title of a board for people.
 * @param {{title: string, group: string, name?: string}} entry */
export function boardTitle({ title, group, name = "" }) {
  const deal = group === "deals" ? readDeal(title) : null;
  if (deal) return t("deals.title", { number: String(deal.seed), level: deal.level });
  if (group === "days") return dayText(title, { weekday: "long", day: "numeric", month: "long" });
  const shown = group === "own" ? title : named("titles", title);
  const [, day] = name.split("@");
  const text = readDay(day) ? dayText(day, { day: "numeric", month: "long", year: "numeric" }) : day;
  return day ? `${shown}: ${text}` : shown;
}

/** Draws the card of a board. A day's card is small: it has only its date.
 * @param {{entry: Entry, mark: Mark, kind?: string, isCurrent?: boolean, take: (entry: Entry) => void}} props */
export function Card({ entry, mark, kind = "", isCurrent, take }) {
  const { question, key, title, difficulty, solutions, board, isPlain } = entry;
  return h("a", {
    class: `card ${kind}`, href: `./${fragmentOf({ tab: "play", ...linkParts(question) })}`, "data-key": key,
    tabIndex: -1, draggable: false, "aria-label": nameOf(entry, mark), "aria-current": isCurrent,
    onClick: (event) => {
      // With these keys, the browser opens the link in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      take(entry);
    },
  },
  // Without spaces between them, the visible texts would be read as one word.
  h("span", { class: "picture" }, h(Thumbnail, { board, isPlain })), " ",
  h("span", { class: "card-title" },
    kind === "day" ? dayText(title, { day: "numeric", month: "short" }) : spelt(boardTitle(entry))), " ",
  Boolean(difficulty) && h("span", { class: "stars", "aria-hidden": true }, dots(Number(difficulty))),
  Boolean(solutions) && h("span", { class: "quiet" }, solutionsText(Number(solutions))),
  h("span", { class: "deeds", "aria-hidden": true }, h(Deeds, mark)));
}

/** @param {number} n */
const solutionsText = (n) => t("chooser.solutions", { n, text: roughly(n) });

/** @param {Mark} props */
const Deeds = ({ result, game }) => [
  result && (result.isFeat
    ? h("span", { class: "feat" }, result.best === null ? t("chooser.solved") : clockTime(result.best))
    : h("span", { class: "helped" }, pictured("hint"), t("chooser.withHelp"))),
  game && h("span", { class: "going" }, t("chooser.going", { n: game.placed, all: game.pieces }),
    h("span", { class: "bar", style: { "--part": game.placed / game.pieces } })),
];

/** Returns the name of a card for screen readers, which begins with the visible text.
 * @param {Entry} entry @param {Mark} mark */
function nameOf(entry, { result, game }) {
  const { difficulty, solutions } = entry;
  const done = result && (!result.isFeat ? t("chooser.helped")
    : result.best === null ? t("chooser.solved") : t("chooser.solvedIn", { time: clockTime(result.best) }));
  return plain([
    boardTitle(entry),
    solutions && solutionsText(solutions),
    difficulty && t("chooser.ofFive", { n: difficulty }),
    done,
    game && t("chooser.going", { n: game.placed, all: game.pieces }),
  ].filter(Boolean).join(", "));
}
