/** The dialog that makes files and prints of a design. */

import { failure, post } from "./api.js";
import { button, byId, find, input, onPress, select, write } from "./dom.js";
import { writePattern } from "./pattern.js";
import { drawSvg, rasterise } from "./picture.js";
import { CELL, printSheet } from "./printsheet.js";
import { settings } from "./settings.js";
import { download, fileName, writeFile } from "./sketchfile.js";
import { foreign, numberText, plain, t } from "./text.js";

/**
 * @typedef {import("./judgement.js").Findings} Findings
 * What is exported; `called` is the title that others see, if it has one.
 * @typedef {{sketch: import("./sketch.js").Sketch, title: string, called: string, findings: Findings}} Subject
 */

/** Seconds that the search for a solution may take. */
const PATIENCE = 20;

export class Exporting {
  /**
   * @param {() => Subject} subject
   * @param {import("./pieces.js").Pieces} pieces
   */
  constructor(subject, pieces) {
    this.subject = subject;
    this.pieces = pieces;
    /** The solution that was found last.
     * @type {{pattern: string, placed: import("./api.js").Placement[]}|null} */
    this.solved = null;
    onPress("design-export", () => this.#open());
    onPress("export-close", () => find("export", HTMLDialogElement).close());
    onPress("download", () => {
      const { sketch, title } = subject();
      this.#save(new Blob([writeFile(sketch, title)], { type: "text/plain" }), "txt");
    });
    onPress("save-svg", () => this.#try(async () => {
      this.#save(new Blob([await this.#draw()], { type: "image/svg+xml" }), "svg");
    }));
    onPress("save-png", () => this.#try(async () => this.#save(await rasterise(await this.#draw()), "png")));
    onPress("print", () => this.#try(() => this.#print()));
  }

  #open() {
    const { sketch, findings: { verdict } } = this.subject();
    const marks = select("export-marks");
    if (!marks.value) marks.value = settings.marks;
    for (const id of ["save-svg", "save-png", "print"]) button(id).disabled = !sketch.isPattern;
    const isHopeless = !sketch.isPattern || verdict === "no";
    input("export-solution").disabled = isHopeless;
    if (isHopeless) input("export-solution").checked = false;
    write(byId("export-status"), sketch.isPattern ? "" : () => t("export.open"));
    find("export", HTMLDialogElement).showModal();
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

  /** @returns {import("./pieceview.js").Marks} */
  get #marks() {
    return /** @type {import("./pieceview.js").Marks} */ (select("export-marks").value);
  }

  get #wantsSolution() {
    return input("export-solution").checked;
  }

  /** Draws the pattern, or its solution if it is wanted. */
  async #draw() {
    const { sketch, called } = this.subject();
    const pattern = writePattern(sketch.letters);
    const placed = this.#wantsSolution ? await this.#solve(pattern) : [];
    return drawSvg({ pattern }, { title: called, marks: this.#marks, placed });
  }

  /** @param {string} pattern */
  async #solve(pattern) {
    if (this.solved?.pattern !== pattern) {
      const { status, reason, placements } = await post("solve", { pattern, timeout: PATIENCE });
      if (status !== "solved") throw new Error(plain(foreign(reason)));
      this.solved = { pattern, placed: placements };
    }
    return this.solved.placed;
  }

  async #print() {
    const { sketch, called: title, findings: { solutions, rating } } = this.subject();
    const pattern = writePattern(sketch.letters);
    const options = { title, marks: this.#marks, size: CELL };
    const [drawn, solution] = await Promise.all([
      drawSvg({ pattern }, options),
      this.#wantsSolution ? drawSvg({ pattern }, { ...options, placed: await this.#solve(pattern) }) : undefined,
    ]);
    const n = rating?.difficulty ?? 0;
    const facts = [
      solutions ? t("sheet.solutions", { text: plain(numberText(solutions)), n: solutions === "1" ? 1 : 2 }) : "",
      n ? t("sheet.difficulty", { dots: "●".repeat(n) + "○".repeat(5 - n) }) : "",
    ].filter(Boolean).join(" · ");
    find("export", HTMLDialogElement).close();
    printSheet({
      title, facts, pattern: drawn, solution, marks: this.#marks,
      pieces: input("export-pieces").checked ? [...this.pieces.values()] : undefined,
    });
  }
}
