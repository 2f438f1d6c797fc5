/** All boards to choose from: searched, filtered and ordered, and the next one. */

/** A board to choose.
 * @typedef {object} Entry
 * @property {string} key of the board
 * @property {string} name
 * @property {string} title
 * @property {string} group as the server names it
 * @property {number|null} difficulty from 1 to 5, if known
 * @property {number|null} solutions if they are known */

/** @typedef {"given"|"difficulty"|"solutions"} Order */

/** The search and the filters of the chooser.
 * @typedef {object} Wish
 * @property {string} query
 * @property {Set<number>} levels difficulties; empty: all
 * @property {boolean} unsolved
 * @property {Order} order */

/** @template {Entry} E
 * @typedef {{group: string, level: number|null, members: E[]}} Section some boards under a heading: a group, or a level
 */

/** The difficulties, from easy to hard. */
export const LEVELS = [1, 2, 3, 4, 5];

/** Returns a difficulty as five dots.
 * @param {number} level */
export const dots = (level) => "●".repeat(level) + "○".repeat(LEVELS.length - level);

/** Returns a text for comparison: lower case without accents.
 * @param {string} text */
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase();

/** Returns whether each word of a query begins a word of a text.
 * @param {string} query @param {string} text */
export function matches(query, text) {
  const words = folded(text).split(/[^\p{L}\p{N}]+/u);
  return folded(query).split(/[^\p{L}\p{N}]+/u).every((sought) => words.some((word) => word.startsWith(sought)));
}

/** The fewest letters by which a part of a name is known. */
const LEAST = 3;

/** Returns the entry that is nearest to a misspelt name: a word of it begins so, or few letters are wrong.
 * @template {{name: string, title: string, group?: string, solutions?: number|null}} E
 * @param {string} text @param {E[]} entries @param {(entry: E) => string} wording returns the text that is searched */
export function nearest(text, entries, wording) {
  const wanted = folded(text.trim());
  /** @param {E} entry the smaller, the nearer: a group's name, an early word, a short name, many solutions */
  const rank = (entry) => [
    folded(entry.group ?? "") === wanted ? 0 : 1 + folded(wording(entry)).indexOf(wanted),
    entry.name.split("-").length, -(entry.solutions ?? 0),
  ];
  const begun = wanted.length < LEAST ? [] : entries.filter((entry) => matches(wanted, wording(entry)));
  if (begun.length) {
    return begun.map((entry) => ({ entry, rank: rank(entry) })).sort((one, other) =>
      one.rank.map((value, at) => value - other.rank[at]).find(Boolean) ?? 0)[0].entry;
  }
  /** @param {E} entry */
  const errors = ({ name, title }) => Math.min(...[name, title].map((each) => mistakes(wanted, folded(each))));
  const [best] = entries.map((entry) => ({ entry, wrong: errors(entry) }))
    .sort((one, other) => one.wrong - other.wrong);
  return best && best.wrong <= 1 + wanted.length / 6 ? best.entry : undefined;
}

/** Returns how many letters must be added, left out, replaced or swapped with the next to make a text of another.
 * @param {string} one @param {string} other */
function mistakes(one, other) {
  let [before, row] = [[0], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const isSwapped = at && to && one[at] === other[to - 1] && one[at - 1] === other[to];
      next.push(Math.min(row[to + 1] + 1, next[to] + 1, row[to] + Number(one[at] !== other[to]),
        isSwapped ? before[to - 1] + 1 : Infinity));
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/** Arranges the matching boards in sections: by group, by difficulty, or all in one.
 * @template {Entry} E
 * @param {E[]} entries
 * @param {Wish} wish
 * @param {(entry: E) => boolean} isSolved
 * @param {(entry: E) => string} wording returns the text that a query searches */
export function arranged(entries, { query, levels, unsolved, order }, isSolved, wording) {
  const found = entries.filter((entry) => (!levels.size || levels.has(entry.difficulty ?? 0)) &&
    !(unsolved && isSolved(entry)) && matches(query, wording(entry)));
  if (order === "given") {
    return [...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => ({ group, level: null, members }));
  }
  const sorted = found.sort((one, other) =>
    compare(one[order], other[order]) || compare(one.solutions, other.solutions));
  if (order === "solutions") return sorted.length ? [{ group: "", level: null, members: sorted }] : [];
  return [...Map.groupBy(sorted, ({ difficulty }) => difficulty ?? 0)]
    .map(([level, members]) => ({ group: "", level, members }));
}

/** Compares numbers; unknown ones come last.
 * @param {number|null} one @param {number|null} other */
const compare = (one, other) => (one === other ? 0 : (one ?? Infinity) - (other ?? Infinity));

/** Returns the board to play after another one: the next unsolved one of its section, or else the one nearest in
 * difficulty; null when all are solved.
 * @template {Entry} E
 * @param {Section<E>[]} sections
 * @param {{key: string, difficulty: number|null}} current
 * @param {(entry: E) => boolean} isSolved */
export function following(sections, current, isSolved) {
  /** @param {E} entry */
  const isOpen = (entry) => entry.key !== current.key && !isSolved(entry);
  const own = sections.find(({ members }) => members.some(({ key }) => key === current.key))?.members ?? [];
  const at = own.findIndex(({ key }) => key === current.key);
  const next = [...own.slice(at + 1), ...own.slice(0, at)].find(isOpen);
  if (next) return next;
  const open = sections.flatMap(({ members }) => members).filter(isOpen);
  const level = current.difficulty ?? 1;
  /** @param {E} entry */
  const distance = ({ difficulty }) => Math.abs((difficulty ?? 6) - level);
  return open.reduce((/** @type {E|null} */ best, entry) =>
    (best && distance(best) <= distance(entry) ? best : entry), null);
}
