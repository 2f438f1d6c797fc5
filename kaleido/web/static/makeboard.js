/** The board of a puzzle that one makes: its size, its holes and colours, its joined sides. */

import { HOLE } from "./board.js";
import { square } from "./boardparts.js";
import { byId, el, input, select, svg } from "./dom.js";
import { Editor } from "./editor.js";
import { colourName, look } from "./look.js";
import { Palette } from "./palette.js";
import { boardOf, FREE, MOST, resized } from "./recipe.js";
import { t } from "./text.js";

/** @typedef {import("./recipe.js").Recipe} Recipe */

/**
 * Boxes that are no cells, dashed.
 * @param {import("./board.js").Board} board
 */
export function gaps(board) {
  const d = [...board.cells].flatMap((letter, at) => (letter === HOLE ? [square(board.cell(at), 0.1)] : [])).join("");
  return [svg("path", {
    d, fill: "none", stroke: look.colours.muted, "stroke-width": 0.04, "stroke-dasharray": "0.12 0.1",
  })];
}

/**
 * What a letter says of a box.
 * @param {string} letter
 */
export const boxName = (letter) => (letter === HOLE ? t("make.gap") : letter in look.shades ? colourName(letter)
  : letter === FREE ? t("make.cell") : t("make.given", { letter }));

export class MakeBoard {
  /** What a stroke paints on boards without colours.
   * @type {string|null} */
  #stroke = null;

  /**
   * @param {() => Recipe} recipe
   * @param {(recipe: Recipe) => void} changed
   */
  constructor(recipe, changed) {
    this.recipe = recipe;
    this.changed = changed;
    this.palette = new Palette(byId("make-palette"), "make-colour", [HOLE]);
    this.editor = new Editor(byId("make-board"), {
      label: "make.board",
      brush: () => this.palette.value,
      choose: (letter) => { this.palette.value = letter; },
      name: (at) => boxName(this.recipe().cells[at]),
      paint: (cells, letter, isEnd) => this.#paint(cells, letter, isEnd),
    });
    for (const wrap of /** @type {const} */ (["", "columns", "rows", "both"])) {
      byId("make-wrap").append(el("option", { value: wrap, "data-t": `joined.${wrap || "none"}` }));
    }
    for (const id of ["make-rows", "make-cols"]) {
      byId(id).addEventListener("change", () => {
        const [rows, cols] = ["make-rows", "make-cols"].map((each) =>
          Math.max(1, Math.min(MOST, Math.floor(Number(input(each).value)) || 1)));
        this.changed(resized(this.recipe(), rows, cols));
      });
    }
    byId("make-wrap").addEventListener("change", () => this.changed({
      ...this.recipe(), wrap: /** @type {import("./board.js").Wrap} */ (select("make-wrap").value),
    }));
  }

  /**
   * @param {number[]} numbers
   * @param {string} letter
   * @param {boolean} isEnd of a stroke
   */
  #paint(numbers, letter, isEnd) {
    const recipe = this.recipe();
    const cells = [...recipe.cells];
    for (const at of numbers) {
      // Where there are no colours, the first box says whether the stroke takes away or brings back.
      this.#stroke ??= this.isPlain ? (cells[at] === HOLE ? FREE : HOLE) : letter;
      cells[at] = this.#stroke;
    }
    if (isEnd) this.#stroke = null;
    if (numbers.length) this.changed({ ...recipe, cells: cells.join("") });
  }

  /** @param {boolean} isPlain whether the pieces have no colours */
  draw(isPlain) {
    this.isPlain = isPlain;
    const recipe = this.recipe();
    const board = boardOf(recipe);
    byId("make-palette").hidden = isPlain;
    byId("make-boxes").hidden = !isPlain;
    input("make-rows").value = String(recipe.rows);
    input("make-cols").value = String(recipe.cols);
    select("make-wrap").value = recipe.wrap;
    this.editor.show(board, { isPlain, overlay: gaps(board) });
    byId("make-board").style.setProperty("--ratio", String(this.editor.view.ratio));
  }
}
