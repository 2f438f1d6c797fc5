/** Strategies to one's own taste: sliders for their numbers, switches for their rules, and what that is worth. */

import { writeName } from "./adjusted.js";
import { Seeds } from "./seeds.js";
import { named, plain, short, t } from "./text.js";
import { h, useSignal } from "./vendor/preact.js";

/**
 * @typedef {import("./api.js").StrategyEntry} Entry
 * @typedef {Entry["parameters"][number]} Parameter
 * @typedef {import("./searchchoice.js").SearchChoice} SearchChoice
 * @typedef {number|boolean} Value
 * @typedef {{id: string, entry: Entry, parameter: Parameter, value: Value, put: (value: Value) => void}} Adjusting
 */

/**
 * What a parameter is called; one that somebody declares has no other words.
 * @param {Entry} entry
 * @param {Parameter} parameter
 */
const labelOf = ({ own }, { name }) => (own ? name : plain(named("parameters", name)));

/** @param {Adjusting} props */
function Slider({ id, entry, parameter, value, put }) {
  const draft = useSignal(value);
  const before = useSignal(value);
  if (before.peek() !== value) draft.value = before.value = value;
  const isChanged = draft.value !== parameter.default;
  return h("div", { class: `taste-row${isChanged ? " changed" : ""}`, title: entry.own ? parameter.about : undefined },
    h("label", { for: id }, labelOf(entry, parameter)),
    h("input", {
      id, type: "range", min: Number(parameter.least), max: Number(parameter.most), value: Number(draft.value),
      step: parameter.kind === "whole" ? 1 : 0.01,
      onInput: ({ currentTarget }) => { draft.value = Number(currentTarget.value); },
      onChange: ({ currentTarget }) => put(Number(currentTarget.value)),
    }),
    h("output", { for: id }, short(Number(draft.value)), isChanged &&
      h("small", {}, ` ${t("taste.usually", { value: short(Number(parameter.default)) })}`)));
}

/** @param {Adjusting} props */
function Switch({ id, entry, parameter, value, put }) {
  const isChanged = value !== parameter.default;
  const title = entry.own ? parameter.about : undefined;
  return h("label", { class: `taste-row tick${isChanged ? " changed" : ""}`, title },
    h("input", {
      id, type: "checkbox", role: "switch", checked: Boolean(value),
      onChange: ({ currentTarget }) => put(currentTarget.checked),
    }), h("span", {}, labelOf(entry, parameter)));
}

/** @param {{choice: SearchChoice, slot: number}} props */
function Strategy({ choice, slot }) {
  const read = choice.read(choice.slots.value[slot]);
  if (!read) return null;
  const { entry, values } = read;
  /** @param {import("./adjusted.js").Values} changed */
  const put = (changed) => choice.put(slot, writeName(entry, changed));
  /** @param {boolean} isSwitch */
  const some = (isSwitch) => entry.parameters.filter(({ kind }) => (kind === "switch") === isSwitch)
    .map((parameter) => h(isSwitch ? Switch : Slider, {
      key: `${entry.name} ${parameter.name}`, id: `taste-${slot}-${parameter.name}`, entry, parameter,
      value: values[parameter.name] ?? parameter.default,
      put: (/** @type {Value} */ value) => put({ ...values, [parameter.name]: value }),
    }));
  return h("fieldset", { class: "taste-one" },
    h("legend", { lang: "en" }, entry.name),
    entry.parameters.length ? null : h("p", { class: "quiet" }, t("taste.nothing")),
    h("div", {}, some(false)),
    h("div", { class: "taste-rules" }, some(true)),
    h("button", {
      type: "button", disabled: !Object.keys(values).length, onClick: () => put({}),
    }, t(entry.own ? "taste.asDeclared" : "taste.asPublished")));
}

/**
 * What can be adjusted of the strategies that are chosen; `question` is the board on which they are compared.
 * @param {{choice: SearchChoice, question: () => object}} props
 */
export function Taste({ choice, question }) {
  const slots = choice.slots.value;
  return h("details", { class: "taste" },
    h("summary", {}, t("taste.title")),
    h("div", { class: "taste-all" }, slots.map((name, slot) => name && h(Strategy, { choice, slot, key: slot }))),
    h(Seeds, { choice, question, key: slots.join() }));
}
