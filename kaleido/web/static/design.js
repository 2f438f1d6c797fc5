/** Design: paint a pattern and see at once whether it can be solved. */

import { ApiError, failure, Latest, post } from "./api.js";
import { thumbnail } from "./board.js";
import { around, button, byId, el, input, onPress, select, set, write } from "./dom.js";
import { Editor } from "./editor.js";
import { History } from "./history.js";
import { brushed, CHEQUER, countLetters, impliedSides, transformed, writePattern } from "./pattern.js";
import { Palette } from "./palette.js";
import { memory } from "./settings.js";
import { BRUSHES, MIRROR, TURN } from "./symmetry.js";
import { foreign, named, numberText, sentence, t } from "./text.js";

/** @typedef {import("./text.js").Said} Said */

const unknown = () => t("shared.unknown");

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 250;
/** Milliseconds that a count may take. */
const PATIENCE = 30_000;

export class Design {
  /**
   * @param {import("./api.js").PatternEntry[]} examples
   * @param {(pattern: string) => void} changed called with a new pattern
   * @param {(tab: string) => void} go
   */
  constructor(examples, changed, go) {
    this.changed = changed;
    this.pattern = "";
    /** The pattern that the verdict is about. */
    this.judged = "";
    this.history = new History("");
    /** @type {number|null} */
    this.difficulty = null;
    this.asking = new Latest();
    this.palette = new Palette(byId("design-palette"), "design-colour");
    this.editor = new Editor(byId("design-board"), {
      label: "design.board",
      brush: () => this.palette.value,
      choose: (letter) => { this.palette.value = letter; },
      paint: (cells, letter, isEnd) => this.#paint(cells, letter, isEnd),
    });
    for (const name of Object.keys(BRUSHES)) {
      const key = /** @type {import("./text.js").Key} */ (`brushes.${name}`);
      byId("symmetry").append(el("option", { value: name, "data-t": key }));
    }
    this.#examples(examples);
    const undo = () => this.#take(this.history.undo());
    const redo = () => this.#take(this.history.redo());
    onPress("design-undo", undo);
    onPress("design-redo", redo);
    onPress("chequer", () => this.set(CHEQUER));
    onPress("turn", () => this.set(transformed(this.pattern, TURN)));
    onPress("mirror", () => this.set(transformed(this.pattern, MIRROR)));
    onPress("download", () => this.#download());
    onPress("design-play", () => go("play"));
    onPress("design-watch", () => go("watch"));
    byId("show-implied").addEventListener("change", () => this.draw());
    byId("panel-design").addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || around(event, "input[type=text]")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) undo();
      else if (key === "y" || key === "z") redo();
      else return;
      event.preventDefault();
    });
  }

  /**
   * Shows a pattern that comes from elsewhere.
   * @param {string} pattern
   */
  show(pattern) {
    if (pattern === this.pattern) return;
    const isFirst = !this.pattern;
    this.pattern = pattern;
    if (isFirst) {
      this.history.reset(pattern);
      this.history.load(memory.load("design"));
    } else this.history.push(pattern);
    this.judged = "";
    this.draw();
  }

  /**
   * Takes a whole pattern as one step.
   * @param {string} pattern
   */
  set(pattern) {
    this.history.push(pattern);
    this.#take(pattern);
  }

  /** What the pattern is called, if it has a title. */
  get title() {
    return input("design-title").value.trim();
  }

  /** @param {string} pattern */
  #take(pattern) {
    if (pattern === this.pattern) return;
    this.pattern = pattern;
    this.#settle();
  }

  /** Saves and judges what was painted. */
  #settle() {
    memory.save("design", this.history.save());
    this.draw();
    this.changed(this.pattern);
    this.judge();
  }

  /**
   * @param {number[]} cells
   * @param {string} letter
   * @param {boolean} isEnd of a stroke
   */
  #paint(cells, letter, isEnd) {
    const next = [...this.pattern];
    for (const at of brushed(cells, select("symmetry").value)) next[at] = letter;
    const pattern = next.join("");
    const isNew = pattern !== this.pattern;
    this.pattern = pattern;
    if (isEnd) this.history.push(pattern);
    if (isEnd) this.#settle();
    else if (isNew) {
      this.draw();
      this.judge();
    }
  }

  /** Asks about the pattern once it has stopped changing. */
  judge() {
    if (this.judged === this.pattern) return;
    this.judged = this.pattern;
    this.#verdict("…", "wait", () => t("design.looking"));
    this.#facts("…", null, "…");
    this.asking.run((signal) => this.#judge(writePattern(this.pattern), signal), (problem) => {
      this.judged = "";
      this.#verdict(() => t("design.doubtful"), "wait", failure(problem));
      this.#facts("–", null, "–");
    });
  }

  /**
   * @param {string} pattern
   * @param {AbortSignal} signal
   */
  async #judge(pattern, signal) {
    await rest(PAUSE, signal);
    const answer = await post("judge", { pattern }, signal);
    const reason = () => `${sentence(foreign(answer.reason))}.`;
    if (answer.status === "no-solution") {
      this.#verdict(() => t("design.no"), "no", reason);
      this.#facts("0", null, "–");
      return;
    }
    if (answer.status === "gave-up") this.#verdict(() => t("design.doubtful"), "wait", reason);
    else this.#verdict(() => t("design.yes"), "yes", () => t("design.sure"));
    const found = await this.#ask("count", pattern, signal);
    if (!found) {
      this.#facts(() => t("design.tooMany"), null, unknown);
      return;
    }
    const solutions = () => numberText(found.text);
    this.#facts(solutions, null, "…");
    const rating = await this.#ask("rate", pattern, signal);
    this.#facts(solutions, rating?.difficulty ?? null, rating ? () => t("design.rated", {
      backtracks: t("count.backtracks", { n: Math.round(rating.median_backtracks) }),
      forced: Math.round(rating.forced * 100),
    }) : unknown);
  }

  /**
   * Asks for what may take too long; null when it does.
   * @param {string} path
   * @param {string} pattern
   * @param {AbortSignal} signal
   */
  async #ask(path, pattern, signal) {
    const limit = AbortSignal.timeout(PATIENCE);
    try {
      return await post(path, { pattern }, AbortSignal.any([signal, limit]));
    } catch (problem) {
      if (limit.aborted && !signal.aborted) return null;
      if (!(problem instanceof ApiError) || !problem.status) throw problem;
      return null;
    }
  }

  stop() {
    if (!this.asking.busy) return;
    this.asking.cancel();
    this.judged = "";
  }

  /**
   * @param {Said} text
   * @param {"yes"|"no"|"wait"} kind
   * @param {Said} reason
   */
  #verdict(text, kind, reason) {
    write(byId("verdict"), text);
    set(byId("verdict"), { class: `verdict ${kind}` });
    write(byId("reason"), reason);
  }

  /**
   * @param {Said} solutions
   * @param {number|null} difficulty
   * @param {Said} remark on the difficulty
   */
  #facts(solutions, difficulty, remark) {
    const stars = byId("stars");
    write(byId("solutions"), solutions);
    write(stars, "●".repeat(difficulty ?? 0) + "○".repeat(5 - (difficulty ?? 0)));
    stars.classList.toggle("unknown", !difficulty);
    this.difficulty = difficulty;
    this.#label();
    write(byId("difficulty"), remark);
  }

  #label() {
    set(byId("stars"), { "aria-label": this.difficulty ? t("design.stars", { n: this.difficulty }) : unknown() });
  }

  /** @param {import("./api.js").PatternEntry[]} examples */
  #examples(examples) {
    for (const [group, members] of Map.groupBy(examples, (each) => each.group)) {
      const shelf = el("div", { class: "examples" });
      for (const { name, title, text } of members) {
        const cells = text.replaceAll("/", "");
        const example = el("button", { type: "button", class: "example", title: title || name },
          thumbnail(cells), el("span", { text: title || name }));
        example.addEventListener("click", () => this.set(cells));
        shelf.append(example);
      }
      const open = !byId("examples").hasChildNodes();
      const summary = el("summary");
      write(summary, () => named("groups", group));
      byId("examples").append(el("details", { open }, summary, shelf));
    }
  }

  #download() {
    const { title } = this;
    const text = `${title ? `# title: ${title}\n` : ""}${writePattern(this.pattern, "\n")}\n`;
    const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "pattern";
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = el("a", { href: url, download: `${name}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  draw() {
    if (!this.pattern) return;
    this.editor.show(this.pattern, {
      implied: input("show-implied").checked ? impliedSides(this.pattern) : undefined,
    });
    this.#label();
    this.palette.show(countLetters(this.pattern));
    button("design-undo").disabled = !this.history.canUndo;
    button("design-redo").disabled = !this.history.canRedo;
  }
}

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
