/** The pieces of a puzzle that one makes: some of a set, or pieces that one draws. */

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { Tick } from "./form.js";
import { Boxes } from "./makeboard.js";
import { press, Status } from "./modal.js";
import { pieceName } from "./pieces.js";
import { Faces } from "./pieceview.js";
import { plain, t } from "./text.js";
import { h } from "./vendor/preact.js";

/** @typedef {import("./make.js").Make} Make */

/** The most copies of a piece. */
const COPIES = 99;

/**
 * @param {string} name
 * @param {number} count
 * @returns {string[]}
 */
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

/**
 * Where a piece of one's own is drawn.
 * @param {{make: Make}} props
 */
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
    h("span", {}, piece.isPlain ? name : plain(title)),
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
