/** Words, numbers and sentences in the language of the player; the words themselves are in `words/`. */

import { signal } from "./vendor/preact.js";
import en from "./words/en.json" with { type: "json" };

/** @typedef {import("./words/places.js").Places} Places the places of each text, by its key */
/** @typedef {keyof Places} Key */
/** @typedef {{[K in Key]: [Places[K]] extends [never] ? K : never}[Key]} Phrase the key of a text without places */
/** @typedef {string|(() => string)} Said a text; a function if it must follow the language */

/** The values in a text; n is the number that chooses among its plural forms.
 * @template {Key} K
 * @typedef {[Places[K]] extends [never] ? [] : [{[Place in Places[K]]: Place extends "n" ? number : string|number}]
 * } Values */

/** The texts of a language by group and name; one with a plural has a form for each category of Unicode's CLDR.
 * @typedef {Record<string, Record<string, string|{[category: string]: string, other: string}>>} Words */

/** A signal, so that components follow the language. */
const language = signal("en");
/** Returns the locale of dates and lists: our English is British. */
const locale = () => (language.value === "en" ? "en-GB" : language.value);
/** @type {Words} */
let words = en;
let { numbers, large, shares, plurals } = formatsIn("en");

/** @param {string} name of a language */
function formatsIn(name) {
  return {
    numbers: new Intl.NumberFormat(name), plurals: new Intl.PluralRules(name),
    large: new Intl.NumberFormat(name, { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 2 }),
    shares: new Intl.NumberFormat(name, { style: "percent", roundingMode: "floor" }),
  };
}

/** Returns the available languages; the server finds them in the folder `words`. */
export const languages = () => (document.documentElement.dataset.languages ?? "en").split(" ");

/** Returns the language for a setting: `auto` is the first of the browser's languages that is available.
 * @param {string} setting @param {readonly string[]} [wanted] @param {readonly string[]} [known] */
export const languageFor = (setting, wanted = navigator.languages, known = languages()) =>
  [setting, ...wanted.map((each) => each.split("-")[0])].find((each) => known.includes(each)) ?? "en";

/** Returns the address of the words of a language; the server may have renamed the file.
 * @param {string} name */
const addressOf = (name) => (globalThis.document
  ? new URL(document.documentElement.getAttribute(`data-words-${name}`) ?? "", document.baseURI).href
  : `./words/${name}.json`);

/** The language that was requested last. */
let wanted = "en";

/** Changes the language as soon as its words have loaded, unless another one is requested meanwhile.
 * @param {string} name */
export async function useLanguage(name) {
  wanted = name;
  const found = name === "en" ? en : (await import(addressOf(name), { with: { type: "json" } })).default;
  if (wanted !== name) return;
  words = found;
  ({ numbers, large, shares, plurals } = formatsIn(name));
  language.value = name;
}

/** Returns the present language. */
export const spoken = () => language.value;

/** Returns the text of a key, with values in its places.
 * @template {Key} K
 * @param {K} key
 * @param {Values<K>} values */
export const t = (key, ...values) => textOf(key, values[0]);

/** Returns the text of a key that is computed, such as an attribute's; throws if a value is missing.
 * @param {string} key @param {Record<string, string|number>} values */
export function textOf(key, values = {}) {
  // Reading the signal makes the caller follow the language.
  const text = language.value && find(key);
  if (text === undefined) throw new Error(`no text ${key} in ${language.value}`);
  const form = typeof text === "string" ? text : text[plurals.select(Number(values.n))] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (_, place) => {
    const value = values[place];
    if (value === undefined || value === null || Number.isNaN(value)) throw new Error(`no ${place} for the text ${key}`);
    return typeof value === "number" ? thousands(value) : value;
  });
}

/** @param {string} key */
function find(key) {
  const [group, name] = key.split(".");
  return Object.hasOwn(words[group] ?? {}, name) ? words[group][name] : undefined;
}

/** Returns whether a key has a text without places.
 * @param {string} key @returns {key is Phrase} */
export const has = (key) => typeof find(key) === "string" && !/\{\w+\}/.test(String(find(key)));

/** Returns the text for a name, such as the server's; the name itself if there is no text for it.
 * @param {string} group @param {string} name */
export function named(group, name) {
  const text = Object.hasOwn(words[group] ?? {}, name) ? words[group][name] : null;
  return typeof text === "string" ? text : foreign(name);
}

/** Returns the English text for a name, for texts that leave the page; the name itself if there is none.
 * @param {string} group @param {string} name */
export function english(group, name) {
  const text = /** @type {Words} */ (en)[group][name];
  return typeof text === "string" ? text : name;
}

/** @param {Said} text */
export const told = (text) => (typeof text === "function" ? text() : text);

// Unicode isolates, which mark foreign text and keep its direction.
const FOREIGN = /\u2068([^\u2069]*)\u2069/;

/** Marks a text of the server, which speaks English, inside another one.
 * @param {string} text */
export const foreign = (text) => (language.value === "en" || !text ? text : `\u2068${text}\u2069`);

/** Splits a text into its own words and, at the odd places, English ones.
 * @param {string} text */
export const foreignParts = (text) => text.split(FOREIGN);

/** Returns a text without marks, for attributes and other plain text.
 * @param {string} text */
export const plain = (text) => foreignParts(text).join("");

// Numbers and sentences.

/** Writes a whole number with thousands separators.
 * @param {number} value */
export const thousands = (value) => numbers.format(value);

/** Joins things with commas and a final "or".
 * @param {string[]} things */
export const either = (things) => new Intl.ListFormat(locale(), { type: "disjunction" }).format(things);

/** Joins things with commas and a final "and".
 * @param {string[]} things */
export const all = (things) => new Intl.ListFormat(locale()).format(things);

/** Writes a whole number; a large one roughly and in words, as 1.2 million.
 * @param {number} value */
export const roughly = (value) => (value < 1e6 ? thousands(value) : large.format(value));

/** Writes a day, such as 2026-05-31, as people do: its weekday, its number and its month, or some of them.
 * @param {string} day @param {Intl.DateTimeFormatOptions} parts */
export function dayText(day, parts = { day: "numeric", month: "long" }) {
  return new Intl.DateTimeFormat(locale(), { ...parts, timeZone: "UTC" }).format(Date.parse(day));
}

/** Rewrites a number that the server wrote in English, as it may be too large for JavaScript.
 * @param {string} text */
export function numberText(text) {
  /** @param {Intl.NumberFormatPartTypes} kind */
  const part = (kind) => numbers.formatToParts(1234.5).find(({ type }) => type === kind)?.value ?? "";
  return text.replace(/[.,]/g, (mark) => part(mark === "," ? "group" : "decimal"));
}

/** Writes a number of the score without needless digits.
 * @param {number} number */
export const short = (number) => numbers.format(Math.round(number * 100) / 100);

/** Writes a share in whole per cent, as 39%: it is 100% only when it is all.
 * @param {number} share */
export const percent = (share) => shares.format(share);

/** Writes seconds as 0:07 or 1:02:03.
 * @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  /** @param {number} number */
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** Makes a sentence of a message.
 * @param {string} text */
export const sentence = (text) => text.replace(/^(\u2068?)(.)/u, (_, mark, letter) => mark + letter.toUpperCase());

/** Ends a sentence with a full stop unless it has an end.
 * @param {string} text */
export const stopped = (text) => (/[.?!]\u2069?$/.test(text) ? text : `${text}.`);

/** Quotes what somebody wrote, shortened if it is long.
 * @param {string} text */
export const quoted = (text, most = 40) =>
  t("shared.quote", { text: text.length > most ? `${text.slice(0, most - 1)}…` : text });
