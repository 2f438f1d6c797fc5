/** What is shown when a player has solved a board: a kaleidoscope of it, and how it went. */

import { showKaleidoscope } from "./kaleidoscope.js";
import { look } from "./look.js";
import { modal, press, spelt } from "./modal.js";
import { canvasOf, imageOf, png, standalone } from "./picture.js";
import { isCalm } from "./settings.js";
import { download } from "./sketchfile.js";
import { sound } from "./sound.js";
import { all, clockTime, named, plain, t } from "./text.js";
import { h, useSignal } from "./vendor/preact.js";

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

/** In pixels. */
const WIDTH = 1080;
const MARGIN = 54;
const SIDE = WIDTH - 2 * MARGIN;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif";

/**
 * The lines of a text that is broken anywhere, as a link is.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 */
function broken(context, text) {
  const lines = [""];
  for (const letter of text) {
    if (context.measureText(lines[lines.length - 1] + letter).width > SIDE) lines.push("");
    lines[lines.length - 1] += letter;
  }
  return lines;
}

/**
 * Draws a finished board with its title, how it was solved, and a link to the puzzle.
 * @param {SVGSVGElement} drawing of the board, on the page
 * @param {{rows: number, cols: number}} board
 * @param {{title: string, how: string, link: string}} words
 */
async function keepsake(drawing, { rows, cols }, { title, how, link }) {
  const rim = look.widths.frame / 2;
  const box = { x: -rim, y: -rim, width: cols + 2 * rim, height: rows + 2 * rim };
  const scale = SIDE / Math.max(box.width, box.height);
  const image = await imageOf(drawing, Math.round(box.width * scale), box);
  const { canvas, context } = canvasOf(WIDTH, 10);
  const small = `24px ${FONT}`;
  context.font = small;
  const links = broken(context, link);
  const below = MARGIN + image.height;
  canvas.height = below + 190 + 32 * links.length;
  context.fillStyle = look.colours.paper;
  context.fillRect(0, 0, WIDTH, canvas.height);
  context.drawImage(image, (WIDTH - image.width) / 2, MARGIN);
  context.fillStyle = look.colours.ink;
  context.font = `bold 56px ${FONT}`;
  context.fillText(title, MARGIN, below + 80, SIDE);
  context.font = `34px ${FONT}`;
  context.fillText(how, MARGIN, below + 134, SIDE);
  context.font = small;
  context.globalAlpha = 0.7;
  links.forEach((line, at) => context.fillText(line, MARGIN, below + 186 + at * 32));
  return png(canvas);
}

/**
 * Shares a picture where the system can; otherwise it is saved, and copied if the browser allows.
 * @param {Blob} picture
 * @param {string} name of the file
 * @param {string} title
 * @returns {Promise<"shared"|"copied"|"saved"|"">} what was done; nothing if the player has thought better of it
 */
async function give(picture, name, title) {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return "shared";
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return "";
    }
  }
  download(file, name);
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return "copied";
  } catch {
    return "saved";
  }
}
