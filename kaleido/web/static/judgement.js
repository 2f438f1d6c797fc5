/** The judgement of a design: whether it can be solved or filled in, how many solutions it has, how hard it is. */

import { ApiError, failure, Latest, pause, post, stream } from "./api.js";
import { dots } from "./catalogue.js";
import { say } from "./messages.js";
import { spelt } from "./modal.js";
import { readPattern } from "./pattern.js";
import { cellsOf, reasonOf } from "./reasons.js";
import { foreign, numberText, percent, plain, sentence, t, told } from "./text.js";
import { h, signal } from "./vendor/preact.js";

/** The verdict on a sketch: it can be solved or not (`yes`, `no`), filled in or not (`open`, `never`), or neither is
 * known (`doubt`; before any answer: `wait`).
 * @typedef {"yes"|"no"|"open"|"never"|"doubt"|"wait"} Verdict
 * @typedef {import("./api.js").Schemas["Progress"|"Counted"|"Assessed"]} AssessEvent */

/** The findings about a sketch.
 * @typedef {object} Findings
 * @property {Verdict} verdict
 * @property {import("./text.js").Said} reason
 * @property {import("./api.js").Cell[]} look the cells that the reason is about
 * @property {string} solutions their number as the server writes it; empty until it is known
 * @property {import("./api.js").Schemas["Rating"]|null} rating
 * @property {number|null} counting the share of the count that is done
 * @property {number|null} rated the share of the rating that is done
 * @property {boolean} isFinal whether no further findings will come */

/** @type {Findings} */
const NOTHING = {
  verdict: "wait", reason: () => t("design.looking"), look: [], solutions: "", rating: null, counting: null,
  rated: null, isFinal: false,
};

/** Milliseconds without a change before the request. */
const PAUSE = 250;
/** The most findings that are cached, so that undo shows them at once. */
const KEPT = 200;

const HEADS = /** @type {const} */ ({
  yes: "design.yes", no: "design.no", open: "design.fillable", never: "design.unfillable", doubt: "design.doubtful",
});
const KINDS = { yes: "yes", open: "yes", no: "no", never: "no", doubt: "wait", wait: "wait" };

export class Judgement {
  /** @type {Map<string, Findings>} */
  #known = new Map();

  /** @param {import("./design.js").Design} design */
  constructor(design) {
    this.design = design;
    this.asking = new Latest();
    /** The text of the sketch that is judged. */
    this.text = "";
    /** The findings about it. */
    this.found = signal(NOTHING);
  }

  get findings() { return this.found.value; }

  get verdict() { return this.findings.verdict; }

  /** Requests the judgement of a sketch once it has stopped changing.
   * @param {import("./sketch.js").Sketch} sketch */
  judge(sketch) {
    const { text } = sketch;
    if (text === this.text) return;
    this.text = text;
    const known = this.#known.get(text);
    this.found.value = known ?? NOTHING;
    this.design.judged();
    if (known?.isFinal) {
      this.asking.cancel();
      return;
    }
    this.asking.run(async (stop) => {
      if (!known) await pause(PAUSE, stop);
      await (sketch.isPattern ? this.#judge(text, stop) : this.#tryToFill(text, stop));
    }, (problem) => {
      this.text = "";
      this.found.value = { ...NOTHING, verdict: "doubt", reason: failure(problem), isFinal: true };
      this.design.judged();
    });
  }

  /** Cancels the request; the next call requests the sketch again. */
  stop() {
    if (!this.asking.busy) return;
    this.asking.cancel();
    this.text = "";
  }

  /** Stores findings.
   * @param {Partial<Findings>} found */
  #learn(found) {
    const isNews = found.verdict || found.isFinal;
    this.found.value = { ...this.findings, ...found };
    if (isNews) {
      this.#known.delete(this.text);
      this.#known.set(this.text, this.findings);
      if (this.#known.size > KEPT) this.#known.delete([...this.#known.keys()][0]);
      this.design.judged();
    }
  }

  /** @param {string} pattern @param {AbortSignal} stop */
  async #judge(pattern, stop) {
    const answer = await post("judge", { pattern }, stop);
    const { status } = answer;
    const { library } = this.design;
    const said = () => `${sentence(reasonOf(answer, library.classic))}.`;
    if (status === "no-solution") {
      const look = cellsOf(answer.facts, library.pattern(readPattern(pattern) ?? ""));
      this.#learn({ verdict: "no", reason: said, look, solutions: "0", isFinal: true });
      return;
    }
    const isSure = status === "solved";
    this.#learn({ verdict: isSure ? "yes" : "doubt", reason: isSure ? () => t("design.sure") : said });
    try {
      await this.#assess(pattern, stop);
    } catch (problem) {
      // Without an answer the server may be gone; a refusal leaves the verdict open.
      if (!(problem instanceof ApiError) || !problem.status) throw problem;
      this.#learn({ isFinal: true });
    }
  }

  /** @param {string} pattern @param {AbortSignal} stop */
  async #assess(pattern, stop) {
    for await (const events of stream("assess", { pattern }, stop)) {
      for (const event of events) this.#follow(/** @type {any} */ (event));
    }
    const { solutions, rating } = this.findings;
    if (rating) say(t("design.assessed", { solutions: plain(numberText(solutions)), n: rating.difficulty }));
  }

  /** @param {AssessEvent} event */
  #follow(event) {
    const { counting, rated } = this.findings;
    // A long count is moved to its own request.
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

  /** @param {string} sketch @param {AbortSignal} stop */
  async #tryToFill(sketch, stop) {
    const { status, reason } = await post("design", { sketch }, stop);
    const isFinal = true;
    if (status === "solved") this.#learn({ verdict: "open", reason: () => t("design.fill"), isFinal });
    else if (status === "no-solution") this.#learn({ verdict: "never", reason: () => t("design.never"), isFinal });
    else this.#learn({ verdict: "doubt", reason: () => `${sentence(foreign(reason))}.`, isFinal });
  }
}

/** @param {{findings: import("./vendor/preact.js").Signal<Findings>}} props */
export function Judged({ findings }) {
  const { verdict, reason, solutions, rating, counting, rated, isFinal } = findings.value;
  const { difficulty = 0, median_backtracks: backtracks = 0, forced = 0 } = rating ?? {};
  return [
    h("div", { role: "status" },
      h("p", { id: "verdict", class: `verdict ${KINDS[verdict]}` }, verdict === "wait" ? "…" : t(HEADS[verdict])),
      h("p", { id: "reason", class: "reason" }, spelt(told(reason)))),
    !["no", "open", "never"].includes(verdict) && h("dl", { id: "facts" },
      h("div", {}, h("dt", {}, t("design.solutions")), h("dd", { id: "solutions" },
        solutions ? spelt(numberText(solutions)) : isFinal ? t("design.tooMany")
          : counting === null ? "…" : t("design.counting", { done: percent(counting) }))),
      h("div", {}, h("dt", {}, t("design.difficulty")), h("dd", {},
        h("span", {
          id: "stars", class: `stars ${difficulty ? "" : "unknown"}`, role: "img",
          "aria-label": difficulty ? t("design.stars", { n: difficulty }) : t("shared.unknown"),
        }, dots(difficulty)), " ",
        h("span", { id: "difficulty", class: "quiet" }, rating ? t("design.rated", {
          backtracks: t("count.backtracks", { n: Math.round(backtracks) }), forced: percent(forced + 0.005),
        }) : isFinal ? t("shared.unknown") : rated === null ? "…" : t("design.rating", { done: percent(rated) }))))),
  ];
}
