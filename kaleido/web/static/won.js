/** What is shown when a player has solved a board: a kaleidoscope of it, and how it went. */

import { h, useSignal } from "./vendor/preact.js";
import { showKaleidoscope } from "./kaleidoscope.js";
import { give, keepsake } from "./keepsake.js";
import { modal, press, spelt } from "./modal.js";
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
 * @property {string} title of the puzzle
 * @property {string} link to it
 * @property {{words: "won.next"|"won.whole", go: () => void}|null} next what comes after it, if there is something
 * @property {() => boolean} holds whether the board is still seen as it was won
 */

/**
 * Says what was shown beside the board in a game.
 * @param {string[]} aids
 */
const aidWords = (aids) =>
  (aids.length ? t("won.aids", { parts: all(aids.map((name) => named("aids", name))) }) : t("won.blind"));

/**
 * Celebrates a win, and shows how it went.
 * @param {Win} win
 * @param {boolean} isFeat whether it is the player's own
 */
export async function celebrate(win, isFeat) {
  if (isFeat) {
    sound("win");
    // A browser that cannot draw it leaves it out.
    if (!isCalm()) await showKaleidoscope(win.drawing, win.board).catch(() => {});
  }
  if (win.holds()) wonWindow.open(win);
}

/**
 * Gives the picture of a game away; returns how it went, to be said.
 * @param {Win} win
 */
async function share({ drawing, board, hints: n, seconds, title: marked, link }) {
  const title = plain(marked);
  const time = clockTime(seconds);
  const how = n ? t("play.solvedWith", { time, n }) : t("play.solvedIn", { time });
  try {
    return await give(await keepsake(drawing, board, { title, how, link }), "kaleido.png", `Kaleido: ${title}`);
  } catch {
    return "failed";
  }
}

const wonWindow = modal("won", WonView, { class: "won", isLight: true });

/** @param {{value: Win, close: () => void}} props */
function WonView({ value: win, close }) {
  const { drawing, board, seconds, hints, moves, aids, title, next } = win;
  /** @type {import("./vendor/preact.js").Signal<Awaited<ReturnType<typeof share>>>} */
  const shared = useSignal("");
  const box = { x: -0.16, y: -0.16, width: board.cols + 0.32, height: board.rows + 0.32 };
  const scale = 480 / Math.max(box.width, box.height);
  const facts = [
    [t("won.time"), clockTime(seconds)],
    [t("won.hints"), t("shared.number", { n: hints })],
    [t("won.moves"), t("shared.number", { n: moves })],
  ];
  return [
    h("div", { id: "won-board", class: "won-board" }, h("img", {
      src: `data:image/svg+xml,${encodeURIComponent(standalone(drawing, 480, box))}`, alt: "",
      width: Math.round(scale * box.width), height: Math.round(scale * box.height),
    })),
    h("div", { class: "won-words" },
      h("h2", { id: "won-title" }, t("won.title")),
      h("p", { id: "won-name", class: "won-name" }, spelt(title)),
      h("dl", null, facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
      h("p", { id: "won-aids", class: "quiet" }, aidWords(aids)),
      h("div", { class: "won-buttons" },
        next && press(next.words, { id: "won-next", class: "prime", onClick: () => {
          close();
          next.go();
        } }),
        press("won.share", { id: "won-share", class: next ? "" : "prime", onClick: async () => {
          shared.value = await share(win);
        } }),
        press("won.look", { id: "won-look", onClick: close })),
      h("p", { id: "won-status", class: "quiet", role: "status" }, shared.value && t(`won.${shared.value}`))),
  ];
}
