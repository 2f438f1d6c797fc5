/** Colours cells by click, drag and keyboard; for the designer and for readings of photos. */

import { BoardView } from "./board.js";
import { followPointer } from "./drag.js";
import { LETTERS, SHADES } from "./look.js";
import { SIZE } from "./pattern.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

export class Editor {
  /**
   * @param {HTMLElement} stage is focused and holds the board
   * @param {{label: string, brush: () => string, paint: (cells: number[], letter: string, isEnd: boolean) => void,
   *   choose: (letter: string) => void}} on
   */
  constructor(stage, on) {
    this.stage = stage;
    this.on = on;
    this.cursor = [0, 0];
    this.cells = "";
    this.scene = {};
    this.view = new BoardView();
    stage.append(this.view.node);
    stage.setAttribute("aria-label", on.label);
    stage.addEventListener("pointerdown", (event) => this.#press(event));
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("focus", () => this.draw());
    stage.addEventListener("blur", () => this.draw());
  }

  /** @param {string} cells 64 letters or `?` */
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

  #press(event) {
    if (event.button > 0) return;
    const first = this.#cell(event);
    if (!first) return;
    event.preventDefault();
    this.stage.focus({ preventScroll: true });
    let last = "";
    const touch = (now) => {
      const cell = this.#cell(now);
      if (!cell || String(cell) === last) return;
      last = String(cell);
      this.cursor = cell;
      this.on.paint([cell[0] * SIZE + cell[1]], this.on.brush(), false);
    };
    touch(event);
    const end = () => this.on.paint([], this.on.brush(), true);
    followPointer(event, { move: touch, drop: end, cancel: end });
  }

  #cell(event) {
    const { x, y, inside } = this.view.where(event);
    return inside ? [Math.floor(y), Math.floor(x)] : null;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const [row, col] = this.cursor;
    const key = event.key.toLowerCase();
    const letter = LETTERS.includes(key) ? key : LETTERS[Number(key) - 1];
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      this.cursor = [Math.max(0, Math.min(SIZE - 1, row + down)), Math.max(0, Math.min(SIZE - 1, col + right))];
      const [r, c] = this.cursor;
      say(`(${r}, ${c}) ${SHADES[this.cells[r * SIZE + c]]?.name ?? "unknown"}`);
      this.draw();
    } else if (key === "enter" || key === " ") {
      this.#paint(this.on.brush());
    } else if (letter) {
      this.on.choose(letter);
      this.#paint(letter);
    } else return;
    event.preventDefault();
  }

  #paint(letter) {
    const [row, col] = this.cursor;
    this.on.paint([row * SIZE + col], letter, true);
    say(`(${row}, ${col}) ${SHADES[letter].name}`);
  }
}
