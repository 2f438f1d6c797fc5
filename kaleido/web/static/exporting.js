/** The dialog that makes files and prints of a design. */

import { failure, post } from "./api.js";
import { BoardView } from "./boardview.js";
import { button, byId, dialog, input, onPress, select, write } from "./dom.js";
import { canvasOf, imageOf, png, standalone } from "./picture.js";
import { printSheet } from "./printsheet.js";
import { settings } from "./settings.js";
import { download, fileName, writeFile } from "./sketchfile.js";
import { choiceParts } from "./sketchparts.js";
import { foreign, numberText, plain, t } from "./text.js";

/**
 * @typedef {import("./judgement.js").Findings} Findings
 * @typedef {import("./api.js").Placement} Placement
 * What is exported; `called` is the title that others see, if it has one.
 * @typedef {{sketch: import("./sketch.js").Sketch, title: string, called: string, findings: Findings}} Subject
 */

/** Seconds that the search for a solution may take. */
const PATIENCE = 20;
/** The side of a picture in pixels. */
const SIDE = 1080;
/** The paper around the board, in cells. */
const RIM = 0.16;

export class Exporting {
  /**
   * @param {() => Subject} subject
   * @param {import("./library.js").Library} library
   */
  constructor(subject, library) {
    this.subject = subject;
    this.library = library;
    this.view = new BoardView();
    byId("export-board").append(this.view.node);
    /** The solution that was found last.
     * @type {{letters: string, placed: Placement[]}|null} */
    this.solved = null;
    onPress("design-export", () => this.#open());
    onPress("export-close", () => dialog("export").close());
    for (const id of ["export-marks", "export-solution"]) {
      byId(id).addEventListener("change", () => this.#try(() => this.#draw()));
    }
    onPress("download", () => {
      const { sketch, title } = subject();
      this.#save(new Blob([writeFile(sketch, title)], { type: "text/plain" }), "txt");
    });
    onPress("save-svg", () => this.#save(new Blob([this.#svg], { type: "image/svg+xml" }), "svg"));
    onPress("save-png", () => this.#try(async () => {
      const image = await imageOf(this.view.node, SIDE, this.#box);
      const { canvas, context } = canvasOf(SIDE, SIDE);
      context.drawImage(image, 0, 0);
      this.#save(await png(canvas), "png");
    }));
    onPress("print", () => this.#try(() => this.#print()));
  }

  #open() {
    const { sketch, findings: { verdict } } = this.subject();
    const solution = input("export-solution");
    solution.disabled = !sketch.isPattern || verdict === "no";
    if (solution.disabled) solution.checked = false;
    select("export-marks").value = settings.marks;
    dialog("export").showModal();
    this.#try(() => this.#draw());
  }

  /**
   * @param {Blob} blob
   * @param {string} suffix
   */
  #save(blob, suffix) {
    download(blob, fileName(this.subject().called, suffix));
  }

  /** @param {() => Promise<void>} task */
  async #try(task) {
    write(byId("export-status"), "");
    try {
      await task();
    } catch (problem) {
      write(byId("export-status"), failure(problem));
    }
  }

  /** Shows what will be exported. */
  async #draw() {
    const { sketch: { letters } } = this.subject();
    const wantsSolution = input("export-solution").checked;
    const placed = wantsSolution && this.solved?.letters === letters ? this.solved.placed : [];
    this.#show(placed);
    if (!wantsSolution || placed.length) return;
    const buttons = ["save-svg", "save-png", "print"].map(button);
    for (const each of buttons) each.disabled = true;
    try {
      this.#show(await this.#solve(letters));
    } catch (problem) {
      input("export-solution").checked = false;
      throw problem;
    } finally {
      for (const each of buttons) each.disabled = false;
    }
  }

  /** @param {Placement[]} placed */
  #show(placed) {
    const { sketch } = this.subject();
    const puzzle = this.library.pattern(sketch.letters);
    const marks = this.#marks;
    this.view.draw({
      board: puzzle.board, pieces: placed.map((each) => puzzle.drawnOn(each)),
      overlay: choiceParts(sketch, puzzle.board, marks),
    }, marks);
  }

  /** @param {string} letters */
  async #solve(letters) {
    const question = this.library.pattern(letters).question();
    const { status, reason, placements } = await post("solve", { ...question, timeout: PATIENCE });
    if (status !== "solved") throw new Error(plain(foreign(reason)));
    this.solved = { letters, placed: placements };
    return /** @type {Placement[]} */ (placements);
  }

  /** @returns {import("./pieceview.js").Marks} */
  get #marks() {
    return /** @type {import("./pieceview.js").Marks} */ (select("export-marks").value);
  }

  /** What of the drawing is shown: the board without the names of rows and columns. */
  get #box() {
    const { rows, cols } = this.library.first.board;
    return { x: -RIM, y: -RIM, width: cols + 2 * RIM, height: rows + 2 * RIM };
  }

  get #svg() {
    return standalone(this.view.node, SIDE, this.#box, this.subject().called);
  }

  async #print() {
    const { called: title, findings: { solutions, rating } } = this.subject();
    const wantsSolution = input("export-solution").checked;
    const shown = this.#svg;
    if (wantsSolution) this.#show([]);
    const pattern = this.#svg;
    const n = rating?.difficulty ?? 0;
    const facts = [
      solutions ? t("sheet.solutions", { text: plain(numberText(solutions)), n: solutions === "1" ? 1 : 2 }) : "",
      n ? t("sheet.difficulty", { dots: "●".repeat(n) + "○".repeat(5 - n) }) : "",
    ].filter(Boolean).join(" · ");
    dialog("export").close();
    await printSheet({
      title, facts, pattern, solution: wantsSolution ? shown : undefined, marks: this.#marks, rim: RIM,
      pieces: input("export-pieces").checked ? [...this.library.classic.values()] : undefined,
    });
  }
}
