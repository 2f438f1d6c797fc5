/** The four colours to paint with, as radio buttons. */

import { el, svg } from "./dom.js";
import { hatchPath, LETTERS, SHADES } from "./look.js";
import { settings } from "./settings.js";

export class Palette {
  /** @param {HTMLElement} node */
  constructor(node, group) {
    this.inputs = new Map();
    this.counts = new Map();
    this.swatches = new Map();
    LETTERS.forEach((letter, at) => {
      const input = el("input", { type: "radio", name: group, value: letter, "aria-label": SHADES[letter].name });
      const number = el("span", { class: "many" });
      const swatch = svg("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" });
      this.inputs.set(letter, input);
      this.counts.set(letter, number);
      this.swatches.set(letter, swatch);
      node.append(el("label", { class: "colour", title: `${SHADES[letter].name} (key ${letter} or ${at + 1})` },
        input, swatch, el("span", { class: "colour-name", text: SHADES[letter].name }), number));
    });
    this.value = "r";
    this.draw();
    settings.onchange(() => this.draw());
  }

  get value() {
    return [...this.inputs.values()].find((input) => input.checked)?.value ?? "r";
  }

  set value(letter) {
    this.inputs.get(letter).checked = true;
  }

  /** Shows how many cells have each colour. */
  count(counts) {
    for (const [letter, node] of this.counts) node.textContent = String(counts[letter]);
  }

  draw() {
    for (const [letter, swatch] of this.swatches) {
      const shade = SHADES[letter];
      swatch.replaceChildren(svg("rect", { width: 1, height: 1, fill: shade.fill }));
      if (settings.marks === "hatches") {
        swatch.append(svg("path", { d: hatchPath(letter, 0, 0), fill: shade.ink }));
      } else if (settings.marks === "letters") {
        swatch.append(svg("text", { class: "letter", x: 0.5, y: 0.5, fill: shade.ink, text: letter }));
      }
    }
  }
}
