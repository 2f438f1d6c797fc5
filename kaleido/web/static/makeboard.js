/** The board of a puzzle that one makes: its size, its holes and colours, its joined sides. */

import { HOLE, isWrap, WRAPS } from "./board.js";
import { square } from "./boardparts.js";
import { EditedBoard } from "./editor.js";
import { Choose, Labelled } from "./form.js";
import { colourName, look } from "./look.js";
import { press } from "./modal.js";
import { Colours } from "./palette.js";
import { blank, boardOf, FREE, MOST, resized } from "./recipe.js";
import { t } from "./text.js";
import { h, useMemo } from "./vendor/preact.js";

/**
 * Boxes that are no cells, dashed.
 * @param {import("./board.js").Board} board
 */
function gaps(board) {
  const d = [...board.cells].flatMap((letter, at) => (letter === HOLE ? [square(board.cell(at), 0.1)] : [])).join("");
  return h("path", {
    d, fill: "none", stroke: look.colours.muted, "stroke-width": 0.04, "stroke-dasharray": "0.12 0.1",
  });
}

/**
 * What a letter says of a box.
 * @param {string} letter
 */
const boxName = (letter) => (letter === HOLE ? t("make.gap") : letter in look.shades ? colourName(letter)
  : letter === FREE ? t("make.cell") : t("make.given", { letter }));

/** What a stroke paints; the first box without a colour says whether it takes away or brings back. */
class Stroke {
  /** @type {string|null} */
  #letter = null;

  /**
   * @param {string} cells
   * @param {number[]} numbers of the boxes under it
   * @param {boolean} isEnd
   * @param {string|null} colour
   */
  paint(cells, numbers, isEnd, colour) {
    const painted = [...cells];
    for (const at of numbers) {
      this.#letter ??= colour ?? (painted[at] === HOLE ? FREE : HOLE);
      painted[at] = this.#letter;
    }
    if (isEnd) this.#letter = null;
    return painted.join("");
  }
}

/**
 * Boxes that are drawn.
 * @param {{id: string, label: import("./text.js").Phrase, board: import("./board.js").Board,
 *   palette?: import("./palette.js").Palette, painted: (cells: string) => void}} props without a palette, boxes are
 *   there or not
 */
export function Boxes({ id, label, board, palette, painted }) {
  const stroke = useMemo(() => new Stroke(), []);
  return h(EditedBoard, {
    id, "aria-label": t(label), board, scene: { isPlain: !palette, overlay: gaps(board) }, on: {
      letters: palette ? undefined : [],
      brush: () => palette?.value ?? FREE,
      choose: (letter) => { if (palette) palette.value = letter; },
      name: (at) => boxName(board.cells[at]),
      paint: (numbers, letter, isEnd) => {
        const cells = stroke.paint(board.cells, numbers, isEnd, palette ? letter : null);
        if (numbers.length) painted(cells);
      },
    },
  });
}

/** @param {{make: import("./make.js").Make}} props */
export function MakeBoard({ make }) {
  const { recipe: { value: recipe }, puzzle } = make;
  const { lattice, rows, cols } = puzzle?.board ?? { rows: 0, cols: 0 };
  const isPlain = !/[xryb]/.test(recipe.cells);
  /** @param {"rows"|"cols"} name */
  const size = (name) => h(Labelled, { words: t(`make.${name}`) }, h("input", {
    id: `make-${name}`, type: "number", min: 1, max: MOST, inputMode: "numeric", value: recipe[name],
    onChange: ({ currentTarget }) => {
      const wanted = Math.max(1, Math.min(MOST, Math.floor(Number(currentTarget.value)) || 1));
      make.change(resized(recipe, name === "rows" ? wanted : recipe.rows, name === "cols" ? wanted : recipe.cols));
    },
  }));
  return h("section", {},
    h("div", { class: "row" },
      press("make.new", { id: "make-new", onClick: () => make.change(blank()) }),
      press("make.take", {
        id: "make-take", disabled: Boolean(lattice) || Math.max(rows, cols) > MOST, onClick: () => make.take(),
      })),
    h("h3", {}, t("make.boardTitle")),
    h("div", { class: "row" }, size("rows"), size("cols"),
      h(Choose, {
        id: "make-wrap", words: t("make.wrap"), value: recipe.wrap,
        choose: (wrap) => { if (isWrap(wrap)) make.change({ wrap }); },
      }, WRAPS.map((wrap) => h("option", { value: wrap }, t(`joined.${wrap || "none"}`))))),
    isPlain ? h("p", { id: "make-boxes", class: "quiet" }, t("make.boxes"))
      : h("fieldset", { id: "make-palette", class: "palette plain" },
        h("legend", {}, t("design.paint")), h(Colours, { palette: make.palette })),
    h(Boxes, {
      id: "make-board", label: "make.board", board: boardOf(recipe), palette: isPlain ? undefined : make.palette,
      painted: (cells) => make.change({ cells }),
    }));
}
