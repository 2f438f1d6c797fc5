/** Photo: a picture of a board is read, corrected and solved. */

import { Latest, post, upload } from "./api.js";
import { byId, el, set, write } from "./dom.js";
import { Editor } from "./editor.js";
import { Palette } from "./palette.js";
import { writePattern } from "./pattern.js";
import { count, sentence } from "./words.js";

const BLANK = "?".repeat(64);
/** Below, a cell is marked, whatever the server says. */
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
    this.solution = null;
    this.asking = new Latest();
    this.palette = new Palette(byId("photo-palette"), "photo-colour");
    this.editor = new Editor(byId("photo-board"), {
      label: "Reading. Arrows move, x r y b or 1 to 4 correct a cell, Enter sets the chosen colour.",
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

  /** Shows a reading from a link; `?` cells are in doubt. */
  show(cells, doubts = []) {
    this.cells = cells ?? BLANK;
    this.doubts = new Set(doubts);
    this.solution = null;
    this.#marks();
    this.draw();
  }

  /** The cells in doubt, for a link. */
  get doubted() {
    return this.cells === BLANK ? "" : [...this.doubts].filter((at) => this.cells[at] !== "?").join(",");
  }

  #marks() {
    if (this.cells === BLANK) return;
    [...this.cells].forEach((letter, at) => {
      if (letter === "?") this.doubts.add(at);
    });
  }

  /** @param {File} file */
  read(file) {
    this.#tell("Reading the picture…", "wait");
    this.#preview(file);
    this.asking.run(async (signal) => {
      const answer = await upload("read", file, signal);
      this.cells = answer.rows.join("");
      this.solution = null;
      this.doubts = new Set((answer.uncertain ?? []).map(([row, col]) => row * 8 + col));
      (answer.confidence ?? []).flat().forEach((sure, at) => {
        if (sure < SURE) this.doubts.add(at);
      });
      this.#marks();
      const notes = byId("photo-notes");
      notes.replaceChildren(...(answer.notes ?? []).map((note) => el("li", { text: sentence(String(note)) })));
      this.#tell(this.doubts.size
        ? `Read, with ${count(this.doubts.size, "uncertain cell")}: they are marked; look at them and correct them.`
        : "Read. Every cell is clear.", this.doubts.size ? "" : "hint");
      this.changed();
      this.draw();
    }, (problem) => this.#tell(`${sentence(problem.message)}.`, "clash"));
  }

  async #preview(file) {
    const canvas = byId("photo-preview");
    try {
      const bitmap = await createImageBitmap(file);
      const scale = Math.min(1, 640 / Math.max(bitmap.width, bitmap.height));
      canvas.width = Math.round(bitmap.width * scale);
      canvas.height = Math.round(bitmap.height * scale);
      canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      bitmap.close();
      canvas.hidden = false;
      byId("drop-words").hidden = true;
    } catch {
      canvas.hidden = true;
      byId("drop-words").hidden = false;
    }
  }

  #correct(cells, letter, isEnd) {
    const next = [...this.cells];
    for (const at of cells) {
      next[at] = letter;
      this.doubts.delete(at);
    }
    const isFirst = this.cells === BLANK;
    this.cells = next.join("");
    if (isFirst) this.#marks();
    this.solution = null;
    if (isEnd) {
      this.changed();
      if (this.#unknown) this.#tell(`${count(this.#unknown, "cell")} still unknown.`);
      else if (this.doubts.size) this.#tell(`${count(this.doubts.size, "uncertain cell")} left to look at.`);
      else this.#tell("Every cell is clear.", "hint");
    }
    this.draw();
  }

  get #unknown() {
    return [...this.cells].filter((letter) => letter === "?").length;
  }

  solve() {
    this.#tell("Solving…", "wait");
    this.asking.run(async (signal) => {
      const answer = await post("solve", { pattern: writePattern(this.cells), timeout: 20 }, signal);
      if (answer.status === "solved") {
        this.solution = answer.placements.map(({ cells }) => cells);
        this.#tell("Solved: all 18 pieces lie.", "joy");
      } else {
        this.#tell(answer.status === "no-solution"
          ? `No solution: ${answer.reason}. Is a cell misread?` : `Gave up: ${answer.reason}.`, "clash");
      }
      this.draw();
    }, (problem) => this.#tell(`${sentence(problem.message)}.`, "clash"));
  }

  #tell(text, kind = "") {
    const node = byId("photo-status");
    write(node, text);
    set(node, { class: `status ${kind}` });
  }

  draw() {
    this.editor.show(this.cells, { pieces: this.solution ?? [], doubts: this.doubts });
    const known = !this.#unknown;
    for (const id of ["photo-solve", "photo-play", "photo-design"]) byId(id).disabled = !known;
  }

  #listen() {
    const input = byId("photo-file");
    input.addEventListener("change", () => {
      if (input.files.length) this.read(input.files[0]);
      input.value = "";
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
      const [file] = event.dataTransfer.files;
      if (file) this.read(file);
    });
    document.addEventListener("paste", (event) => {
      if (byId("panel-photo").hidden) return;
      const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
      if (file) this.read(file);
    });
    byId("photo-solve").addEventListener("click", () => this.solve());
    byId("photo-play").addEventListener("click", () => this.adopt(this.cells, "play"));
    byId("photo-design").addEventListener("click", () => this.adopt(this.cells, "design"));
  }
}
