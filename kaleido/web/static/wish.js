/** The form of a wish: letters, or what is painted, with a background, a number of solutions and a difficulty. */

import { into, Labelled, Pick, Tick } from "./form.js";
import { t } from "./text.js";
import { h, useSignal } from "./vendor/preact.js";

/**
 * What of a question to the server a wish says.
 * @typedef {Partial<import("./api.js").Schemas["DesignRequest"]>} Wish
 */

/** The numbers of solutions to choose from: at most so many. */
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
      options: [any, ...[1, 2, 3, 4, 5].map((n) => /** @type {const} */ ([String(n), t("chooser.ofFive", { n })]))],
    }),
    h(Tick, {
      id: "wish-changes", words: t("wish.changes"), checked: changes.value || text !== "", disabled: text !== "",
      onInput: () => { changes.value = !changes.value; },
    }),
    h("button", { type: "submit", id: "wish-ask" }, t("wish.ask")));
}
