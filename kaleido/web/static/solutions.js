/** The dialog in which all solutions of a puzzle, or of the pieces as they lie, are looked through. */

import { failure, Latest, post } from "./api.js";
import { BoardView } from "./boardview.js";
import { button, byId, el, input, onPress, set, showStatus, write } from "./dom.js";
import { settings } from "./settings.js";
import { numberText, t, thousands } from "./text.js";
import { labelled, makeWindow, press, pressIcon, row, tick } from "./window.js";

/**
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./api.js").Schemas["Solutions"]} Reply
 */

/** The number of solutions that are asked for at once. */
const PAGE = 20;
/** The steps of the keys that pass over many. */
const LEAP = 10;

/**
 * Whether the board of a puzzle is its own image, so that some solutions may be images of others.
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
function isSymmetric({ board, isPlain }) {
  const own = isPlain ? board.painted(board.cells.replace(/[^.]/g, "o")) : board;
  return own.isSymmetric(isPlain);
}

function makeDialog() {
  const number = el("input", { id: "solutions-number", type: "number", min: 1, value: 1, inputmode: "numeric" });
  const label = labelled("solutions.number", number);
  label.firstElementChild?.classList.add("unseen");
  return makeWindow("solutions-window", "solutions.title", "small",
    el("div", { id: "solutions-ask", class: "window-body" },
      el("p", { "data-t": "solutions.ask" }),
      row({}, press("solutions-keep", "solutions.keep", { class: "prime" }),
        press("solutions-show", "solutions.show"))),
    el("div", { id: "solutions-body", class: "window-body solutions" },
      el("div", { id: "solutions-board", class: "stage", role: "img" }),
      row({ id: "solutions-steps" }, pressIcon("solutions-back", "solutions.back", "prev"), label,
        el("span", { id: "solutions-all" }), pressIcon("solutions-forward", "solutions.forward", "next")),
      el("p", { id: "solutions-status", class: "status", role: "status" }),
      row({}, tick("solutions-mine", "solutions.mine", { id: "solutions-of" }),
        tick("solutions-symmetric", "solutions.symmetric", { id: "solutions-up-to" }),
        press("solutions-lay", "solutions.lay"))));
}

export class Solutions {
  /** @type {Position|null} */
  #position = null;
  /** The puzzles whose solutions one has asked to see. */
  #spoilt = new Set();
  /** What the server has said of the solutions that are looked through.
   * @type {Reply|null} */
  #known = null;
  /** By the number of the page.
   * @type {Map<number, Placement[][]>} */
  #pages = new Map();
  /** The number of the one that is shown, from 0. */
  #at = 0;
  #asking = new Latest();
  #view = new BoardView();

  /** @param {(solution: Placement[]) => void} lay puts a solution on the board of the game */
  constructor(lay) {
    this.node = makeDialog();
    input("solutions-symmetric").checked = true;
    byId("solutions-board").append(this.#view.node);
    onPress("solutions-show", () => {
      this.#spoilt.add(this.#position?.puzzle.key);
      this.#begin();
    });
    onPress("solutions-keep", () => this.node.close());
    onPress("solutions-back", () => this.#go(this.#at - 1));
    onPress("solutions-forward", () => this.#go(this.#at + 1));
    onPress("solutions-lay", () => {
      const solution = this.#shown;
      this.node.close();
      if (solution) lay(solution);
    });
    for (const id of ["solutions-symmetric", "solutions-mine"]) {
      byId(id).addEventListener("change", () => this.#begin());
    }
    input("solutions-number").addEventListener("change", () => this.#go(Number(input("solutions-number").value) - 1));
    this.node.addEventListener("close", () => this.#asking.cancel());
    this.node.addEventListener("click", (event) => { if (event.target === this.node) this.node.close(); });
    this.node.addEventListener("keydown", (event) => this.#key(event));
    settings.onchange(() => this.#draw());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = (this.#known?.reachable ?? 1) - 1;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, PageUp: Math.max(0, this.#at - LEAP),
      PageDown: Math.min(last, this.#at + LEAP), Home: 0, End: last,
    };
    const isTyped = event.target === input("solutions-number") && !/^Page/.test(event.key);
    if (!(event.key in steps) || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#go(steps[event.key]);
  }

  /**
   * Opens the dialog; asks first whether to give the puzzle away.
   * @param {Position} position
   */
  open(position) {
    this.#position = position;
    const { puzzle, lies, solved } = position;
    byId("solutions-of").hidden = !lies.length || solved;
    input("solutions-mine").checked = Boolean(lies.length) && !solved;
    this.node.showModal();
    const isAsked = !solved && !this.#spoilt.has(puzzle.key);
    byId("solutions-ask").hidden = !isAsked;
    byId("solutions-body").hidden = isAsked;
    if (isAsked) button("solutions-keep").focus();
    else this.#begin();
  }

  get #hasMine() {
    return input("solutions-mine").checked;
  }

  /** Asks for the solutions anew. */
  #begin() {
    const { puzzle } = /** @type {Position} */ (this.#position);
    byId("solutions-ask").hidden = true;
    byId("solutions-body").hidden = false;
    if (!this.node.querySelector(":focus:not([hidden] *)")) this.node.focus();
    byId("solutions-up-to").hidden = this.#hasMine || !isSymmetric(puzzle);
    this.#known = null;
    this.#pages.clear();
    this.#at = 0;
    this.#draw();
    this.#tell(() => t("solutions.counting"), "wait");
    this.#fetch(0);
  }

  /**
   * Shows a solution as soon as it is there.
   * @param {number} at
   */
  #go(at) {
    const most = this.#known?.reachable ?? 0;
    if (!most) return;
    this.#at = Math.max(0, Math.min(most - 1, Number.isFinite(at) ? Math.floor(at) : this.#at));
    this.#draw();
    this.#fetch(Math.floor(this.#at / PAGE));
  }

  /** @param {number} page */
  #fetch(page) {
    if (this.#pages.has(page)) return;
    const position = /** @type {Position} */ (this.#position);
    const question = {
      ...position.puzzle.question(),
      ...(this.#hasMine ? { placed: position.placements() } : {}),
      offset: page * PAGE,
      limit: PAGE,
      up_to_symmetry: !byId("solutions-up-to").hidden && input("solutions-symmetric").checked,
    };
    this.#asking.run(async (signal) => {
      /** @type {Reply} */
      const reply = await post("solutions", question, signal);
      this.#known = reply;
      this.#pages.set(page, reply.found);
      this.#draw();
    }, (problem) => this.#tell(failure(problem), "clash"));
  }

  /** The solution that is shown, if it has come. */
  get #shown() {
    return this.#pages.get(Math.floor(this.#at / PAGE))?.[this.#at % PAGE] ?? null;
  }

  #draw() {
    if (!this.#position || !this.node.open) return;
    const known = this.#known;
    const shown = this.#shown;
    const { puzzle } = this.#position;
    const fixed = puzzle.givens.map((lie) => puzzle.drawn(lie));
    this.#view.draw({
      board: puzzle.board, isPlain: puzzle.isPlain, waits: !shown, fixed,
      pieces: shown ? shown.map((placement) => puzzle.drawnOn(placement)) : fixed,
    }, settings.marks);
    const most = known?.reachable ?? 0;
    byId("solutions-board").style.setProperty("--ratio", String(this.#view.ratio));
    byId("solutions-steps").hidden = !most;
    set(input("solutions-number"), { max: most });
    input("solutions-number").value = String(this.#at + 1);
    button("solutions-back").disabled = !this.#at;
    button("solutions-forward").disabled = this.#at + 1 >= most;
    button("solutions-lay").disabled = !shown;
    if (!known) return;
    const text = () => numberText(known.solutions === null && known.text !== "unknown"
      ? t("solutions.more", { text: known.text.replace(/^\D*/, "") }) : known.text);
    write(byId("solutions-all"), () => t("solutions.of", { text: text() }));
    if (!most) this.#tell(() => t("solutions.none"));
    else if (!shown && this.#pages.has(Math.floor(this.#at / PAGE))) this.#tell(() => t("solutions.late"), "clash");
    else {
      this.#tell(() => [
        t("solutions.shown", { number: thousands(this.#at + 1), text: text() }),
        known.solutions !== null && most < known.solutions ? t("solutions.first", { n: most }) : "",
      ].join(" "), shown ? "" : "wait");
    }
    set(byId("solutions-board"), { "aria-label": t("solutions.board", { number: thousands(this.#at + 1) }) });
  }

  /**
   * @param {import("./text.js").Said} text
   * @param {""|"wait"|"clash"} kind
   */
  #tell(text, kind = "") {
    showStatus("solutions-status", text, kind);
  }
}
