/** The page: four tabs over one puzzle; what is shown lives in the URL's fragment. */

import { failure, why } from "./api.js";
import { isWrap } from "./board.js";
import { thumbnail } from "./boardparts.js";
import { givenTitle, keepBoard, ownBoards, titleOf } from "./boards.js";
import { readBoard } from "./boardtext.js";
import { dayOf, dayOfBoard } from "./days.js";
import { boardTitle, langOf } from "./card.js";
import { Chooser } from "./chooser.js";
import { byId, el, onPress, set, write } from "./dom.js";
import { Design } from "./design.js";
import { FIRST_STEPS } from "./first.js";
import { currentFragment, fragmentOf, isOwn, linkParts, readFragment, writeFragment } from "./fragment.js";
import { readDeal } from "./deals.js";
import { allGames } from "./games.js";
import { isColoured, UnknownPuzzle } from "./library.js";
import { CELLS, readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { Play } from "./play.js";
import { keyOf } from "./puzzle.js";
import { onUnkept, settings } from "./settings.js";
import { Sketch, SketchError, WILD } from "./sketch.js";
import { StatisticsView } from "./statisticsview.js";
import { Tabs } from "./tabs.js";
import { named, quoted, sentence, t, told } from "./text.js";
import { Watch } from "./watch.js";

/**
 * @typedef {import("./text.js").Said} Said
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 */

/** The parts of a link. */
const PARTS = [
  "tab", "pattern", "pieces", "use", "wrap", "title", "sketch", "placed", "watch", "step", "read", "doubts",
];

export class Page {
  /**
   * @param {import("./library.js").Library} library
   * @param {import("./api.js").StrategyEntry[]} strategies
   */
  constructor(library, strategies) {
    this.library = library;
    this.puzzle = library.first;
    /** The tab that was open before. */
    this.before = "";
    /** Whether a link is being shown, which is no step of the player's. */
    this.loading = false;
    /** Whether something could not be kept in the browser, and whether the player knows. */
    this.isUnkept = false;
    this.isWarned = false;
    /** How many puzzles were asked for. */
    this.asked = 0;
    const save = () => this.save();
    this.play = new Play(this.puzzle, save);
    this.play.won.naming = () => ({ title: this.title, link: this.#link });
    this.watch = new Watch(this.puzzle, strategies, save);
    this.design = this.#makeDesign();
    this.photo = new Photo(save, (cells, tab) => {
      if (cells.includes(WILD)) this.design.set(Sketch.read(writePattern(cells)), "", "");
      else this.adopt(library.pattern(cells));
      this.tabs.select(tab);
    }, library.classic);
    const solutions = later(async () => {
      const { Solutions } = await import("./solutions.js");
      return new Solutions((solution) => this.play.lay(solution));
    });
    const make = later(async () => (await import("./make.js")).Make.load(async (question, tab) => {
      await this.open(question);
      this.tabs.select(tab);
    }));
    this.newGame = later(async () => new (await import("./newgame.js")).NewGame((name) => this.#begin(name)));
    const booklet = later(async () => new (await import("./booklet.js")).BookletWindow(library));
    for (const id of ["new-game", "chooser-new"]) onPress(id, () => this.newGame((window) => window.open()));
    onPress("today", () => this.#begin(dayOf(new Date())));
    onPress("chooser-print", () => booklet((window) => window.open(this.chooser.all, this.puzzle.key)));
    for (const id of ["browse", "all-solutions"]) {
      onPress(id, () => solutions((window) => window.open(this.play.position)));
    }
    onPress("make-open", () => make((window) => {
      this.chooser.node.close();
      window.open(this.puzzle);
    }));
    this.tabs = new Tabs(byId("tabs"), (tab) => this.#enter(tab));
    this.statistics = new StatisticsView(library.entries, () => this.#renew(), (key) => this.#entryOf(key));
    this.chooser = new Chooser(library, () => ownBoards().map(ownEntry), () => this.puzzle.key,
      async (entry) => {
        await this.open(entry.question);
        if (this.tabs.current === "play") byId("play-board").focus({ preventScroll: true });
      });
    this.play.onsolved = () => this.#offerNext();
    this.play.onfixed = (puzzle) => this.adopt(puzzle, true);
    this.#listen();
  }

  #listen() {
    onPress("close-notice", () => { byId("notice").hidden = true; });
    onUnkept(() => {
      this.isUnkept = true;
      this.#warn();
    });
    window.addEventListener("popstate", (event) => this.load(isOwn(event)));
    window.addEventListener("pagehide", () => this.play.remember());
    document.addEventListener("visibilitychange", () => this.#pauseOrResume(!document.hidden));
    settings.onchange(() => {
      this.#name();
      this.#showChoice();
      for (const panel of [this.play, this.watch, this.design, this.photo]) panel.draw();
    });
  }

  /** Says once that the browser keeps nothing; a link is understood first. */
  #warn() {
    if (!this.isUnkept || this.isWarned || this.loading) return;
    this.isWarned = true;
    byId("notice").hidden = false;
    write(byId("notice-words"), () => t("page.unkept"));
  }

  /** Offers the board to play after the one that is solved. */
  #offerNext() {
    const { play: { won }, chooser, library, puzzle } = this;
    const { next } = chooser;
    const isTry = puzzle.name === FIRST_STEPS;
    const deal = readDeal(puzzle.name);
    won.nextWords = isTry ? "won.whole" : "won.next";
    won.onNext = isTry ? () => this.open({ pattern: library.first.name })
      : deal ? () => this.newGame((window) => { window.open(); window.start(deal.level); })
        : next && (() => chooser.choose(next));
  }

  /** Opens the board on which one tries the game. */
  async tryIt() {
    await this.#begin(FIRST_STEPS);
  }

  /**
   * Plays a board by its name.
   * @param {string} name
   */
  async #begin(name) {
    this.chooser.node.close();
    await this.open({ pattern: name });
    this.tabs.select("play");
    byId("play-board").focus({ preventScroll: true });
  }

  #makeDesign() {
    return new Design(this.library, {
      changed: (cells) => this.adopt(this.library.pattern(cells)), titled: () => this.save(),
      shelved: () => this.#showChoice(), go: (tab) => this.#leaveDesign(tab),
    });
  }

  /**
   * What is known of a board that was solved: one that comes with Kaleido, of a day, dealt, or of one's own.
   * @param {string} key
   */
  #entryOf(key) {
    const cells = readPattern(key);
    const day = cells && dayOfBoard(cells, dayOf(new Date()), this.library.days);
    return this.chooser.known(key) ??
      (day ? this.library.day(day) : { title: titleOf(key) || key, group: "own", difficulty: null });
  }

  /** What the puzzle is called. */
  get title() {
    return boardTitle(this.chooser.entryOf(this.puzzle)) || t("won.untitled");
  }

  /** A link to the puzzle, for others to solve. */
  get #link() {
    const { name } = this.puzzle;
    const parts = name ? { pattern: name } : linkParts(this.puzzle.question());
    return new URL(fragmentOf({ tab: "play", ...parts }), location.href).href;
  }

  /**
   * Writes the link to what is shown.
   * @param {boolean} isStep whether the browser's Back shall come back to what was shown before
   */
  save(isStep = false) {
    writeFragment({
      tab: this.tabs.current,
      ...linkParts(this.puzzle.question()),
      title: this.#title,
      sketch: this.tabs.current === "design" ? this.design.open : "",
      placed: this.play.position.format(),
      watch: this.watch.choice,
      step: this.watch.step,
      read: this.photo.reading,
      doubts: this.photo.doubted,
    }, isStep && !this.loading);
  }

  /**
   * Shows what the link says, and says what of it is not understood.
   * @param {boolean} isBack whether the page itself wrote it and one has gone back to it, or forth: the games on its
   *   patterns, the search and the reading have gone on since then
   */
  async load(isBack = false) {
    const { state, strange } = readFragment(currentFragment(), PARTS);
    /** @type {Said[]} */
    const wrong = strange.map((part) => () => t("link.strange", { part: quoted(part) }));
    this.asked += 1;
    const { asked } = this;
    const puzzle = state.pattern ? await this.#find(state, wrong) : await this.#last();
    // Another one may have been asked for meanwhile.
    if (asked === this.asked) this.#show(puzzle, state, wrong, isBack);
  }

  /** The puzzle that a link without one shows: on a visit, the one whose game was left last. */
  async #last() {
    const [, game] = (this.before ? null : allGames().at(-1)) ?? [];
    const found = game && !game.isOver && this.library.open(game.question).catch(() => null);
    return (await found) || this.puzzle;
  }

  /**
   * @param {Puzzle|null} puzzle
   * @param {Record<string, string>} state of the link
   * @param {Said[]} wrong what is not understood of it
   * @param {boolean} isBack
   */
  #show(puzzle, state, wrong, isBack) {
    const { tab = "play", placed = "" } = state;
    this.loading = true;
    this.play.remember();
    this.puzzle = puzzle ?? this.puzzle;
    // Pieces of a puzzle that is not known belong to no other.
    wrong.push(...this.play.show(this.puzzle, puzzle ? placed : "", isBack || !placed));
    if (!isBack) wrong.push(...this.#loadWatch(state), ...this.#loadPhoto(state));
    this.watch.show(this.puzzle);
    if (state.title && !this.puzzle.isClassic && !this.puzzle.name) keepBoard(this.puzzle.question(), state.title);
    this.#showDesign({ title: state.title, sketch: this.#readSketch(state, wrong) });
    const isTab = this.tabs.names.includes(tab);
    if (!isTab) wrong.push(() => t("link.tab", { part: quoted(tab) }));
    this.tabs.select(isTab ? tab : "play");
    byId("notice").hidden = !wrong.length;
    write(byId("notice-words"), () => t("link.partly", { parts: wrong.map(told).join("; ") }));
    this.loading = false;
    if (!wrong.length) this.#warn();
  }

  /**
   * Opens the puzzle of a link, without the parts that are not understood.
   * @param {Record<string, string>} state
   * @param {Said[]} wrong gets what is not understood
   * @returns {Promise<Puzzle|null>}
   */
  async #find({ pattern, pieces, use, wrap }, wrong) {
    if (wrap && !isWrap(wrap)) {
      wrong.push(() => t("link.wrap", { part: quoted(wrap) }));
      return this.#find({ pattern, pieces, use }, wrong);
    }
    try {
      const names = use?.split(",").map((name) => name.trim()).filter(Boolean);
      return await this.library.open({ pattern, pieces, use: names, wrap });
    } catch (problem) {
      const isUnknown = problem instanceof UnknownPuzzle;
      wrong.push(() => (isUnknown ? t("link.pattern", { part: quoted(pattern) })
        : t("link.puzzle", { part: quoted(use ?? pattern), why: why(problem) })));
      return use ? this.#find({ pattern, pieces, wrap }, wrong) : null;
    }
  }

  /**
   * Goes on with the pattern that was designed.
   * @param {string} tab
   */
  #leaveDesign(tab) {
    if (this.puzzle.board.cells !== this.design.pattern) this.adopt(this.library.pattern(this.design.pattern));
    this.tabs.select(tab);
  }

  /**
   * Design has the last pattern, whatever other puzzle is open.
   * @param {{title?: string, sketch?: Sketch|null}} options
   */
  #showDesign(options = {}) {
    if (this.puzzle.isClassic || !this.design.pattern) {
      this.design.show((this.puzzle.isClassic ? this.puzzle : this.library.first).board.cells, options);
    }
  }

  /** What the player calls the puzzle. */
  get #title() {
    const isDesigned = this.puzzle.isClassic && this.puzzle.board.cells === this.design.pattern;
    return isDesigned ? this.design.title : givenTitle(this.puzzle.key);
  }

  /**
   * @param {Record<string, string>} state
   * @param {Said[]} wrong gets what is not understood
   */
  #readSketch({ sketch }, wrong) {
    try {
      return sketch ? Sketch.read(sketch) : null;
    } catch (problem) {
      if (!(problem instanceof SketchError)) throw problem;
      wrong.push(problem.said);
      return null;
    }
  }

  /**
   * @param {Record<string, string>} state
   * @returns {Said[]} what is not understood
   */
  #loadWatch({ watch = "paper-plus,0", step = "" }) {
    const wrong = this.watch.choose(watch);
    this.watch.show(this.puzzle);
    if (/^\d{1,6}$/.test(step)) this.watch.restore(Number(step));
    else {
      this.watch.reset();
      if (step) wrong.push(() => t("link.step", { part: quoted(step) }));
    }
    return wrong;
  }

  /**
   * @param {Record<string, string>} state
   * @returns {Said[]} what is not understood
   */
  #loadPhoto({ read = "", doubts = "" }) {
    const reading = readPattern(read, "xryb?");
    const marked = doubts.split(",").filter(Boolean);
    const inDoubt = marked.filter((each) => /^\d{1,2}$/.test(each) && Number(each) < CELLS).map(Number);
    this.photo.show(reading, inDoubt);
    return [
      ...(read && !reading ? [() => t("link.reading", { part: quoted(read) })] : []),
      ...(marked.length > inDoubt.length ? [() => t("link.cells", { part: quoted(doubts) })] : []),
    ];
  }

  /**
   * Takes up another puzzle everywhere.
   * @param {Puzzle} puzzle
   * @param {boolean} isStep whether the browser's Back shall come back to the one before
   */
  adopt(puzzle, isStep = false) {
    this.asked += 1;
    this.puzzle = puzzle;
    this.play.open(puzzle);
    this.watch.show(puzzle);
    this.#showDesign();
    this.#settle();
    this.save(isStep);
  }

  /**
   * Opens another puzzle, as soon as its pieces are there.
   * @param {import("./library.js").Question} question
   */
  async open(question) {
    this.asked += 1;
    const { asked } = this;
    try {
      const puzzle = await this.library.open(question);
      if (asked === this.asked) this.adopt(puzzle, true);
    } catch (problem) {
      byId("notice").hidden = false;
      write(byId("notice-words"), failure(problem));
    }
  }

  /** @param {string} tab */
  #enter(tab) {
    // First of all: what stops below writes the link, too, which must not take the place of the tab before.
    this.save(tab !== this.before);
    byId("pattern").hidden = tab === "design" || tab === "photo";
    byId("clock-box").hidden = tab !== "play";
    this.#pauseOrResume(true);
    if (tab !== "watch") this.watch.pause();
    if (tab === "design") this.design.judge();
    else this.design.stop();
    this.#name();
    this.#settle();
    this.save();
    this.before = tab;
  }

  #name() {
    document.title = t("page.title", { tab: named("tabs", this.tabs.current) });
  }

  /** Does what the pattern and the tab ask for together. */
  #settle() {
    const tab = this.tabs.current;
    const isShipped = Boolean(this.puzzle.name);
    if (tab === "play") {
      this.play.resume();
      this.play.advice.judge(isShipped);
    }
    if (tab === "watch") this.watch.resume();
    if (!isShipped && (tab === "play" || tab === "watch")) {
      keepBoard(this.puzzle.question(), this.#title);
    }
    this.#showChoice();
    write(byId("print-title"), () => this.title);
  }

  /** Shows what a file of games has changed. */
  #renew() {
    this.play.show(this.puzzle, "", true);
    this.save();
    if (this.chooser.node.open) this.chooser.refresh();
  }

  /** Shows on the button of the chooser which board is open. */
  #showChoice() {
    const { board, isPlain } = this.puzzle;
    const { title } = this;
    byId("pattern-picture").replaceChildren(thumbnail(board, isPlain));
    byId("pattern-title").replaceChildren(el("span", { lang: langOf(this.chooser.entryOf(this.puzzle)), text: title }));
    set(byId("pattern"), { "aria-label": t("chooser.button", { title }), "data-key": this.puzzle.key });
  }

  /**
   * The clock runs while the game is seen.
   * @param {boolean} isVisible whether the page is
   */
  #pauseOrResume(isVisible) {
    if (isVisible && this.tabs.current === "play") this.play.resume();
    else {
      this.play.pause();
      this.play.remember();
    }
  }
}

/**
 * A board of one's own, to choose.
 * @param {import("./boards.js").Board} board
 * @returns {import("./library.js").Entry}
 */
function ownEntry({ title, question }) {
  const board = /** @type {import("./board.js").Board} */ (readBoard(question.pattern, question.wrap));
  return {
    key: keyOf(question), name: "", title, group: "own", difficulty: null, solutions: null, question, board,
    isPlain: !isColoured(board),
  };
}

/**
 * Makes what is seldom needed when it is first used; says so if it cannot be loaded.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {(use: (made: T) => void) => Promise<void>}
 */
function later(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return async (use) => {
    try {
      made ??= make();
      use(await made);
    } catch {
      made = null;
      byId("notice").hidden = false;
      write(byId("notice-words"), () => sentence(t("shared.silent")));
    }
  };
}
