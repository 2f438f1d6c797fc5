/** The player's own designs and the examples, as thumbnails to open. */

import { allBoards, copyBoard, dropBoard, renameBoard } from "./boards.js";
import { Thumbnail } from "./boardparts.js";
import { boardTitle } from "./card.js";
import { byId } from "./dom.js";
import { pictured, press } from "./modal.js";
import { boardOf } from "./pattern.js";
import { shelf } from "./settings.js";
import { MOST, Sketch } from "./sketch.js";
import { named, plain, t } from "./text.js";
import { batch, h, signal, useLayoutEffect, useRef } from "./vendor/preact.js";

/** The marks of the verdicts on a board, with their words.
 * @type {Record<string, [sign: string, key: import("./text.js").Phrase]|undefined>} */
const MARKS = {
  yes: ["✓", "design.solvable"], no: ["✗", "design.unsolvable"], open: ["?", "design.fillable"],
  never: ["✗", "design.unfillable"],
};

export class Gallery {
  /** The stored text of the boards. */
  #kept = signal("");
  /** The title of the design that is open. */
  opened = signal("");
  /** The title of the design that is being renamed. */
  renamed = signal("");
  /** The design that was deleted last, and a function that restores it. */
  deleted = signal(/** @type {{title: string, undo: () => void}|null} */ (null));
  /** The title of the design that gets the focus as soon as it is drawn. */
  wanted = "";

  /** @param {import("./design.js").Design} design */
  constructor(design) {
    this.design = design;
  }

  /** Shows the stored designs, if they have changed. */
  draw() {
    this.#kept.value = JSON.stringify(shelf.load("boards"));
  }

  get designs() {
    return this.#kept.value
      ? allBoards().filter(({ question }) => !question.pieces && !question.use && !question.wrap) : [];
  }

  /** Shows the shelf as it is now.
   * @param {string} wanted the title of the design that gets the focus */
  #changed(wanted) {
    this.wanted = wanted;
    this.draw();
    this.design.page.showChoice();
  }

  /** @param {string} title @param {string} wanted empty: keeps the title */
  rename(title, wanted) {
    if (this.renamed.value !== title) return;
    batch(() => {
      this.renamed.value = "";
      const now = renameBoard(title, wanted.trim());
      if (now !== title) this.design.renamed(title, now);
      this.#changed(now);
    });
  }

  /** @param {string} title */
  copy(title) {
    this.#changed(copyBoard(title));
  }

  /** @param {string} title */
  drop(title) {
    this.deleted.value = { title, undo: dropBoard(title) };
    this.#changed("");
  }

  /** Undoes the last deletion. */
  undelete() {
    const { title = "", undo } = this.deleted.value ?? {};
    undo?.();
    this.deleted.value = null;
    this.#changed(title);
  }
}

/** @param {{gallery: Gallery}} props */
export const GalleryView = ({ gallery }) => h("div", { class: "gallery" },
  h(Own, { gallery }), h(Examples, gallery));

/** @param {{gallery: Gallery}} props */
function Own({ gallery }) {
  const { designs, deleted: { value: deleted } } = gallery;
  return (designs.length > 0 || deleted) && h("div", { id: "own-designs" },
    h("h2", {}, t("gallery.own")),
    deleted && h(Deleted, { title: deleted.title, undo: () => gallery.undelete() }),
    h("ul", { id: "designs", class: "examples" },
      designs.map((board) => h(Design, { key: board.title, board, gallery }))));
}

/** @param {{title: string, undo: () => void}} props */
function Deleted({ title, undo }) {
  useLayoutEffect(() => byId("undelete").focus(), [title]);
  return h("div", { id: "deleted", class: "notice" },
    h("p", { role: "status" }, t("gallery.deleted", { title })),
    press("shared.undo", { id: "undelete", onClick: undo }));
}

/** @param {{board: import("./boards.js").OwnBoard, gallery: Gallery}} props */
function Design({ board: { title, question: { pattern }, verdict }, gallery }) {
  const open = useRef(/** @type {HTMLButtonElement|null} */ (null));
  const [sign, key] = MARKS[verdict ?? ""] ?? [];
  useLayoutEffect(() => {
    if (gallery.wanted !== title || !open.current) return;
    gallery.wanted = "";
    open.current.focus();
  });
  if (gallery.renamed.value === title) return h("li", { class: "design-card" }, h(Renaming, { title, gallery }));
  /** @param {"rename"|"copy"|"delete"} name @param {string} picture @param {() => void} onClick */
  const tool = (name, picture, onClick) => {
    const label = t(`gallery.${name}`, { title });
    return h("button", { type: "button", "aria-label": label, title: label, onClick }, pictured(picture));
  };
  return h("li", { class: "design-card" },
    h(Example, {
      title, cells: Sketch.read(pattern).letters, node: open, isOpen: title === gallery.opened.value,
      onClick: () => gallery.design.set(Sketch.read(pattern), title, title),
    }, key && h("span", { class: `mark ${verdict}`, role: "img", "aria-label": t(key), title: t(key) }, sign)),
    h("div", { class: "card-tools" },
      tool("rename", "rename", () => { gallery.renamed.value = title; }),
      tool("copy", "copy", () => gallery.copy(title)),
      tool("delete", "clear", () => gallery.drop(title))));
}

/** Draws a field in the place of a title.
 * @param {{title: string, gallery: Gallery}} props */
function Renaming({ title, gallery }) {
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  useLayoutEffect(() => field.current?.select(), []);
  return h("input", {
    type: "text", maxLength: MOST, defaultValue: title, "aria-label": t("design.title"), ref: field,
    onBlur: ({ currentTarget: { value } }) => gallery.rename(title, value),
    onKeyDown: (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      gallery.rename(title, event.key === "Enter" ? event.currentTarget.value : "");
    },
  });
}

/** Draws a pattern to open.
 * @param {{title: string, cells: string, node?: import("preact").Ref<HTMLButtonElement>,
 *   isOpen?: boolean, onClick: () => void, children?: import("./vendor/preact.js").ComponentChildren}} props */
function Example({ title, cells, node, isOpen, onClick, children }) {
  return h("button", {
    type: "button", class: "example", title, ref: node, "aria-current": isOpen, onClick,
  }, h(Thumbnail, { board: boardOf(cells) }), h("span", {}, title), children);
}

/** @param {Pick<Gallery, "design">} props */
const Examples = ({ design }) => h("details", { id: "examples" },
  h("summary", {}, t("design.examples")),
  [...Map.groupBy(design.library.patterns, ({ group }) => group)].map(([group, members], at) => h("details", {
    open: !at,
  },
    h("summary", {}, plain(named("groups", group))),
    h("div", { class: "examples" }, members.map(({ title, cells }) => h(Example, {
      title: plain(boardTitle({ title, group })), cells, onClick: () => design.set(Sketch.of(cells), "", ""),
    }))))));
