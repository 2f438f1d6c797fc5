/** Design: paint a pattern, or a sketch of one, and see at once whether it can be solved. */

import { isImplied } from "./board.js";
import { givenTitle, markBoard, saveBoard } from "./boards.js";
import { around, button, byId, el, input, onPress, select, set, showStatus } from "./dom.js";
import { Editor } from "./editor.js";
import { Exporting } from "./exporting.js";
import { Gallery } from "./gallery.js";
import { Judgement } from "./judgement.js";
import { colourName } from "./look.js";
import { boardOf, CHEQUER, countLetters } from "./pattern.js";
import { Palette, showColours } from "./palette.js";
import { PositionTree } from "./positiontree.js";
import { Proposal } from "./proposal.js";
import { say } from "./say.js";
import { memory, settings } from "./settings.js";
import { ANY, BLANK, Sketch, SketchError, WILD } from "./sketch.js";
import { readFile } from "./sketchfile.js";
import { changeParts, choiceParts } from "./sketchparts.js";
import { BRUSHES, MIRROR, TURN } from "./symmetry.js";
import { t } from "./text.js";
import { showWish } from "./wish.js";

/**
 * What is designed, a step that can be undone; `kept` is the title of the design that it is saved over.
 * @typedef {{sketch: Sketch, title: string, kept: string}} State
 * What is called with a new pattern, when the link or the boards that are kept have changed, and to open another tab.
 * @typedef {{changed: (pattern: string) => void, titled: () => void, shelved: () => void,
 *   go: (tab: string) => void}} On
 */

export class Design {
  /**
   * @param {import("./library.js").Library} library
   * @param {On} on
   */
  constructor(library, on) {
    this.library = library;
    this.on = on;
    this.sketch = BLANK;
    /** The last pattern: what the other tabs show while cells are open. */
    this.pattern = "";
    this.title = "";
    this.kept = "";
    this.tree = new PositionTree("");
    this.judgement = new Judgement(library.classic, () => this.#judged());
    this.proposal = new Proposal(() => this.draw(), (letters) => this.set(Sketch.of(letters)));
    this.gallery = new Gallery(library.patterns, {
      open: (sketch, title) => this.set(sketch, title, title),
      renamed: (title, now) => this.#renamed(title, now),
      shelved: on.shelved,
    });
    this.exporting = new Exporting(() => {
      const { sketch, title, called, judgement: { findings } } = this;
      return { sketch, title, called, findings };
    }, library);
    this.palette = new Palette("design-colour", [WILD]);
    showColours("design-palette", this.palette);
    this.editor = new Editor(byId("design-board"), {
      letters: this.palette.letters,
      name: (at) => this.#nameOf(this.proposal.found?.letters[at] ?? this.sketch.cells[at]),
      brush: () => this.palette.value,
      choose: (letter) => { this.palette.value = letter; },
      paint: (cells, letter, isEnd, adds) => this.#paint(cells, letter, isEnd, adds),
    });
    for (const name of Object.keys(BRUSHES)) {
      const key = /** @type {import("./text.js").Phrase} */ (`brushes.${name}`);
      byId("symmetry").append(el("option", { value: name, "data-t": key }));
    }
    this.#listen();
    this.#listenToFiles();
  }

  /** What it is called: its title, or that of a pattern that comes with Kaleido. */
  get called() {
    return this.title || (this.sketch.isPattern ? this.library.pattern(this.sketch.letters).title : "");
  }

  /** The sketch for a link; nothing if it is the pattern that the link has anyway. */
  get open() {
    return this.sketch.isPattern ? "" : this.sketch.text;
  }

  get #step() {
    return JSON.stringify([this.sketch.text, this.title, this.kept]);
  }

  /**
   * Shows what comes from elsewhere.
   * @param {string} pattern 64 letters
   * @param {{title?: string, sketch?: Sketch|null}} options
   */
  show(pattern, { title = givenTitle(boardOf(pattern).text), sketch = null } = {}) {
    const isFirst = !this.pattern;
    if (pattern === this.pattern && !sketch && !isFirst) return;
    this.pattern = pattern;
    const before = isFirst ? memory.load("design") : null;
    this.#put({ sketch: sketch ?? Sketch.of(pattern), title, kept: "" });
    const tree = before && PositionTree.load(before.tree);
    if (tree && before.pattern === pattern) this.#read(tree.now, { isSame: Boolean(sketch) });
    if (isFirst) this.tree = tree ?? new PositionTree(this.#step);
    this.tree.add(this.#step);
    this.draw();
  }

  /**
   * Takes a whole sketch as one step.
   * @param {Sketch} sketch
   */
  set(sketch, title = this.title, kept = this.kept) {
    this.#put({ sketch, title, kept });
    this.tree.add(this.#step);
    this.#settle();
  }

  /** @param {State} state */
  #put({ sketch, title, kept }) {
    this.proposal.leave();
    Object.assign(this, { sketch, title, kept });
    input("design-title").value = title;
  }

  /**
   * Takes up a step, as text.
   * @param {unknown} step
   * @param {{isSame?: boolean}} options whether it must be the same sketch
   */
  #read(step, { isSame = false } = {}) {
    try {
      const [text, title, kept] = JSON.parse(String(step));
      if (isSame && text !== this.sketch.text) return;
      this.#put({ sketch: Sketch.read(text), title: String(title), kept: String(kept) });
    } catch { /* It is of another time. */ }
  }

  /** Remembers and judges what was painted. */
  #settle() {
    const { sketch } = this;
    const isNew = sketch.isPattern && sketch.letters !== this.pattern;
    if (isNew) this.pattern = sketch.letters;
    this.#remember();
    this.draw();
    if (isNew) this.on.changed(this.pattern);
    else this.on.titled();
    this.judge();
  }

  #remember() {
    memory.save("design", { tree: this.tree.save(), pattern: this.pattern });
  }

  /**
   * @param {number[]} cells
   * @param {string} letter
   * @param {boolean} isEnd of a stroke
   * @param {boolean} adds
   */
  #paint(cells, letter, isEnd, adds) {
    if (this.proposal.isOpen) {
      if (isEnd) say(t("proposal.first"));
      return;
    }
    this.proposal.leave();
    const { text } = this.sketch;
    this.sketch = this.sketch.painted(cells, letter, { brush: select("symmetry").value, adds });
    if (isEnd && this.tree.now !== this.#step) {
      this.tree.add(this.#step);
      this.#settle();
    } else if (text !== this.sketch.text) {
      this.draw();
      this.judge();
    }
  }

  /** @param {"undo"|"redo"} way */
  #travel(way) {
    this.#read(this.tree[way]());
    this.#settle();
  }

  judge() {
    this.gallery.draw();
    this.judgement.judge(this.sketch);
  }

  stop() {
    this.judgement.stop();
    this.proposal.leave();
  }

  #judged() {
    const { verdict } = this.judgement;
    if (isKnown(verdict)) markBoard({ pattern: this.sketch.text }, verdict);
    this.gallery.draw();
    this.#drawActions();
  }

  // One's own designs.

  #save() {
    const { sketch: { text: pattern }, judgement: { verdict } } = this;
    const { title, isKept } = saveBoard({ pattern }, this.called, {
      over: this.title === this.kept ? this.kept : "", verdict: isKnown(verdict) ? verdict : null,
    });
    this.#call(title, title);
    const words = isKept ? "gallery.saved" : "gallery.refused";
    showStatus("design-status", () => t(words, { title }), isKept ? "hint" : "clash");
    this.on.shelved();
  }

  /**
   * @param {string} title
   * @param {string} kept
   */
  #call(title, kept) {
    this.title = title;
    this.kept = kept;
    if (input("design-title").value.trim() !== title) input("design-title").value = title;
    // A title is no step of its own.
    this.tree.now = this.#step;
    this.#remember();
    this.on.titled();
    this.draw();
  }

  /**
   * @param {string} title
   * @param {string} now
   */
  #renamed(title, now) {
    if (this.kept === title) this.#call(now, now);
  }

  // Files.

  /** @param {string} text */
  #take(text) {
    try {
      const { sketch, title } = readFile(text);
      this.set(sketch, title, "");
      showStatus("design-status", "");
    } catch (problem) {
      if (!(problem instanceof SketchError)) throw problem;
      showStatus("design-status", () => t("design.misread", { why: problem.said() }), "clash");
    }
  }

  /** @param {DataTransfer|null} data */
  async #receive(data) {
    const [file] = data?.files ?? [];
    const text = file ? await file.text() : data?.getData("text/plain") ?? "";
    if (text) this.#take(text);
  }

  #listenToFiles() {
    const panel = byId("panel-design");
    const chooser = input("import");
    chooser.addEventListener("change", async () => {
      const [file] = chooser.files ?? [];
      if (file) this.#take(await file.text());
      chooser.value = "";
    });
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#receive(event.dataTransfer);
    });
    document.addEventListener("paste", (event) => {
      if (!panel.hidden && !around(event, "input, dialog")) this.#receive(event.clipboardData);
    });
  }

  // What is on the page.

  #listen() {
    const { on, proposal } = this;
    onPress("design-undo", () => this.#travel("undo"));
    onPress("design-redo", () => this.#travel("redo"));
    onPress("chequer", () => this.set(Sketch.of(CHEQUER), "", ""));
    onPress("blank", () => this.set(BLANK, "", ""));
    onPress("turn", () => this.set(this.sketch.transformed(TURN)));
    onPress("mirror", () => this.set(this.sketch.transformed(MIRROR)));
    for (const kind of /** @type {const} */ (["fix", "fill", "chequer"])) {
      onPress(`propose-${kind}`, () => proposal.ask(kind, this.sketch));
    }
    showWish(byId("wish"), (wish) => proposal.ask("wish", this.sketch, wish));
    onPress("design-save", () => this.#save());
    onPress("design-play", () => on.go("play"));
    onPress("design-watch", () => on.go("watch"));
    byId("show-implied").addEventListener("change", () => this.draw());
    input("design-title").addEventListener("input", () => this.#call(input("design-title").value.trim(), this.kept));
    byId("panel-design").addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || around(event, "input[type=text]")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) this.#travel("undo");
      else if (key === "y" || key === "z") this.#travel("redo");
      else if (key === "s") this.#save();
      else return;
      event.preventDefault();
    });
  }

  /**
   * @param {string} cell the letters that it may have
   */
  #nameOf(cell) {
    if (cell === ANY) return t("colours.any");
    return [...cell].map(colourName).reduce((one, other) => t("sketch.or", { one, other }));
  }

  draw() {
    if (!this.pattern) return;
    const { sketch, proposal: { found } } = this;
    const board = boardOf(found?.letters ?? sketch.letters);
    const { cells } = board;
    const implied = input("show-implied").checked ? board.sidesWhere((one, other) =>
      cells[one] !== WILD && cells[other] !== WILD && isImplied(cells[one], cells[other])) : undefined;
    this.editor.show(board, {
      implied, overlay: found
        ? changeParts(found.changed, found.sketch, board) : choiceParts(sketch, board, settings.marks),
    });
    this.palette.show({ ...countLetters(cells), [WILD]: found ? 0 : sketch.open });
    button("design-undo").disabled = !this.tree.canUndo;
    button("design-redo").disabled = !this.tree.canRedo;
    input("design-title").placeholder = this.called || t("design.myPattern");
    this.gallery.opened.value = this.kept;
    this.gallery.draw();
    this.#drawActions();
  }

  /** Offers what can be done with the sketch as it is. */
  #drawActions() {
    const { sketch: { isPattern }, judgement: { verdict }, proposal: { isOpen } } = this;
    byId("propose-fix").hidden = isOpen || !["no", "never", "doubt"].includes(verdict);
    byId("propose-fill").hidden = isOpen || verdict !== "open";
    byId("propose-chequer").hidden = isOpen || verdict !== "open";
    byId("findings").hidden = isOpen;
    set(byId("design-board"), { "data-waits": isOpen });
    for (const id of ["design-play", "design-watch"]) button(id).disabled = !isPattern || isOpen;
  }
}

/** @param {import("./judgement.js").Verdict} verdict */
const isKnown = (verdict) => verdict !== "wait" && verdict !== "doubt";
