/** The window that browses all solutions of a puzzle, or of a position. */

import { batch, h, signal, useLayoutEffect, useRef } from "./vendor/preact.js";
import { failure, Latest, post } from "./api.js";
import { BoardPicture } from "./boardview.js";
import { Choose, Labelled, Tick } from "./form.js";
import { modal, press, pressPicture, Status } from "./modal.js";
import { numberText, plain, t, thousands } from "./text.js";

/** @import { Position } from "./position.js" */

/** @typedef {import("./api.js").Schemas["Solutions"]} Reply */

/** The number of solutions in a request. */
const PAGE = 20;
/** The step of the keys that skip many. */
const LEAP = 10;

/** Returns whether the board of a puzzle is its own image, so that some solutions may be images of others.
 * @param {import("./puzzle.js").Puzzle} puzzle */
function isSymmetric({ board, isPlain }) {
  const own = isPlain ? board.painted(board.cells.replace(/[^.]/g, "o")) : board;
  return own.isSymmetric(isPlain);
}

export class Solutions {
  /** The puzzles whose solutions the player has asked to see. */
  #spoilt = new Set();
  #asking = new Latest();
  #window = modal("solutions-window", View, {
    title: "solutions.title", class: "window small", isLight: true,
    closed: () => this.#asking.cancel(), keys: (event) => this.#key(event),
  });

  /** Whether the window asks the player first. */
  isAsked = signal(false);
  /** Whether only solutions that contain the player's pieces are shown. */
  ofMine = signal(false);
  /** Which solutions are one: those that symmetries make of each other, or turns alone, or each is its own. */
  upTo = signal(/** @type {"symmetry"|"turns"|"each"} */ ("symmetry"));
  /** The server's answer about the solutions. */
  known = signal(/** @type {Reply|null} */ (null));
  /** The solutions received, by the number of the page. */
  pages = signal(/** @type {Map<number, import("./api.js").Placement[][]>} */ (new Map()));
  /** The number of the solution shown, from 0. */
  at = signal(0);
  /** The error. */
  problem = signal(/** @type {import("./text.js").Said} */ (""));
  position = /** @type {Position} */ (/** @type {unknown} */ (null));

  /** @param {import("./play.js").Play} game on whose board a solution is put */
  constructor(game) {
    this.game = game;
  }

  /** The number of solutions that can be shown. */
  get most() { return this.known.value?.reachable ?? 0; }

  /** The solution shown, if it has arrived. */
  get shown() {
    return this.pages.value.get(Math.floor(this.at.value / PAGE))?.[this.at.value % PAGE] ?? null;
  }

  /** Whether images of a solution may be left out. */
  get hasImages() { return !this.ofMine.value && isSymmetric(this.position.puzzle); }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { at: { value: at }, most } = this;
    const last = (most || 1) - 1;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: Math.max(0, at - LEAP), PageDown: Math.min(last, at + LEAP),
      Home: 0, End: last,
    };
    const isTyped = event.target instanceof HTMLSelectElement ||
      event.target instanceof HTMLInputElement && event.target.type === "number" && !/^Page/.test(event.key);
    if (!(event.key in steps) || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(steps[event.key]);
  }

  /** Opens the window; asks first whether to give the puzzle away.
   * @param {Position} position */
  open(position) {
    this.position = position;
    const { puzzle, placed, solved } = position;
    this.ofMine.value = Boolean(placed.length) && !solved;
    this.isAsked.value = !solved && !this.#spoilt.has(puzzle.key);
    if (!this.isAsked.value) this.begin();
    this.#window.open(this);
  }

  /** Requests the solutions again. */
  begin() {
    this.#spoilt.add(this.position.puzzle.key);
    batch(() => {
      this.isAsked.value = false;
      this.known.value = null;
      this.pages.value = new Map();
      this.at.value = 0;
      this.problem.value = "";
    });
    this.#fetch(0);
  }

  /** Shows a solution as soon as it arrives.
   * @param {number} at */
  go(at) {
    const { most } = this;
    if (!most) return;
    this.at.value = Math.max(0, Math.min(most - 1, Number.isFinite(at) ? Math.floor(at) : this.at.value));
    this.#fetch(Math.floor(this.at.value / PAGE));
  }

  /** @param {number} page */
  #fetch(page) {
    if (this.pages.value.has(page)) return;
    const { position } = this;
    const question = {
      ...position.puzzle.question(),
      ...(this.ofMine.value ? { placed: position.placements() } : {}),
      offset: page * PAGE,
      limit: PAGE,
      up_to_symmetry: this.hasImages && (this.upTo.value === "turns" ? "turns" : this.upTo.value === "symmetry"),
    };
    this.#asking.run(async (stop) => {
      /** @type {Reply} */
      const reply = await post("solutions", question, stop);
      batch(() => {
        this.known.value = reply;
        this.pages.value = new Map(this.pages.value).set(page, reply.found);
        this.problem.value = "";
      });
    }, (problem) => { this.problem.value = failure(problem); });
  }

  /** The message about the solution shown.
   * @returns {import("./modal.js").Telling} */
  get telling() {
    const { known: { value: known }, most, shown, at: { value: at } } = this;
    if (this.problem.value) return { said: this.problem.value, kind: "clash" };
    if (!known) return { said: t("solutions.counting"), kind: "wait" };
    if (!most) return { said: t("solutions.none") };
    if (!shown && this.pages.value.has(Math.floor(at / PAGE))) return { said: t("solutions.late"), kind: "clash" };
    const first = known.solutions !== null && most < known.solutions ? t("solutions.first", { n: most }) : "";
    const said = t("solutions.shown", { number: thousands(at + 1), text: numberOf(known) });
    return { said: `${said} ${first}`.trim(), kind: shown ? "" : "wait" };
  }
}

/** Returns the words for the number of solutions.
 * @param {Reply} reply */
const numberOf = ({ solutions, text }) => numberText(solutions === null && text !== "unknown"
  ? t("solutions.more", { text: text.replace(/^\D*/, "") }) : text);

/** @param {{value: Solutions, close: () => void}} props */
const View = ({ value: all, close }) => (all.isAsked.value
  ? h("div", { id: "solutions-ask", class: "window-body" },
    h("p", {}, t("solutions.ask")),
    h("div", { class: "row" },
      press("solutions.keep", { id: "solutions-keep", class: "prime", autofocus: true, onClick: close }),
      press("solutions.show", { id: "solutions-show", onClick: () => all.begin() })))
  : h(Look, { all, close }));

/** @param {{all: Solutions, close: () => void}} props */
function Look({ all, close }) {
  const { shown, most, known: { value: known }, at: { value: at }, position: { puzzle, placed, solved } } = all;
  const body = useRef(/** @type {HTMLElement|null} */ (null));
  // The question before it had the focus.
  useLayoutEffect(() => body.current?.focus(), []);
  const fixed = puzzle.givens.map((posed) => puzzle.drawn(posed));
  /** @param {import("./vendor/preact.js").Signal<boolean>} on */
  const choice = (on) => ({ checked: on.value, onChange: () => {
    on.value = !on.value;
    all.begin();
  } });
  return h("div", { id: "solutions-body", class: "window-body solutions", tabIndex: -1, autofocus: true, ref: body },
    h(BoardPicture, {
      id: "solutions-board", class: "stage", role: "img",
      "aria-label": t("solutions.board", { number: thousands(at + 1) }),
      scene: {
        board: puzzle.board, isPlain: puzzle.isPlain, waits: !shown, fixed,
        pieces: shown ? shown.map((placement) => puzzle.drawnOn(placement)) : fixed,
      },
    }),
    // A button that is disabled would lose the focus, and the arrow keys with it.
    most > 0 && h("div", { class: "row", id: "solutions-steps" },
      pressPicture("solutions.back", "prev", {
        id: "solutions-back", "aria-disabled": !at, onClick: () => all.go(at - 1),
      }),
      h(Labelled, { words: h("span", { class: "unseen" }, t("solutions.number")) }, h("input", {
        id: "solutions-number", type: "number", min: 1, max: most, value: at + 1, inputMode: "numeric",
        onChange: ({ currentTarget: { value } }) => all.go(Number(value) - 1),
      })),
      h("span", { id: "solutions-all" }, known && t("solutions.of", { text: plain(numberOf(known)) })),
      pressPicture("solutions.forward", "next", {
        id: "solutions-forward", "aria-disabled": at + 1 >= most, onClick: () => all.go(at + 1),
      })),
    h(Status, { id: "solutions-status", ...all.telling }),
    h("div", { class: "row" },
      placed.length > 0 && !solved &&
        h(Tick, { id: "solutions-mine", ...choice(all.ofMine), words: t("solutions.mine") }),
      all.hasImages &&
        h(Choose, {
          id: "solutions-symmetric", words: t("solutions.alike"), value: all.upTo.value,
          choose: (value) => {
            all.upTo.value = /** @type {any} */ (value);
            all.begin();
          },
        }, /** @type {const} */ (["symmetry", "turns", "each"]).map((each) =>
          h("option", { key: each, value: each }, t(`solutions.${each}`)))),
      press("solutions.lay", { id: "solutions-lay", disabled: !shown, onClick: () => {
        close();
        if (shown) all.game.lay(shown);
      } })));
}
