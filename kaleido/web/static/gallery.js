/** One's own designs and the examples, as thumbnails to open. */

import { allBoards, copyBoard, dropBoard, renameBoard } from "./boards.js";
import { thumbnail } from "./boardparts.js";
import { byId, el, onPress, set, svg, write } from "./dom.js";
import { boardOf } from "./pattern.js";
import { shelf } from "./settings.js";
import { Sketch } from "./sketch.js";
import { MOST } from "./sketchfile.js";
import { named, plain, spoken, t } from "./text.js";

/**
 * @typedef {import("./boards.js").Board} Board
 * @typedef {{open: (sketch: Sketch, title: string) => void, renamed: (title: string, now: string) => void,
 *   shelved: () => void}} On called when a design is opened, has another title, and when the shelf has changed
 */

/** The marks of what is known of a board, as they are shown and said.
 * @type {Record<string, [sign: string, key: import("./text.js").Phrase]|undefined>} */
const MARKS = {
  yes: ["✓", "design.solvable"], no: ["✗", "design.unsolvable"], open: ["?", "design.fillable"],
  never: ["✗", "design.unfillable"],
};

export class Gallery {
  /**
   * @param {import("./library.js").Pattern[]} examples
   * @param {On} on
   */
  constructor(examples, on) {
    this.on = on;
    /** The title of the design that is open. */
    this.opened = "";
    /** What is shown, as text. */
    this.drawn = "";
    this.isRenaming = false;
    this.#fillExamples(examples);
    onPress("undelete", () => this.undelete());
    /** Undoes the last deletion.
     * @type {(() => void)|null} */
    this.bringBack = null;
  }

  /** Shows the designs that are kept, if they have changed. */
  draw() {
    const key = JSON.stringify([spoken(), this.opened, shelf.load("boards")]);
    // A verdict that comes while a title is written would take its field away.
    if (key === this.drawn || this.isRenaming) return;
    this.drawn = key;
    const boards = allBoards().filter(({ question }) => !question.pieces && !question.use && !question.wrap);
    byId("own-designs").hidden = !boards.length && !this.bringBack;
    byId("designs").replaceChildren(...boards.map((board) => this.#card(board)));
  }

  /** @param {Board} board */
  #card({ title, question, verdict }) {
    const sketch = Sketch.read(question.pattern);
    const [sign, key] = MARKS[verdict ?? ""] ?? [];
    const open = el("button", { type: "button", class: "example", title },
      thumbnail(boardOf(sketch.letters)), el("span", { text: title }));
    set(open, { "aria-current": title === this.opened });
    if (key) open.append(el("span", { class: `mark ${verdict}`, role: "img", "aria-label": t(key), title: t(key), text: sign }));
    open.addEventListener("click", () => this.on.open(sketch, title));
    const card = el("li", { class: "design-card" }, open);
    /**
     * @param {"rename"|"copy"|"clear"} name of the icon
     * @param {string} label
     * @param {() => void} task
     */
    const tool = (name, label, task) => {
      const button = el("button", { type: "button", "aria-label": label, title: label },
        svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` })));
      button.addEventListener("click", task);
      return button;
    };
    card.append(el("div", { class: "card-tools" },
      tool("rename", t("gallery.rename", { title }), () => this.#rename(card, title)),
      tool("copy", t("gallery.copy", { title }), () => this.#focus(copyBoard(title))),
      tool("clear", t("gallery.delete", { title }), () => this.#drop(title))));
    return card;
  }

  /**
   * Puts a field in the place of a title.
   * @param {HTMLElement} card
   * @param {string} title
   */
  #rename(card, title) {
    const field = el("input", { type: "text", maxlength: MOST, value: title, "aria-label": t("design.title") });
    card.replaceChildren(field);
    field.focus();
    field.select();
    this.isRenaming = true;
    /** @param {string} wanted */
    const end = (wanted) => {
      if (!this.isRenaming) return;
      this.isRenaming = false;
      this.drawn = "";
      const now = renameBoard(title, wanted.trim());
      if (now !== title) this.on.renamed(title, now);
      this.#focus(now);
    };
    field.addEventListener("blur", () => end(field.value));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      end(event.key === "Enter" ? field.value : "");
    });
  }

  /** @param {string} title */
  #drop(title) {
    this.bringBack = dropBoard(title);
    byId("deleted").hidden = false;
    write(byId("deleted-words"), () => t("gallery.deleted", { title }));
    this.#changed();
    byId("undelete").focus();
  }

  undelete() {
    this.bringBack?.();
    this.bringBack = null;
    byId("deleted").hidden = true;
    this.#changed();
    byId("designs").querySelector("button")?.focus();
  }

  #changed() {
    this.draw();
    this.on.shelved();
  }

  /**
   * Shows the shelf as it is now, with the focus on a design.
   * @param {string} title
   */
  #focus(title) {
    this.#changed();
    /** @type {NodeListOf<HTMLElement>} */
    const cards = byId("designs").querySelectorAll(".example");
    [...cards].find((card) => card.title === title)?.focus();
  }

  /** @param {import("./library.js").Pattern[]} examples */
  #fillExamples(examples) {
    for (const [group, members] of Map.groupBy(examples, (each) => each.group)) {
      const row = el("div", { class: "examples" });
      for (const { title, cells } of members) {
        const example = el("button", { type: "button", class: "example", title, lang: "en" },
          thumbnail(boardOf(cells)), el("span", { text: title }));
        example.addEventListener("click", () => this.on.open(Sketch.of(cells), ""));
        row.append(example);
      }
      const open = !byId("examples").hasChildNodes();
      const summary = el("summary");
      write(summary, () => plain(named("groups", group)));
      byId("examples").append(el("details", { open }, summary, row));
    }
  }
}
