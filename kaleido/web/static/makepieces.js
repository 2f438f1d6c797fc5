/** The pieces of a puzzle that one makes: some of a set, or pieces that one draws. */

import { failure, get, Latest, post } from "./api.js";
import { Board, HOLE } from "./board.js";
import { around, byId, el, input, onPress, select, write } from "./dom.js";
import { Editor } from "./editor.js";
import { boxName, gaps } from "./makeboard.js";
import { pieceName, Pieces } from "./pieces.js";
import { drawFaces } from "./pieceview.js";
import { drawingOf, FREE, setText, withPiece } from "./recipe.js";
import { settings } from "./settings.js";
import { plain, t } from "./text.js";

/** @typedef {import("./recipe.js").Recipe} Recipe */

/** The side of the field in which a piece is drawn. */
const FIELD = 6;
/** The most copies of a piece. */
const COPIES = 99;
const NONE = new Pieces();

/**
 * @param {string} name
 * @param {number} count
 * @returns {string[]}
 */
const many = (name, count) => Array(count).fill(name);

const emptyField = () => new Board(FIELD, FIELD, HOLE.repeat(FIELD * FIELD));

export class MakePieces {
  #field = emptyField();
  /** @type {string|null} */
  #stroke = null;
  #asking = new Latest();
  /** The sets that were asked for, by name or text.
   * @type {Map<string, Promise<Pieces>>} */
  #sets = new Map();
  /** What `pieces` are. */
  #source = "";
  /** All pieces of the set, or one's own.
   * @type {Pieces} */
  pieces = NONE;

  /**
   * @param {() => Recipe} recipe
   * @param {(recipe: Recipe) => void} changed
   */
  constructor(recipe, changed) {
    this.recipe = recipe;
    this.changed = changed;
    this.editor = new Editor(byId("make-field"), {
      label: "make.field",
      letters: [],
      brush: () => FREE,
      choose: () => {},
      name: (at) => boxName(this.#field.cells[at]),
      paint: (cells, _, isEnd) => this.#paint(cells, isEnd),
    });
    onPress("make-add", () => this.#add());
    onPress("make-all", () => this.#choose(this.pieces.list.flatMap((each) => many(each.name, each.copies))));
    onPress("make-none", () => this.#choose([]));
    /**
     * @param {string} id
     * @param {() => Partial<Recipe>} read
     */
    const follow = (id, read) => byId(id).addEventListener("change", () => changed({ ...recipe(), ...read() }));
    follow("make-set", () => ({ set: select("make-set").value, use: [] }));
    follow("make-over", () => ({ turnsOver: input("make-over").checked }));
    follow("make-spare", () => ({ mayRemain: input("make-spare").checked }));
    byId("make-chips").addEventListener("click", (event) => this.#press(around(event, "button")));
    byId("make-chips").addEventListener("change", (event) => this.#count(around(event, "input")));
  }

  /** Lists the sets that come with Kaleido. */
  async load() {
    if (byId("make-set").childElementCount) return;
    byId("make-set").append(el("option", { value: "", "data-t": "make.own" }));
    /** @type {import("./api.js").SetEntry[]} */
    const sets = await get("sets");
    for (const { name, title = name, lattice } of sets) {
      if (lattice === "square") byId("make-set").append(el("option", { value: name, text: title, lang: "en" }));
    }
  }

  /** What is asked for: the name of a set, or a text. */
  get source() {
    const recipe = this.recipe();
    return recipe.set || (recipe.own.length ? setText({ ...recipe, title: "" }) : "");
  }

  /**
   * Gets the pieces of a recipe.
   * @param {string} source
   * @returns {Promise<Pieces>}
   */
  find(source) {
    const known = this.#sets.get(source) ?? post("pieces", { pieces: source }).then(({ pieces }) =>
      Pieces.of(pieces, { source }));
    this.#sets.set(source, known);
    known.catch(() => this.#sets.delete(source));
    return known;
  }

  /** Gets the pieces, draws them and says that they are there.
   * @param {() => void} done */
  refresh(done) {
    const { source } = this;
    if (source === this.#source) {
      this.draw();
      done();
      return;
    }
    this.#asking.run(async () => {
      const pieces = source ? await this.find(source) : NONE;
      if (source !== this.source) return;
      this.pieces = pieces;
      this.#source = source;
      this.tell("");
      this.draw();
      done();
    }, (problem) => this.tell(failure(problem)));
  }

  /** @param {import("./text.js").Said} text */
  tell(text) {
    write(byId("make-pieces-status"), text);
  }

  // A piece of one's own.

  /**
   * @param {number[]} numbers
   * @param {boolean} isEnd of a stroke
   */
  #paint(numbers, isEnd) {
    const cells = [...this.#field.cells];
    for (const at of numbers) {
      this.#stroke ??= cells[at] === HOLE ? FREE : HOLE;
      cells[at] = this.#stroke;
    }
    if (isEnd) this.#stroke = null;
    this.#field = new Board(FIELD, FIELD, cells.join(""));
    this.#drawField();
  }

  #add() {
    const drawing = drawingOf(this.#field);
    if (!drawing) {
      this.tell(() => t(this.#field.size ? "make.parts" : "make.empty"));
      return;
    }
    const { recipe, name } = withPiece(this.recipe(), drawing);
    this.#field = emptyField();
    this.#drawField();
    this.changed(recipe);
    this.tell(() => t("make.added", { name, n: drawing.replace(/[^o]/g, "").length }));
  }

  #drawField() {
    this.editor.show(this.#field, { isPlain: true, overlay: gaps(this.#field) });
  }

  // The pieces that are used.

  /** @param {string[]} use */
  #choose(use) {
    this.changed({ ...this.recipe(), use });
  }

  /** @param {HTMLElement|null} button */
  #press(button) {
    const name = button?.dataset.piece;
    if (!name) return;
    const recipe = this.recipe();
    if (!recipe.set) this.changed({ ...recipe, own: recipe.own.filter((piece) => piece.name !== name) });
    else if (recipe.use.includes(name)) this.#choose(recipe.use.filter((each) => each !== name));
    else this.#choose([...recipe.use, name]);
  }

  /** @param {HTMLElement|null} field */
  #count(field) {
    if (!(field instanceof HTMLInputElement)) return;
    const recipe = this.recipe();
    const name = field.dataset.piece ?? "";
    const count = Math.max(0, Math.min(Number(field.max), Math.floor(Number(field.value)) || 0));
    if (recipe.set) this.#choose([...recipe.use.filter((each) => each !== name), ...many(name, count)]);
    else {
      const copies = Math.max(1, count);
      const own = recipe.own.map((piece) => (piece.name === name ? { ...piece, copies } : piece));
      this.changed({ ...recipe, own });
    }
  }

  draw() {
    const { set, use, turnsOver, mayRemain } = this.recipe();
    const choice = select("make-set");
    const file = [...choice.options].find(({ value }) => value.includes("\n"));
    if (set.includes("\n") && file?.value !== set) {
      file?.remove();
      choice.append(el("option", { value: set, "data-t": "make.file" }));
    }
    choice.value = set;
    byId("make-draw").hidden = Boolean(set);
    byId("make-some").hidden = !set;
    input("make-over").checked = turnsOver;
    input("make-spare").checked = mayRemain;
    this.#drawField();
    /** @type {HTMLElement|null|undefined} */
    const held = document.activeElement?.closest("#make-chips [data-piece]");
    const pieces = this.pieces.list;
    const length = Math.max(3, ...pieces.map((piece) => piece.length));
    byId("make-chips").replaceChildren(...pieces.map((piece) => this.#chip(piece, set, use, length)));
    if (held) {
      const again = `${held.tagName}[data-piece="${CSS.escape(held.dataset.piece ?? "")}"]`;
      /** @type {HTMLElement} */ (byId("make-chips").querySelector(again) ?? byId("make-field")).focus();
    }
  }

  /**
   * @param {import("./pieces.js").Piece} piece
   * @param {string} set
   * @param {string[]} use
   * @param {number} length of the longest piece
   */
  #chip(piece, set, use, length) {
    const { name, copies, faces, size } = piece;
    const title = pieceName(piece);
    const used = set ? use.filter((each) => each === name).length : copies;
    const picture = drawFaces(piece, { face: faces[0], turn: 0 }, faces, { width: length, marks: settings.marks });
    const most = set ? copies : COPIES;
    const count = most > 1 ? el("input", {
      type: "number", min: set ? 0 : 1, max: most, value: used, "data-piece": name,
      "aria-label": plain(t("make.copies", { piece: title })),
    }) : "";
    const parts = [picture, el("span", { text: piece.isPlain ? name : plain(title) })];
    const pressed = { "data-piece": name, "aria-pressed": String(used > 0), "aria-label": plain(title) };
    const press = set ? el("button", { type: "button", class: "chip", ...pressed }, ...parts)
      : el("span", { class: "chip" }, ...parts);
    const remove = set ? "" : el("button", {
      type: "button", "data-piece": name, "aria-label": plain(t("make.remove", { piece: title })), text: "×",
    });
    return el("li", { title: plain(t("make.size", { n: size })) }, press, el("span", { class: "row" }, count, remove));
  }
}
