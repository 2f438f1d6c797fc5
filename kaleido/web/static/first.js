/** The first minute: what the game is about, shown to those who come for the first time. */

import { post } from "./api.js";
import { byId, dialog, onPress } from "./dom.js";
import { covering, emptying, matching, Show, turning } from "./figures.js";
import { shelf } from "./settings.js";

/** The puzzle on which one tries it: a few pieces on a small board. */
export const FIRST_STEPS = "first-steps";

/** The number of colours of the pattern that is shown. */
const COLOURS = 4;

export class First {
  #show = new Show();

  /**
   * @param {import("./library.js").Library} library
   * @param {() => void} begin opens the board on which one tries it
   */
  constructor(library, begin) {
    this.library = library;
    const panel = dialog("first-minute");
    onPress("first-try", () => {
      panel.close();
      begin();
    });
    onPress("first-skip", () => panel.close());
    onPress("first-again", () => this.open());
    panel.addEventListener("close", () => this.#show.stop());
  }

  /** Shows it, and not again by itself. */
  open() {
    shelf.save("met", true);
    dialog("first-minute").showModal();
    this.#draw().catch(() => { /* The lines below the pictures stay. */ });
  }

  async #draw() {
    const { library } = this;
    const show = this.#show;
    const { cells } = library.patterns.find((each) => new Set(each.cells).size === COLOURS) ?? library.first.board;
    const goal = library.pattern(cells);
    show.stop();
    covering(byId("first-goal"), goal, []).draw(0);
    const small = await library.open({ pattern: FIRST_STEPS });
    const [whole, few] = await Promise.all([goal, small].map(solve));
    if (!dialog("first-minute").open) return;
    show.stop();
    show.start(covering(byId("first-goal"), goal, whole));
    const shortest = few.reduce((one, other) => (small.cells(other).length < small.cells(one).length ? other : one));
    show.start(matching(byId("first-colours"), small, shortest));
    show.start(turning(byId("first-turn"), small.pieces.named(few[0].piece)));
    show.start(emptying(byId("first-all"), small, few));
  }
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
