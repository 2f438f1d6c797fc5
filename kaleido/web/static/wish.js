/** The form of a wish: letters, or what is painted, with a background, a number of solutions and a difficulty. */

import { t } from "./text.js";
import { h, render, useSignal } from "./vendor/preact.js";

/**
 * What of a question to the server a wish says.
 * @typedef {Partial<import("./api.js").Schemas["DesignRequest"]>} Wish
 */

/** The numbers of solutions to choose from: at most so many. */
const SOLUTIONS = [1, 10, 100, 1000];
const BACKGROUNDS = { "": "none", checker: "rx", "checker:xy": "xy", "checker:xb": "xb" };

/**
 * Puts the form on the page.
 * @param {HTMLElement} node
 * @param {(wish: Wish) => void} ask
 */
export function showWish(node, ask) {
  render(h(Form, { ask }), node);
}

/** @param {{ask: (wish: Wish) => void}} props */
function Form({ ask }) {
  const [letters, background, solutions, difficulty] = [useSignal(""), useSignal(""), useSignal(""), useSignal("")];
  const changes = useSignal(false);
  const hasLetters = letters.value.trim().length > 0;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    ask({
      letters: letters.value.trim(), nearest: changes.value || hasLetters, background: background.value,
      max_solutions: Number(solutions.value) || null, difficulty: difficulty.value || null,
    });
  };
  return h("form", { onSubmit: submit },
    h(Field, { name: t("wish.letters") }, h("input", {
      id: "wish-letters", type: "text", maxLength: 2, size: 3, pattern: "[A-Za-z0-9]{0,2}", value: letters.value, autocomplete: "off",
      spellcheck: false, placeholder: t("wish.none"), title: t("wish.lettersAbout"),
      onInput: (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => { letters.value = currentTarget.value; },
    })),
    h(Choice, { id: "wish-background", name: t("wish.background"), value: background, options: Object.entries(BACKGROUNDS)
      .map(([value, name]) => [value, t(/** @type {"wish.rx"} */ (`wish.${name}`))]) }),
    h(Choice, { id: "wish-solutions", name: t("wish.solutions"), value: solutions, options: [["", t("wish.any")],
      ...SOLUTIONS.map((n) => [String(n), t("wish.most", { n })])] }),
    h(Choice, { id: "wish-difficulty", name: t("wish.difficulty"), value: difficulty, options: [["", t("wish.any")],
      ...[1, 2, 3, 4, 5].map((n) => [String(n), t("chooser.ofFive", { n })])] }),
    h("label", { class: "tick" }, h("input", {
      id: "wish-changes", type: "checkbox", checked: changes.value || hasLetters, disabled: hasLetters,
      onInput: (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => { changes.value = currentTarget.checked; },
    }), " ", h("span", {}, t("wish.changes"))),
    h("button", { type: "submit", id: "wish-ask" }, t("wish.ask")));
}

/** @param {{name: string, children?: any}} props */
const Field = ({ name, children }) => h("label", {}, h("span", {}, name), " ", children);

/** @param {{id: string, name: string, value: import("./vendor/preact.js").Signal<string>, options: string[][]}} props */
const Choice = ({ id, name, value, options }) => h(Field, { name }, h("select", {
  id, value: value.value,
  onChange: (/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget }) => { value.value = currentTarget.value; },
}, options.map(([own, words]) => h("option", { value: own }, words))));
