/** The parts of forms that are components. */

import { h } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact.js").Signal<string>} Text */

/**
 * Keeps what is written or chosen in a field.
 * @param {Text} text
 */
export const into = (text) =>
  (/** @type {{currentTarget: {value: string}}} */ { currentTarget }) => { text.value = currentTarget.value; };

/**
 * A field with words before it.
 * @param {{words: any, children?: any, class?: string}} props
 */
export const Labelled = ({ words, children, ...others }) => h("label", others, h("span", {}, words), " ", children);

/**
 * One of several values, which are its children.
 * @param {{words: any, value: string|number, choose: (value: string) => void} & Record<string, any>} props
 */
export const Choose = ({ words, class: kind, choose, children, ...others }) => h(Labelled, { words, class: kind },
  h("select", { ...others, onChange: (/** @type {any} */ { currentTarget: { value } }) => choose(value) }, children));

/**
 * One of several values, each with its words.
 * @param {{words: string, id?: string, name?: string, text: Text, options: (readonly [string, string])[]}} props
 */
export const Pick = ({ text, options, ...others }) => h(Choose, {
  ...others, value: text.value, choose: (value) => { text.value = value; },
}, options.map(([value, shown]) => h("option", { key: value, value }, shown)));

/**
 * A box to tick with words after it.
 * @param {{words: any, lang?: string|null} & Record<string, any>} props attributes of the box beside the words
 */
export const Tick = ({ words, lang, ...others }) => h("label", { class: "tick" },
  h("input", { type: "checkbox", ...others }), " ", h("span", { lang: lang ?? undefined }, words));
