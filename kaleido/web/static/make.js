/** The dialog in which one makes a puzzle: draws its board, chooses or draws its pieces. */

import { failure, Latest, post, why } from "./api.js";
import { givenTitle, keepBoard, saveBoard } from "./boards.js";
import { button, byId, el, input, onPress, set, write } from "./dom.js";
import { fragmentOf } from "./fragment.js";
import { MakeBoard } from "./makeboard.js";
import { makeDialog } from "./makedialog.js";
import { MakePieces } from "./makepieces.js";
import {
  blank, boardOf, boardText, isSet, MOST, lettered, questionOf, readBoard, readRecipe, setText, supply,
} from "./recipe.js";
import { reasonOf } from "./reasons.js";
import { memory, settings } from "./settings.js";
import { download, fileName } from "./sketchfile.js";
import { numberText, quoted, sentence, t } from "./text.js";

/**
 * @typedef {import("./recipe.js").Recipe} Recipe
 * @typedef {import("./text.js").Said} Said
 */

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 300;

export class Make {
  /** @type {Recipe} */
  #recipe = readRecipe(memory.load("make")) ?? blank();
  /** The puzzle that is open on the page.
   * @type {import("./puzzle.js").Puzzle|null} */
  #puzzle = null;
  #asking = new Latest();
  /** The question that the verdict is about. */
  #judged = "";

  /** @param {(question: import("./library.js").Question, tab: string) => void} go plays or watches a puzzle */
  constructor(go) {
    this.node = makeDialog();
    /** @param {Recipe} recipe */
    const change = (recipe) => this.#change(recipe);
    this.board = new MakeBoard(() => this.#recipe, change);
    this.pieces = new MakePieces(() => this.#recipe, change);
    onPress("make-new", () => this.#change(blank()));
    onPress("make-take", () => this.#take());
    for (const tab of ["play", "watch"]) {
      onPress(`make-${tab}`, () => {
        keepBoard(this.#question, this.#recipe.title);
        this.node.close();
        go(this.#question, tab);
      });
    }
    onPress("make-keep", () => {
      const { title, isKept } = saveBoard(this.#question, this.#recipe.title);
      this.#tell(() => t(isKept ? "make.kept" : "make.refused", { title }));
    });
    onPress("make-link", () => this.#copy());
    onPress("make-save-board", () => this.#save(boardText(this.#recipe), "board"));
    onPress("make-save-set", () => this.#save(this.#recipe.set || setText(this.#recipe), "pieces"));
    byId("make-title").addEventListener("input", () =>
      this.#change({ ...this.#recipe, title: input("make-title").value.trim() }));
    byId("make-files").addEventListener("change", () => this.#read([...input("make-files").files ?? []]));
    this.node.addEventListener("close", () => this.#asking.cancel());
    settings.onchange(() => { if (this.node.open) this.#draw(); });
  }

  /**
   * Makes the window, as soon as its style is there.
   * @param {(question: import("./library.js").Question, tab: string) => void} go
   */
  static async load(go) {
    const style = el("link", { rel: "stylesheet", href: new URL("./make.css", import.meta.url).href });
    await new Promise((resolve) => {
      style.addEventListener("load", resolve);
      style.addEventListener("error", resolve);
      document.head.append(style);
    });
    return new Make(go);
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle the one that is open */
  async open(puzzle) {
    this.#puzzle = puzzle;
    const { lattice, rows, cols } = puzzle.board;
    button("make-take").disabled = Boolean(lattice) || Math.max(rows, cols) > MOST;
    this.#tell(() => (lattice ? t("make.squares") : ""));
    this.node.showModal();
    this.#draw();
    await this.pieces.load().catch((problem) => this.pieces.tell(failure(problem)));
    this.#draw();
  }

  /** Takes up the puzzle that is open, to change it. */
  async #take() {
    const puzzle = /** @type {import("./puzzle.js").Puzzle} */ (this.#puzzle);
    const { board: { rows, cols, cells, wrap }, pieces: { list, source, chosen } } = puzzle;
    const use = list.flatMap(({ name, copies }) => Array(copies).fill(name));
    const title = puzzle.title || givenTitle(puzzle.key);
    const recipe = { ...blank(), rows, cols, cells, wrap, title };
    if (isSet(source)) await this.#readSet(source, recipe, chosen);
    else this.#change({ ...recipe, set: source, use });
  }

  /** @param {Recipe} recipe */
  #change(recipe) {
    const isOther = recipe.set !== this.#recipe.set || recipe.own !== this.#recipe.own;
    this.#recipe = recipe;
    memory.save("make", recipe);
    this.#tell("");
    if (isOther) this.pieces.tell("");
    this.#draw();
  }

  /** Draws what is made, as soon as its pieces are known. */
  #draw() {
    if (document.activeElement !== byId("make-title")) input("make-title").value = this.#recipe.title;
    this.board.draw(!/[xryb]/.test(this.#recipe.cells));
    this.pieces.refresh(() => {
      const { isPlain, size } = this.pieces.pieces;
      const fitting = size ? lettered(this.#recipe, isPlain) : this.#recipe;
      if (fitting === this.#recipe) this.#judge();
      else this.#change(fitting);
    });
  }

  get #question() {
    return questionOf(this.#recipe, this.pieces.pieces);
  }

  // Whether it can be solved.

  #judge() {
    const recipe = this.#recipe;
    const board = boardOf(recipe).size;
    const pieces = supply(recipe, this.pieces.pieces);
    const isEnough = recipe.set || !recipe.mayRemain ? pieces === board : pieces >= board;
    const isWhole = Boolean(board) && isEnough;
    byId("make-sum").classList.toggle("clash", !isWhole);
    write(byId("make-sum"), () => {
      const spare = pieces - board;
      const difference = isEnough ? "" : t(spare < 0 ? "make.few" : "make.many", { n: Math.abs(spare) });
      return `${t("make.sum", { n: pieces, board })} ${difference}`;
    });
    for (const name of ["play", "watch", "keep", "link"]) button(`make-${name}`).disabled = !isWhole;
    button("make-save-set").disabled = recipe.set ? !recipe.set.includes("\n") : !recipe.own.length;
    const question = this.#question;
    const key = JSON.stringify(question);
    if (!isWhole) {
      this.#asking.cancel();
      this.#judged = "";
      this.#verdict("", "", "");
      return;
    }
    if (key === this.#judged) return;
    this.#judged = key;
    this.#verdict("…", "wait", () => t("design.looking"));
    this.#asking.run(async (signal) => {
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      signal.throwIfAborted();
      const answer = await post("judge", question, signal);
      const { status } = answer;
      if (status === "solved") this.#verdict(() => t("design.yes"), "yes", "");
      else {
        const isNo = status === "no-solution";
        this.#verdict(() => t(isNo ? "design.no" : "design.doubtful"), isNo ? "no" : "wait",
          () => `${sentence(reasonOf(answer))}.`);
      }
      if (status !== "solved") return;
      const { text } = await post("count", question, signal);
      this.#verdict(() => t("design.yes"), "yes", () => t("make.solutions", { text: numberText(text) }));
    }, (problem) => {
      this.#judged = "";
      if (byId("make-verdict").classList.contains("yes")) return;
      this.#verdict(() => t("design.doubtful"), "wait", failure(problem));
    });
  }

  /**
   * @param {Said} text
   * @param {""|"yes"|"no"|"wait"} kind
   * @param {Said} reason
   */
  #verdict(text, kind, reason) {
    write(byId("make-verdict"), text);
    set(byId("make-verdict"), { class: `verdict ${kind}` });
    write(byId("make-reason"), reason);
  }

  /** @param {Said} text */
  #tell(text) {
    write(byId("make-status"), text);
  }

  // Links and files.

  async #copy() {
    const { use = [], ...question } = this.#question;
    const link = new URL(fragmentOf({ tab: "play", ...question, use: use.join() }), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.#tell(() => t("settings.linkCopied"));
    } catch {
      this.#tell(link);
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  #save(text, kind) {
    download(new Blob([`${text}\n`], { type: "text/plain" }), fileName(`${this.#recipe.title} ${kind}`, "txt"));
  }

  /** @param {File[]} files of boards or pieces */
  async #read(files) {
    input("make-files").value = "";
    for (const file of files) {
      const text = await file.text();
      try {
        if (isSet(text)) await this.#readSet(text, this.#recipe);
        else {
          const board = readBoard(text);
          if (!board) throw new Error(t("make.noBoard"));
          this.#change({ ...this.#recipe, ...board, title: board.title || this.#recipe.title });
        }
      } catch (problem) {
        this.#tell(() => t("make.unread", { file: quoted(file.name), problem: why(problem).replace(/\.$/, "") }));
        return;
      }
    }
    this.#tell(() => t("make.read"));
  }

  /**
   * Takes the pieces of a file: those without colours can be changed, as if they had been drawn here.
   * @param {string} text
   * @param {Recipe} recipe what else there is
   * @param {string[]} chosen the pieces that are used; none: all
   */
  async #readSet(text, recipe, chosen = []) {
    const { pieces } = await post("pieces", { pieces: text, use: chosen });
    if (pieces.lattice !== "square") throw new Error(t("make.squares"));
    const { title, sides, use, plain } = pieces;
    const used = pieces.pieces.flatMap((/** @type {import("./api.js").PieceEntry} */ { name, copies = 1 }) =>
      Array(copies).fill(name));
    const own = pieces.pieces.map((/** @type {import("./api.js").PieceEntry} */ { name, copies = 1, faces }) =>
      ({ name, copies, drawing: faces[0].drawing }));
    if (plain && sides !== "two-faced") {
      const kept = { own, set: "", use: [], turnsOver: sides === "mirrored", mayRemain: use === "some" };
      this.#change({ ...recipe, ...kept, title: recipe.title || title });
    } else this.#change({ ...recipe, set: text, use: used });
  }
}
