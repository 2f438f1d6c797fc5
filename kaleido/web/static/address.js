/** The address: writes the link to the state of the page, and shows the state that a link describes. */

import { why } from "./api.js";
import { isWrap } from "./board.js";
import { keepBoard } from "./boards.js";
import { boardTitle } from "./card.js";
import { nearest } from "./catalogue.js";
import { wording } from "./chooser.js";
import { currentFragment, fragmentOf, linkParts, puzzleLink, readFragment, writeFragment } from "./fragment.js";
import { allGames } from "./games.js";
import { UnknownPuzzle } from "./library.js";
import { notify } from "./messages.js";
import { CELLS, readPattern } from "./pattern.js";
import { Position } from "./position.js";
import { Sketch, SketchError } from "./sketch.js";
import { quoted, stopped, t, told } from "./text.js";

/** @import { Said } from "./text.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** @typedef {Record<string, string>} State the parts of a link */

const PARTS = [
  "tab", "pattern", "pieces", "use", "wrap", "title", "sketch", "placed", "branch", "watch", "from", "step", "read",
  "doubts",
];

/** Returns the parts of a link to a puzzle: its name, if it has one.
 * @param {Puzzle} puzzle */
const partsOf = (puzzle) => (puzzle.name ? { pattern: puzzle.name } : linkParts(puzzle.question()));

export class Address {
  /** Whether a link is being shown: no step of the player's. */
  loading = false;
  /** The number of puzzles requested so far. */
  asked = 0;
  /** The number of the puzzle that the link asked for, until the link is shown. */
  #unread = 0;
  /** The parts of the link that are not understood.
   * @type {Said[]} */
  #wrong = [];
  /** The parts of the message about a board that cannot be shown.
   * @type {(Said|import("./messages.js").Offer)[]} */
  #missing = [];

  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** A link to the puzzle, for others to solve. */
  get link() { return puzzleLink(partsOf(this.page.puzzle)); }

  /** Writes the link to the state of the page.
   * @param {boolean} isStep whether the browser's Back returns to the state before */
  save(isStep = false) {
    // A search that still plays must not overwrite a link that is being opened.
    if (this.#unread === this.asked) return;
    const { puzzle, tabs: { current: tab }, play: { position, tree }, watch, design, photo, ownTitle: title } =
      this.page;
    writeFragment({
      tab,
      ...partsOf(puzzle),
      title,
      sketch: tab === "design" ? design.open : "",
      placed: position.format(),
      branch: tree.at === tree.root ? "" : String(tree.at.id),
      watch: watch.selection.text,
      from: watch.from.format(),
      step: watch.step,
      read: photo.reading,
      doubts: photo.doubted,
    }, isStep && !this.loading);
  }

  /** Opens the puzzle that was requested last.
   * @param {() => Promise<Puzzle|null>} find @param {(puzzle: Puzzle|null) => void} show */
  async ask(find, show) {
    this.asked += 1;
    const { asked } = this;
    const puzzle = await find();
    // Another one may have been requested meanwhile.
    if (asked === this.asked) show(puzzle);
  }

  /** Shows the state that the link describes, and reports the parts that are not understood.
   * @param {boolean} isBack whether the player came to a link of this page by Back or Forward: the games on its
   *   patterns, the search and the reading have gone on since then */
  async load(isBack = false) {
    const { state, strange } = readFragment(currentFragment(), PARTS);
    const wrong = strange.map((part) => () => t("link.strange", { part: quoted(part) }));
    this.#missing = [];
    const shown = this.ask(() => (state.pattern ? this.#find(state, wrong) : this.#last()), (puzzle) => {
      this.#unread = 0;
      this.#wrong = wrong;
      this.#show(puzzle, state, isBack);
    });
    this.#unread = this.asked;
    await shown;
  }

  /** Returns the puzzle that a link without one shows: on a visit, the puzzle of the game that was left last. */
  async #last() {
    const { before, library, puzzle } = this.page;
    const [, game] = (before ? null : allGames().at(-1)) ?? [];
    const found = game && !game.isOver && library.open(game.question).catch(() => null);
    return (await found) || puzzle;
  }

  /** Opens the puzzle of a link, without the parts that are not understood.
   * @param {State} state
   * @param {Said[]} wrong collects the parts that are not understood
   * @returns {Promise<Puzzle|null>} */
  async #find({ pattern, pieces, use, wrap }, wrong) {
    if (wrap && !isWrap(wrap)) {
      wrong.push(() => t("link.wrap", { part: quoted(wrap) }));
      return this.#find({ pattern, pieces, use }, wrong);
    }
    try {
      const names = use?.split(",").map((name) => name.trim()).filter(Boolean);
      return await this.page.library.open({ pattern, pieces, use: names, wrap });
    } catch (problem) {
      const isUnknown = problem instanceof UnknownPuzzle;
      if (isUnknown && !pattern.includes("/")) this.#missing = this.#near(pattern);
      else if (isUnknown) wrong.push(() => t("link.pattern", { part: quoted(pattern) }));
      else if (use) wrong.push(() => t("link.puzzle", { part: quoted(use), why: why(problem) }));
      else this.#missing = [() => stopped(t("link.puzzle", { part: quoted(pattern), why: why(problem) }))];
      return use ? this.#find({ pattern, pieces, wrap }, wrong) : null;
    }
  }

  /** @param {Puzzle|null} known @param {State} state @param {boolean} isBack */
  #show(known, state, isBack) {
    const { page } = this;
    const { tab = "play", placed = "", branch, title } = state;
    this.loading = true;
    page.play.remember();
    page.puzzle = known ?? page.puzzle;
    const { puzzle } = page;
    // Pieces of an unknown puzzle belong to no other.
    const pieces = known ? placed : "";
    this.#wrong.push(...page.play.show(puzzle, { placed: pieces, branch, goesOn: isBack || !placed }));
    if (!isBack) {
      this.#showWatch(state, known ? state.from : "");
      this.#showPhoto(state);
    }
    page.watch.show(puzzle);
    if (title && !puzzle.isClassic && !puzzle.name) keepBoard(puzzle.question(), title);
    page.showDesign({ title, sketch: this.#readSketch(state) });
    const isTab = page.tabs.names.includes(tab);
    if (!isTab) this.#wrong.push(() => t("link.tab", { part: quoted(tab) }));
    page.tabs.select(isTab ? tab : "play");
    const wrong = this.#wrong;
    notify(...this.#missing, ...(this.#missing.length ? [() => t("link.shown", { title: page.title })] : []),
      ...(wrong.length ? [() => t("link.partly", { parts: stopped(wrong.map(told).join("; ")) })] : []));
    this.loading = false;
  }

  /** Returns the message about a board that there is not, with a link to the nearest one.
   * @param {string} name */
  #near(name) {
    const near = nearest(name, this.page.chooser.all, wording);
    return [
      () => t("link.noBoard", { part: quoted(name) }),
      ...(near ? [{
        words: () => t("link.near", { name: boardTitle(near) }), href: fragmentOf(linkParts(near.question)),
      }] : []),
    ];
  }

  /** @param {State} state */
  #readSketch({ sketch }) {
    try {
      return sketch ? Sketch.read(sketch) : null;
    } catch (problem) {
      if (!(problem instanceof SketchError)) throw problem;
      this.#wrong.push(problem.said);
      return null;
    }
  }

  /** @param {State} state @param {string} from the pieces from which the search goes on */
  #showWatch({ watch: choice = "paper-plus,0", step = "" }, from = "") {
    const { watch, puzzle } = this.page;
    const { position, refused } = Position.parse(puzzle, from);
    this.#wrong.push(...watch.selection.choose(choice), ...refused);
    watch.begin(position);
    if (/^\d{1,6}$/.test(step)) watch.player.wanted = Number(step);
    else if (step) this.#wrong.push(() => t("link.step", { part: quoted(step) }));
  }

  #showPhoto({ read = "", doubts = "" }) {
    const reading = readPattern(read, "xryb?");
    const marked = doubts.split(",").filter(Boolean);
    const inDoubt = marked.filter((each) => /^\d{1,2}$/.test(each) && Number(each) < CELLS).map(Number);
    this.page.photo.show(reading, inDoubt);
    if (read && !reading) this.#wrong.push(() => t("link.reading", { part: quoted(read) }));
    if (marked.length > inDoubt.length) this.#wrong.push(() => t("link.cells", { part: quoted(doubts) }));
  }
}
