/** Photo: a picture of boards is read, corrected and solved. */

import { ApiError, failure, Latest, post, readPicture, silent, why } from "./api.js";
import { Completions, CompletionsView } from "./completions.js";
import { byId } from "./dom.js";
import { Doubt, PictureView } from "./pictureview.js";
import { Colours, EditedBoard, Palette } from "./editor.js";
import { keyed, pictured, press, pressPicture, Status } from "./modal.js";
import { boardOf, writePattern } from "./pattern.js";
import { BLANK, Quad, Reading, Readings, Snapshot } from "./readings.js";
import { reasonOf } from "./reasons.js";
import { foreign, quoted, t } from "./text.js";
import { h, render } from "./vendor/preact.js";

/** The boards read from a picture, or from a link without a picture.
 * @typedef {{snapshot: Snapshot|null, readings: Reading[], chosen: number}} Sheet */

/** Where the steps of reading begin and end on the bar; most time goes into finding the boards. */
const BAR = { decode: [0, 0.1], find: [0.1, 0.85], colours: [0.85, 1] };
/** @param {Error} problem */
const isRefused = (problem) => problem instanceof ApiError && problem.status === 400;
/** The side of an outline marked by hand, as a part of the picture's shorter side. */
const FRAME = 0.5;
/** The most unknown cells for which completions are searched unasked. */
const FEW = 16;

export class Photo {
  /** The picture being read.
   * @type {Snapshot|null} */
  #coming = null;
  /** The picture on which no board was found, on which one may be marked by hand.
   * @type {Snapshot|null} */
  #missed = null;
  /** The cell that is pointed at, on the board or in the picture; -1 without one. */
  pointed = -1;
  palette = new Palette("photo-colour");

  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Sheet} */
    this.sheet = { snapshot: null, readings: [new Reading(BLANK)], chosen: 0 };
    /** Whether a picture is being read; meanwhile the board is that of the one before. */
    this.isReading = false;
    /** The progress; null before it is known.
     * @type {number|null} */
    this.progress = null;
    /** Whether a file is dragged over the panel. */
    this.isOver = false;
    /** The message of the status line.
     * @type {import("./modal.js").Telling} */
    this.telling = { said: "" };
    this.asking = new Latest();
    this.completions = new Completions((cells) => this.#fill(cells));
    this.draw();
    document.addEventListener("paste", (event) => {
      if (!byId("panel-photo").hidden) this.take(event.clipboardData?.files, (type) => type.startsWith("image/"));
    });
  }

  /** The board that is shown. */
  get board() { return this.sheet.readings[this.sheet.chosen]; }

  /** The reading, for a link. */
  get reading() { return this.board.isBlank ? "" : writePattern(this.board.cells); }

  /** The cells in doubt, for a link. */
  get doubted() {
    const { cells, doubts } = this.board;
    return [...doubts].filter((at) => cells[at] !== "?").join(",");
  }

  /** Shows a reading from a link; `?` cells are in doubt.
   * @param {string|null} cells @param {number[]} doubts */
  show(cells, doubts) {
    const reading = new Reading(cells ?? BLANK, cells ? doubts : []);
    // The page writes the link itself when a board is corrected: its picture stays.
    if (reading.cells !== this.board.cells) this.sheet = { snapshot: null, readings: [reading], chosen: 0 };
    else this.board.doubts = reading.doubts;
    this.draw();
  }

  // Reading.

  /** @param {File} file */
  read(file) {
    this.#begin();
    this.#missed = null;
    let isSought = false;
    this.asking.run(async (signal) => {
      const snapshot = await Snapshot.of(file);
      signal.throwIfAborted();
      this.#coming = snapshot;
      this.draw();
      const answer = await this.#ask(snapshot, "", signal, (step) => { isSought = step !== "decode"; });
      const width = snapshot.canvas?.width ?? answer.size[0];
      const readings = answer.boards.map((board) => Reading.of(board, width));
      this.sheet = { snapshot, readings, chosen: answer.number - 1 };
      this.#end();
      this.#tellRead(readings.length);
      // Move the focus so that keys answer at once, unless the player uses another element.
      const { activeElement: here, body } = document;
      if (here === body || byId("drop").contains(here)) document.getElementById("photo-doubt")?.focus();
    }, (problem) => {
      // The former board stays, with its own picture.
      if (isSought && isRefused(problem)) this.#missed = this.#coming;
      this.#end();
      this.#tell(() => `${t("photo.failed", { file: quoted(file.name), problem: why(problem) })}${this.#kept}`, "clash");
    });
  }

  /** Reads the chosen board again, from where it has been dragged to.
   * @param {Quad} quad */
  readAgain(quad) {
    const { snapshot, readings, chosen } = this.sheet;
    if (!snapshot) return;
    const was = this.board;
    was.quad = quad;
    this.#begin();
    this.asking.run(async (signal) => {
      // The reader counts from the middle of a pixel.
      const corners = quad.corners.flat().map((place) => (place - 0.5).toFixed(1)).join();
      const answer = await this.#ask(snapshot, corners, signal);
      readings[chosen] = Reading.of(answer, snapshot.canvas?.width ?? answer.size[0]);
      this.#end();
      this.#tellRead(1);
    }, (problem) => {
      this.#end();
      if (was.isBlank && isRefused(problem)) this.#tell(() => t("photo.drag"));
      else this.#tell(() => `${t("photo.notThere", { problem: why(problem) })}${this.#kept}`, "clash");
    });
  }

  /** @param {Snapshot} snapshot @param {string} corners @param {AbortSignal} signal
   * @param {(step: "decode"|"find"|"colours") => void} [watch] */
  async #ask(snapshot, corners, signal, watch = () => {}) {
    /** @param {boolean} isSilent */
    const tellSilence = (isSilent) =>
      this.#tell(isSilent ? silent : () => t("photo.busy"), isSilent ? "clash" : "wait");
    for await (const events of readPicture(snapshot.content, corners, signal, tellSilence)) {
      for (const event of events) {
        if (event.type === "read") return event;
        if (event.type === "gave-up") throw new ApiError(() => foreign(event.reason), 400);
        const { step, done, of } = event;
        const [from, to] = BAR[step];
        this.progress = from + ((to - from) * done) / of;
        watch(step);
        if (step === "find") this.#tell(() => t("photo.finding"), "wait");
        else if (step === "colours") this.#tell(() => t("photo.colouring", { n: done + 1, of }), "wait");
      }
    }
    throw new ApiError(silent, 0);
  }

  #begin() {
    Object.assign(this, { isReading: true, pointed: -1, progress: null });
    this.#tell(() => t("photo.busy"), "wait");
  }

  #end() {
    this.isReading = false;
    this.#coming = null;
    this.page.address.save();
    this.draw();
  }

  /** Stops reading. */
  stop() {
    if (!this.isReading) return;
    this.asking.cancel();
    this.#end();
    this.#tell(() => `${t("photo.stopped")}${this.#kept}`);
  }

  get #kept() { return this.board.isBlank ? "" : ` ${t("photo.kept")}`; }

  /** @param {number} n the number of boards found */
  #tellRead(n) {
    const number = String(this.sheet.chosen + 1);
    this.#tellDoubts(() => (n > 1 ? t("photo.found", { n, number }) : t("photo.read")));
  }

  /** Puts an outline on the picture, for a board that was not found. */
  mark() {
    const snapshot = this.#missed ?? this.sheet.snapshot;
    if (!snapshot?.canvas) return;
    this.asking.cancel();
    if (this.#missed) this.sheet = { snapshot, readings: [], chosen: 0 };
    this.#missed = null;
    const { width, height } = snapshot.canvas;
    const half = (Math.min(width, height) * FRAME) / 2;
    const [left, top, right, bottom] = [width / 2 - half, height / 2 - half, width / 2 + half, height / 2 + half];
    const quad = new Quad([[left, top], [right, top], [right, bottom], [left, bottom]]);
    this.sheet.chosen = this.sheet.readings.push(new Reading(BLANK, [], quad)) - 1;
    this.page.address.save();
    this.#tell(() => t("photo.drag"));
    byId("photo-picture").querySelector("button")?.focus();
  }

  // Looking, correcting and solving.

  /** @param {number} at */
  choose(at) {
    const { sheet } = this;
    if (this.isReading || at === sheet.chosen) return;
    this.asking.cancel();
    const chosen = sheet.readings[at];
    // Drop a hand-marked outline that was not dragged onto a board.
    sheet.readings = sheet.readings.filter((reading) => !reading.isBlank || reading === chosen);
    sheet.chosen = sheet.readings.indexOf(chosen);
    this.pointed = -1;
    this.page.address.save();
    this.#tellDoubts(() => t("photo.number", { number: String(sheet.chosen + 1) }));
  }

  /** Reports the cells left to correct, and the possible colours.
   * @param {(() => string)|null} first the words before it */
  #tellDoubts(first = null) {
    const { isBlank, unknown, doubts: { size } } = this.board;
    const left = () => {
      if (isBlank) return t("photo.drag");
      if (unknown) return t("photo.toFill", { n: unknown });
      return size ? t("photo.toCheck", { n: size }) : t("photo.clear");
    };
    if (unknown && unknown <= FEW && !this.#isNarrowed) this.completions.ask(this.board.cells);
    this.#tell(() => `${first ? `${first()} ` : ""}${left()}`, isBlank || size ? "" : "hint");
  }

  /** @param {number} cell of the picture that is pressed: asks about it, if it is in doubt */
  ask(cell) {
    this.board.ask(cell);
    this.#point(cell);
  }

  /** Shows a cell on the board and in the picture.
   * @param {number} cell */
  #point(cell) {
    if (cell === this.pointed || this.isReading) return;
    this.pointed = cell;
    this.draw();
  }

  /** @param {number[]} cells @param {string} letter @param {boolean} isEnd of a stroke */
  #correct(cells, letter, isEnd) {
    if (this.isReading) return;
    this.board.paint(cells, letter);
    if (cells.length) [this.pointed] = cells;
    if (isEnd) this.page.address.save();
    if (isEnd) this.#tellDoubts();
    else this.draw();
  }

  /** Whether the possible colours of the unknown cells are known or being searched. */
  get #isNarrowed() { return this.completions.asked === this.board.cells; }

  get canComplete() {
    return !this.board.isBlank && !this.isReading && this.board.unknown > 0 && !this.#isNarrowed;
  }

  /** Colours the cell in question.
   * @param {string} letter */
  answer(letter) {
    this.#correct([this.board.asked], letter, true);
    this.pointed = -1;
    this.draw();
    if (this.board.asked < 0) byId("photo-solve").focus();
  }

  /** @param {1|-1} step to the next cell in doubt, or to the one before */
  skip(step) {
    this.board.skip(step);
    this.pointed = -1;
    this.draw();
  }

  /** The marked cell: the one that is pointed at, or else the one in question; -1 without one. */
  get marked() { return this.pointed >= 0 && this.board.quad ? this.pointed : this.board.asked; }

  /** @param {boolean} isBack anticlockwise */
  turn(isBack) {
    this.board.turn(isBack);
    this.pointed = -1;
    this.page.address.save();
    this.#tellDoubts();
  }

  /** Colours the unknown cells.
   * @param {string} cells */
  #fill(cells) {
    const { board } = this;
    [...board.cells].forEach((letter, at) => letter !== cells[at] && board.paint([at], cells[at]));
    this.page.address.save();
    this.#tell(() => t(board.unknown ? "photo.partly" : "photo.completed"), "hint");
    if (!board.unknown) byId("photo-play").focus();
  }

  solve() {
    const { board, board: { cells: asked } } = this;
    this.#tell(() => t("photo.solving"), "wait");
    this.asking.run(async (signal) => {
      const answer = await post("solve", { pattern: writePattern(asked), timeout: 20 }, signal);
      // It may have been turned or corrected meanwhile.
      if (board.cells !== asked) return;
      if (answer.status === "solved") {
        board.solution = answer.placements;
        this.#tell(() => t("photo.solved"), "joy");
      } else {
        const key = answer.status === "no-solution" ? "photo.noSolution" : "shared.gaveUp";
        this.#tell(() => t(key, { reason: reasonOf(answer, this.page.library.classic) }), "clash");
      }
    }, (problem) => this.#tell(failure(problem), "clash"));
  }

  /** @param {import("./text.js").Said} said @param {import("./modal.js").Telling["kind"]} kind */
  #tell(said, kind = "") {
    this.telling = { said, kind };
    this.draw();
  }

  draw() {
    this.completions.keep(this.board.cells);
    render(h(Panel, { photo: this, now: {} }), byId("panel-photo"));
  }

  /** The picture to show: the one being read, or the one in which no board was found, without boards. */
  get seen() {
    const { sheet: { snapshot, readings, chosen } } = this;
    const other = this.#coming ?? (snapshot ? null : this.#missed);
    return other ? { snapshot: other, readings: [], chosen: 0, cell: -1 }
      : { snapshot, readings: [...readings], chosen, cell: this.marked };
  }

  /** Whether there is a picture on which a board may be marked by hand. */
  get canMark() {
    return !this.isReading && Boolean((this.#missed ?? this.sheet.snapshot)?.canvas);
  }

  /** The handlers of the editor.
   * @type {import("./editor.js").On} */
  edits = {
    palette: this.palette,
    paint: (cells, letter, isEnd) => this.#correct(cells, letter, isEnd),
    point: (cell) => this.#point(cell),
  };

  /** Reads the first of some files.
   * @param {FileList|null} [files]
   * @param {(type: string) => boolean} suits whether files of a type may be pictures */
  take(files, suits = () => true) {
    const file = [...files ?? []].find(({ type }) => suits(type));
    if (file) this.read(file);
  }

  /** Opens the board in another tab.
   * @param {"play"|"design"} tab */
  leave(tab) {
    this.page.takeRead(this.board.cells, tab, tab === "play" ? this.board.solution : null);
  }
}

/** @param {{photo: Photo, now: object}} props `now` is a new object to draw it again */
function Panel({ photo, photo: { board, board: { facts, isBlank, unknown }, isReading, telling } }) {
  const { oriented = true, turned, mirrored, changed: n = 0, possible = true } = facts;
  const isKnown = !unknown && !isReading;
  const cannot = isBlank || isReading;
  return [
    h(Drop, { photo, now: {} }),
    h("div", { class: "reading" },
      h("div", { class: "turned" },
        h(Status, { id: "photo-status", ...telling }),
        ["left", "right"].map((side) => {
          const key = side === "left" ? "photo.left" : "photo.right";
          return pressPicture(key, "rotate", {
            id: `photo-${side}`, class: side, title: t(key), disabled: cannot, onClick: () => photo.turn(side === "left"),
          });
        })),
      !cannot && board.asked >= 0 && h(Doubt, { photo, now: {} }),
      h(Corrected, { photo, now: {} }),
      h("ul", { id: "photo-notes", class: "notes" }, !oriented && h("li", {}, t("photo.turned")),
        Boolean(turned) && h("li", {}, t("photo.asText")), mirrored && h("li", {}, t("photo.mirrored")),
        n > 0 && h("li", {}, t("photo.weighed", { n })), !possible && h("li", {}, t("photo.impossible"))),
      h("div", { id: "photo-completions" }, h(CompletionsView, { completions: photo.completions })),
      h("fieldset", { id: "photo-palette", class: "palette plain" }, h("legend", {}, t("photo.correct")),
        h("div", { class: "drawn" }, h(Colours, { palette: photo.palette }))),
      h("div", { class: "row" },
        photo.canComplete && press("photo.complete", {
          id: "photo-complete", class: "prime", onClick: () => photo.completions.ask(board.cells),
        }),
        press("photo.solve", { id: "photo-solve", class: "prime", disabled: !isKnown, onClick: () => photo.solve() }),
        press("shared.play", { id: "photo-play", disabled: !isKnown, onClick: () => photo.leave("play") }),
        press("photo.edit", { id: "photo-design", disabled: cannot, onClick: () => photo.leave("design") }))),
  ];
}

/** @param {{photo: Photo, now: object}} props */
function Corrected({ photo: { board: { cells, doubts, solution }, edits: on, marked, pointed } }) {
  const board = boardOf(cells);
  const pieces = (solution ?? []).map((placement) => ({
    spots: placement.cells.map(([row, col]) => ({ row, col, letter: cells[board.number([row, col])] })),
  }));
  const [row, col] = board.cell(marked);
  const overlay = marked >= 0 && h("rect", { class: "spot", x: col, y: row, width: 1, height: 1 });
  return h(EditedBoard, {
    id: "photo-board", "aria-label": t("photo.board"), board, scene: { pieces, doubts, overlay }, on, pointed,
  });
}

/** @param {{photo: Photo, now: object}} props */
function Drop({ photo, photo: { isReading, progress, seen, sheet: { chosen, readings } } }) {
  /** @param {DragEvent} event */
  const drag = (event) => {
    event.preventDefault();
    photo.isOver = event.type === "dragenter" || event.type === "dragover";
    photo.draw();
    if (event.type === "drop") photo.take(event.dataTransfer?.files);
  };
  /** @param {"file"|"camera"} name */
  const field = (name) => h("input", {
    id: `photo-${name}`, class: "unseen", type: "file", accept: "image/*",
    capture: name === "camera" ? "environment" : undefined,
    onChange: ({ currentTarget }) => {
      photo.take(currentTarget.files);
      currentTarget.value = "";
    },
  });
  return h("div", {
    id: "drop", class: `drop${seen.snapshot?.canvas ? " full" : ""}${photo.isOver ? " over" : ""}`,
    onDragEnter: drag, onDragOver: drag, onDragLeave: drag, onDrop: drag,
  },
  h("p", { class: "alone" }, keyed(t("engine.photos"))),
  h("p", { class: "drop-words" }, t("photo.drop")),
  h(PictureView, { photo, now: {} }),
  h("div", { id: "photo-busy", class: "busy", hidden: !isReading },
    h("progress", { max: 1, value: progress ?? undefined, "aria-label": t("photo.progress") }),
    press("photo.cancel", { id: "photo-cancel", onClick: () => photo.stop() })),
  h(Readings, { readings: [...readings], chosen, choose: (at) => photo.choose(at) }),
  h("div", { class: "row" },
    h("label", { class: "button prime" }, h("span", {}, t("photo.choose")), field("file")),
    h("label", { class: "button camera" }, pictured("camera"), h("span", {}, t("photo.camera")), field("camera")),
    photo.canMark && press("photo.mark", { id: "photo-mark", onClick: () => photo.mark() })));
}
