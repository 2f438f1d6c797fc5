/** The window for making a puzzle: the player draws its board, and chooses or draws its pieces. */

import { h, signal } from "./vendor/preact.js";
import { failure, get, Latest, pause, post, why } from "./api.js";
import { Board, HOLE } from "./board.js";
import { givenTitle, keepBoard, saveBoard } from "./boards.js";
import { copyText, download, fileName, Files, Labelled, textOf } from "./form.js";
import { linkParts, puzzleLink } from "./fragment.js";
import { MakeBoard, MakePieces } from "./makeboard.js";
import { modal, press, spelt, Status } from "./modal.js";
import { Palette } from "./editor.js";
import { Pieces } from "./pieces.js";
import {
  blank, boardOf, boardText, drawingOf, isSet, lettered, questionOf, readBoard, readRecipe, setText, supply, withPiece,
} from "./recipe.js";
import { reasonOf } from "./reasons.js";
import { memory } from "./settings.js";
import { numberText, quoted, sentence, t, told } from "./text.js";

/** @import { Recipe } from "./recipe.js" */
/** @import { Said } from "./text.js" */

/** @typedef {{text: Said, kind: ""|"yes"|"no"|"wait", reason: Said}} Found */

/** Milliseconds without a change before the request. */
const PAUSE = 300;
/** The side of the field in which a piece is drawn. */
const FIELD = 6;
const NONE = new Pieces();

/** @returns {Found} */
const nothing = () => ({ text: "", kind: "", reason: "" });

export class Make {
  #window = modal("make", View, { title: "make.heading", class: "window", closed: () => this.#stop() });
  #asking = new Latest();
  #finding = new Latest();
  /** The source of `pieces`. */
  #source = "";
  /** The last request. */
  #judged = "";
  /** The puzzle that is open on the page. */
  puzzle = /** @type {import("./puzzle.js").Puzzle|null} */ (null);
  recipe = signal(readRecipe(memory.load("make")) ?? blank());
  /** The sets that come with Kaleido. */
  sets = signal(/** @type {import("./api.js").SetEntry[]} */ ([]));
  /** All pieces of the set, or the player's own. */
  pieces = signal(NONE);
  /** The boxes of the piece that is drawn. */
  field = signal(HOLE.repeat(FIELD * FIELD));
  palette = new Palette("make-colour", [HOLE]);
  found = signal(nothing());
  said = signal(/** @type {Said} */ (""));
  /** The message about the pieces. */
  trouble = signal(/** @type {Said} */ (""));

  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle the open puzzle */
  async open(puzzle) {
    this.puzzle = puzzle;
    this.said.value = () => (puzzle.board.lattice ? t("make.squares") : "");
    this.#window.open(this);
    this.#refresh();
    if (this.sets.value.length) return;
    try {
      /** @type {import("./api.js").SetEntry[]} */
      const sets = await get("sets");
      this.sets.value = sets.filter(({ lattice }) => lattice === "square");
    } catch (problem) {
      this.trouble.value = failure(problem);
    }
  }

  #stop() {
    if (this.#asking.busy) this.#judged = "";
    this.#asking.cancel();
  }

  /** Copies the open puzzle, to change it. */
  async take() {
    const puzzle = /** @type {import("./puzzle.js").Puzzle} */ (this.puzzle);
    const { board: { rows, cols, cells, wrap }, pieces: { list, source, chosen } } = puzzle;
    const use = list.flatMap(({ name, copies }) => Array(copies).fill(name));
    const title = puzzle.title || givenTitle(puzzle.key);
    const recipe = { ...blank(), rows, cols, cells, wrap, title };
    if (!isSet(source)) this.change({ ...recipe, set: source, use });
    else await this.#readSet(source, recipe, chosen).catch((problem) => { this.said.value = failure(problem); });
  }

  /** @param {Partial<Recipe>} changed */
  change(changed) {
    const before = this.recipe.value;
    const recipe = this.recipe.value = { ...before, ...changed };
    memory.save("make", recipe);
    this.said.value = "";
    if (recipe.set !== before.set || recipe.own !== before.own) this.trouble.value = "";
    this.#refresh();
  }

  /** Plays or watches the puzzle.
   * @param {string} tab */
  async leave(tab) {
    keepBoard(this.question, this.recipe.value.title);
    this.#window.close();
    await this.page.open(this.question);
    this.page.tabs.select(tab);
  }

  keep() {
    const { title, isKept } = saveBoard(this.question, this.recipe.value.title);
    this.said.value = () => t(isKept ? "make.kept" : "make.refused", { title });
  }

  // The pieces.

  /** Loads the pieces of the recipe, and has the complete recipe judged. */
  #refresh() {
    const recipe = this.recipe.value;
    const source = recipe.set || (recipe.own.length ? setText({ ...recipe, title: "" }) : "");
    if (source === this.#source) {
      this.#finding.cancel();
      this.#settle();
      return;
    }
    this.#finding.run(async (stop) => {
      this.pieces.value = source
        ? Pieces.of((await post("pieces", { pieces: source }, stop)).pieces, { source }) : NONE;
      this.#source = source;
      this.trouble.value = "";
      this.#settle();
    }, (problem) => { this.trouble.value = failure(problem); });
  }

  /** Gives the board letters that the pieces know. */
  #settle() {
    const { recipe: { value: recipe }, pieces: { value: { isPlain, size } } } = this;
    const fitting = size ? lettered(recipe, isPlain) : recipe;
    if (fitting === recipe) this.#judge();
    else this.change(fitting);
  }

  /** Adds the piece that was drawn. */
  add() {
    const field = new Board(FIELD, FIELD, this.field.value);
    const drawing = drawingOf(field);
    if (!drawing) {
      this.trouble.value = () => t(field.size ? "make.parts" : "make.empty");
      return;
    }
    const { recipe, name } = withPiece(this.recipe.value, drawing);
    this.field.value = HOLE.repeat(FIELD * FIELD);
    this.change(recipe);
    this.trouble.value = () => t("make.added", { name, n: drawing.replace(/[^o]/g, "").length });
  }

  // Whether it can be solved.

  get question() { return questionOf(this.recipe.value, this.pieces.value); }

  /** The numbers of cells of the pieces and of the board, and whether the pieces suffice. */
  get sum() {
    const recipe = this.recipe.value;
    const board = boardOf(recipe).size;
    const pieces = supply(recipe, this.pieces.value);
    const isEnough = recipe.set || !recipe.mayRemain ? pieces === board : pieces >= board;
    return { board, pieces, isEnough, isWhole: board > 0 && isEnough };
  }

  #judge() {
    const { question, sum: { isWhole } } = this;
    const key = isWhole ? JSON.stringify(question) : "";
    if (key && key === this.#judged) return;
    this.#judged = key;
    this.#asking.cancel();
    this.found.value = isWhole ? { text: "…", kind: "wait", reason: () => t("design.looking") } : nothing();
    if (!isWhole) return;
    this.#asking.run(async (stop) => {
      await pause(PAUSE, stop);
      const answer = await post("judge", question, stop);
      if (answer.status !== "solved") {
        const isNo = answer.status === "no-solution";
        this.found.value = {
          text: () => t(isNo ? "design.no" : "design.doubtful"), kind: isNo ? "no" : "wait",
          reason: () => `${sentence(reasonOf(answer))}.`,
        };
        return;
      }
      const yes = /** @type {const} */ ({ text: () => t("design.yes"), kind: "yes" });
      this.found.value = { ...yes, reason: "" };
      const { text } = await post("count", question, stop);
      this.found.value = { ...yes, reason: () => t("make.solutions", { text: numberText(text) }) };
    }, (problem) => {
      this.#judged = "";
      if (this.found.value.kind === "yes") return;
      this.found.value = { text: () => t("design.doubtful"), kind: "wait", reason: failure(problem) };
    });
  }

  // Links and files.

  async copy() {
    const link = puzzleLink(linkParts(this.question));
    this.said.value = await copyText(link) ? () => t("settings.linkCopied") : link;
  }

  /** @param {string} text @param {string} kind */
  save(text, kind) {
    download(new Blob([`${text}\n`], { type: "text/plain" }), fileName(`${this.recipe.value.title} ${kind}`, "txt"));
  }

  /** @param {Iterable<File>} files of boards or pieces */
  async read(files) {
    for (const file of files) {
      try {
        const text = await textOf(file);
        if (isSet(text)) await this.#readSet(text, this.recipe.value);
        else {
          const drawn = readBoard(text);
          const isPlain = drawn && !/[^\w.]/.test(drawn.cells);
          const board = isPlain ? drawn : readBoard(await this.page.library.read(text) ?? "") ?? drawn;
          if (!board) throw new Error(t("make.noBoard"));
          this.change({ ...board, title: board.title || this.recipe.value.title });
        }
      } catch (problem) {
        this.said.value = () => t("make.unread", { file: quoted(file.name), problem: why(problem).replace(/\.$/, "") });
        return;
      }
    }
    this.said.value = () => t("make.read");
  }

  /** Takes the pieces of a file; pieces without colours can be edited as if they had been drawn here.
   * @param {string} text
   * @param {Recipe} recipe the rest of the recipe
   * @param {string[]} chosen the pieces that are used; empty: all */
  async #readSet(text, recipe, chosen = []) {
    const { pieces } = await post("pieces", { pieces: text, use: chosen });
    if (pieces.lattice !== "square") throw new Error(t("make.squares"));
    const { title, sides, use, plain } = pieces;
    /** @type {import("./api.js").PieceEntry[]} */
    const list = pieces.pieces;
    if (plain && sides !== "two-faced") {
      const own = list.map(({ name, copies = 1, drawings }) => ({ name, copies, drawing: drawings.front }));
      const kept = { own, set: "", use: [], turnsOver: sides === "mirrored", mayRemain: use === "some" };
      this.change({ ...recipe, ...kept, title: recipe.title || title });
    } else {
      const all = list.flatMap(({ name, copies = 1 }) => Array(copies).fill(name));
      this.change({ ...recipe, set: text, use: all });
    }
  }
}

/** @param {{value: Make}} props */
const View = ({ value: make }) => [
  h("div", { class: "window-body make" }, h(MakeBoard, { make }), h(MakePieces, { make })),
  h("div", { class: "make-foot" }, h(Verdict, { make }), h(Actions, { make }),
    h(Status, { id: "make-status", said: make.said.value })),
];

/** @param {{make: Make}} props */
function Verdict({ make: { sum: { board, pieces, isEnough, isWhole }, found: { value: { text, kind, reason } } } }) {
  const spare = pieces - board;
  return h("div", { class: "judgement", role: "status" },
    h("p", { id: "make-sum", class: `status ${isWhole ? "" : "clash"}` }, t("make.sum", { n: pieces, board }), " ",
      !isEnough && t(spare < 0 ? "make.few" : "make.many", { n: Math.abs(spare) })),
    h("p", { id: "make-verdict", class: `verdict ${kind}` }, told(text)),
    h("p", { id: "make-reason" }, spelt(told(reason))));
}

/** @param {{make: Make}} props */
function Actions({ make }) {
  const { recipe: { value: recipe }, sum: { isWhole } } = make;
  const { set, own, title } = recipe;
  const disabled = !isWhole;
  return h("div", { class: "row" },
    h(Labelled, { words: t("design.title"), class: "grow" }, h("input", {
      id: "make-name", type: "text", maxLength: 60, autocomplete: "off", value: title,
      onInput: ({ currentTarget: { value } }) => make.change({ title: value }),
      onChange: () => make.change({ title: title.trim() }),
    })),
    press("shared.play", { id: "make-play", class: "prime", disabled, onClick: () => make.leave("play") }),
    press("design.watch", { id: "make-watch", disabled, onClick: () => make.leave("watch") }),
    press("make.keep", { id: "make-keep", disabled, onClick: () => make.keep() }),
    press("settings.copy", { id: "make-link", disabled, onClick: () => make.copy() }),
    press("make.saveBoard", { id: "make-save-board", onClick: () => make.save(boardText(recipe), "board") }),
    press("make.saveSet", {
      id: "make-save-set", disabled: set ? !set.includes("\n") : !own.length,
      onClick: () => make.save(set || setText(recipe), "pieces"),
    }),
    h(Files, {
      id: "make-files", words: t("make.files"), accept: ".txt,.json,.csv,text/plain", multiple: true,
      take: (files) => make.read(files),
    }));
}
