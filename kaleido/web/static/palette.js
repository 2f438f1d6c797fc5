/** The four colours to paint with, as radio buttons. */

import { el, svg } from "./dom.js";
import { letters, look } from "./look.js";
import { cellParts } from "./pieceview.js";
import { settings } from "./settings.js";

export class Palette {
  /**
   * @param {HTMLElement} node
   * @param {string} group the name of the radio buttons
   */
  constructor(node, group) {
    this.colours = letters().map((letter, at) => {
      const { name } = look.shades[letter];
      const radio = el("input", { type: "radio", name: group, value: letter, "aria-label": name });
      const count = el("span", { class: "many" });
      const swatch = svg("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" });
      node.append(el("label", { class: "colour", title: `${name} (key ${letter} or ${at + 1})` },
        radio, swatch, el("span", { class: "colour-name", text: name }), count));
      return { letter, radio, count, swatch };
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
    for (const { letter, swatch } of this.colours) {
      swatch.replaceChildren(...cellParts([{ row: 0, col: 0, letter }], settings.marks));
    }
  }
}
