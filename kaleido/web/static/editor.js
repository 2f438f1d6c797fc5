/** Colours cells by click, drag and keyboard; for the designer and for readings of photos. */

import { BoardView } from "./board.js";
import { ARROWS, set } from "./dom.js";
import { followPointer } from "./drag.js";
import { colourName, letters } from "./look.js";
import { cellNumber, SIZE } from "./pattern.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { t } from "./text.js";

export class Editor {
  /**
   * @param {HTMLElement} stage is focused and holds the board
   * @param {{label: import("./text.js").Key, brush: () => string,
   *   paint: (cells: number[], letter: string, isEnd: boolean) => void,
   *   choose: (letter: string) => void}} on
   */
  constructor(stage, on) {
    this.stage = stage;
    this.on = on;
    this.cursor = [0, 0];
    this.cells = "";
    /** @type {Partial<import("./board.js").Scene>} */
    this.scene = {};
    this.view = new BoardView();
    stage.append(this.view.node);
    set(stage, { "data-t-label": on.label });
    stage.addEventListener("pointerdown", (event) => this.#press(event));
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("focus", () => this.draw());
    stage.addEventListener("blur", () => this.draw());
  }

  /**
   * @param {string} cells 64 letters or `?`
   * @param {Partial<import("./board.js").Scene>} scene what else the board shows
   */
  show(cells, scene = {}) {
    this.cells = cells;
    this.scene = scene;
    this.draw();
  }

  draw() {
    if (!this.cells) return;
    this.view.draw({
      ...this.scene,
      cells: this.cells,
      cursor: this.stage.matches(":focus-visible") ? this.cursor : undefined,
    }, settings.marks);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button > 0) return;
    const first = this.#cell(event);
    if (!first) return;
    event.preventDefault();
    this.stage.focus({ preventScroll: true });
    let last = "";
    /** @param {PointerEvent} now */
    const touch = (now) => {
      const cell = this.#cell(now);
      if (!cell || String(cell) === last) return;
      last = String(cell);
      this.cursor = cell;
      this.on.paint([cellNumber(cell)], this.on.brush(), false);
    };
    touch(event);
    const end = () => this.on.paint([], this.on.brush(), true);
    followPointer(event, { move: touch, drop: end, cancel: end });
  }

  /** @param {PointerEvent} event */
  #cell(event) {
    const { x, y, inside } = this.view.where(event);
    return inside ? [Math.floor(y), Math.floor(x)] : null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const letter = letters().includes(key) ? key : letters()[Number(key) - 1];
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      this.cursor = [this.cursor[0] + down, this.cursor[1] + right].map((to) => Math.max(0, Math.min(SIZE - 1, to)));
      this.#say(this.cells[cellNumber(this.cursor)]);
      this.draw();
    } else if (key === "enter" || key === " ") {
      this.#paint(this.on.brush());
    } else if (letter) {
      this.on.choose(letter);
      this.#paint(letter);
    } else return;
    event.preventDefault();
  }

  /** @param {string} letter */
  #paint(letter) {
    this.on.paint([cellNumber(this.cursor)], letter, true);
    this.#say(letter);
  }

  /** @param {string} letter of the cell under the cursor */
  #say(letter) {
    say(t("shared.at", { cell: `(${this.cursor.join(", ")})`, colour: colourName(letter) }));
  }
}
