/** A proposal for a sketch: the nearest solvable pattern, or one that fills it in; the player takes it or leaves it. */

import { ApiError, failure, Latest, stream } from "./api.js";
import { LEVELS } from "./catalogue.js";
import { byId } from "./dom.js";
import { into, Labelled, Pick, Tick } from "./form.js";
import { press, spelt } from "./modal.js";
import { Sketch } from "./sketch.js";
import { foreign, sentence, t, told } from "./text.js";
import { h, useSignal } from "./vendor/preact.js";

/** @typedef {import("./text.js").Said} Said
 * @typedef {"fix"|"fill"|"chequer"|"wish"} Kind `chequer`: open cells are chequered as far as possible
 * @typedef {import("./api.js").Schemas["Designed"|"Tried"]|{type: "gave-up", reason: string}} DesignEvent
 * @typedef {{letters: string, changed: number[], sketch: Sketch}} Found the pattern, and the cells in which the sketch
 *   differs */

/** The seconds in which each kind ends: see `kaleido.web.designs`. */
const SECONDS = { fix: 25, fill: 8, chequer: 12, wish: 45 };
/** The most fillings that the server skips. */
const MOST = 99;

export class Proposal {
  /** @param {import("./design.js").Design} design */
  constructor(design) {
    this.design = design;
    this.asking = new Latest();
    /** @type {Found|null} */
    this.found = null;
    /** @type {Kind} */
    this.kind = "fix";
    /** @type {Sketch|null} */
    this.sketch = null;
    /** The further wishes.
     * @type {Wish} */
    this.wish = {};
    /** The number of proposals before it. */
    this.number = 0;
    this.isBusy = false;
    /** The message; empty without a proposal.
     * @type {Said} */
    this.words = "";
    /** Whether it is the last one. */
    this.isLast = false;
  }

  /** Whether there is a proposal, or one is being looked for. */
  get isOpen() { return this.isBusy || this.found !== null; }

  /** Looks for a proposal.
   * @param {Kind} kind @param {Sketch} sketch
   * @param {Wish} wish the further wishes */
  ask(kind, sketch, wish = {}) {
    Object.assign(this, { kind, sketch, wish, found: null });
    this.seek(0);
    byId("leave").focus();
  }

  /** Drops the proposal. */
  leave() {
    if (!this.words) return;
    this.asking.cancel();
    this.isBusy = false;
    this.found = null;
    const isHere = byId("proposal").contains(document.activeElement);
    this.#show("");
    if (isHere) byId("design-board").focus({ preventScroll: true });
  }

  /** @param {number} number of the proposal, from 0 */
  seek(number) {
    const { kind, sketch, wish } = this;
    if (!sketch) return;
    this.isBusy = true;
    this.asking.run(async (signal) => {
      const question = {
        sketch: sketch.text, nearest: kind === "fix", background: kind === "chequer" ? "checker" : "", ...wish,
        ...(kind === "fill" ? { skip: number } : { seed: number }),
      };
      for await (const events of stream("design", question, signal)) {
        for (const event of events) {
          if (event.type === "gave-up") throw new ApiError(() => foreign(event.reason), 503);
          this.isBusy = event.type === "tried";
          if (event.type === "tried") this.#show(() => t("deals.tried", { n: event.tried }));
          else this.#receive(event, number);
        }
      }
    }, (problem) => {
      this.isBusy = false;
      this.#show(failure(problem));
    });
    this.#show(() => (kind === "fix" ? t("proposal.fixing", { n: SECONDS.fix }) : t("proposal.filling")));
  }

  /** @param {import("./api.js").Schemas["Designed"]} answer @param {number} number */
  #receive({ status, reason, sketch, pattern, changed, proved, least, passed, solutions, difficulty }, number) {
    if (status !== "solved" || !pattern) {
      const isAll = status === "no-solution" && passed > 0;
      this.#show(isAll ? () => t("proposal.all", { n: passed }) : () => `${sentence(foreign(reason))}.`, true);
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
  }

  /** @param {Said} words */
  #show(words, isLast = false) {
    Object.assign(this, { words, isLast });
    this.design.draw();
  }
}

/** @param {{proposal: Proposal, now: object}} props `now` is a new object to draw it again */
export function ProposalView({ proposal, proposal: { found, isBusy, isLast, kind, number, words } }) {
  const canTake = found && !isBusy;
  const take = () => {
    proposal.leave();
    if (found) proposal.design.set(Sketch.of(found.letters));
  };
  return h("div", { id: "proposal", hidden: !words, "aria-busy": isBusy },
    h("p", { id: "proposal-words", role: "status" }, spelt(told(words))),
    isBusy && h("div", {
      key: number, id: "proposal-time", class: "time", "aria-hidden": true, style: { "--seconds": `${SECONDS[kind]}s` },
    }, h("span", {})),
    h("div", { class: "row" },
      canTake && press("proposal.take", { id: "take", class: "prime", onClick: take }),
      canTake && kind !== "fix" && press("proposal.another", {
        id: "another", disabled: isLast, onClick: () => proposal.seek(number + 1),
      }),
      press(isBusy ? "proposal.stop" : found ? "proposal.leave" : "proposal.close", {
        id: "leave", onClick: () => proposal.leave(),
      })));
}

/** The parts of a question that express a wish.
 * @typedef {Partial<import("./api.js").Schemas["DesignRequest"]>} Wish */

/** The limits on the number of solutions to choose from. */
const SOLUTIONS = [1, 10, 100, 1000];
const BACKGROUNDS = /** @type {const} */ ({
  "": "wish.none", checker: "wish.rx", "checker:xy": "wish.xy", "checker:xb": "wish.xb",
});

/** @param {{ask: (wish: Wish) => void}} props */
export function WishForm({ ask }) {
  const [letters, background, solutions, difficulty] = [useSignal(""), useSignal(""), useSignal(""), useSignal("")];
  const changes = useSignal(false);
  const text = letters.value.trim();
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    ask({
      letters: text, nearest: changes.value || text !== "", background: background.value,
      max_solutions: Number(solutions.value) || null, difficulty: difficulty.value || null,
    });
  };
  /** @type {[string, string]} */
  const any = ["", t("wish.any")];
  return h("form", { onSubmit: submit },
    h(Labelled, { words: t("wish.letters") }, h("input", {
      id: "wish-letters", type: "text", maxLength: 2, size: 3, pattern: "[A-Za-z0-9]{0,2}", autocomplete: "off",
      spellcheck: false, value: letters.value, title: t("wish.lettersAbout"), onInput: into(letters),
    })),
    h(Pick, {
      id: "wish-background", words: t("wish.background"), text: background,
      options: Object.entries(BACKGROUNDS).map(([value, key]) => /** @type {const} */ ([value, t(key)])),
    }),
    h(Pick, {
      id: "wish-solutions", words: t("wish.solutions"), text: solutions,
      options: [any, ...SOLUTIONS.map((n) => /** @type {const} */ ([String(n), t("wish.most", { n })]))],
    }),
    h(Pick, {
      id: "wish-difficulty", words: t("wish.difficulty"), text: difficulty,
      options: [any, ...LEVELS.map((n) => /** @type {const} */ ([String(n), t("chooser.ofFive", { n })]))],
    }),
    h(Tick, {
      id: "wish-changes", words: t("wish.changes"), checked: changes.value || text !== "", disabled: text !== "",
      onInput: () => { changes.value = !changes.value; },
    }),
    h("button", { type: "submit", id: "wish-ask" }, t("wish.ask")));
}
