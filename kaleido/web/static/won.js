/**
 * The celebration of a solved board: a kaleidoscope of it, whose colours turn between mirrors and dissolve into the
 * board, and the result.
 */

import { download } from "./form.js";
import { look } from "./look.js";
import { modal, press, spelt } from "./modal.js";
import { canvasOf, imageOf, png, standalone } from "./picture.js";
import { isCalm, settings } from "./settings.js";
import { sound } from "./sound.js";
import { all, clockTime, named, plain, t } from "./text.js";
import { h, useSignal } from "./vendor/preact.js";

/** A game that was won.
 * @typedef {object} Win
 * @property {SVGSVGElement} drawing of the board
 * @property {{rows: number, cols: number}} board
 * @property {number} seconds
 * @property {number} hints
 * @property {number} moves
 * @property {string[]} aids the aids shown beside the board
 * @property {string} title of the puzzle
 * @property {string} link to it
 * @property {{words: "won.next"|"won.whole", go: () => void}|null} next the board to play next, if any
 * @property {() => boolean} holds returns whether the solved board is still shown */

/** Celebrates a win, and shows the result.
 * @param {Win} win
 * @param {boolean} isFeat whether it is the player's own */
export async function celebrate(win, isFeat) {
  if (isFeat) {
    sound("win");
    // Without an animation if the browser cannot draw it.
    if (!isCalm()) await showKaleidoscope(win.drawing, win.board).catch(() => {});
  }
  if (win.holds()) wonWindow.open(win);
}

/** Shares the picture of a game; returns the words for the outcome.
 * @param {Win} win */
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
      h("p", { id: "won-aids", class: "quiet" }, aids.length
        ? t("won.aids", { parts: all(aids.map((name) => named("aids", name))) }) : settings.blind && t("won.blind")),
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

/** Returns the lines of a text that may be broken anywhere, such as a link.
 * @param {CanvasRenderingContext2D} context @param {string} text */
function broken(context, text) {
  const lines = [""];
  for (const letter of text) {
    if (context.measureText(lines[lines.length - 1] + letter).width > SIDE) lines.push("");
    lines[lines.length - 1] += letter;
  }
  return lines;
}

/** Draws a finished board with its title, the result, and a link to the puzzle.
 * @param {SVGSVGElement} drawing of the board, on the page
 * @param {{rows: number, cols: number}} board @param {{title: string, how: string, link: string}} words */
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

/** Shares a picture where the system can; otherwise it is saved, and copied if the browser allows.
 * @param {Blob} picture
 * @param {string} name of the file
 * @param {string} title
 * @returns {Promise<"shared"|"copied"|"saved"|"">} the action; empty if the player cancelled it */
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

/** Milliseconds that it takes. */
const TIME = 2600;
/** The number of wedges; every other one is mirrored. */
const WEDGES = 12;
/** The parts of the time after which it dissolves, and in which it appears. */
const DISSOLVES = 0.55;
const APPEARS = 0.2;
/** The turn of the picture behind the mirrors, in radians; its size and the circle it moves on, in radii. */
const TURN = 2.2;
const SIZE = 1.25;
const ORBIT = 0.5;

/** The overlap of the wedges, in pixels. */
const SEAM = 6;

/** @param {number} part from 0 to 1 */
const easeOut = (part) => 1 - (1 - part) ** 3;

/** Draws the figure: the picture between two mirrors, as they show it all around.
 * @param {CanvasRenderingContext2D} context @param {CanvasPattern} picture
 * @param {number} scale of the picture
 * @param {number} radius
 * @param {number} turn of the picture, in radians */
function drawFigure(context, picture, scale, radius, turn) {
  const wedge = (2 * Math.PI) / WEDGES;
  picture.setTransform(new DOMMatrix()
    .translate(ORBIT * radius * Math.cos(turn * 0.7), ORBIT * radius * Math.sin(turn * 0.7))
    .rotate(-turn * 180 / Math.PI).scale(scale));
  context.fillStyle = picture;
  for (let number = 0; number < WEDGES; number += 1) {
    context.save();
    context.rotate((number + number % 2) * wedge);
    if (number % 2) context.scale(1, -1);
    context.beginPath();
    // A little wider than the wedge, so that no seam shines through.
    context.moveTo(-Math.cos(wedge / 2) * SEAM, -Math.sin(wedge / 2) * SEAM);
    context.lineTo(radius, -SEAM / 4);
    context.arc(0, 0, radius, 0, wedge);
    context.fill();
    context.restore();
  }
}

/** Opens holes in the figure, cell by cell from the middle to the rim, through which the board is seen.
 * @param {CanvasRenderingContext2D} context @param {{rows: number, cols: number}} board
 * @param {number} size of a cell
 * @param {number} done from 0 to 1 */
function openCells(context, { rows, cols }, size, done) {
  context.globalCompositeOperation = "destination-out";
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const away = Math.hypot(row + 0.5 - rows / 2, col + 0.5 - cols / 2) / Math.hypot(rows / 2, cols / 2);
      const open = Math.min(1, Math.max(0, (done * 1.6 - away) / 0.6));
      const side = size * open + (open === 1 ? 1 : 0);
      context.fillRect((col + 0.5) * size - side / 2, (row + 0.5) * size - side / 2, side, side);
    }
  }
  context.globalCompositeOperation = "source-over";
}

/** Returns the box of a board on the page, without the names around it.
 * @param {SVGSVGElement} drawing @param {{rows: number, cols: number}} board */
function placeOf(drawing, { rows, cols }) {
  const matrix = drawing.getScreenCTM() ?? new DOMMatrix();
  const [start, end] = [new DOMPoint(0, 0), new DOMPoint(cols, rows)].map((point) => point.matrixTransform(matrix));
  return { left: start.x + scrollX, top: start.y + scrollY, width: end.x - start.x, height: end.y - start.y };
}

/** Shows the kaleidoscope over a board; any press ends it early, after the press has been handled.
 * @param {SVGSVGElement} drawing of the board
 * @param {{rows: number, cols: number}} board */
async function showKaleidoscope(drawing, board) {
  const place = placeOf(drawing, board);
  const size = Math.min(1400 / Math.max(board.rows, board.cols), place.width * devicePixelRatio / board.cols);
  const [width, height] = [board.cols, board.rows].map((side) => Math.round(side * size));
  const picture = await imageOf(drawing, width, { x: 0, y: 0, width: board.cols, height: board.rows });
  const { canvas, context } = canvasOf(width, height);
  canvas.className = "kaleidoscope";
  canvas.setAttribute("aria-hidden", "true");
  for (const [name, value] of Object.entries(place)) canvas.style.setProperty(name, `${value}px`);
  document.body.append(canvas);
  let isOver = false;
  const stop = new AbortController();
  for (const name of ["click", "keydown"]) {
    window.addEventListener(name, () => { isOver = true; }, { signal: stop.signal, capture: true });
  }
  const radius = Math.hypot(width, height) / 2;
  const tiles = context.createPattern(picture, "repeat");
  const scale = SIZE * radius / Math.min(width, height);
  const start = performance.now();
  for (let done = 0; done < 1 && !isOver; done = Math.max(0, await nextFrame() - start) / TIME) {
    context.clearRect(0, 0, width, height);
    context.save();
    context.translate(width / 2, height / 2);
    context.beginPath();
    context.arc(0, 0, radius * easeOut(Math.min(1, done / APPEARS)), 0, 2 * Math.PI);
    context.clip();
    if (tiles) drawFigure(context, tiles, scale, radius, 0.4 + TURN * easeOut(done));
    context.restore();
    if (done > DISSOLVES) openCells(context, board, size, (done - DISSOLVES) / (1 - DISSOLVES));
  }
  stop.abort();
  canvas.remove();
}

/** @returns {Promise<number>} */
const nextFrame = () => new Promise(requestAnimationFrame);
