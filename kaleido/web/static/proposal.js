/** A proposal for a sketch: the nearest solvable pattern, or one that fills it in. It is taken or left. */

import { ApiError, failure, Latest, stream } from "./api.js";
import { button, byId, onPress, set, write } from "./dom.js";
import { Sketch } from "./sketch.js";
import { foreign, sentence, t } from "./text.js";

/**
 * @typedef {import("./text.js").Said} Said
 * @typedef {"fix"|"fill"|"chequer"|"wish"} Kind `chequer`: open cells are chequered as far as possible
 * @typedef {import("./api.js").Schemas["Designed"|"Tried"]|{type: "gave-up", reason: string}} DesignEvent
 * @typedef {{letters: string, changed: number[], sketch: Sketch}} Found the pattern, and where a sketch differs
 */

/** The most fillings that the server passes over. */
const MOST = 99;

export class Proposal {
  /**
   * @param {() => void} changed called when there is a proposal, and when there is none any more
   * @param {(letters: string) => void} take
   */
  constructor(changed, take) {
    this.changed = changed;
    this.asking = new Latest();
    /** @type {Found|null} */
    this.found = null;
    /** @type {Kind} */
    this.kind = "fix";
    /** @type {Sketch|null} */
    this.sketch = null;
    /** What else is asked for.
     * @type {import("./wish.js").Wish} */
    this.wish = {};
    /** How many proposals came before. */
    this.number = 0;
    this.isBusy = false;
    onPress("take", () => {
      const { found } = this;
      this.leave();
      if (found) take(found.letters);
    });
    onPress("leave", () => this.leave());
    onPress("another", () => this.#ask(this.number + 1));
  }

  /** Whether there is a proposal, or one is being looked for. */
  get isOpen() {
    return this.isBusy || this.found !== null;
  }

  /**
   * Looks for a proposal.
   * @param {Kind} kind
   * @param {Sketch} sketch
   * @param {import("./wish.js").Wish} wish what else is asked for
   */
  ask(kind, sketch, wish = {}) {
    this.kind = kind;
    this.wish = wish;
    this.sketch = sketch;
    this.found = null;
    this.#ask(0);
    button("leave").focus();
  }

  /** Drops the proposal. */
  leave() {
    if (byId("proposal").hidden) return;
    this.asking.cancel();
    this.isBusy = false;
    this.found = null;
    const isHere = byId("proposal").contains(document.activeElement);
    this.#show("");
    this.changed();
    if (isHere) byId("design-board").focus({ preventScroll: true });
  }

  /** @param {number} number of the proposal, from 0 */
  #ask(number) {
    const { kind, sketch, wish } = this;
    if (!sketch) return;
    this.isBusy = true;
    this.asking.run(async (signal) => {
      const question = {
        sketch: sketch.text, nearest: kind === "fix", background: kind === "chequer" ? "checker" : "", ...wish,
        ...(kind === "fill" ? { skip: number } : { seed: number }),
      };
      for await (const events of stream("design", question, signal)) {
        for (const event of events) this.#follow(event, number);
      }
    }, (problem) => {
      this.isBusy = false;
      this.#show(failure(problem));
      this.changed();
    });
    this.#show(() => t(kind === "fix" ? "proposal.fixing" : "proposal.filling"));
    this.changed();
  }

  /**
   * @param {DesignEvent} event
   * @param {number} number
   */
  #follow(event, number) {
    if (event.type === "gave-up") throw new ApiError(() => foreign(event.reason), 503);
    if (event.type === "tried") this.#show(() => t("deals.tried", { n: event.tried }));
    else {
      this.isBusy = false;
      this.#receive(event, number);
    }
  }

  /**
   * @param {import("./api.js").Schemas["Designed"]} answer
   * @param {number} number
   */
  #receive({ status, reason, sketch, pattern, changed, proved, least, passed, solutions, difficulty }, number) {
    if (status !== "solved" || !pattern) {
      const isAll = status === "no-solution" && passed > 0;
      this.#show(isAll ? () => t("proposal.all", { n: passed }) : () => `${sentence(foreign(reason))}.`, true);
      this.changed();
      return;
    }
    const letters = pattern.replaceAll("/", "");
    const isSame = letters === this.found?.letters;
    const asked = Sketch.read(sketch);
    this.found = { letters, changed: asked.breaches(letters), sketch: asked };
    this.number = number;
    const n = changed.length;
    const words = this.kind === "wish" ? () => [
      t("proposal.changes", { n }),
      solutions && difficulty ? t("proposal.rated", { n: solutions, level: difficulty }) : "",
    ].join(" ") : this.kind !== "fix" ? () => t("proposal.filled")
      : !n ? () => t("proposal.already")
        : proved ? () => t("proposal.fewest", { n }) : () => t("proposal.few", { n, least });
    this.#show(isSame ? () => t("proposal.same") : words, isSame || number >= MOST);
    this.changed();
  }

  /**
   * @param {Said} words nothing if there is no proposal
   * @param {boolean} isLast whether there is no other one
   */
  #show(words, isLast = false) {
    byId("proposal").hidden = !words;
    write(byId("proposal-words"), words);
    const { isBusy } = this;
    set(byId("proposal"), { "aria-busy": isBusy });
    byId("take").hidden = !this.found || isBusy;
    byId("another").hidden = !this.found || isBusy || this.kind === "fix";
    button("another").disabled = isLast;
    write(byId("leave"), () => t(isBusy ? "proposal.stop" : this.found ? "proposal.leave" : "proposal.close"));
  }
}
