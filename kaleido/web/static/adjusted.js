/** Names of strategies with what is adjusted behind them, such as `paper-plus+held+window=2`. */

/**
 * @typedef {import("./api.js").StrategyEntry} Entry
 * @typedef {Record<string, number|boolean>} Values of parameters, by name; some of them
 */

/**
 * Reads a name; null if there is no such strategy, or if it has no such parameters.
 * @param {string} text
 * @param {Entry[]} entries
 * @returns {{entry: Entry, values: Values}|null}
 */
export function readName(text, entries) {
  const entry = entries.filter(({ name }) => text === name || text.startsWith(`${name}+`))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!entry) return null;
  /** @type {Values} */
  const values = {};
  for (const change of text.slice(entry.name.length).split("+").slice(1)) {
    const [key, value] = change.split("=");
    const found = entry.parameters.find(({ name }) => name === key || (value === undefined && `no-${name}` === key));
    if (!found || (value === undefined) !== (found.kind === "switch")) return null;
    const number = Number(value || NaN);
    if (value !== undefined && !(Number(found.least) <= number && number <= Number(found.most))) return null;
    values[found.name] = value === undefined ? found.name === key : number;
  }
  return { entry, values };
}

/**
 * Writes a name: rules that are switched on, rules that are switched off, then numbers.
 * @param {Entry} entry
 * @param {Values} values
 */
export function writeName({ name, parameters }, values) {
  const changed = parameters.map((each) => ({ key: each.name, usual: each.default, value: values[each.name] }))
    .filter(({ usual, value }) => value !== undefined && value !== usual);
  /** @param {(value: number|boolean) => boolean} kind */
  const some = (kind) => changed.filter(({ value }) => kind(value));
  return [
    name,
    ...some((value) => value === true).map(({ key }) => key),
    ...some((value) => value === false).map(({ key }) => `no-${key}`),
    ...some((value) => typeof value === "number").map(({ key, value }) => `${key}=${value}`),
  ].join("+");
}
