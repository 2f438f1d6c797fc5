/** What is shown when a player has solved a board: a kaleidoscope of it, and how it went. */

import { byId, dialog, el, onPress, set, write } from "./dom.js";
import { showKaleidoscope } from "./kaleidoscope.js";
import { give, keepsake } from "./keepsake.js";
import { standalone } from "./picture.js";
import { isCalm } from "./settings.js";
import { sound } from "./sound.js";
import { all, clockTime, named, plain, t } from "./text.js";

/**
 * A game that was won.
 * @typedef {object} Win
 * @property {SVGSVGElement} drawing of the board
 * @property {{rows: number, cols: number}} board
 * @property {number} seconds
 * @property {number} hints
 * @property {number} moves
 * @property {string[]} aids what was shown beside the board
 * @property {() => boolean} holds whether the board is still seen as it was won
 */

/**
 * Says what was shown beside the board in a game.
 * @param {string[]} aids
 */
const aidWords = (aids) =>
  (aids.length ? t("won.aids", { parts: all(aids.map((name) => named("aids", name))) }) : t("won.blind"));

export class Won {
  /** What comes after this board; without it there is no such button.
   * @type {(() => void)|null} */
  onNext = null;
  /** @type {"won.next"|"won.whole"} */
  nextWords = "won.next";
  /** Names the puzzle, and gives a link to it. */
  naming = () => ({ title: "", link: "" });
  /** @type {Win|null} */
  #win = null;

  constructor() {
    const panel = dialog("won");
    onPress("won-next", () => {
      panel.close();
      this.onNext?.();
    });
    onPress("won-look", () => panel.close());
    onPress("won-share", () => this.#share());
    // The rest of the screen closes it, too.
    panel.addEventListener("click", (event) => {
      if (event.target === panel) panel.close();
    });
  }

  /**
   * Celebrates a win, and shows how it went.
   * @param {Win} win
   * @param {boolean} isFeat whether it is the player's own
   */
  async show(win, isFeat) {
    this.#win = win;
    if (isFeat) {
      sound("win");
      // A browser that cannot draw it leaves it out.
      if (!isCalm()) await showKaleidoscope(win.drawing, win.board).catch(() => {});
    }
    if (this.#win === win && win.holds()) this.#open(win);
  }

  /** @param {Win} win */
  #open({ drawing, board, seconds, hints, moves, aids }) {
    const box = { x: -0.16, y: -0.16, width: board.cols + 0.32, height: board.rows + 0.32 };
    byId("won-board").replaceChildren(el("img", {
      src: `data:image/svg+xml,${encodeURIComponent(standalone(drawing, 480, box))}`, alt: "",
      width: Math.round(480 * box.width / Math.max(box.width, box.height)),
      height: Math.round(480 * box.height / Math.max(box.width, box.height)),
    }));
    write(byId("won-name"), () => this.naming().title);
    write(byId("won-time"), clockTime(seconds));
    write(byId("won-hints"), () => t("shared.number", { n: hints }));
    write(byId("won-moves"), () => t("shared.number", { n: moves }));
    write(byId("won-aids"), () => aidWords(aids));
    write(byId("won-status"), "");
    byId("won-next").hidden = !this.onNext;
    const { nextWords } = this;
    write(byId("won-next"), () => t(nextWords));
    set(byId("won-share"), { class: this.onNext ? "" : "prime" });
    dialog("won").showModal();
  }

  async #share() {
    const win = this.#win;
    if (!win) return;
    const { title: marked, link } = this.naming();
    const title = plain(marked);
    const done = win.hints
      ? t("play.solvedWith", { time: clockTime(win.seconds), n: win.hints })
      : t("play.solvedIn", { time: clockTime(win.seconds) });
    try {
      const picture = await keepsake(win.drawing, win.board, { title, how: done, link });
      const how = await give(picture, "kaleido.png", `Kaleido: ${title}`);
      write(byId("won-status"), how ? () => t(`won.${how}`) : "");
    } catch {
      write(byId("won-status"), () => t("won.failed"));
    }
  }
}
