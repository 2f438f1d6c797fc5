/** A kaleidoscope of a finished board: its colours turn between mirrors, and dissolve into the board. */

import { canvasOf, imageOf } from "./picture.js";

/** Milliseconds that it takes. */
const TIME = 2600;
/** The number of wedges; every other one is mirrored. */
const WEDGES = 12;
/** The part of the time after which it dissolves, and in which it appears. */
const DISSOLVES = 0.55;
const APPEARS = 0.2;
/** How far the picture turns behind the mirrors, in radians; its size and the circle it moves on, in radii. */
const TURN = 2.2;
const SIZE = 1.25;
const ORBIT = 0.5;

/** The overlap of the wedges, in pixels. */
const SEAM = 6;

/** @param {number} t from 0 to 1 */
const easeOut = (t) => 1 - (1 - t) ** 3;

/**
 * Draws the figure: the picture between two mirrors, as they show it all around.
 * @param {CanvasRenderingContext2D} context
 * @param {CanvasPattern} picture
 * @param {number} scale of the picture
 * @param {number} radius
 * @param {number} turn of the picture, in radians
 */
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

/**
 * Opens holes in the figure, cell by cell from the middle to the rim, through which the board is seen.
 * @param {CanvasRenderingContext2D} context
 * @param {{rows: number, cols: number}} board
 * @param {number} size of a cell
 * @param {number} done from 0 to 1
 */
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

/**
 * Where a board is on the page, without the names around it.
 * @param {SVGSVGElement} drawing
 * @param {{rows: number, cols: number}} board
 */
function placeOf(drawing, { rows, cols }) {
  const matrix = drawing.getScreenCTM() ?? new DOMMatrix();
  const [start, end] = [new DOMPoint(0, 0), new DOMPoint(cols, rows)].map((point) => point.matrixTransform(matrix));
  return { left: start.x + scrollX, top: start.y + scrollY, width: end.x - start.x, height: end.y - start.y };
}

/**
 * Shows the kaleidoscope over a board; it ends early when the page is touched or a key is pressed.
 * @param {SVGSVGElement} drawing of the board
 * @param {{rows: number, cols: number}} board
 */
export async function showKaleidoscope(drawing, board) {
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
  for (const name of ["pointerdown", "keydown"]) {
    window.addEventListener(name, () => { isOver = true; }, { signal: stop.signal, capture: true });
  }
  const radius = Math.hypot(width, height) / 2;
  const tiles = context.createPattern(picture, "repeat");
  const scale = SIZE * radius / Math.min(width, height);
  const start = performance.now();
  for (let t = 0; t < 1 && !isOver; t = Math.max(0, await nextFrame() - start) / TIME) {
    context.clearRect(0, 0, width, height);
    context.save();
    context.translate(width / 2, height / 2);
    context.beginPath();
    context.arc(0, 0, radius * easeOut(Math.min(1, t / APPEARS)), 0, 2 * Math.PI);
    context.clip();
    if (tiles) drawFigure(context, tiles, scale, radius, 0.4 + TURN * easeOut(t));
    context.restore();
    if (t > DISSOLVES) openCells(context, board, size, (t - DISSOLVES) / (1 - DISSOLVES));
  }
  stop.abort();
  canvas.remove();
}

/** @returns {Promise<number>} */
const nextFrame = () => new Promise(requestAnimationFrame);
