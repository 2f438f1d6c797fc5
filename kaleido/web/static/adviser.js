/** The adviser of a game: it gives hints step by step and their reasons, and says whether the board can be solved. */

import { ApiError, failure, Latest, post, waiting } from "./api.js";
import { cellName } from "./board.js";
import { endWords, Hint, hintWords, placeWords, reasonWords } from "./hintwords.js";
import { modal, press, spelt } from "./modal.js";
import { pieceName } from "./pieces.js";
import { PoseView } from "./pieceview.js";
import { reasonOf } from "./reasons.js";
import { nameOf, placeOf } from "./steptext.js";
import { numberText, sentence, short, t } from "./text.js";
import { h, useEffect, useSignal } from "./vendor/preact.js";

/** The seconds that a hint may take, and those that it may take when a player wants to wait. */
const HINT_SECONDS = { quick: 1, patient: 8 };
/** Milliseconds after which the page reports that the server is at work. */
const PATIENCE = 250;

export class Adviser {
  /** The hint that is being given.
   * @type {import("./hintwords.js").Hint|null} */
  hint = null;
  /** The position that is known to have a solution.
   * @type {import("./position.js").Position|null} */
  solvable = null;
  #asking = new Latest();
  #judging = new Latest();
  /** The key of the puzzle that was judged. */
  #judged = "";
  /** Reports that the server is at work if its answer is late.
   * @type {ReturnType<typeof setTimeout>|undefined} */
  #patience;

  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
  }

  /** Drops the hint and the questions of a position that was left. */
  forget() {
    this.hint = null;
    this.#asking.cancel();
    clearTimeout(this.#patience);
  }

  /** Drops the judgement of the puzzle, too. */
  reset() {
    this.forget();
    this.#judging.cancel();
    this.#judged = "";
  }

  /** Gives a hint, or its next step; after the last one, carries it out. */
  giveHint() {
    const { hint } = this;
    if (this.#isDone()) return;
    if (!hint) this.#askFor(HINT_SECONDS.quick);
    else this.goOn();
  }

  /** Returns whether the board is solved; says so if it is. */
  #isDone() {
    const { position: { solved }, view } = this.game;
    if (solved) view.tell(() => t("play.solved"));
    return solved;
  }

  /** @param {number} seconds that it may take */
  #askFor(seconds) {
    const { game } = this;
    const released = game.grasp.letGo();
    this.#ask("play.thinking", async (signal) => {
      const { position } = game;
      const answer = await post("hint", { ...position.question(), timeout: seconds }, signal);
      const hint = new Hint(answer, position, seconds);
      if (answer.placement && !hint.posed) throw new Error(t("advice.misfit"));
      this.hint = hint;
      this.#tellHint(released);
      game.draw();
    });
    game.draw();
  }

  /** Tells the next step of the hint, or carries it out. */
  goOn() {
    const { hint, game } = this;
    if (!hint) return;
    if (hint.step === "unknown") this.#askFor(HINT_SECONDS.patient);
    else if (hint.deed) game.follow(hint);
    else if (hint.isLast) this.#tellHint();
    else {
      if (hint.goOn()) game.countHint();
      this.#tellHint();
      game.draw();
    }
  }

  /** @param {(() => string)|null} [before] the words for the event before it */
  #tellHint(before) {
    const { hint } = this;
    if (!hint) return;
    const words = () => (before ? `${before()} ${hintWords(hint)}` : hintWords(hint));
    this.#tell(words, hint.posed || hint.step === "unknown" ? "hint" : "clash");
  }

  /** Shows the reasons for the hint. */
  explain() {
    if (this.hint?.hasTold) hintWhy.open(this.hint);
  }

  /** Says whether the board still has a solution, and then how many. */
  check() {
    if (this.#isDone()) return;
    this.#ask("play.looking", async (signal) => {
      const { position } = this.game;
      if (await this.#isSolvable(position, signal)) this.solvable = position;
      this.game.draw();
    });
  }

  /** Tells whether a position still has a solution, and then how many; returns whether it has one.
   * @param {import("./position.js").Position} position @param {AbortSignal} signal */
  async #isSolvable(position, signal) {
    const { placed, puzzle: { pieces } } = position;
    const answer = await post("solve", { ...position.question(), timeout: 20 }, signal);
    if (answer.status === "no-solution") {
      const none = () => (answer.reason
        ? t("advice.noSolution", { reason: reasonOf(answer, pieces) }) : t("hints.hopeless"));
      this.#tell(() => (placed.length ? t("advice.dead") : none()), "clash");
      return false;
    }
    if (answer.status === "gave-up") {
      this.#tell(() => t("shared.gaveUp", { reason: reasonOf(answer, pieces) }));
      return false;
    }
    this.#tell(() => t("advice.counting"), "hint");
    try {
      const { solutions, text } = await post("count", position.question(), signal);
      this.#tell(() => t("advice.left", { n: solutions, text: numberText(text) }), "hint");
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 503) throw problem;
      this.#tell(() => t("advice.many"), "hint");
    }
    return true;
  }

  /** Warns of a puzzle that has no solution.
   * @param {boolean} isSound whether it is known to have one */
  judge(isSound) {
    const { puzzle, view } = this.game;
    if (isSound || this.#judged === puzzle.key) return;
    this.#judged = puzzle.key;
    this.#judging.run(async (signal) => {
      const answer = await post("judge", puzzle.question(), signal);
      const why = () => t("advice.unsolvable", { reason: reasonOf(answer, puzzle.pieces) });
      view.warn(answer.status === "no-solution" ? why : "");
    }, () => { this.#judged = ""; });
  }

  /** @type {(...words: Parameters<import("./playview.js").PlayView["tell"]>) => void} */
  #tell = (...words) => {
    clearTimeout(this.#patience);
    this.game.view.tell(...words);
  };

  /** Asks the server; says so if the answer is late.
   * @param {"play.thinking"|"play.looking"} words @param {(signal: AbortSignal) => Promise<void>} task */
  #ask(words, task) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#tell(() => waiting(words), "wait"), PATIENCE);
    this.#asking.run(task, (problem) => this.#tell(failure(problem), "clash"));
  }
}

/** The largest number of pieces that are shown one by one. */
const MOST = 6;

/** @param {{value: Hint, close: () => void}} props */
function Why({ value: hint, close }) {
  const { posed, position: { puzzle: { pieces } } } = hint;
  return [
    h("h2", { id: "why-title" }, posed && t("hints.whyTitle", { piece: pieceName(pieces.named(posed.piece)) })),
    h("p", { id: "why-words" }, reasonWords(hint)),
    h("div", { id: "why-facts" }, h(Fitting, { hint }), h(Numbers, { hint }), h(Others, { hint })),
    press("shared.close", { id: "why-close", class: "prime", onClick: close }),
  ];
}

/** The window of a hint. */
const hintWhy = modal("why", Why, { class: "why", isLight: true });

/** Returns a list of pieces as they lie, with words for each.
 * @param {string} title
 * @param {{piece: import("./pieces.js").Piece, posed: import("./pieces.js").Pose|null, text: string,
 *   more: string}[]} all */
const listed = (title, all) => h("section", null, h("h3", null, title), h("ul", { class: "reasons" },
  all.map(({ piece, posed, text, more }) => h("li", null,
    posed && h(PoseView, { piece, pose: posed, width: 4, height: 3 }),
    h("p", null, h("b", null, sentence(text)), " ", h("span", null, more))))));

/** Draws the pieces that fit on the hinted cell, each with its consequence.
 * @param {{hint: Hint}} props */
function Fitting({ hint }) {
  const { reason: { candidates }, position: { puzzle: { pieces } }, posed } = hint;
  if (candidates.length < 2 || candidates.length > MOST) return null;
  return listed(t("hints.fitting", { place: placeWords(hint) }), candidates.map((each) => {
    const piece = pieces.named(each.piece);
    return {
      piece, posed: each.piece === posed?.piece ? posed : { face: piece.faces[0], turn: 0 },
      text: t("hints.ways", { pieces: pieceName(piece), n: each.ways }), more: endWords(each, pieces),
    };
  }));
}

/** Draws the solver's counts.
 * @param {{hint: Hint}} props */
function Numbers({ hint }) {
  const { matched, edges, score_line: line, found } = hint.reason;
  const { shape: [rows, cols], corner } = found?.window ?? { shape: [0, 0], corner: [0, 0] };
  const facts = [
    [t("hints.sides"), t("hints.sidesOf", { matched, edges })],
    [t("hints.scored"), line],
    [t("hints.window"), rows && t("hints.windowAt", { rows, cols, cell: cellName(corner) })],
    [t("hints.sizes"), new Set(found?.sizes).size > 1 && found?.sizes.join(" + ")],
  ].filter(([, value]) => value);
  return h("section", null, h("h3", null, t("hints.numbers")), h("dl", { class: "facts" },
    facts.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]),
    h("dt", null, t("hints.share")), h("dd", null, h(Share, { hint }))));
}

/** Draws the share of solutions that contain the move; they are counted while the window is open.
 * @param {{hint: Hint}} props */
function Share({ hint: { posed, position } }) {
  const said = useSignal(() => t("hints.counting"));
  useEffect(() => {
    const controller = new AbortController();
    const [move] = posed ? position.with(posed).placements().slice(-1) : [];
    post("count", { ...position.question(), move }, controller.signal).then(({ text: all, with_move: hold }) => {
      said.value = () => t("hints.shareOf", { hold: numberText(hold ?? ""), all: numberText(all) });
    }).catch((problem) => {
      if (controller.signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      said.value = () => t("hints.uncounted");
    });
    return () => controller.abort();
  }, []);
  return spelt(said.value());
}

/** Draws other moves with high scores.
 * @param {{hint: Hint}} props */
function Others({ hint: { reason: { alternatives }, position: { puzzle } } }) {
  return alternatives.length > 0 && listed(t("hints.others"), alternatives.map((each) => {
    const text = t("steps.placement", { piece: nameOf(puzzle, each), cell: placeOf(puzzle, each) });
    return {
      piece: puzzle.pieces.named(each.piece), posed: puzzle.posedAs(each), text,
      more: `${short(each.score.total)}${each.lost ? `, ${t("hints.endLost")}` : ""}`,
    };
  }));
}
