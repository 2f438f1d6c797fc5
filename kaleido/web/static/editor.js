/** Colours cells by click, drag and keyboard; for the designer and for readings of photos. */

import { cellName } from "./board.js";
import { BoardView } from "./boardview.js";
import { ARROWS } from "./dom.js";
import { followPointer } from "./drag.js";
import { colourName, letters } from "./look.js";
import { say } from "./say.js";
import { settings } from "./settings.js";
import { t } from "./text.js";
import { h, useLayoutEffect, useRef } from "./vendor/preact.js";

export class Editor {
  /**
   * @param {HTMLElement} stage is focused and holds the board
   * @param {{brush: () => string, letters?: string[], name?: (at: number) => string,
   *   paint: (cells: number[], letter: string, isEnd: boolean, adds: boolean) => void,
   *   choose: (letter: string) => void}} on what it edits: the letters to paint with, how a cell is called, and what
   *   paints it; with Shift, a colour is added to those that a cell may have
   */
  constructor(stage, on) {
    this.stage = stage;
    this.on = on;
    /** @type {[number, number]} */
    this.cursor = [0, 0];
    /** @type {import("./board.js").Board|null} */
    this.board = null;
    /** @type {Partial<import("./boardview.js").Scene>} */
    this.scene = {};
    this.view = new BoardView();
    stage.append(this.view.node);
    stage.addEventListener("pointerdown", (event) => this.#press(event));
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("focus", () => this.draw());
    stage.addEventListener("blur", () => this.draw());
  }

  /**
   * @param {import("./board.js").Board} board whose letters may be `?`
   * @param {Partial<import("./boardview.js").Scene>} scene what else the board shows
   */
  show(board, scene = {}) {
    this.board = board;
    this.cursor = [Math.min(this.cursor[0], board.rows - 1), Math.min(this.cursor[1], board.cols - 1)];
    this.scene = scene;
    this.draw();
  }

  draw() {
    const { board } = this;
    if (!board) return;
    this.view.draw({
      ...this.scene,
      board,
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
      this.on.paint([this.#number], this.on.brush(), false, event.shiftKey);
    };
    touch(event);
    const end = () => this.on.paint([], this.on.brush(), true, false);
    followPointer(event, { move: touch, drop: end, cancel: end });
  }

  /** @param {PointerEvent} event */
  #cell(event) {
    const { inside, cell } = this.view.where(event);
    return inside ? cell : null;
  }

  /** The number of the cell under the cursor. */
  get #number() {
    return this.board?.number(this.cursor) ?? 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const all = this.on.letters ?? letters();
    const letter = all.includes(key) ? key : all[Number(key) - 1];
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      const { rows = 1, cols = 1 } = this.board ?? {};
      const [row, col] = this.cursor;
      this.cursor = [Math.max(0, Math.min(rows - 1, row + down)), Math.max(0, Math.min(cols - 1, col + right))];
      this.#say();
      this.draw();
    } else if (key === "enter" || key === " ") {
      this.#paint(this.on.brush(), event.shiftKey);
    } else if (letter) {
      this.on.choose(letter);
      this.#paint(letter, event.shiftKey);
    } else return;
    event.preventDefault();
  }

  /**
   * @param {string} letter
   * @param {boolean} adds
   */
  #paint(letter, adds) {
    this.on.paint([this.#number], letter, true, adds);
    this.#say();
  }

  /** Says what the cell under the cursor shows. */
  #say() {
    const colour = this.on.name?.(this.#number) ?? colourName(this.board?.cells[this.#number] ?? "");
    say(t("shared.at", { cell: cellName(this.cursor), colour }));
  }
}

/**
 * A board within a component that is edited.
 * @param {{board: import("./board.js").Board, scene: Editor["scene"], on: Editor["on"], [attribute: string]: unknown}
 *   } props
 */
export function EditedBoard({ board, scene, on, ...attributes }) {
  const stage = useRef(/** @type {HTMLDivElement|null} */ (null));
  const editor = useRef(/** @type {Editor|null} */ (null));
  useLayoutEffect(() => {
    if (!stage.current) return;
    editor.current ??= new Editor(stage.current, on);
    editor.current.on = on;
    editor.current.show(board, scene);
    stage.current.style.setProperty("--ratio", String(editor.current.view.ratio));
  });
  return h("div", { class: "stage", role: "application", tabIndex: 0, ...attributes, ref: stage });
}
