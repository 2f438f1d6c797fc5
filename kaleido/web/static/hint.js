/** A hint, step by step: where to look, which piece, how it lies; or that something must come off, where, and what. */

/** @typedef {"where"|"which"|"how"|"lost"|"dead"|"off"|"hopeless"|"unknown"} Step */

/** The steps that tell what to do with a piece: before them, a hint is no more than a look. */
const TELLING = ["which", "off"];

export class Hint {
  /** How many steps are done. */
  #at = 0;

  /**
   * @param {import("./api.js").HintAnswer} answer
   * @param {import("./position.js").Position} position that it is for
   * @param {number} seconds that the server had for it
   */
  constructor({ placement, remove, reason }, position, seconds) {
    this.reason = reason;
    this.position = position;
    this.seconds = seconds;
    /** The move, if there is one. */
    this.lie = placement ? position.lieFrom(placement) : null;
    /** What must come off. */
    this.off = remove.map((each) => position.find(each)).filter((each) => each !== null);
    this.steps = this.#stepsOf();
  }

  /** @returns {Step[]} */
  #stepsOf() {
    if (this.lie) return ["where", "which", "how"];
    const { kind, dead_end: end } = this.reason;
    if (kind !== "lost") return [kind === "hopeless" ? "hopeless" : "unknown"];
    /** @type {Step[]} */
    const steps = ["lost"];
    if (end) steps.push("dead");
    if (this.off.length) steps.push("off");
    return steps;
  }

  get step() {
    return this.steps[this.#at];
  }

  /** The step that comes next, if there is one. */
  get nextStep() {
    return this.steps[this.#at + 1];
  }

  get isLast() {
    return !this.nextStep;
  }

  /** Goes on; says whether the hint tells only now what to do. */
  goOn() {
    this.#at += 1;
    return TELLING.includes(this.step);
  }

  /** Whether it has told which piece to place, so that its reasons give nothing away. */
  get hasTold() {
    return Boolean(this.lie) && this.step !== "where";
  }

  /** What is to be done when all is told: there is something to place or to take off. */
  get deed() {
    if (!this.isLast) return null;
    if (this.lie) return "place";
    return this.off.length ? "off" : null;
  }

  /** What is shown of it on the board and in the tray. */
  get shown() {
    const { step, reason: { cells, dead_end: end } } = this;
    return {
      look: step === "where" || step === "which" || step === "dead" ? cells : [],
      piece: this.hasTold ? this.lie?.piece : (step === "dead" && end?.piece) || undefined,
      lie: step === "how" ? this.lie : null,
      off: step === "off" ? this.off : [],
    };
  }
}
