/** Boards that are dealt: a level and a number name one, as `new-3-42`, which is the same for everybody. */

import { ApiError, stream } from "./api.js";
import { readPattern, writePattern } from "./pattern.js";
import { shelf } from "./settings.js";
import { foreign } from "./text.js";

/**
 * @typedef {{level: number, seed: number}} Deal
 * @typedef {{name: string, cells: string, solutions: number}} Dealt a board that is known
 * @typedef {import("./api.js").Schemas["Dealt"|"Tried"]|{type: "gave-up", reason: string}} DealEvent
 */

/** The boards that are kept, so that they are there at once the next time. */
const MOST = 60;
/** Numbers that are chosen at random are short enough to be told to a friend. */
const NUMBERS = 10_000;

/** @param {Deal} deal */
export const dealName = ({ level, seed }) => `new-${level}-${seed}`;

/**
 * Reads the name of such a board; null if it is none.
 * @param {string} name
 * @returns {Deal|null}
 */
export function readDeal(name) {
  const [, level, seed] = /^new-([1-5])-(0|[1-9]\d{0,8})$/.exec(name) ?? [];
  return level ? { level: Number(level), seed: Number(seed) } : null;
}

export const randomSeed = () => Math.floor(Math.random() * NUMBERS);

/**
 * The boards that are known here, the last one first.
 * @returns {Dealt[]}
 */
export function knownDeals() {
  const kept = shelf.load("deals");
  return Array.isArray(kept) ? kept.filter(({ name, cells, solutions }) =>
    readDeal(String(name)) && readPattern(String(cells)) && Number.isFinite(solutions))
    .map(({ name, cells, solutions }) => ({ name, cells: String(readPattern(cells)), solutions })) : [];
}

/**
 * Deals a board, unless it is known.
 * @param {Deal} deal
 * @param {AbortSignal} [signal]
 * @param {(n: number) => void} [tell] called with the number of patterns that were looked at
 * @returns {Promise<Dealt>}
 */
export async function dealBoard(deal, signal = new AbortController().signal, tell = () => {}) {
  const name = dealName(deal);
  const known = knownDeals().find((each) => each.name === name);
  if (known) return known;
  for await (const events of stream("deal", deal, signal)) {
    for (const event of events) {
      if (event.type === "tried") tell(event.tried);
      else if (event.type === "gave-up") throw new ApiError(() => foreign(event.reason), 503);
      else {
        const { pattern, solutions } = event;
        const found = { name, cells: pattern.replaceAll("/", ""), solutions };
        const kept = [found, ...knownDeals()].slice(0, MOST);
        shelf.save("deals", kept.map((each) => ({ ...each, cells: writePattern(each.cells) })));
        return found;
      }
    }
  }
  throw new ApiError(() => name, 0);
}
