/** The page: four tabs over one puzzle; its state is in the URL's fragment. */

import { Address } from "./address.js";
import { failure } from "./api.js";
import { Beside } from "./beside.js";
import { Thumbnail } from "./boardparts.js";
import { givenTitle, keepBoard } from "./boards.js";
import { BookletWindow } from "./booklet.js";
import { boardTitle } from "./card.js";
import { Chooser } from "./chooser.js";
import { byId, write } from "./dom.js";
import { Design } from "./design.js";
import { FIRST_STEPS } from "./first.js";
import { dayOf, dayOfBoard, readDay, readDeal } from "./days.js";
import { isOwn } from "./fragment.js";
import { Make } from "./make.js";
import { notify } from "./messages.js";
import { pictured, pressPicture, spelt } from "./modal.js";
import { NewGame } from "./newgame.js";
import { readPattern, writePattern } from "./pattern.js";
import { Photo } from "./photo.js";
import { Play } from "./play.js";
import { settings, unkept } from "./settings.js";
import { Sketch, WILD } from "./sketch.js";
import { Solutions } from "./solutions.js";
import { statisticsWindow } from "./statisticsview.js";
import { named, t } from "./text.js";
import { h, render } from "./vendor/preact.js";
import { Watch } from "./watch.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */

export class Page {
  /** @param {import("./library.js").Library} library @param {import("./api.js").StrategyEntry[]} strategies
   * @param {import("./app.js").Tabs} tabs */
  constructor(library, strategies, tabs) {
    this.library = library;
    this.puzzle = library.first;
    /** The tab that was open before. */
    this.before = "";
    this.address = new Address(this);
    /** Whether the browser refused to store something, and whether the player knows. */
    this.isUnkept = false;
    this.isWarned = false;
    this.tabs = tabs;
    tabs.onchange = (tab) => this.#enter(tab);
    this.play = new Play(this);
    this.beside = new Beside(this.play, strategies);
    this.watch = new Watch(this, strategies);
    this.design = new Design(this);
    this.photo = new Photo(this);
    this.chooser = new Chooser(this);
    this.solutions = new Solutions(this.play);
    this.make = new Make(this);
    this.newGame = new NewGame((name) => this.begin(name));
    this.booklet = new BookletWindow(library);
    this.showChoice();
    this.#listen();
  }

  /** Goes on with a board that was read from a photo.
   * @param {string} cells some of which may be unknown
   * @param {"play"|"design"} tab @param {import("./api.js").Placement[]|null} solution */
  takeRead(cells, tab, solution) {
    if (cells.includes(WILD)) this.design.set(Sketch.read(writePattern(cells)), "", "");
    else this.adopt(this.library.pattern(cells));
    this.tabs.select(tab);
    if (!solution) return;
    this.play.takeUp(solution, "photo");
    this.play.view.tell(() => t("tree.completed"));
  }

  /** Starts a search from the position of the game. */
  watchOn() {
    this.watch.begin(this.play.position);
    this.tabs.select("watch");
  }

  /** Continues the game from the board of the search.
   * @param {import("./api.js").Placement[]} placed */
  playOn(placed) {
    this.tabs.select("play");
    this.play.visit(this.play.takeUp(placed, "strategy", this.watch.from), () => t("watch.took"));
  }

  #listen() {
    unkept.tell = () => {
      this.isUnkept = true;
      this.#warn();
    };
    window.addEventListener("popstate", (event) => {
      closeWindows();
      this.load(isOwn(event));
    });
    window.addEventListener("pagehide", () => this.play.remember());
    document.addEventListener("visibilitychange", () => this.#pauseOrResume(!document.hidden));
    settings.onchange = () => {
      this.#name();
      this.showChoice();
      for (const panel of [this.play, this.watch, this.design, this.photo]) panel.draw();
    };
  }

  /** Warns once that the browser stores nothing, after the link has been read. */
  #warn() {
    if (!this.isUnkept || this.isWarned || this.address.loading) return;
    this.isWarned = true;
    notify(() => t("page.unkept"));
  }

  /** The board to play after a solved one: its words, and the function that opens it.
   * @returns {import("./won.js").Win["next"]} */
  get next() {
    const { chooser, library, puzzle: { name } } = this;
    if (name === FIRST_STEPS) return { words: "won.whole", go: () => this.open({ pattern: library.first.name }) };
    const deal = readDeal(name);
    const words = "won.next";
    if (deal) return { words, go: () => { this.newGame.open(); this.newGame.start(deal.level); } };
    const { next } = chooser;
    return next && { words, go: () => chooser.take(next) };
  }

  openMake() {
    this.chooser.close();
    this.make.open(this.puzzle);
  }

  openBooklet() {
    const { chooser: { all, days }, puzzle: { key, name } } = this;
    const open = readDay(name) && !days.some((day) => day.key === key) ? [this.library.day(name)] : [];
    this.booklet.open([...days, ...open, ...all], key);
  }

  /** Shows all solutions of the puzzle, or of the position. */
  openSolutions() { this.solutions.open(this.play.position); }

  openStatistics() {
    statisticsWindow.open({
      shipped: this.library.entries, changed: () => this.#renew(), finder: () => this.#finder(),
    });
  }

  /** Plays a board by its name.
   * @param {string} name */
  async begin(name) {
    this.chooser.close();
    await this.open({ pattern: name });
    this.tabs.select("play");
    byId("play-board").focus({ preventScroll: true });
  }

  /** Returns a function that finds the entry of a solved board: Kaleido's, a day's, a dealt one or the player's own.
   * @returns {import("./statisticsview.js").Find} */
  #finder() {
    const known = new Map(this.chooser.all.toReversed().map((entry) => [entry.key, entry]));
    return (key) => {
      const cells = known.has(key) ? null : readPattern(key);
      const day = cells && dayOfBoard(cells, dayOf(new Date()), this.library.days);
      return known.get(key) ?? (day ? this.library.day(day) : null) ?? this.library.calendar({ key }) ??
        { title: key, group: "own", difficulty: null };
    };
  }

  /** The title of the puzzle. */
  get title() { return boardTitle(this.chooser.entryOf(this.puzzle)) || t("won.untitled"); }

  /** Shows the state that the link describes.
   * @param {boolean} isBack whether the player came to a link of this page by Back or Forward */
  async load(isBack = false) {
    await this.address.load(isBack);
    if (byId("notice").hidden) this.#warn();
  }

  /** Opens the designed pattern in another tab.
   * @param {string} tab */
  leaveDesign(tab) {
    if (this.puzzle.board.cells !== this.design.pattern) this.adopt(this.library.pattern(this.design.pattern));
    this.tabs.select(tab);
  }

  /** Design shows the last pattern, even while another puzzle is open.
   * @param {Parameters<Design["show"]>[1]} options */
  showDesign(options = {}) {
    if (this.puzzle.isClassic || !this.design.pattern) {
      this.design.show((this.puzzle.isClassic ? this.puzzle : this.library.first).board.cells, options);
    }
  }

  /** The player's title of the puzzle. */
  get ownTitle() {
    const isDesigned = this.puzzle.isClassic && this.puzzle.board.cells === this.design.pattern;
    return isDesigned ? this.design.title : givenTitle(this.puzzle.key);
  }

  /** Shows another puzzle in all tabs.
   * @param {Puzzle} puzzle
   * @param {boolean} isStep whether the browser's Back returns to the one before */
  adopt(puzzle, isStep = false) {
    this.address.asked += 1;
    this.puzzle = puzzle;
    this.play.open(puzzle);
    // Must come before a search, which writes the link without a new entry in the history.
    this.address.save(isStep);
    this.watch.show(puzzle);
    this.showDesign();
    this.#settle();
    this.address.save();
  }

  /** Opens another puzzle, as soon as its pieces have loaded.
   * @param {import("./library.js").Question} question */
  async open(question) {
    if (!this.isUnkept) notify("");
    try {
      await this.address.ask(() => this.library.open(question), (puzzle) => puzzle && this.adopt(puzzle, true));
    } catch (problem) {
      notify(failure(problem));
    }
  }

  /** @param {string} tab */
  #enter(tab) {
    // Must come first: the calls below write the link, too, and must not overwrite the entry of the tab before.
    this.address.save(tab !== this.before);
    this.showChoice();
    this.#pauseOrResume(true);
    if (tab !== "watch") this.watch.player.pause();
    if (tab === "design") this.design.judge();
    else this.design.stop();
    this.#name();
    this.#settle();
    this.address.save();
    this.before = tab;
  }

  #name() {
    document.title = t("page.title", { tab: named("tabs", this.tabs.current) });
  }

  /** Updates the parts that depend on both the puzzle and the tab. */
  #settle() {
    const tab = this.tabs.current;
    const isShipped = Boolean(this.puzzle.name);
    if (tab === "play") {
      this.play.resume();
      this.play.advice.judge(isShipped);
    }
    if (tab === "watch") this.watch.resume();
    if (!isShipped && (tab === "play" || tab === "watch")) {
      keepBoard(this.puzzle.question(), this.ownTitle);
    }
    this.showChoice();
    write(byId("print-title"), () => this.title);
  }

  /** Shows the changes by an imported backup. */
  #renew() {
    this.play.show(this.puzzle, { goesOn: true });
    this.address.save();
    this.chooser.refresh();
  }

  /** Shows on the button of the chooser which board is open. */
  showChoice() {
    render(h(Choice, { page: this, title: this.title, tab: this.tabs.current, puzzle: this.puzzle }), byId("choice"));
  }

  /** Runs the clock while the game is visible.
   * @param {boolean} isVisible whether the page is */
  #pauseOrResume(isVisible) {
    if (isVisible && this.tabs.current === "play") this.play.resume();
    else {
      this.play.pause();
      this.play.remember();
    }
  }
}

/** Draws the bar of the game: the button that chooses the board, other games, and the time.
 * @param {{page: Page, title: string, tab: string, puzzle: Puzzle}} props */
function Choice({ page, title, tab, puzzle: { board, isPlain, key } }) {
  return [
    h("button", {
      type: "button", id: "pattern", class: "chosen", "aria-haspopup": "dialog", "data-key": key,
      hidden: tab === "design" || tab === "photo", onClick: () => page.chooser.open(),
    },
    h("span", { id: "pattern-picture", class: "chosen-picture" }, h(Thumbnail, { board, isPlain })),
    h("span", { id: "pattern-title", class: "chosen-title" }, spelt(title)),
    h("span", { class: "unseen" }, t("chooser.button")), pictured("down")),
    pressPicture("deals.new", "dice", {
      id: "new-game", class: "tool", title: t("deals.new"), onClick: () => page.newGame.open(),
    }),
    h("button", { type: "button", id: "today", class: "tool", onClick: () => page.begin(dayOf(new Date())) },
      pictured("day"), h("span", {}, t("deals.today"))),
    h("span", { id: "clock-box", class: "clock", hidden: tab !== "play" },
      h("span", { class: "unseen" }, t("page.time")), " ", h("span", { id: "clock" })),
  ];
}

/** Closes the windows that would cover a message or another board. */
function closeWindows() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
