/** Strategies adjusted by sliders and switches, and a comparison of them over many seeds. */

import { strategyName, writeName } from "./searchchoice.js";
import { stream } from "./api.js";
import { ticks } from "./curve.js";
import { Choose } from "./form.js";
import { Busy } from "./modal.js";
import { named, plain, short, stopped, t, thousands, told } from "./text.js";
import { h, useEffect, useRef, useSignal } from "./vendor/preact.js";

/** @import { ComparedEvent, RunEvent } from "./api.js" */
/** @import { SearchChoice } from "./searchchoice.js" */

const SEEDS = 20;
const [WIDTH, HEIGHT, LEFT, BELOW] = [320, 130, 26, 18];
/** A scale is logarithmic if the longest search is at least this many times as long as the shortest. */
const WIDE = 10;

/** Returns the lower of the numbers in the middle.
 * @param {number[]} numbers */
export const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];

/** Returns the median number of moves or backtracks; a search that gave up counts as more than it has used.
 * @param {RunEvent[]} runs @param {"nodes"|"backtracks"} cost */
export const medianCost = (runs, cost) =>
  median(runs.map((run) => (run.status === "gave-up" ? Infinity : run[cost])));

/** Returns the points at which the median of the searches' lines rises; a search that is over keeps its last value.
 * @param {RunEvent[]} runs */
export function medianLine(runs) {
  const places = [...new Set(runs.flatMap(({ line }) => line.map(([node]) => node)))].sort((one, other) => one - other);
  /** @type {number[][]} */
  const found = [];
  for (const place of places) {
    const cells = median(runs.map(({ line }) => line.findLast(([node]) => node <= place)?.[1] ?? 0));
    if (cells > (found.at(-1)?.[1] ?? 0)) found.push([place, cells]);
  }
  return found;
}

/** Returns the strategies to compare: the chosen ones; a single one with its usual parameters, or with another one.
 * @param {SearchChoice} choice */
export function opponents(choice) {
  const names = [...new Set(choice.slots.value.filter(Boolean))];
  if (names.length > 1) return names;
  const usual = choice.read(names[0])?.entry.name ?? "";
  return [names[0], usual === names[0] ? choice.usable.find((name) => name !== usual) ?? usual : usual];
}

/** @param {{shown: string, runs: RunEvent[], longest: number, isLog: boolean, full: number, slot: number}} props */
function Plot({ shown, runs, longest, isLog, full, slot }) {
  /** @param {number} node */
  const share = (node) => (isLog ? Math.log(Math.max(node, 1)) / Math.log(longest) : node / longest);
  /** @param {number} node */
  const x = (node) => (LEFT + share(node) * (WIDTH - LEFT - 8)).toFixed(1);
  /** @param {number} cells */
  const y = (cells) => (6 + (1 - cells / full) * (HEIGHT - BELOW - 10)).toFixed(1);
  /** @param {number[][]} line @param {number} end */
  const path = (line, end) => `M${x(0)} ${y(0)}${line.map(([node, cells]) => `H${x(node)}V${y(cells)}`).join("")}H${x(end)}`;
  const places = isLog ? [1, 10, 100, 1000, 10_000].filter((place) => place < longest) : ticks(0, longest, 4);
  const line = medianLine(runs);
  return h("svg", {
    class: `seeds-plot slot-${slot}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": t("seeds.plot", { strategy: shown }),
  },
  h("path", { class: "rule", d: `M${LEFT} ${y(0)}H${WIDTH}M${LEFT} ${y(full)}H${WIDTH}` }),
  [0, full].map((cells) => h("text", { key: cells, class: "tick upright", x: LEFT - 5, y: y(cells) }, cells)),
  places.map((place) => h("text", { key: place, class: "tick", x: x(place), y: HEIGHT - 6 }, thousands(place))),
  runs.map((run) => h("path", { key: run.seed, class: "thin", d: path(run.line, run.nodes) })),
  runs.length > 0 && h("path", { class: "median", d: path(line, line.at(-1)?.[0] ?? 0) }));
}

/** @param {{name: string, shown: string, runs: RunEvent[]}} props */
function Row({ name, shown: title, runs }) {
  const [nodes, backtracks] = /** @type {const} */ (["nodes", "backtracks"]).map((cost) => medianCost(runs, cost));
  /** @param {number} number @param {string} without */
  const shown = (number, without) => (Number.isFinite(number) ? thousands(number) : without);
  const most = Math.max(0, ...runs.map((run) => run.nodes));
  return h("tr", {},
    h("th", { scope: "row", title: name }, title),
    h("td", {}, runs.length ? shown(nodes, t("seeds.over", { number: thousands(most) })) : "–"),
    h("td", {}, runs.length ? shown(backtracks, "–") : "–"),
    h("td", {}, t("seeds.share", { some: runs.filter(({ status }) => status === "solved").length, all: runs.length }),
      runs.some((run) => !run.uses_seed) && h("small", {}, ` ${t("seeds.unseeded")}`)));
}

/** @param {SearchChoice} choice @param {ComparedEvent["ratios"][number]} ratio */
function ratioText(choice, { first, second, value, low, high, within }) {
  if (low === null || high === null || low === high) return "";
  const names = { first: choice.shown(first), second: choice.shown(second) };
  const values = { ...names, value: short(value), low: short(low), high: short(high) };
  return within === null ? t("seeds.ratio", values) : t("seeds.within", { ...values, limit: thousands(within) });
}

/** @param {{choice: SearchChoice, puzzle: import("./puzzle.js").Puzzle}} props */
function Seeds({ choice, puzzle }) {
  const runs = useSignal(/** @type {RunEvent[]} */ ([]));
  const ratios = useSignal(/** @type {ComparedEvent["ratios"]} */ ([]));
  const { current: busy } = useRef(new Busy());
  useEffect(() => () => busy.end(), []);
  const names = opponents(choice);
  const compare = () => {
    [runs.value, ratios.value] = [[], []];
    const asked = { ...puzzle.question(), strategies: names, seeds: SEEDS, max_nodes: choice.options.max_nodes };
    busy.run("", async (signal) => {
      for await (const events of stream("compare", asked, signal)) {
        runs.value = [...runs.value, ...events.filter((event) => event.type === "run")];
        for (const event of events) {
          if (event.type === "compared") ratios.value = event.ratios;
          else if (event.type === "gave-up") busy.words.value = () => stopped(event.reason);
        }
      }
    });
  };
  const own = names.map((name) =>
    ({ name, shown: choice.shown(name), runs: runs.value.filter(({ strategy }) => strategy === name) }));
  const lengths = runs.value.map(({ nodes }) => Math.max(nodes, 1));
  const scale = { longest: Math.max(2, ...lengths), isLog: Math.max(...lengths) > WIDE * Math.min(...lengths) };
  const full = Math.max(1, ...runs.value.flatMap(({ line }) => line.map(([, cells]) => cells)));
  const isOver = runs.value.length > 0 && !busy.isOn.value;
  return h("section", { class: "seeds" },
    h("div", { class: "row" },
      h(Choose, {
        id: "third", words: t("seeds.third"), value: choice.read(choice.slots.value[2])?.entry.name ?? "",
        choose: (name) => choice.put(2, name),
      }, h("option", { value: "" }, t("watch.nothing")),
      choice.usable.map((name) => h("option", { key: name, value: name }, strategyName(name)))),
      h("button", { type: "button", id: "compare", class: "prime", disabled: busy.isOn.value, onClick: compare },
        t("seeds.compare", { n: SEEDS }))),
    h("p", { class: "quiet" }, t("seeds.versus"), " ", own.map(({ shown }) => shown).join(" · ")),
    busy.isOn.value &&
      h("progress", { max: names.length * SEEDS, value: runs.value.length, "aria-label": t("seeds.busy") }),
    runs.value.length > 0 && [
      h("h3", { key: "title" }, t("seeds.title")),
      h("div", { key: "plots", class: "seeds-plots" }, own.map((each, slot) => h("figure", { key: each.name },
        h("figcaption", {}, each.shown), h(Plot, { ...each, ...scale, full, slot })))),
      h("table", { key: "table" },
        h("thead", {}, h("tr", {}, [t("watch.strategy"), t("seeds.moves"), t("seeds.backs"), t("seeds.solved")]
          .map((text, at) => h("th", { key: at, scope: "col" }, text)))),
        h("tbody", {}, own.map((each) => h(Row, { ...each, key: each.name })))),
    ],
    h("p", { class: "seeds-end", role: "status" }, told(busy.words.value), isOver &&
      [t("seeds.done"), ...ratios.value.map((ratio) => ratioText(choice, ratio))].join(" ")));
}

/** @typedef {import("./api.js").StrategyEntry} Entry
 * @typedef {Entry["parameters"][number]} Parameter
 * @typedef {number|boolean} Value
 * @typedef {{id: string, entry: Entry, parameter: Parameter, value: Value, put: (value: Value) => void}} Adjusting */

/** Returns the label of a parameter; one that a user declares has no other words.
 * @param {Entry} entry @param {Parameter} parameter */
const labelOf = ({ own }, { name }) => (own ? name : plain(named("parameters", name)));

/** Draws the sentence about a parameter.
 * @param {Adjusting} props */
const About = ({ id, entry: { own }, parameter: { name, about } }) =>
  h("small", { id: `${id}-about`, lang: own ? "en" : undefined }, own ? about : plain(named("rules", name)));

/** @param {Adjusting} props */
function Slider({ id, entry, parameter, value, put }) {
  const draft = useSignal(value);
  const before = useSignal(value);
  if (before.peek() !== value) draft.value = before.value = value;
  const isChanged = draft.value !== parameter.default;
  return h("div", { class: `taste-row${isChanged ? " changed" : ""}` },
    h("label", { for: id }, labelOf(entry, parameter)),
    h("input", {
      id, "aria-describedby": `${id}-about`, type: "range", min: Number(parameter.least),
      max: Number(parameter.most), value: Number(draft.value),
      step: parameter.kind === "whole" ? 1 : 0.01,
      onInput: ({ currentTarget }) => { draft.value = Number(currentTarget.value); },
      onChange: ({ currentTarget }) => put(Number(currentTarget.value)),
    }),
    h("output", { for: id }, short(Number(draft.value)), isChanged &&
      h("small", {}, ` ${t("taste.usually", { value: short(Number(parameter.default)) })}`)),
    h(About, { id, entry, parameter, value, put }));
}

/** @param {Adjusting} props */
function Switch({ id, entry, parameter, value, put }) {
  const isChanged = value !== parameter.default;
  return h("div", { class: `taste-switch${isChanged ? " changed" : ""}` },
    h("label", { class: "tick" },
      h("input", {
        id, "aria-describedby": `${id}-about`, type: "checkbox", role: "switch", checked: Boolean(value),
        onChange: ({ currentTarget }) => put(currentTarget.checked),
      }), h("span", {}, labelOf(entry, parameter))),
    h(About, { id, entry, parameter, value, put }));
}

/** @param {{choice: SearchChoice, slot: number}} props */
function Strategy({ choice, slot }) {
  const read = choice.read(choice.slots.value[slot]);
  if (!read) return null;
  const { entry, values } = read;
  /** @param {import("./searchchoice.js").Values} changed */
  const put = (changed) => choice.put(slot, writeName(entry, changed));
  /** @param {boolean} isSwitch */
  const some = (isSwitch) => entry.parameters.filter(({ kind }) => (kind === "switch") === isSwitch)
    .map((parameter) => h(isSwitch ? Switch : Slider, {
      key: `${entry.name} ${parameter.name}`, id: `taste-${slot}-${parameter.name}`, entry, parameter,
      value: values[parameter.name] ?? parameter.default,
      put: (/** @type {Value} */ value) => put({ ...values, [parameter.name]: value }),
    }));
  return h("fieldset", { class: "taste-one" },
    h("legend", {}, strategyName(entry.name)),
    entry.parameters.length ? null : h("p", { class: "quiet" }, t("taste.nothing")),
    h("div", {}, some(false)),
    h("div", { class: "taste-rules" }, some(true)),
    h("button", {
      type: "button", disabled: !Object.keys(values).length, onClick: () => put({}),
    }, t(entry.own ? "taste.asDeclared" : "taste.asPublished")));
}

/** Draws the parameters of the chosen strategies, and their comparison on a board.
 * @param {{choice: SearchChoice, puzzle: import("./puzzle.js").Puzzle}} props */
export function Taste({ choice, puzzle }) {
  const slots = choice.slots.value;
  return h("details", { class: "taste" },
    h("summary", {}, t("taste.title")),
    h("div", { class: "taste-all" }, slots.map((name, slot) => name && h(Strategy, { choice, slot, key: slot }))),
    // A comparison on another board, or with another limit, does not apply here.
    h(Seeds, { choice, puzzle, key: [puzzle.key, choice.limit.value, ...slots].join() }));
}
