/** The picture with the reading drawn over it: outlines to choose, cells, corners to drag; and cells in doubt. */

import { cellName } from "./board.js";
import { letterOf, Swatch } from "./editor.js";
import { ARROWS } from "./keys.js";
import { colourName, letters } from "./look.js";
import { press, spelt } from "./modal.js";
import { boardOf } from "./pattern.js";
import { followPointer } from "./pointer.js";
import { pathOf, Quad } from "./readings.js";
import { settings } from "./settings.js";
import { percent, t } from "./text.js";
import { h, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

/** @typedef {import("./readings.js").Point} Point
 * @typedef {import("./readings.js").Reading} Reading
 * @typedef {import("./photo.js").Photo} Photo */

const CORNERS = /** @type {const} */ (["photo.topLeft", "photo.topRight", "photo.bottomRight", "photo.bottomLeft"]);
/** The step of a corner by a key, as a part of the picture's width; Shift multiplies it by ten. */
const STEP = 1 / 800;
/** Milliseconds after the last key when a corner counts as moved. */
const REST = 700;
/** The magnification of the loupe, which has two pixels for each of the screen's. */
const LOUPE = 2;

/** Returns the paths over the picture: the outlines of the other boards, and the chosen one with its cells.
 * @param {Quad[]} others @param {Quad|null} quad @param {Set<number>} doubts
 * @param {number} cell that is pointed at; -1 without one */
function pathsOf(others, quad, doubts, cell) {
  const outlines = others.map(({ corners }) => pathOf(corners)).flatMap((d) =>
    [h("path", { class: "casing", d }), h("path", { class: "outline", d })]);
  if (!quad) return outlines;
  const chosen = Object.entries({
    outline: pathOf(quad.corners), doubtful: [...doubts].map((at) => pathOf(quad.cell(at))).join(""),
    spot: cell >= 0 ? pathOf(quad.cell(cell)) : "",
  }).filter(([, d]) => d);
  return [
    ...outlines, h("path", { class: "lattice", d: quad.lattice }), ...chosen.flatMap(([name, d]) =>
      [h("path", { class: `casing ${name}`, d }), h("path", { class: `chosen ${name}`, d })]),
  ];
}

/** The side of the magnified part, in pixels. */
const SIDE = 240;

/** Draws the surroundings of a point of a picture, magnified, with an outline over them.
 * @param {{picture: HTMLCanvasElement, point: Point, scale: number, outline: Point[], class?: string}} props */
function Magnified({ picture, point: [x, y], scale, outline, class: kind }) {
  const node = /** @type {{current: HTMLCanvasElement|null}} */ (useRef(null));
  useLayoutEffect(() => {
    const pen = node.current?.getContext("2d");
    if (!pen) return;
    const [left, top] = [SIDE / 2 - x * scale, SIDE / 2 - y * scale];
    pen.fillStyle = "#888";
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
    for (const [style, thickness] of /** @type {const} */ ([["#fff", 6], ["#00735f", 3]])) {
      Object.assign(pen, { strokeStyle: style, lineWidth: thickness });
      pen.beginPath();
      for (const [cx, cy] of outline) pen.lineTo(left + cx * scale, top + cy * scale);
      pen.closePath();
      pen.stroke();
    }
  });
  return h("canvas", { ref: node, class: kind, width: SIDE, height: SIDE, "aria-hidden": "true" });
}

/** Shows the part of the picture under a finger, on the other side of the picture.
 * @param {{picture: HTMLCanvasElement, corners: Point[], at: number}} props the number of the corner that is dragged */
const Loupe = ({ picture, corners, at }) => h(Magnified, {
  picture, point: corners[at], scale: (LOUPE * 2 * picture.clientWidth) / picture.width, outline: corners,
  class: `loupe${corners[at][0] < picture.width / 2 ? " right" : ""}`,
});

/** Lets the corners of an outline be moved.
 * @param {Quad|null} still the outline that was read
 * @param {{width: number, height: number}} size of the picture
 * @param {(event: MouseEvent) => Point} where returns a pointer's place in the picture
 * @param {Photo} photo */
function useDrag(still, { width, height }, where, photo) {
  /** The dragged outline, the one that was read, and the corner under the finger. */
  const [drag, setDrag] = useState({ still, quad: still, held: -1 });
  const isMoved = drag.still === still;
  const live = useRef(still);
  live.current = isMoved ? drag.quad : still;
  const timer = useRef(0);
  // A moved outline of another board is not read again.
  useLayoutEffect(() => () => clearTimeout(timer.current), [still]);
  /** @param {number} at @param {Point} point @param {number} held */
  const move = (at, [x, y], held = -1) => {
    const corners = [...live.current?.corners ?? []];
    corners[at] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
    const quad = new Quad(corners);
    if (!quad.isSound) return;
    live.current = quad;
    setDrag({ still, quad, held });
  };
  const drop = () => { if (live.current) photo.readAgain(live.current); };
  /** @param {PointerEvent} down @param {number} at */
  const grab = (down, at) => {
    if (down.button > 0 || !live.current) return;
    // The distance between finger and corner stays the same.
    const [[x, y], [fromX, fromY]] = [live.current.corners[at], where(down)];
    clearTimeout(timer.current);
    followPointer(down, {
      start: () => photo.stop(),
      move: (event) => {
        const [toX, toY] = where(event);
        move(at, [x + toX - fromX, y + toY - fromY], at);
      },
      drop: (_, dragged) => {
        setDrag((now) => ({ ...now, held: -1 }));
        if (dragged) drop();
      },
      cancel: () => setDrag({ still, quad: still, held: -1 }),
    });
  };
  /** @param {KeyboardEvent} event @param {number} at */
  const push = (event, at) => {
    if (!(event.key in ARROWS) || !live.current) return;
    const [down, right] = ARROWS[event.key];
    event.preventDefault();
    const far = width * STEP * (event.shiftKey ? 10 : 1);
    const [x, y] = live.current.corners[at];
    photo.stop();
    move(at, [x + right * far, y + down * far]);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(drop, REST);
  };
  return { quad: live.current, held: isMoved ? drag.held : -1, grab, push };
}

/** @param {{photo: Photo, now: object}} props */
export function PictureView({ photo, photo: { seen: { snapshot, readings, chosen, cell } } }) {
  const picture = snapshot?.canvas ?? null;
  const { width = 1, height = 1 } = picture ?? {};
  const shown = /** @type {{current: HTMLCanvasElement|null}} */ (useRef(null));
  useLayoutEffect(() => {
    if (picture) shown.current?.getContext("2d")?.drawImage(picture, 0, 0);
  }, [picture]);
  /** @param {MouseEvent} event @returns {Point} */
  const where = ({ clientX, clientY }) => {
    const box = shown.current?.getBoundingClientRect() ?? new DOMRect();
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height];
  };
  const { quad, held, grab, push } = useDrag(readings[chosen]?.quad ?? null, { width, height }, where, photo);
  /** @param {Point} point */
  const placeOf = ([x, y]) => ({ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
  /** @param {MouseEvent} event */
  const pressed = (event) => {
    if (event.target instanceof HTMLButtonElement) return;
    const point = where(event);
    const at = quad?.find(point) ?? -1;
    const other = readings.findIndex((reading) => (reading.quad?.find(point) ?? -1) >= 0);
    if (at >= 0) photo.ask(at);
    else if (other >= 0) photo.choose(other);
  };
  const others = readings.flatMap((reading, at) =>
    (reading.quad && at !== chosen ? [{ quad: reading.quad, number: at + 1 }] : []));
  const doubts = readings[chosen]?.doubts ?? new Set();
  return h("div", {
    id: "photo-picture", class: "picture", hidden: !picture, onClick: pressed,
    // On a small outline, the handles must not cover each other.
    style: { "--ratio": width / height, "--side": quad ? quad.length / width : 1 },
  },
  h("canvas", { ref: shown, id: "photo-preview", role: "img", "aria-label": t("photo.picture"), width, height }),
  h("svg", { class: "overlay", "aria-hidden": "true", viewBox: `0 0 ${width} ${height}` },
    pathsOf(others.map((other) => other.quad), quad, doubts, held < 0 ? cell : -1)),
  h("div", { "aria-hidden": "true" }, others.map((other) =>
    h("span", { key: other.number, class: "badge", style: placeOf(other.quad.point(4, 4)) }, other.number))),
  CORNERS.map((key, at) => h("button", {
    key, type: "button", class: "corner", "aria-label": t(key), hidden: !quad, style: quad && placeOf(quad.corners[at]),
    onPointerDown: (/** @type {PointerEvent} */ event) => grab(event, at),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => push(event, at),
  })),
  shown.current && quad && held >= 0 && h(Loupe, { picture: shown.current, corners: quad.corners, at: held }));
}

/** The number of cells visible beside each other. */
const AROUND = 3;

/** Asks for the colour of a cell; letters and numbers answer, arrows go to the next one and back.
 * @param {{photo: Photo, now: object}} props */
export function Doubt({ photo, photo: { board: { cells, asked, doubtful, guesses, quad }, sheet: { snapshot } } }) {
  const guess = guesses[asked];
  const all = letters();
  /** @param {KeyboardEvent} event */
  const act = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = letterOf(event.key.toLowerCase(), all);
    if (letter) photo.answer(letter);
    else if (event.key === "ArrowRight") photo.skip(1);
    else if (event.key === "ArrowLeft") photo.skip(-1);
    else return;
    event.preventDefault();
  };
  const cell = cellName(boardOf(cells).cell(asked));
  const said = guess ? t("photo.likeliest", { colour: colourName(guess.letter), chance: percent(guess.chance) })
    : t("photo.unseen");
  return h("fieldset", { id: "photo-doubt", class: "doubt", tabIndex: -1, onKeyDown: act },
    h("legend", {}, t("photo.asked", { cell, number: doubtful.indexOf(asked) + 1, of: doubtful.length })),
    snapshot?.canvas && quad && h(Around, { picture: snapshot.canvas, corners: quad.cell(asked) }),
    h("p", { role: "status" }, spelt(said)),
    h("div", { class: "answers" },
      all.map((letter, at) => h("button", {
        key: letter, type: "button", class: letter === guess?.letter ? "likeliest" : "",
        "aria-keyshortcuts": `${letter} ${at + 1}`, onClick: () => photo.answer(letter),
      }, h(Swatch, { letter, marks: settings.marks }), spelt(colourName(letter)))),
      press("photo.skip", { id: "photo-skip", "aria-keyshortcuts": "ArrowRight", onClick: () => photo.skip(1) })));
}

/** Draws the cell in the picture, with those around it.
 * @param {{picture: HTMLCanvasElement, corners: Point[]}} props */
function Around({ picture, corners }) {
  const [[x0, x1], [y0, y1]] = [0, 1].map((axis) => {
    const places = corners.map((corner) => corner[axis]);
    return [Math.min(...places), Math.max(...places)];
  });
  const scale = SIDE / (AROUND * Math.max(x1 - x0, y1 - y0));
  return h(Magnified, { picture, point: [(x0 + x1) / 2, (y0 + y1) / 2], scale, outline: corners });
}
