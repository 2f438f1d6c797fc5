/** The question about a cell in doubt: where it lies in the picture, its likeliest colour, and what answers. */

import { cellName } from "./board.js";
import { colourName, letters } from "./look.js";
import { press, spelt } from "./modal.js";
import { Swatch } from "./palette.js";
import { boardOf } from "./pattern.js";
import { magnify } from "./pictureview.js";
import { settings } from "./settings.js";
import { t } from "./text.js";
import { h, useLayoutEffect, useRef } from "./vendor/preact.js";

/** How many cells are seen beside each other. */
const AROUND = 3;

/**
 * Asks for the colour of a cell; letters and numbers answer, arrows go to the next one and back.
 * @param {{reading: import("./readings.js").Reading, picture: HTMLCanvasElement|null,
 *   answer: (letter: string) => void, skip: (step: 1|-1) => void, now: object}} props
 */
export function Doubt({ reading: { cells, asked, doubtful, guesses, quad }, picture, answer, skip }) {
  const guess = guesses[asked];
  const all = letters();
  /** @param {KeyboardEvent} event */
  const act = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const letter = all.includes(key) ? key : all[Number(key) - 1];
    if (letter) answer(letter);
    else if (event.key === "ArrowRight") skip(1);
    else if (event.key === "ArrowLeft") skip(-1);
    else return;
    event.preventDefault();
  };
  const cell = cellName(boardOf(cells).cell(asked));
  const said = guess ? t("photo.likeliest", { colour: colourName(guess.letter), n: Math.floor(100 * guess.chance) })
    : t("photo.unseen");
  return h("fieldset", { id: "photo-doubt", class: "doubt", tabIndex: -1, onKeyDown: act },
    h("legend", {}, t("photo.asked", { cell, number: doubtful.indexOf(asked) + 1, of: doubtful.length })),
    picture && quad && h(Around, { picture, corners: quad.cell(asked) }),
    h("p", { role: "status" }, spelt(said)),
    h("div", { class: "answers" },
      all.map((letter, at) => h("button", {
        key: letter, type: "button", class: letter === guess?.letter ? "likeliest" : "",
        "aria-keyshortcuts": `${letter} ${at + 1}`, onClick: () => answer(letter),
      }, h(Swatch, { letter, marks: settings.marks }), spelt(colourName(letter)))),
      press("photo.skip", { id: "photo-skip", "aria-keyshortcuts": "ArrowRight", onClick: () => skip(1) })));
}

/**
 * The cell in the picture, with those around it.
 * @param {{picture: HTMLCanvasElement, corners: import("./quad.js").Point[]}} props
 */
function Around({ picture, corners }) {
  const node = useRef(/** @type {HTMLCanvasElement|null} */ (null));
  useLayoutEffect(() => {
    const pen = node.current?.getContext("2d");
    if (!pen) return;
    const [[x0, x1], [y0, y1]] = [0, 1].map((axis) => {
      const places = corners.map((corner) => corner[axis]);
      return [Math.min(...places), Math.max(...places)];
    });
    const scale = pen.canvas.width / (AROUND * Math.max(x1 - x0, y1 - y0));
    magnify(pen, picture, [(x0 + x1) / 2, (y0 + y1) / 2], scale, corners);
  });
  return h("canvas", { ref: node, width: 240, height: 240, "aria-hidden": "true" });
}
