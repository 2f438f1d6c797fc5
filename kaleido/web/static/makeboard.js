/** The components of the window for making a puzzle: the board to draw on, and the pieces. */

import { Board, HOLE, isWrap, WRAPS } from "./board.js";
import { square } from "./boardparts.js";
import { byId } from "./dom.js";
import { Colours, EditedBoard } from "./editor.js";
import { Choose, Labelled, Tick } from "./form.js";
import { colourName, look } from "./look.js";
import { press, Status } from "./modal.js";
import { pieceLabel, pieceName } from "./pieces.js";
import { Faces } from "./pieceview.js";
import { blank, boardOf, FREE, MOST, resized } from "./recipe.js";
import { plain, t } from "./text.js";
import { h, useMemo } from "./vendor/preact.js";

/** Draws the boxes that are not cells, dashed.
 * @param {import("./board.js").Board} board */
function gaps(board) {
  const d = [...board.cells].flatMap((letter, at) => (letter === HOLE ? [square(board.cell(at), 0.1)] : [])).join("");
  return h("path", {
    d, fill: "none", stroke: look.colours.muted, "stroke-width": 0.04, "stroke-dasharray": "0.12 0.1",
  });
}

/** Returns the words for the letter of a box.
 * @param {string} letter */
const boxName = (letter) => (letter === HOLE ? t("make.gap") : letter in look.shades ? colourName(letter)
  : letter === FREE ? t("make.cell") : t("make.given", { letter }));

/** The effect of a stroke; without a colour, its first box decides whether it removes or restores cells. */
class Stroke {
  /** @type {string|null} */
  #letter = null;

  /** @param {string} cells
   * @param {number[]} numbers of the boxes under it
   * @param {boolean} isEnd @param {string|null} colour */
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

/** Draws boxes to paint on.
 * @param {{id: string, label: import("./text.js").Phrase, board: import("./board.js").Board, palette?:
 *   import("./editor.js").Palette, painted: (cells: string) => void}} props without a palette, strokes remove and
 *   restore boxes */
function Boxes({ id, label, board, palette, painted }) {
  const stroke = useMemo(() => new Stroke(), []);
  return h(EditedBoard, {
    id, "aria-label": t(label), board, scene: { isPlain: !palette, overlay: gaps(board) }, on: {
      palette,
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

/** @typedef {import("./make.js").Make} Make */

/** The most copies of a piece. */
const COPIES = 99;

/** @param {string} name @param {number} count @returns {string[]} */
const many = (name, count) => Array(count).fill(name);

/** @param {{make: Make}} props */
export function MakePieces({ make }) {
  const { recipe: { value: { set } }, sets: { value: sets }, pieces: { value: { list } } } = make;
  const length = Math.max(3, ...list.map((piece) => piece.length));
  return h("section", {},
    h("h3", {}, t("make.piecesTitle")),
    h("select", {
      id: "make-set", "aria-label": t("make.set"), value: set,
      onChange: (/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget: { value } }) =>
        make.change({ set: value, use: [] }),
    },
    h("option", { value: "" }, t("make.own")),
    sets.map(({ name, title = name }) => h("option", { value: name, lang: "en" }, title)),
    set.includes("\n") && h("option", { value: set }, t("make.file"))),
    set ? h("div", { class: "row", id: "make-some" },
      press("make.all", { id: "make-all", onClick: () =>
        make.change({ use: list.flatMap(({ name, copies }) => many(name, copies)) }) }),
      press("make.none", { id: "make-none", onClick: () => make.change({ use: [] }) })) : h(Field, { make }),
    h(Status, { id: "make-pieces-status", said: make.trouble.value, kind: "clash" }),
    h("ul", { id: "make-chips", class: "chips" },
      list.map((piece) => h(Chip, { key: piece.name, make, piece, length }))));
}

/** Draws the field for the player's own pieces.
 * @param {{make: Make}} props */
function Field({ make }) {
  const { recipe: { value: { turnsOver, mayRemain } }, field: { value: cells } } = make;
  const side = Math.sqrt(cells.length);
  return h("div", { id: "make-draw", class: "make-draw" },
    h(Boxes, {
      id: "make-field", label: "make.field", board: new Board(side, side, cells),
      painted: (now) => { make.field.value = now; },
    }),
    h("div", {},
      h("p", { class: "quiet" }, t("make.draw")),
      press("make.add", { id: "make-add", class: "prime", onClick: () => make.add() }),
      h(Tick, {
        id: "make-over", words: t("make.over"), checked: turnsOver,
        onChange: () => make.change({ turnsOver: !turnsOver }),
      }),
      h(Tick, {
        id: "make-spare", words: t("make.spare"), checked: mayRemain,
        onChange: () => make.change({ mayRemain: !mayRemain }),
      })));
}

/** @param {{make: Make, piece: import("./pieces.js").Piece, length: number}} props the length of the longest piece */
function Chip({ make, piece, length }) {
  const { set, use, own } = make.recipe.value;
  const { name, copies, faces, size } = piece;
  const title = pieceName(piece);
  const used = set ? use.filter((each) => each === name).length : copies;
  const most = set ? copies : COPIES;
  /** @param {number} count */
  const put = (count) => make.change({ use: [...use.filter((each) => each !== name), ...many(name, count)] });
  /** @param {string} value */
  const count = (value) => {
    const wanted = Math.max(set ? 0 : 1, Math.min(most, Math.floor(Number(value)) || 0));
    if (set) put(wanted);
    else make.change({ own: own.map((each) => (each.name === name ? { ...each, copies: wanted } : each)) });
  };
  const parts = [
    h(Faces, { piece, pose: { face: faces[0], turn: 0 }, able: faces, width: length }),
    h("span", {}, plain(pieceLabel(piece))),
  ];
  return h("li", { title: plain(t("make.size", { n: size })) },
    set ? h("button", {
      type: "button", class: "chip", "data-piece": name, "aria-pressed": used > 0, "aria-label": plain(title),
      onClick: () => put(used ? 0 : 1),
    }, parts) : h("span", { class: "chip" }, parts),
    h("span", { class: "row" },
      most > 1 && h("input", {
        type: "number", min: set ? 0 : 1, max: most, value: used, "data-piece": name,
        "aria-label": plain(t("make.copies", { piece: title })),
        onChange: ({ currentTarget: { value } }) => count(value),
      }),
      !set && h("button", {
        type: "button", "data-piece": name, "aria-label": plain(t("make.remove", { piece: title })),
        onClick: () => {
          make.change({ own: own.filter((each) => each.name !== name) });
          byId("make-field").focus();
        },
      }, "×")));
}
