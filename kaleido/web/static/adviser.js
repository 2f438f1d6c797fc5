/** The adviser of a game: it gives hints step by step, and says whether the board can still be solved. */

import { ApiError, failure, Latest, post } from "./api.js";
import { Hint } from "./hint.js";
import { hintWhy } from "./hintwhy.js";
import { hintWords } from "./hintwords.js";
import { reasonOf } from "./reasons.js";
import { numberText, t } from "./text.js";

/** The seconds that a hint may take, and those that it may take when a player wants to wait. */
const HINT_SECONDS = { quick: 1, patient: 8 };
/** Milliseconds after which it is said that the server is at work. */
const PATIENCE = 250;

export class Adviser {
  /** The hint that is being given.
   * @type {import("./hint.js").Hint|null} */
  hint = null;
  /** The position that is known to have a solution.
   * @type {import("./position.js").Position|null} */
  solvable = null;
  #asking = new Latest();
  #judging = new Latest();
  /** The key of the puzzle that was judged. */
  #judged = "";
  /** Says that the server is at work, when its answer is not there by then.
   * @type {ReturnType<typeof setTimeout>|undefined} */
  #patience;

  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
  }

  /** Forgets what was said of a position that is no more. */
  forget() {
    this.hint = null;
    this.#asking.cancel();
    clearTimeout(this.#patience);
  }

  /** Forgets what was said of a puzzle, too. */
  reset() {
    this.forget();
    this.#judging.cancel();
    this.#judged = "";
  }

  /** Gives a hint, or its next step; after the last one it is done. */
  giveHint() {
    const { hint } = this;
    if (this.#isDone()) return;
    if (!hint) this.#askFor(HINT_SECONDS.quick);
    else this.goOn();
  }

  /** Whether the board is solved, which is said then. */
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
      if (answer.placement && !hint.lie) throw new Error(t("advice.misfit"));
      this.hint = hint;
      this.#tellHint(released);
      game.draw();
    });
    game.draw();
  }

  /** Tells the next step of the hint, or does what it says. */
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

  /** @param {(() => string)|null} [before] what has happened before */
  #tellHint(before) {
    const { hint } = this;
    if (!hint) return;
    const words = () => (before ? `${before()} ${hintWords(hint)}` : hintWords(hint));
    this.#tell(words, hint.lie || hint.step === "unknown" ? "hint" : "clash");
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

  /**
   * Tells whether a position still has a solution, and then how many; returns whether it has one.
   * @param {import("./position.js").Position} position
   * @param {AbortSignal} signal
   */
  async #isSolvable(position, signal) {
    const { lies, puzzle: { pieces } } = position;
    const answer = await post("solve", { ...position.question(), timeout: 20 }, signal);
    if (answer.status === "no-solution") {
      const none = () => (answer.reason
        ? t("advice.noSolution", { reason: reasonOf(answer, pieces) }) : t("hints.hopeless"));
      this.#tell(() => (lies.length ? t("advice.dead") : none()), "clash");
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

  /**
   * Warns of a puzzle that has no solution.
   * @param {boolean} isSound whether it is known to have one
   */
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

  /**
   * Asks the server; says so if the answer is not there at once.
   * @param {"play.thinking"|"play.looking"} words
   * @param {(signal: AbortSignal) => Promise<void>} task
   */
  #ask(words, task) {
    this.#patience = setTimeout(() => this.#tell(() => t(words), "wait"), PATIENCE);
    this.#asking.run(task, (problem) => this.#tell(failure(problem), "clash"));
  }
}
