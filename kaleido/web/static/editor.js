/** Colours cells by click, drag and keyboard, with a palette: for the designer and readings of photos. */

import { cellName, HOLE } from "./board.js";
import { BoardPicture, BoardView } from "./boardview.js";
import { ARROWS } from "./keys.js";
import { colourName, letters } from "./look.js";
import { say } from "./messages.js";
import { spelt } from "./modal.js";
import { cellParts } from "./pieceview.js";
import { followPointer } from "./pointer.js";
import { settings } from "./settings.js";
import { WILD } from "./sketch.js";
import { plain, t } from "./text.js";
import { h, signal, useLayoutEffect, useMemo } from "./vendor/preact.js";

/** @typedef {import("./board.js").Board} Board
 * 
 * How a board is edited: the letters to paint with, if any, the name of a cell, and the handlers that paint cells and
 * follow the cell that is pointed at, or -1. With Shift, a colour is added to a cell's choices.
 * @typedef {{palette?: Palette, name?: (at: number) => string, point?: (at: number) => void,
 *   paint: (cells: number[], letter: string, isEnd: boolean, adds: boolean) => void}} On */

class Editor {
  view = new BoardView();
  cursor = signal(/** @type {[number, number]} */ ([0, 0]));
  /** Whether the cursor is seen. */
  isSeen = signal(false);

  /** @param {Board} board whose letters may be `?` @param {On} on */
  constructor(board, on) {
    this.board = board;
    this.on = on;
  }

  /** The cell of the cursor, moved onto the board if that has become smaller. */
  get cell() {
    const [row, col] = this.cursor.value;
    return /** @type {const} */ ([Math.min(row, this.board.rows - 1), Math.min(col, this.board.cols - 1)]);
  }

  get #brush() { return this.on.palette?.chosen.value ?? ""; }

  get #number() { return this.board.number([...this.cell]); }

  /** @param {{currentTarget: Element}} event */
  look = ({ currentTarget }) => { this.isSeen.value = currentTarget.matches(":focus-visible"); };

  /** @param {PointerEvent & {currentTarget: HTMLElement}} event */
  press = (event) => {
    if (event.button > 0 || !this.view.where(event).inside) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    let last = "";
    /** @param {PointerEvent} now */
    const touch = (now) => {
      const { inside, cell } = this.view.where(now);
      if (!inside || String(cell) === last) return;
      last = String(cell);
      this.cursor.value = cell;
      this.on.paint([this.#number], this.#brush, false, event.shiftKey);
    };
    touch(event);
    const end = () => this.on.paint([], this.#brush, true, false);
    followPointer(event, { move: touch, drop: end, cancel: end });
  };

  /** @param {PointerEvent} event */
  point = (event) => {
    const { inside, cell } = this.view.where(event);
    this.on.point?.(inside ? this.board.number(cell) : -1);
  };

  /** @param {KeyboardEvent & {currentTarget: Element}} event */
  key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const { letters: all = [] } = this.on.palette ?? {};
    const letter = letterOf(key, all);
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      const { rows, cols } = this.board;
      const [row, col] = this.cell;
      this.cursor.value = [Math.max(0, Math.min(rows - 1, row + down)), Math.max(0, Math.min(cols - 1, col + right))];
    } else if (key === "enter" || key === " ") this.on.paint([this.#number], this.#brush, true, event.shiftKey);
    else if (letter) {
      if (this.on.palette) this.on.palette.chosen.value = letter;
      this.on.paint([this.#number], letter, true, event.shiftKey);
    } else return;
    event.preventDefault();
    this.look(event);
    this.on.point?.(this.#number);
    this.#say();
  };

  /** Says what the cell under the cursor shows. */
  #say() {
    const colour = this.on.name?.(this.#number) ?? colourName(this.board.cells[this.#number]);
    say(t("shared.at", { cell: cellName([...this.cell]), colour }));
  }
}

/** Draws a board that is edited, with the rest of its scene.
 * @param {{board: Board, scene: Partial<import("./boardview.js").Scene>, on: On, pointed?: number, [attribute: string]:
 *   unknown}} props the number of the cell that another part of the page points at */
export function EditedBoard({ board, scene, on, pointed = -1, ...attributes }) {
  const editor = useMemo(() => new Editor(board, on), []);
  Object.assign(editor, { board, on });
  useLayoutEffect(() => { if (pointed >= 0) editor.cursor.value = board.cell(pointed); }, [pointed]);
  const { cell, isSeen, key, look, point, press, view } = editor;
  return h(BoardPicture, {
    class: "stage", role: "application", tabIndex: 0, ...attributes, view,
    scene: { ...scene, board, cursor: isSeen.value ? [...cell] : undefined },
    onPointerDown: press, onPointerMove: point, onKeyDown: key, onFocus: look, onBlur: look,
    onPointerLeave: (/** @type {PointerEvent} */ { pointerType }) => { if (pointerType === "mouse") on.point?.(-1); },
  });
}

export class Palette {
  chosen = signal("r");
  /** The number of cells of each colour.
   * @type {import("./vendor/preact.js").Signal<Record<string, number>>} */
  counts = signal({});

  /** @param {string} group the name of the radio buttons @param {string[]} more letters besides those of the colours */
  constructor(group, more = []) {
    this.group = group;
    this.letters = [...letters(), ...more];
  }
}

/** Returns the letter that a key means: its own, or the one of its number.
 * @param {string} key @param {string[]} all */
export const letterOf = (key, all) => (all.includes(key) ? key : all[Number(key) - 1]);

/** @param {{letter: string, marks: import("./pieceview.js").Marks}} props */
export const Swatch = ({ letter, marks }) => h("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": true },
  cellParts({ spots: [{ row: 0, col: 0, letter }] }, marks));

/** @param {{palette: Palette}} props */
export const Colours = ({ palette: { group, letters: all, chosen, counts } }) => all.map((letter, at) => {
  const colour = letter === WILD ? t("colours.any") : letter === HOLE ? t("make.gap") : colourName(letter);
  const marks = letter === WILD ? "letters" : settings.marks;
  return h("label", { key: letter, class: "colour", title: plain(t("design.colour", { colour, letter, n: at + 1 })) },
    h("input", {
      type: "radio", name: group, value: letter, "aria-label": plain(colour), checked: letter === chosen.value,
      onChange: () => { chosen.value = letter; },
    }),
    h(Swatch, { letter, marks }),
    h("span", { class: "colour-name" }, spelt(colour)),
    h("span", { class: "many" }, counts.value[letter]));
});
