/** Form components, file downloads and copies to the clipboard. */

import { h } from "./vendor/preact.js";
import { t } from "./text.js";

/** @template T
 * @typedef {import("./vendor/preact.js").Signal<T>} Signal */

/** Binds a signal to the value of a field.
 * @template {string} T
 * @param {Signal<T>} text */
export const into = (text) => (/** @type {{currentTarget: {value: string}}} */ { currentTarget: { value } }) => {
  text.value = /** @type {T} */ (value);
};

/** Binds a signal to a box.
 * @param {Signal<boolean>} on */
export const ticked = (on) => ({ checked: on.value, onChange: () => { on.value = !on.value; } });

/** Draws a field with words before it.
 * @param {{words: any, children?: any, class?: string}} props */
export const Labelled = ({ words, children, ...others }) => h("label", others, h("span", {}, words), " ", children);

/** Draws a button with words that opens files.
 * @param {{words: string, take: (files: File[]) => void|Promise<void>, [attribute: string]: unknown}} props */
export const Files = ({ words, take, ...others }) => h(Labelled, { words, class: "button" }, h("input", {
  class: "unseen", type: "file", ...others, onChange: async ({ currentTarget }) => {
    await take([...currentTarget.files ?? []]);
    currentTarget.value = "";
  },
}));

/** Returns the text of a file: in UTF-8, or in the UTF-16 that its mark says.
 * @param {File} file */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  return new TextDecoder({ "255 254": "utf-16le", "254 255": "utf-16be" }[mark]).decode(bytes);
}

/** Draws a choice of one of several values, which are its children.
 * @param {{words: any, value: string|number, choose: (value: string) => void} & Record<string, any>} props */
export const Choose = ({ words, class: kind, choose, children, ...others }) => h(Labelled, { words, class: kind },
  h("select", { ...others, onChange: (/** @type {any} */ { currentTarget: { value } }) => choose(value) }, children));

/** Draws a choice of one of several values, each with its words.
 * @template {string} T
 * @param {{words: string, id?: string, name?: string, text: Signal<T>, options: (readonly [T, string])[]}} props */
export const Pick = ({ text, options, ...others }) => h(Choose, {
  ...others, value: text.value, choose: (value) => { text.value = /** @type {any} */ (value); },
}, options.map(([value, shown]) => h("option", { key: value, value }, shown)));

/** Returns the kinds of marks on the colours.
 * @returns {(readonly [import("./pieceview.js").Marks, string])[]} */
const marks = () =>
  [["none", t("settings.plain")], ["hatches", t("settings.hatches")], ["letters", t("settings.letters")]];

/** Draws a choice of marks on the colours.
 * @param {{id?: string, name?: string, text: Signal<import("./pieceview.js").Marks>}} props */
export const PickMarks = (props) => Pick({ words: t("settings.colours"), options: marks(), ...props });

/** Draws a box to tick with words after it.
 * @param {{words: any} & Record<string, any>} props attributes of the box besides the words */
export const Tick = ({ words, ...others }) => h("label", { class: "tick" },
  h("input", { type: "checkbox", ...others }), " ", h("span", {}, words));

/** Returns a file name for a title.
 * @param {string} title @param {string} suffix */
export function fileName(title, suffix) {
  const name = title.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${name || "pattern"}.${suffix}`;
}

/** Gives a file to the player.
 * @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Copies a text to the clipboard; returns false if the browser forbids it, such as on an insecure address.
 * @param {string} text */
export const copyText = async (text) =>
  await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
