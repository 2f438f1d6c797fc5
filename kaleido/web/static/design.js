/** Design: paint a pattern and hear at once what it is worth. */

import { ApiError, Latest, post } from "./api.js";
import { thumbnail } from "./board.js";
import { byId, el, set, write } from "./dom.js";
import { Editor } from "./editor.js";
import { History } from "./history.js";
import { impliedSides, CHEQUER, countLetters, mirrored, turned, writePattern } from "./pattern.js";
import { Palette } from "./palette.js";
import { memory } from "./settings.js";
import { images, SYMMETRIES } from "./symmetry.js";
import { count, sentence, thousands } from "./words.js";

/** Milliseconds in which the hand rests before the server is asked. */
const PAUSE = 250;
/** Milliseconds that a count may take while somebody paints. */
const PATIENCE = 30_000;

export class Design {
  /**
   * @param {{name: string, title: string, group: string, text: string}[]} examples
   * @param {(pattern: string) => void} changed called with a new pattern
   * @param {(tab: string) => void} go
   */
  constructor(examples, changed, go) {
    this.changed = changed;
    this.pattern = "";
    this.history = new History("");
    this.asking = new Latest();
    this.palette = new Palette(byId("design-palette"), "design-colour");
    this.editor = new Editor(byId("design-board"), {
      label: "Pattern. Arrows move, x r y b or 1 to 4 paint, Enter paints with the chosen colour.",
      brush: () => this.palette.value,
      choose: (letter) => { this.palette.value = letter; },
      paint: (cells, letter, isEnd) => this.#paint(cells, letter, isEnd),
    });
    for (const name of SYMMETRIES) byId("symmetry").append(el("option", { value: name, text: name }));
    this.#examples(examples);
    const press = (id, task) => byId(id).addEventListener("click", task);
    press("design-undo", () => this.#take(this.history.undo()));
    press("design-redo", () => this.#take(this.history.redo()));
    press("chequer", () => this.set(CHEQUER));
    press("turn", () => this.set(turned(this.pattern)));
    press("mirror", () => this.set(mirrored(this.pattern)));
    press("download", () => this.#download());
    press("design-play", () => go("play"));
    press("design-watch", () => go("watch"));
    byId("show-implied").addEventListener("change", () => this.draw());
    byId("panel-design").addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target.matches("input[type=text]")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) this.#take(this.history.undo());
      else if (key === "y" || key === "z") this.#take(this.history.redo());
      else return;
      event.preventDefault();
    });
  }

  /** Shows a pattern that comes from elsewhere. */
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

  /** Takes a whole pattern as one step. */
  set(pattern) {
    this.history.push(pattern);
    this.#take(pattern);
  }

  #take(pattern) {
    if (pattern === this.pattern) return;
    this.pattern = pattern;
    this.#told();
  }

  #told() {
    memory.save("design", this.history.save());
    this.draw();
    this.changed(this.pattern);
    this.judge();
  }

  #paint(cells, letter, isEnd) {
    const next = [...this.pattern];
    for (const at of images(cells, byId("symmetry").value)) next[at] = letter;
    const pattern = next.join("");
    const isNew = pattern !== this.pattern;
    this.pattern = pattern;
    if (isEnd) this.history.push(pattern);
    if (isEnd) this.#told();
    else if (isNew) {
      this.draw();
      this.judge();
    }
  }

  /** Asks about the pattern once the hand rests. */
  judge() {
    if (this.judged === this.pattern) return;
    this.judged = this.pattern;
    const text = writePattern(this.pattern);
    this.#verdict("…", "wait", "Looking for a solution…");
    this.#fact("solutions", "…");
    this.#stars(null, "…");
    this.asking.run(async (signal) => {
      await rest(PAUSE, signal);
      const answer = await post("judge", { pattern: text }, signal);
      if (answer.status === "no-solution") {
        this.#verdict("✗ Not solvable", "no", `${sentence(answer.reason)}.`);
        this.#fact("solutions", "0");
        this.#stars(null, "–");
        return;
      }
      if (answer.status === "gave-up") {
        this.#verdict("? Not known", "wait", `${sentence(answer.reason)}.`);
      } else this.#verdict("✓ Solvable", "yes", "At least one way to lay all 18 pieces.");
      const given = await this.#ask("count", text, signal);
      if (!given) {
        this.#fact("solutions", "too many to count in a moment");
        this.#stars(null, "not known");
        return;
      }
      this.#fact("solutions", given.text ?? thousands(given.solutions));
      const rating = await this.#ask("rate", text, signal);
      if (rating) {
        this.#stars(rating.difficulty,
          `${count(Math.round(rating.backtracks), "backtrack")}, ${Math.round(rating.forced * 100)} % forced`);
      } else this.#stars(null, "not known");
    }, (problem) => {
      this.judged = "";
      this.#verdict("? Not known", "wait", `${sentence(problem.message)}.`);
      this.#fact("solutions", "–");
      this.#stars(null, "–");
    });
  }

  /** Asks for what may take too long; null when it does. */
  async #ask(path, text, signal) {
    const limit = AbortSignal.timeout(PATIENCE);
    try {
      return await post(path, { pattern: text }, AbortSignal.any([signal, limit]));
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

  #verdict(text, kind, reason) {
    const node = byId("verdict");
    write(node, text);
    set(node, { class: `verdict ${kind}` });
    write(byId("reason"), reason);
  }

  #fact(id, text) {
    write(byId(id), text);
  }

  #stars(difficulty, text) {
    const node = byId("stars");
    write(node, difficulty ? "●".repeat(difficulty) + "○".repeat(5 - difficulty) : "○○○○○");
    node.classList.toggle("unknown", !difficulty);
    set(node, { "aria-label": difficulty ? `${difficulty} of 5` : "not known" });
    write(byId("difficulty"), text);
  }

  #examples(examples) {
    for (const [group, members] of Map.groupBy(examples, (each) => each.group)) {
      const shelf = el("div", { class: "examples" });
      for (const { name, title, text } of members) {
        const cells = text.replaceAll("/", "");
        const button = el("button", { type: "button", class: "example", title: title || name },
          thumbnail(cells), el("span", { text: title || name }));
        button.addEventListener("click", () => this.set(cells));
        shelf.append(button);
      }
      const open = !byId("examples").hasChildNodes();
      byId("examples").append(el("details", { open }, el("summary", { text: group }), shelf));
    }
  }

  #download() {
    const title = byId("design-title").value.trim();
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
      implied: byId("show-implied").checked ? impliedSides(this.pattern) : undefined,
    });
    this.palette.count(countLetters(this.pattern));
    byId("design-undo").disabled = !this.history.canUndo;
    byId("design-redo").disabled = !this.history.canRedo;
  }
}

function rest(time, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
