/** Design: paint a pattern, or a sketch of one, and see at once whether it can be solved. */

import { isImplied } from "./board.js";
import { givenTitle, markBoard, saveBoard } from "./boards.js";
import { around, byId } from "./dom.js";
import { Colours, EditedBoard, Palette } from "./editor.js";
import { Exporting } from "./exporting.js";
import { Choose, Files, Labelled, textOf, Tick } from "./form.js";
import { Gallery, GalleryView } from "./gallery.js";
import { Judged, Judgement } from "./judgement.js";
import { colourName } from "./look.js";
import { pictured, press, pressPicture, Status } from "./modal.js";
import { boardOf, CHEQUER, countLetters } from "./pattern.js";
import { PositionTree } from "./positiontree.js";
import { Proposal, ProposalView, WishForm } from "./proposal.js";
import { memory, settings } from "./settings.js";
import { ANY, BLANK, MOST, readFile, Sketch, SketchError, WILD } from "./sketch.js";
import { changeParts, choiceParts } from "./boardparts.js";
import { say } from "./messages.js";
import { BRUSHES, MIRROR, TURN } from "./symmetry.js";
import { named, plain, quoted, t } from "./text.js";
import { h, render } from "./vendor/preact.js";

export class Design {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.library = page.library;
    this.sketch = BLANK;
    /** The last pattern: the other tabs show it while cells are open. */
    this.pattern = "";
    this.title = "";
    this.kept = "";
    this.tree = new PositionTree("");
    /** The brush, one of `BRUSHES`. */
    this.brush = "none";
    /** Whether sides are marked where a border must run. */
    this.isImplied = false;
    /** @type {import("./modal.js").Telling} */
    this.telling = { said: "" };
    this.judgement = new Judgement(this);
    this.proposal = new Proposal(this);
    this.gallery = new Gallery(this);
    this.exporting = new Exporting(this);
    this.palette = new Palette("design-colour", [WILD]);
    this.draw();
    this.#listen();
  }

  /** Its title, or that of the same pattern among Kaleido's own. */
  get called() {
    return this.title.trim() || (this.sketch.isPattern ? this.library.pattern(this.sketch.letters).title : "");
  }

  /** The sketch for a link; empty for a pattern, which the link has anyway. */
  get open() { return this.sketch.isPattern ? "" : this.sketch.text; }

  get #step() { return JSON.stringify([this.sketch.text, this.title, this.kept]); }

  /** Shows a pattern from another part of the page, or a sketch from a link.
   * @param {string} pattern 64 letters
   * @param {{title?: string, sketch?: Sketch|null}} options */
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

  /** Takes a whole sketch as one step.
   * @param {Sketch} sketch */
  set(sketch, title = this.title, kept = this.kept) {
    this.#put({ sketch, title, kept });
    this.tree.add(this.#step);
    this.#settle();
  }

  /** Changes the design, a step that can be undone.
   * @param {{sketch: Sketch, title: string, kept: string}} state `kept`: the title of the design to overwrite */
  #put({ sketch, title, kept }) {
    this.proposal.leave();
    Object.assign(this, { sketch, title, kept });
  }

  /** Reads a step from text.
   * @param {unknown} step
   * @param {{isSame?: boolean}} options whether it must be the same sketch */
  #read(step, { isSame = false } = {}) {
    try {
      const [text, title, kept] = JSON.parse(String(step));
      if (isSame && text !== this.sketch.text) return;
      this.#put({ sketch: Sketch.read(text), title: String(title), kept: String(kept) });
    } catch { /* It is of another time. */ }
  }

  /** Stores and judges the design. */
  #settle() {
    const { sketch } = this;
    const isNew = sketch.isPattern && sketch.letters !== this.pattern;
    if (isNew) this.pattern = sketch.letters;
    this.#remember();
    this.draw();
    if (isNew) this.page.adopt(this.library.pattern(this.pattern));
    else this.page.address.save();
    this.judge();
  }

  #remember() {
    memory.save("design", { tree: this.tree.save(), pattern: this.pattern });
  }

  /** @param {number[]} cells @param {string} letter @param {boolean} isEnd of a stroke @param {boolean} adds */
  paint(cells, letter, isEnd, adds) {
    if (this.proposal.isOpen) {
      if (isEnd) say(t("proposal.first"));
      return;
    }
    this.proposal.leave();
    const { text } = this.sketch;
    this.sketch = this.sketch.painted(cells, letter, { brush: this.brush, adds });
    if (isEnd && this.tree.now !== this.#step) {
      this.tree.add(this.#step);
      this.#settle();
    } else if (text !== this.sketch.text) {
      this.draw();
      this.judge();
    }
  }

  /** @param {"undo"|"redo"} way */
  travel(way) {
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

  /** Takes up the findings about the sketch. */
  judged() {
    const { verdict } = this.judgement;
    if (isKnown(verdict)) markBoard({ pattern: this.sketch.text }, verdict);
    this.draw();
  }

  // The player's own designs.

  save() {
    const { sketch: { text: pattern }, judgement: { verdict } } = this;
    const { title, isKept } = saveBoard({ pattern }, this.called, {
      over: this.title === this.kept ? this.kept : "", verdict: isKnown(verdict) ? verdict : null,
    });
    this.call(title, title);
    const words = isKept ? "gallery.saved" : "gallery.refused";
    this.#tell(() => t(words, { title }), isKept ? "hint" : "clash");
    this.page.showChoice();
  }

  /** @param {string} title @param {string} kept */
  call(title, kept) {
    this.title = title;
    this.kept = kept;
    // A new title is not a step.
    this.tree.now = this.#step;
    this.#remember();
    this.page.address.save();
    this.draw();
  }

  /** @param {string} title @param {string} now */
  renamed(title, now) {
    if (this.kept === title) this.call(now, now);
  }

  // Files.

  /** @param {string} text @param {string} [asked] the text before Kaleido read its form */
  async take(text, asked) {
    try {
      const { sketch, title } = readFile(text);
      this.set(sketch, title, "");
      this.#tell("");
    } catch (problem) {
      if (!(problem instanceof SketchError)) throw problem;
      const rows = asked ? null : await this.library.read(text);
      if (rows) await this.take(rows, text);
      else this.#tell(() => t("design.misread", { why: problem.said() }), "clash");
    }
  }

  /** @param {File} file */
  async read(file) {
    const text = await textOf(file).catch(() => null);
    if (text !== null) await this.take(text);
    else this.#tell(() => t("statistics.unread", { file: quoted(file.name) }), "clash");
  }

  /** @param {DataTransfer|null} data */
  #receive(data) {
    const [file] = data?.files ?? [];
    const text = data?.getData("text/plain");
    if (file) this.read(file);
    else if (text) this.take(text);
  }

  /** @param {import("./text.js").Said} said @param {"hint"|"clash"|""} kind */
  #tell(said, kind = "") {
    this.telling = { said, kind };
    this.draw();
  }

  // The components.

  #listen() {
    const panel = byId("panel-design");
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#receive(event.dataTransfer);
    });
    document.addEventListener("paste", (event) => {
      if (!panel.hidden && !around(event, "input, dialog")) this.#receive(event.clipboardData);
    });
    panel.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || around(event, "input[type=text]")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) this.travel("undo");
      else if (key === "y" || key === "z") this.travel("redo");
      else if (key === "s") this.save();
      else return;
      event.preventDefault();
    });
  }

  draw() {
    this.gallery.opened.value = this.kept;
    this.gallery.draw();
    render(h(Panel, { design: this, now: {} }), byId("panel-design"));
  }
}

/** @param {import("./judgement.js").Verdict} verdict */
const isKnown = (verdict) => verdict !== "wait" && verdict !== "doubt";

/** @param {{design: Design, now: object}} props `now` is a new object to draw it again */
const Panel = ({ design }) => [
  h(Painted, { design, now: {} }),
  h("div", { class: "side" },
    h("fieldset", { id: "design-palette", class: "palette" },
      h("legend", {}, t("design.paint")), h(Colours, { palette: design.palette })),
    h(Whole, { design, now: {} }),
    h(Known, { design, now: {} }),
    h("details", { class: "wish" },
      h("summary", {}, t("wish.title")),
      h("p", { class: "alone" }, t("engine.wishes")),
      h(WishForm, { ask: (wish) => design.proposal.ask("wish", design.sketch, wish) })),
    h(Ends, { design, now: {} })),
  h(GalleryView, { gallery: design.gallery }),
];

/** Returns the name of a cell's colour.
 * @param {string} cell its possible letters */
const nameOf = (cell) => (cell === ANY ? t("colours.any")
  : [...cell].map(colourName).reduce((one, other) => t("sketch.or", { one, other })));

/** @param {{design: Design, now: object}} props */
function Painted({ design, design: { isImplied: marksImplied, judgement, palette, proposal, sketch } }) {
  const { found, isOpen } = proposal;
  const board = boardOf(found?.letters ?? sketch.letters);
  const { cells } = board;
  const implied = marksImplied ? board.sidesWhere((one, other) =>
    cells[one] !== WILD && cells[other] !== WILD && isImplied(cells[one], cells[other])) : undefined;
  palette.counts.value = { ...countLetters(cells), [WILD]: found ? 0 : sketch.open };
  return h(EditedBoard, {
    id: "design-board", "aria-label": t("design.board"), "data-waits": String(isOpen), board, scene: {
      implied, look: found ? [] : judgement.findings.look, overlay: found
        ? changeParts(found.changed, found.sketch, board) : choiceParts(sketch, board, settings.marks),
    }, on: {
      palette,
      name: (at) => nameOf(found?.letters[at] ?? sketch.cells[at]),
      paint: (places, letter, isEnd, adds) => design.paint(places, letter, isEnd, adds),
    },
  });
}

/** Draws the buttons for the whole pattern.
 * @param {{design: Design, now: object}} props */
function Whole({ design, design: { sketch, tree } }) {
  /** @param {"blank"|"chequer"} name @param {import("./text.js").Phrase} about @param {Sketch} whole */
  const begin = (name, about, whole) => h("button", {
    type: "button", id: name, "aria-label": t(`design.${name}`), title: t(about),
    onClick: () => design.set(whole, "", ""),
  }, pictured(name), h("span", { class: "wide" }, t(`design.${name}`)));
  /** @param {"turn"|"mirror"} name @param {string} picture @param {import("./symmetry.js").Symmetry} symmetry */
  const move = (name, picture, symmetry) => pressPicture(`design.${name}`, picture, {
    id: name, title: t(`design.${name}`), onClick: () => design.set(sketch.transformed(symmetry)),
  });
  return h("div", { class: "row strokes", role: "group", "aria-label": t("design.whole") },
    pressPicture("shared.undo", "undo", {
      id: "design-undo", "aria-disabled": !tree.canUndo, onClick: () => design.travel("undo"),
    }),
    pressPicture("shared.redo", "redo", {
      id: "design-redo", "aria-disabled": !tree.canRedo, onClick: () => design.travel("redo"),
    }),
    move("turn", "rotate", TURN), move("mirror", "flip", MIRROR),
    begin("blank", "design.blankAbout", BLANK), begin("chequer", "design.chequer", Sketch.of(CHEQUER)));
}

/** Draws the findings about the sketch, and the proposals.
 * @param {{design: Design, now: object}} props */
function Known({ design: { sketch, judgement: { found, verdict }, proposal, proposal: { isOpen } } }) {
  /** @param {"fix"|"fill"|"chequer"} kind @param {import("./text.js").Phrase} key @param {string} shade */
  const propose = (kind, key, shade = "prime") =>
    press(key, { id: `propose-${kind}`, class: shade, onClick: () => proposal.ask(kind, sketch) });
  return h("div", { class: "judgement" },
    h("div", { id: "findings", hidden: isOpen },
      h(Judged, { findings: found }),
      h("div", { class: "row" },
        h("p", { class: "alone" }, t("engine.design")),
        ["no", "never", "doubt"].includes(verdict) && propose("fix", "design.fix"),
        verdict === "open" && [propose("fill", "design.fillIn"), propose("chequer", "design.fillChequer", "")])),
    h(ProposalView, { proposal, now: {} }));
}

/** Draws the buttons that play, name, keep and save the design.
 * @param {{design: Design, now: object}} props */
function Ends({ design, design: { called, isImplied: marksImplied, kept, page, proposal, sketch, title } }) {
  const disabled = !sketch.isPattern || proposal.isOpen;
  return [
    h("div", { class: "row" },
      press("shared.play", { id: "design-play", class: "prime", disabled, onClick: () => page.leaveDesign("play") }),
      press("design.watch", { id: "design-watch", disabled, onClick: () => page.leaveDesign("watch") })),
    h("div", { class: "row" },
      h(Labelled, { words: t("design.title"), class: "grow" }, h("input", {
        id: "design-title", type: "text", maxLength: MOST, value: title,
        placeholder: called ? plain(named("titles", called)) : t("design.myPattern"),
        onInput: ({ currentTarget: { value } }) => design.call(value, kept),
        onChange: () => design.call(title.trim(), kept),
      })),
      press("design.save", { id: "design-save", onClick: () => design.save() })),
    h(Status, { id: "design-status", ...design.telling }),
    h("div", { class: "row" },
      h(Choose, {
        id: "symmetry", words: t("design.symmetry"), value: design.brush, choose: (name) => { design.brush = name; },
      }, Object.keys(BRUSHES).map((name) => h("option", { value: name }, named("brushes", name)))),
      h(Tick, { id: "show-implied", words: t("design.implied"), checked: marksImplied, onChange: () => {
        design.isImplied = !marksImplied;
        design.draw();
      } })),
    h("div", { class: "row" },
      press("design.export", { id: "design-export", onClick: () => design.exporting.open() }),
      h(Files, {
        id: "import", words: t("design.import"), accept: ".txt,.json,.csv,text/plain",
        take: async ([file]) => { if (file) await design.read(file); },
      })),
  ];
}
