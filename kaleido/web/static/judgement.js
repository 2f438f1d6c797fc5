/** The judgement of a design: whether it can be solved or filled in, how many solutions it has, how hard it is. */

import { ApiError, failure, Latest, post, stream } from "./api.js";
import { byId, set, write } from "./dom.js";
import { reasonOf } from "./reasons.js";
import { say } from "./say.js";
import { foreign, numberText, plain, sentence, t } from "./text.js";

/**
 * @typedef {import("./text.js").Said} Said
 * What is known of a sketch: whether it can be solved (`yes`, `no`), filled in (`open`, `never`), or neither is known
 * (`doubt`; nothing at all yet: `wait`).
 * @typedef {"yes"|"no"|"open"|"never"|"doubt"|"wait"} Verdict
 * @typedef {import("./api.js").Schemas["Rating"]} Rating
 * @typedef {import("./api.js").Schemas["Progress"|"Counted"|"Assessed"]} AssessEvent
 */

/**
 * What is known of a sketch.
 * @typedef {object} Findings
 * @property {Verdict} verdict
 * @property {Said} reason
 * @property {string} solutions their number as the server writes it; empty until it is known
 * @property {Rating|null} rating
 * @property {number|null} counting the share of the count that is done
 * @property {number|null} rated the share of the rating that is done
 * @property {boolean} isFinal whether no more will be known
 */

/** @type {Findings} */
const NOTHING = {
  verdict: "wait", reason: () => t("design.looking"), solutions: "", rating: null, counting: null, rated: null,
  isFinal: false,
};

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 250;
/** How many sketches are kept in mind, so that undo knows at once. */
const KEPT = 200;

const HEADS = /** @type {const} */ ({
  yes: "design.yes", no: "design.no", open: "design.fillable", never: "design.unfillable", doubt: "design.doubtful",
});

export class Judgement {
  /** @type {Map<string, Findings>} */
  #known = new Map();

  /**
   * @param {import("./pieces.js").Pieces} pieces
   * @param {() => void} changed called when something more is known
   */
  constructor(pieces, changed) {
    this.pieces = pieces;
    this.changed = changed;
    this.asking = new Latest();
    /** The sketch that is judged, as text. */
    this.text = "";
    this.findings = NOTHING;
  }

  get verdict() {
    return this.findings.verdict;
  }

  /**
   * Asks about a sketch once it has stopped changing.
   * @param {import("./sketch.js").Sketch} sketch
   */
  judge(sketch) {
    const { text } = sketch;
    if (text === this.text) return;
    this.text = text;
    const known = this.#known.get(text);
    this.findings = known ?? NOTHING;
    this.draw();
    this.changed();
    if (known?.isFinal) {
      this.asking.cancel();
      return;
    }
    this.asking.run(async (signal) => {
      if (!known) await rest(PAUSE, signal);
      await (sketch.isPattern ? this.#judge(text, signal) : this.#tryToFill(text, signal));
    }, (problem) => {
      this.text = "";
      this.findings = { ...NOTHING, verdict: /** @type {const} */ ("doubt"), reason: failure(problem), isFinal: true };
      this.draw();
      this.changed();
    });
  }

  /** Stops asking; the sketch is asked about anew the next time. */
  stop() {
    if (!this.asking.busy) return;
    this.asking.cancel();
    this.text = "";
  }

  /**
   * Takes up what is found.
   * @param {Partial<Findings>} found
   */
  #learn(found) {
    const isNews = found.verdict || found.isFinal;
    this.findings = { ...this.findings, ...found };
    if (isNews) {
      this.#known.delete(this.text);
      this.#known.set(this.text, this.findings);
      if (this.#known.size > KEPT) this.#known.delete([...this.#known.keys()][0]);
    }
    this.draw();
    if (isNews) this.changed();
  }

  /**
   * @param {string} pattern
   * @param {AbortSignal} signal
   */
  async #judge(pattern, signal) {
    const answer = await post("judge", { pattern }, signal);
    const { status } = answer;
    const said = () => `${sentence(reasonOf(answer, this.pieces))}.`;
    if (status === "no-solution") {
      this.#learn({ verdict: "no", reason: said, solutions: "0", isFinal: true });
      return;
    }
    const isSure = status === "solved";
    this.#learn({ verdict: isSure ? "yes" : "doubt", reason: isSure ? () => t("design.sure") : said });
    try {
      await this.#assess(pattern, signal);
    } catch (problem) {
      // Without an answer the server may be gone; what it refuses is not known.
      if (!(problem instanceof ApiError) || !problem.status) throw problem;
      this.#learn({ isFinal: true });
    }
  }

  /**
   * @param {string} pattern
   * @param {AbortSignal} signal
   */
  async #assess(pattern, signal) {
    for await (const events of stream("assess", { pattern }, signal)) {
      for (const event of events) this.#follow(/** @type {any} */ (event));
    }
    const { solutions, rating } = this.findings;
    if (rating) say(t("design.assessed", { solutions: plain(numberText(solutions)), n: rating.difficulty }));
  }

  /** @param {AssessEvent} event */
  #follow(event) {
    const { counting, rated } = this.findings;
    // A long count starts again in another place.
    if ("done" in event) {
      const { type, done } = event;
      this.#learn(type === "counting"
        ? { counting: Math.max(done, counting ?? 0) } : { rated: Math.max(done, rated ?? 0) });
    } else if (event.type === "counted") {
      const { solutions, text } = event;
      this.#learn({
        verdict: solutions ? "yes" : "no", reason: () => t(solutions ? "design.sure" : "design.none"), solutions: text,
        rated: 0,
      });
    } else this.#learn({ rating: event.rating ?? null, isFinal: true });
  }

  /**
   * @param {string} sketch
   * @param {AbortSignal} signal
   */
  async #tryToFill(sketch, signal) {
    const { status, reason } = await post("design", { sketch }, signal);
    const found = /** @type {const} */ ({
      solved: { verdict: "open", reason: () => t("design.fill") },
      "no-solution": { verdict: "never", reason: () => t("design.never") },
    })[/** @type {"solved"} */ (status)];
    const doubt = { verdict: /** @type {const} */ ("doubt"), reason: () => `${sentence(foreign(reason))}.` };
    this.#learn({ ...(found ?? doubt), isFinal: true });
  }

  draw() {
    const { verdict, reason, solutions, rating, counting, rated, isFinal } = this.findings;
    const kinds = { yes: "yes", open: "yes", no: "no", never: "no", doubt: "wait", wait: "wait" };
    const head = verdict === "wait" ? "…" : () => t(HEADS[verdict]);
    write(byId("verdict"), head);
    set(byId("verdict"), { class: `verdict ${kinds[verdict]}` });
    write(byId("reason"), reason);
    byId("facts").hidden = ["no", "open", "never"].includes(verdict);
    write(byId("solutions"), solutions ? () => numberText(solutions) : isFinal ? () => t("design.tooMany")
      : counting === null ? "…" : () => t("design.counting", { done: percent(counting) }));
    const stars = byId("stars");
    const difficulty = rating?.difficulty ?? 0;
    write(stars, "●".repeat(difficulty) + "○".repeat(5 - difficulty));
    stars.classList.toggle("unknown", !difficulty);
    set(stars, { "aria-label": difficulty ? t("design.stars", { n: difficulty }) : t("shared.unknown") });
    write(byId("difficulty"), rating ? () => t("design.rated", {
      backtracks: t("count.backtracks", { n: Math.round(rating.median_backtracks) }),
      forced: Math.round(rating.forced * 100),
    }) : isFinal ? () => t("shared.unknown")
      : rated === null ? "…" : () => t("design.rating", { done: percent(rated) }));
  }
}

/** @param {number} share */
const percent = (share) => Math.floor(share * 100);

/**
 * Waits, unless the signal stops it.
 * @param {number} time
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function rest(time, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
