/** The colours to paint with, as radio buttons. */

import { HOLE } from "./board.js";
import { colourName, letters } from "./look.js";
import { spelt } from "./modal.js";
import { cellParts } from "./pieceview.js";
import { settings } from "./settings.js";
import { WILD } from "./sketch.js";
import { plain, t } from "./text.js";
import { h, signal } from "./vendor/preact.js";

export class Palette {
  chosen = signal("r");
  /** How many cells have each colour.
   * @type {import("./vendor/preact.js").Signal<Record<string, number>>} */
  counts = signal({});

  /**
   * @param {string} group the name of the radio buttons
   * @param {string[]} more letters beside those of the colours
   */
  constructor(group, more = []) {
    this.group = group;
    this.letters = [...letters(), ...more];
  }

  get value() { return this.chosen.value; }

  set value(letter) { this.chosen.value = letter; }
}

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
