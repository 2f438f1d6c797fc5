/** The colours to paint with, as radio buttons. */

import { HOLE } from "./board.js";
import { el, set, svg, write } from "./dom.js";
import { colourName, letters } from "./look.js";
import { cellParts } from "./pieceview.js";
import { settings } from "./settings.js";
import { WILD } from "./sketch.js";
import { plain, t } from "./text.js";

export class Palette {
  /**
   * @param {HTMLElement} node
   * @param {string} group the name of the radio buttons
   * @param {string[]} more letters beside those of the colours
   */
  constructor(node, group, more = []) {
    this.letters = [...letters(), ...more];
    this.colours = this.letters.map((letter) => {
      const radio = el("input", { type: "radio", name: group, value: letter });
      const name = el("span", { class: "colour-name" });
      const count = el("span", { class: "many" });
      const swatch = svg("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" });
      const label = el("label", { class: "colour" }, radio, swatch, name, count);
      node.append(label);
      return { letter, label, radio, name, count, swatch };
    });
    this.value = "r";
    this.draw();
    settings.onchange(() => this.draw());
  }

  get value() {
    return this.colours.find(({ radio }) => radio.checked)?.letter ?? "r";
  }

  set value(letter) {
    for (const colour of this.colours) colour.radio.checked = colour.letter === letter;
  }

  /**
   * Shows how many cells have each colour.
   * @param {Record<string, number>} counts
   */
  show(counts) {
    for (const { letter, count } of this.colours) count.textContent = String(counts[letter]);
  }

  draw() {
    this.colours.forEach(({ letter, label, radio, name, swatch }, at) => {
      const colour = letter === WILD ? t("colours.any") : letter === HOLE ? t("make.gap") : colourName(letter);
      write(name, colour);
      set(radio, { "aria-label": plain(colour) });
      label.title = plain(t("design.colour", { colour, letter, n: at + 1 }));
      const marks = letter === WILD ? "letters" : settings.marks;
      swatch.replaceChildren(...cellParts({ spots: [{ row: 0, col: 0, letter }] }, marks));
    });
  }
}
