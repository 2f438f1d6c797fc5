/** The panel beside the board: solutions left, candidates, islands, known edges, and the pieces that fit a cell. */

import { ApiError, failure, Latest, pause, post, stream } from "./api.js";
import { Candidates } from "./candidates.js";
import { byId } from "./dom.js";
import { Choose } from "./form.js";
import { choiceWords } from "./hintwords.js";
import { openSides, tinter } from "./recording.js";
import { settings } from "./settings.js";
import { strategyName } from "./searchchoice.js";
import { named, numberText, plain, roughly, sentence, t, told } from "./text.js";
import { h, render, signal } from "./vendor/preact.js";

/** @import { Cell, Schemas } from "./api.js" */

/** The aids that can be shown. */
const AIDS = ["left", "candidates", "islands", "edges", "cell"];
/** Milliseconds for which a position must stay before a request; a count keeps the server busy. */
const REST = { survey: 60, left: 250 };
/** Milliseconds after which a request without an answer is repeated. */
const AGAIN = 3000;
/** The largest number that is written in words. */
const MOST = 1e15;

export class Beside {
  /** Drawn again when it changes. */
  changes = signal(0);
  /** The answers for the position.
   * @type {{left: Schemas["Left"]|null, survey: Schemas["Survey"]|null}} */
  known = { left: null, survey: null };
  /** The errors in place of answers.
   * @type {Record<"survey"|"left", import("./text.js").Said>} */
  problems = { survey: "", left: "" };
  #asked = { survey: "", left: "" };
  #tasks = { survey: new Latest(), left: new Latest() };
  /** @type {Cell|null} */
  #cell = null;
  /** @type {Cell|null} */
  #cursor = null;

  /** @param {import("./play.js").Play} game @param {import("./api.js").StrategyEntry[]} strategies */
  constructor(game, strategies) {
    this.game = game;
    this.strategies = strategies;
    game.view.stage.addEventListener("pointermove", (event) => {
      const { inside, cell } = game.view.board.where(event);
      if (!inside || game.grasp.hand || String(cell) === String(this.#cell)) return;
      this.#cell = cell;
      this.follow();
    });
    render(h(Panel, { beside: this }), byId("beside"));
  }

  /** The names of the aids that are shown. */
  get shown() {
    return settings.beside && !settings.blind ? AIDS.filter((name) => settings.aids.includes(name)) : [];
  }

  /** The strategies that can rank candidates on the board, the chosen one first. */
  get rankings() {
    const { isPlain, board: { lattice } } = this.game.puzzle;
    const usable = this.strategies.filter(({ squares }) => !lattice || !squares).map(({ name }) => name);
    const usual = isPlain || lattice ? "constrained" : "paper-plus";
    return { usable, chosen: usable.includes(settings.ranking) ? settings.ranking : usual };
  }

  /** Requests the answers that a change made stale. */
  follow = () => {
    const { game, game: { grasp: { cursor }, position, view }, shown } = this;
    if (cursor !== this.#cursor) this.#cell = cursor;
    this.#cursor = cursor;
    const isOff = position.solved || !view.isSeen;
    const question = position.question();
    const [row, col] = this.#cell ?? cursor;
    const cell = shown.includes("cell") && position.puzzle.board.find(row, col) >= 0 ? [row, col] : null;
    const looks = shown.some((name) => name !== "left");
    const { chosen: strategy } = this.rankings;
    this.#ask("survey", !isOff && looks && { ...question, strategy, cell }, async (body, end) => {
      /** @type {Schemas["Survey"]} */
      const survey = await post("survey", body, end);
      this.#learn("survey", survey);
    });
    this.#ask("left", !isOff && shown.includes("left") && question, async (body, end) => {
      for await (const events of stream("left", body, end)) {
        this.#learn("left", events[events.length - 1]);
      }
    });
    if (!isOff) for (const name of shown) game.tries.aids.add(name);
    this.#show();
    this.changes.value += 1;
  };

  /** Asks a new question once the position rests.
   * @param {"survey"|"left"} kind
   * @param {object|false} question false: drops the answer
   * @param {(question: object, end: AbortSignal) => Promise<void>} task */
  #ask(kind, question, task) {
    const asked = question ? JSON.stringify(question) : "";
    if (asked === this.#asked[kind]) return;
    /** @param {string} text */
    const board = (text) => (text ? JSON.stringify({ ...JSON.parse(text), cell: null }) : "");
    // For another cell of the same board, the old answer is shown until the new one arrives.
    if (board(asked) !== board(this.#asked[kind])) this.known = { ...this.known, [kind]: null };
    this.#asked[kind] = asked;
    this.problems[kind] = "";
    this.#tasks[kind].cancel();
    if (!question) return;
    const seek = (rest = REST[kind]) => this.#tasks[kind].run(async (end) => {
      await pause(rest, end);
      await task(question, end);
    }, (problem) => {
      this.#learn(kind, null, failure(problem));
      if (problem instanceof ApiError && [0, 503].includes(problem.status)) seek(AGAIN);
    });
    seek();
  }

  /** @param {"survey"|"left"} kind @param {object|null} answer @param {import("./text.js").Said} problem */
  #learn(kind, answer, problem = "") {
    this.known = { ...this.known, [kind]: answer };
    this.problems[kind] = problem;
    this.game.draw();
  }

  /** Shows the answers on the board and in the list. */
  #show() {
    const { game: { position, view }, known: { survey }, shown } = this;
    /** @param {string} name */
    const of = (name) => (shown.includes(name) ? survey : null);
    const labels = of("islands")?.islands.flat();
    const tinted = labels && tinter(position.puzzle)(labels, (at) => position.at.has(at));
    const implied = of("edges")?.implied;
    const aids = { ...view.aids, tints: tinted, implied: implied && openSides(implied, position) };
    const isNew = JSON.stringify(aids) !== JSON.stringify(view.aids);
    view.aids = aids;
    if (isNew) view.draw();
  }

  /** @param {string} name of the aid to show or hide */
  toggle(name) {
    const { aids } = settings;
    settings.set("aids", AIDS.filter((each) => aids.includes(each) !== (each === name)).join(" "));
  }
}

/** @param {{beside: Beside}} props */
function Panel({ beside }) {
  const { known: { left, survey }, game, game: { position, puzzle, view }, problems, shown } = beside;
  const { candidates = [], proposed = 0 } = survey ?? {};
  const { chosen, usable } = beside.rankings;
  /** @param {string} name */
  const has = (name) => beside.changes.value >= 0 && !position.solved && shown.includes(name);
  const islands = new Set(survey?.islands.flat()).size - Number(survey?.islands.flat().includes(0) ?? 0);
  return h("details", {
    hidden: settings.blind, open: settings.beside,
    onToggle: (/** @type {{currentTarget: HTMLElement}} */ { currentTarget }) => {
      const isOpen = currentTarget.hasAttribute("open");
      if (isOpen !== settings.beside) settings.set("beside", isOpen ? "open" : "folded");
    },
  },
  h("summary", {}, t("beside.title")),
  h("div", { class: "aids", role: "group", "aria-label": t("beside.parts") }, AIDS.map((name) => h("button", {
    type: "button", class: "tool", "data-aid": name, "aria-pressed": settings.aids.includes(name),
    onClick: () => beside.toggle(name),
  }, sentence(named("aids", name))))),
  position.solved && h("p", { class: "quiet" }, t("beside.solved")),
  !settings.aids.length && h("p", { class: "quiet" }, t("beside.nothing")),
  [...new Set(Object.values(problems).map(told).filter(Boolean))].map((problem) =>
    h("p", { key: problem, class: "warning" }, plain(problem))),
  has("left") && h("p", { class: "left" }, left ? leftWords(left) : t("beside.counting")),
  (has("islands") || has("edges")) && h("p", { class: "quiet known" },
    survey ? t("beside.known", { n: islands, edges: survey.edges }) : "…"),
  has("cell") && h("p", { class: "cell-choices" },
    survey?.choices ? choiceWords(survey.choices, position.puzzle.pieces) : t("beside.choose")),
  has("candidates") && h(Choose, {
    class: "ranking", words: t("beside.rank"), value: chosen, choose: (value) => settings.set("ranking", value),
  }, usable.map((name) => h("option", { key: name, value: name }, strategyName(name)))),
  has("candidates") && usable.length < beside.strategies.length && h("p", { class: "quiet" }, t("watch.squares")),
  has("candidates") && h(Candidates, {
    key: JSON.stringify([puzzle.key, candidates]), puzzle, all: candidates, title: t("candidates.title"),
    none: survey && !proposed ? t("beside.others") : "", rest: proposed - candidates.length,
    preview: (placement) => {
      if (!placement && !view.aids.ghost) return;
      view.aids.ghost = placement && { ...puzzle.drawnOn(placement), bad: [] };
      game.draw();
    },
    press: (placement) => game.grasp.propose(placement),
  }));
}

/** @param {Schemas["Left"]} left the bounds on the number of solutions */
function leftWords({ least: n, most: bound, text: least, is_final: isFinal }) {
  const text = numberText(least);
  if (n === bound) return t("beside.exact", { n, text });
  const most = bound < MOST ? roughly(bound) : powerOfTen(bound);
  return isFinal ? t("beside.between", { n, text, most }) : t("beside.most", { most });
}

/** Returns the next power of ten as text, such as 10²³; Infinity gives an open one, as the number is too large for
 * JavaScript.
 * @param {number} value */
const powerOfTen = (value) => (value === Infinity ? "∞"
  : `10${[...String(Math.ceil(Math.log10(value)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`);
