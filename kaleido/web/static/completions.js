/** The completions of a board with unknown cells: the colours that they must have, and all boards to choose from. */

import { post } from "./api.js";
import { cellName } from "./board.js";
import { Thumbnail } from "./boardparts.js";
import { Busy, Waiting } from "./modal.js";
import { colourName } from "./look.js";
import { boardOf, cellNumber, writePattern } from "./pattern.js";
import { all, either, t } from "./text.js";
import { Fragment, h, signal } from "./vendor/preact.js";

/** @typedef {import("./api.js").Schemas["SketchCompletions"]} Found */

export class Completions {
  busy = new Busy();
  /** @type {import("./vendor/preact.js").Signal<Found|null>} */
  found = signal(null);
  /** The board of the last request. */
  asked = "";

  /** @param {(cells: string) => void} choose called with a board, which may still have unknown cells */
  constructor(choose) {
    this.choose = choose;
  }

  /** Looks for the completions of a board.
   * @param {string} cells */
  ask(cells) {
    this.asked = cells;
    this.found.value = null;
    this.busy.run(() => t("photo.completing"), async (stop) => {
      this.found.value = await post("complete", { sketch: writePattern(cells) }, stop);
      this.busy.words.value = "";
    });
  }

  /** Drops the completions of any other board.
   * @param {string} cells */
  keep(cells) {
    if (cells === this.asked) return;
    this.asked = "";
    this.found.value = null;
    this.busy.end();
  }

  /** The board with every forced cell coloured. */
  get certain() {
    const cells = [...this.asked];
    for (const { cell, letters } of this.found.value?.cells ?? []) {
      if (letters.length === 1) cells[cellNumber(cell)] = letters;
    }
    return cells.join("");
  }
}

/** @param {{completions: Completions}} props */
export function CompletionsView({ completions }) {
  const found = completions.found.value;
  return h(Fragment, {}, h(Waiting, { busy: completions.busy }), found && h(Choice, { completions, found }));
}

/** @param {{completions: Completions, found: Found}} props */
function Choice({ completions, found: { cells, patterns, is_all: isAll, is_sure: isSure } }) {
  if (!patterns.length) return h("p", { class: "status clash" }, t(isSure ? "photo.noCompletion" : "photo.noneFound"));
  /** @param {typeof cells[number]} open */
  const said = ({ cell, letters }) =>
    t("shared.at", { cell: cellName(cell), colour: either([...letters].map(colourName)) });
  const only = cells.filter(({ letters }) => letters.length === 1);
  const open = cells.filter(({ letters }) => letters.length > 1);
  return h(Fragment, {},
    isSure && only.length > 0 && h("p", {}, t("photo.only", { n: only.length, cells: all(only.map(said)) })),
    open.length > 0 && open.length < 9 && h("p", {}, t("photo.may", { cells: all(open.map(said)) })),
    isSure && only.length > 0 && open.length > 0 && h("button", {
      type: "button", id: "fill-certain", onClick: () => completions.choose(completions.certain),
    }, t("photo.fillCertain")),
    h("p", {}, t(isAll ? "photo.allCompletions" : "photo.someCompletions", { n: patterns.length })),
    h("ul", { class: "examples", id: "completions" }, patterns.map((pattern) => pattern.replaceAll("/", ""))
      .map((letters, at) => h("li", { key: letters },
        h("button", { type: "button", class: "example", onClick: () => completions.choose(letters) },
          h("span", { class: "picture" }, h(Thumbnail, { board: boardOf(letters) })),
          h("span", {}, t("photo.nth", { number: String(at + 1) })))))));
}
