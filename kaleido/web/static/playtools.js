/** The buttons of a game, and how to play. */

import { CopyLink } from "./copylink.js";
import { nextWords } from "./hintwords.js";
import { keyed, pictured, press } from "./modal.js";
import { t } from "./text.js";
import { Fragment, h } from "./vendor/preact.js";

/**
 * @typedef {import("./text.js").Phrase} Phrase
 * @typedef {{game: import("./play.js").Play, now: object}} Props `now` is another object when it is to be drawn anew
 */

/**
 * What is said where there is room, and where there is little.
 * @param {import("./modal.js").Children} wide
 * @param {import("./modal.js").Children} narrow
 */
const fitting = (wide, narrow) => [h("span", { class: "wide" }, wide), h("span", { class: "narrow" }, narrow)];

/**
 * What a hint or an answer leads to.
 * @param {Props} props
 */
export function Next({ game, game: { advice, advice: { hint, solvable }, position } }) {
  const next = hint ? nextWords(hint) : "";
  const goOn = () => {
    advice.goOn();
    if (!advice.hint) document.getElementById("hint")?.focus();
  };
  return [
    h("button", {
      type: "button", id: "hint-why", class: "plain", "aria-label": t("hints.why"), hidden: !hint?.hasTold,
      onClick: () => advice.explain(),
    }, fitting(t("hints.why"), "?")),
    h("button", { type: "button", id: "follow-hint", class: "prime", hidden: !next, onClick: goOn },
      h("span", { id: "follow-words", class: "wide" }, next),
      h("span", { class: "narrow" }, hint?.nextStep ? t("hints.next") : next)),
    press("play.browse", {
      id: "browse", hidden: solvable !== position || Boolean(hint), onClick: () => game.page.openSolutions(),
    }),
  ];
}

/** @param {Props} props */
export function Tools({ game, game: { advice, grasp, grasp: { hand }, position, puzzle: { pieces }, tree } }) {
  const isEmpty = !position.lies.length;
  const isSolid = pieces.axes > 1;
  /**
   * @param {string} id
   * @param {string} picture
   * @param {Phrase} words
   * @param {() => void} onClick
   * @param {{key?: string, narrow?: Phrase, label?: Phrase, disabled?: boolean, hidden?: boolean}} more the key that
   *   does the same, what is said where there is little room, and what is read aloud
   */
  const tool = (id, picture, words, onClick, { key, narrow, label = words, ...state } = {}) => h("button", {
    type: "button", id, onClick, "aria-label": narrow && t(label), ...state,
  }, pictured(picture), narrow ? fitting(t(words), t(narrow)) : h("span", {}, t(words)), key && h("kbd", {}, key));
  return h(Fragment, {},
    h("div", { class: "tools", role: "group", "aria-label": t("play.tools") },
      tool("rotate", "rotate", "play.rotate", () => grasp.rotate(), { key: "R" }),
      tool("turn-over", "flip", "play.turnOver", () => grasp.turnOver(), {
        key: "F", narrow: "play.flip", disabled: !pieces.turnsOver, hidden: isSolid && !pieces.turnsOver,
      }),
      tool("tip", "tip", "play.tip", () => grasp.rotate(1, undefined, 1), { key: "T", hidden: !isSolid }),
      tool("roll", "roll", "play.roll", () => grasp.rotate(1, undefined, 2), { key: "S", hidden: !isSolid }),
      tool("place", "place", "play.place", () => grasp.place(), { key: "⏎", disabled: !hand }),
      tool("take-back", "back", "play.takeBack", () => grasp.takeBack(), {
        narrow: "play.back", disabled: !hand && isEmpty,
      }),
      tool("undo", "undo", "shared.undo", () => game.undo(), { narrow: "play.undo", disabled: !tree.canUndo }),
      tool("redo", "redo", "shared.redo", () => game.redo(), { narrow: "play.redo", disabled: !tree.canRedo }),
      tool("hint", "hint", "play.hint", () => advice.giveHint(), { key: "H" }),
      tool("check", "check", "play.isSolvable", () => advice.check(), {
        narrow: "play.check", label: "play.solvable",
      })),
    h("div", { class: "row game", role: "group", "aria-label": t("play.game") },
      tool("clear", "clear", "play.clear", () => game.clear(), { disabled: isEmpty }),
      press("play.allSolutions", { id: "all-solutions", onClick: () => game.page.openSolutions() }),
      h(CopyLink, { id: "copy-link" })));
}

/** @param {Props} props */
export function Help({ game, game: { position, puzzle: { board, isClassic, isPlain, pieces } } }) {
  const goal = isPlain ? (pieces.turnsOver ? "help.goalPlain" : "help.goalOneSided")
    : isClassic ? "help.goal" : "help.goalColours";
  /** @type {(Phrase|false)[]} */
  const keys = [goal, board.wrap ? "help.goalTube" : false, "help.moves", "help.keys", "help.otherKeys",
    pieces.axes > 1 && "help.solid"];
  return h("details", { class: "help" },
    h("summary", {}, t("help.title")),
    keys.filter((key) => key !== false).map((key) => h("p", { key }, keyed(t(key)))),
    isPlain && h("p", {}, keyed(t("help.card")), " ", press("play.fix", {
      id: "fix", disabled: !position.lies.length || position.solved, onClick: () => game.fix(),
    })),
    h("p", {}, press("first.again", { id: "first-again", onClick: () => game.page.first.open() })));
}
