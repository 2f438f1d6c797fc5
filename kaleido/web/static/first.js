/** The first minute: what the game is about, shown to those who come for the first time. */

import { h, useEffect } from "./vendor/preact.js";
import { post } from "./api.js";
import { byId } from "./dom.js";
import { covering, emptying, matching, Show, turning } from "./figures.js";
import { modal, press } from "./modal.js";
import { shelf } from "./settings.js";
import { t } from "./text.js";

/** The puzzle on which one tries it: a few pieces on a small board. */
export const FIRST_STEPS = "first-steps";

/** The number of colours of the pattern that is shown. */
const COLOURS = 4;

/** @typedef {import("./library.js").Library} Library */

export class First {
  /**
   * @param {Library} library
   * @param {() => void} begin opens the board on which one tries it
   */
  constructor(library, begin) {
    this.library = library;
    this.begin = begin;
  }

  /** Shows it, and not again by itself. */
  open() {
    shelf.save("met", true);
    minute.open(this);
  }
}

const minute = modal("first-minute", Minute, { class: "first" });

/** @param {{value: First, close: () => void}} props */
function Minute({ value: { library, begin }, close }) {
  useEffect(() => {
    const show = new Show();
    draw(library, show).catch(() => { /* The lines below the pictures stay. */ });
    return () => show.end();
  }, []);
  return [
    h("h2", { id: "first-minute-title" }, t("first.title")),
    h("div", { id: "first-goal", class: "first-goal", "aria-hidden": true }),
    h("ol", { class: "first-rules" }, /** @type {const} */ (["colours", "turn", "all"]).map((name) => h("li", null,
      h("div", { id: `first-${name}`, class: "figure", "aria-hidden": true }), h("p", null, t(`first.${name}`))))),
    h("div", { class: "first-buttons" },
      press("first.try", { id: "first-try", class: "prime", onClick: () => {
        close();
        begin();
      } }),
      press("first.skip", { id: "first-skip", onClick: close })),
  ];
}

/**
 * Draws the figures, until the show has ended.
 * @param {Library} library
 * @param {Show} show
 */
async function draw(library, show) {
  const { cells } = library.patterns.find((each) => new Set(each.cells).size === COLOURS) ?? library.first.board;
  const goal = library.pattern(cells);
  covering(byId("first-goal"), goal, []).draw(0);
  const small = await library.open({ pattern: FIRST_STEPS });
  const [whole, few] = await Promise.all([goal, small].map(solve));
  if (show.isOver) return;
  show.start(covering(byId("first-goal"), goal, whole));
  const shortest = few.reduce((one, other) => (small.cells(other).length < small.cells(one).length ? other : one));
  show.start(matching(byId("first-colours"), small, shortest));
  show.start(turning(byId("first-turn"), small.pieces.named(few[0].piece)));
  show.start(emptying(byId("first-all"), small, few));
}

/**
 * The pieces of a solution from the top down.
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
async function solve(puzzle) {
  const { placements } = await post("solve", { ...puzzle.question(), timeout: 20 });
  /** @param {import("./api.js").Placement} placement */
  const first = ({ cells }) => Math.min(...cells.map((cell) => puzzle.board.number(cell)));
  return /** @type {import("./api.js").Placement[]} */ (placements ?? []).sort((a, b) => first(a) - first(b))
    .map((placement) => puzzle.lieOn(placement)).filter((lie) => lie !== null);
}
