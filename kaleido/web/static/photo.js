/** Photo: a picture of a board is read, corrected and solved. */

import { failure, Latest, post, upload, why } from "./api.js";
import { button, byId, el, find, input, onPress, showStatus, write } from "./dom.js";
import { Editor } from "./editor.js";
import { Palette } from "./palette.js";
import { cellNumber, CELLS, writePattern } from "./pattern.js";
import { foreign, quoted, sentence, t } from "./text.js";

const BLANK = "?".repeat(CELLS);
/** A cell with less confidence than this is marked, even if the server is certain. */
const SURE = 0.6;

export class Photo {
  /**
   * @param {() => void} changed called when the reading has changed
   * @param {(pattern: string, tab: string) => void} adopt
   */
  constructor(changed, adopt) {
    this.changed = changed;
    this.adopt = adopt;
    this.cells = BLANK;
    /** @type {Set<number>} */
    this.doubts = new Set();
    /** @type {import("./api.js").Cell[][]|null} */
    this.solution = null;
    /** Whether a picture is being read: until then the board is that of the one before. */
    this.isReading = false;
    /** The picture that the board was read from, and the one that is shown.
     * @type {File|null} */
    this.picture = null;
    /** @type {File|null} */
    this.shown = null;
    this.asking = new Latest();
    this.palette = new Palette(byId("photo-palette"), "photo-colour");
    this.editor = new Editor(byId("photo-board"), {
      label: "photo.board",
      brush: () => this.palette.value,
      choose: (letter) => { this.palette.value = letter; },
      paint: (cells, letter, isEnd) => this.#correct(cells, letter, isEnd),
    });
    this.#listen();
  }

  /** The reading, for a link. */
  get reading() {
    return this.cells === BLANK ? "" : writePattern(this.cells);
  }

  /**
   * Shows a reading from a link; `?` cells are in doubt.
   * @param {string|null} cells
   * @param {number[]} doubts
   */
  show(cells, doubts) {
    this.cells = cells ?? BLANK;
    this.doubts = new Set(doubts);
    this.solution = null;
    this.#markUnknown();
    this.draw();
  }

  /** The cells in doubt, for a link. */
  get doubted() {
    return this.cells === BLANK ? "" : [...this.doubts].filter((at) => this.cells[at] !== "?").join(",");
  }

  #markUnknown() {
    if (this.cells === BLANK) return;
    [...this.cells].forEach((letter, at) => {
      if (letter === "?") this.doubts.add(at);
    });
  }

  /** @param {File} file */
  read(file) {
    this.#tell(() => t("photo.busy"), "wait");
    this.#preview(file);
    this.isReading = true;
    this.draw();
    this.asking.run(async (signal) => {
      const answer = await upload("read", file, signal);
      this.isReading = false;
      this.picture = file;
      this.cells = answer.rows.join("");
      this.solution = null;
      this.doubts = new Set((answer.uncertain ?? []).map(cellNumber));
      (answer.confidence ?? []).flat().forEach((/** @type {number} */ sure, /** @type {number} */ at) => {
        if (sure < SURE) this.doubts.add(at);
      });
      this.#markUnknown();
      byId("photo-notes").replaceChildren(...(answer.notes ?? []).map((/** @type {unknown} */ note) => {
        const item = el("li");
        write(item, () => foreign(sentence(String(note))));
        return item;
      }));
      const n = this.doubts.size;
      this.#tell(() => (n ? t("photo.unsure", { n }) : t("photo.read")), n ? "" : "hint");
      this.changed();
      this.draw();
    }, (problem) => {
      this.isReading = false;
      // The board that was read before stays, with its own picture.
      const isKept = this.cells !== BLANK;
      this.#tell(() => `${t("photo.failed", { file: quoted(file.name), problem: why(problem) })}${
        isKept ? ` ${t("photo.kept")}` : ""}`, "clash");
      this.#preview(this.picture);
      this.draw();
    });
  }

  /** @param {Error} problem */
  #fail = (problem) => this.#tell(failure(problem), "clash");

  /**
   * Shows a picture beside the board.
   * @param {File|null} file
   */
  async #preview(file) {
    const canvas = find("photo-preview", HTMLCanvasElement);
    this.shown = file;
    const bitmap = file && await createImageBitmap(file).catch(() => null);
    // Another one may have been chosen while this one was decoded.
    if (this.shown !== file) return;
    canvas.hidden = !bitmap;
    byId("drop-words").hidden = Boolean(bitmap);
    if (bitmap) {
      const scale = Math.min(1, 640 / Math.max(bitmap.width, bitmap.height));
      canvas.width = Math.round(bitmap.width * scale);
      canvas.height = Math.round(bitmap.height * scale);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
    }
  }

  /**
   * @param {number[]} cells
   * @param {string} letter
   * @param {boolean} isEnd of a stroke
   */
  #correct(cells, letter, isEnd) {
    if (this.isReading) return;
    const next = [...this.cells];
    for (const at of cells) {
      next[at] = letter;
      this.doubts.delete(at);
    }
    const isFirst = this.cells === BLANK;
    this.cells = next.join("");
    if (isFirst) this.#markUnknown();
    this.solution = null;
    if (isEnd) {
      this.changed();
      const [toFill, toCheck] = [this.#unknown, this.doubts.size];
      if (toFill) this.#tell(() => t("photo.toFill", { n: toFill }));
      else if (toCheck) this.#tell(() => t("photo.toCheck", { n: toCheck }));
      else this.#tell(() => t("photo.clear"), "hint");
    }
    this.draw();
  }

  get #unknown() {
    return [...this.cells].filter((letter) => letter === "?").length;
  }

  solve() {
    this.#tell(() => t("photo.solving"), "wait");
    this.asking.run(async (signal) => {
      const answer = await post("solve", { pattern: writePattern(this.cells), timeout: 20 }, signal);
      if (answer.status === "solved") {
        this.solution = answer.placements.map((/** @type {import("./api.js").Placement} */ { cells }) => cells);
        this.#tell(() => t("photo.solved"), "joy");
      } else {
        const key = answer.status === "no-solution" ? "photo.noSolution" : "shared.gaveUp";
        this.#tell(() => t(key, { reason: foreign(answer.reason) }), "clash");
      }
      this.draw();
    }, this.#fail);
  }

  /**
   * @param {import("./text.js").Said} text
   * @param {Parameters<typeof showStatus>[2]} kind
   */
  #tell(text, kind = "") {
    showStatus("photo-status", text, kind);
  }

  draw() {
    this.editor.show(this.cells, { pieces: this.solution ?? [], doubts: this.doubts });
    const known = !this.#unknown && !this.isReading;
    for (const id of ["photo-solve", "photo-play", "photo-design"]) button(id).disabled = !known;
  }

  #listen() {
    const chooser = input("photo-file");
    chooser.addEventListener("change", () => {
      const [file] = chooser.files ?? [];
      if (file) this.read(file);
      chooser.value = "";
    });
    const drop = byId("drop");
    for (const name of ["dragenter", "dragover"]) {
      drop.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.read(file);
    });
    document.addEventListener("paste", (event) => {
      if (byId("panel-photo").hidden) return;
      const file = [...event.clipboardData?.files ?? []].find(({ type }) => type.startsWith("image/"));
      if (file) this.read(file);
    });
    onPress("photo-solve", () => this.solve());
    onPress("photo-play", () => this.adopt(this.cells, "play"));
    onPress("photo-design", () => this.adopt(this.cells, "design"));
  }
}
