/** Backups: all that the browser stores as one file, and such a file merged with the stored entries. */

import { mergedBoards } from "./boards.js";
import { readGame } from "./games.js";
import { mergeSolves, readSolves } from "./results.js";

/** @typedef {Record<string, any>} Entries values by their names on the shelf */

const FORMAT = "kaleido";
const VERSION = 1;

/** Returns the text of a backup.
 * @param {Entries} entries @param {Record<string, string>} settings @param {Date} now */
export const writeBackup = (entries, settings, now) =>
  JSON.stringify({ format: FORMAT, version: VERSION, saved: now.toISOString(), settings, entries }, null, 1);

/** Reads a backup.
 * @param {string} text
 * @returns {{entries: Entries, settings: Record<string, string>}|"strange"|"newer"} or the problem with it */
export function readBackup(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return "strange";
  }
  if (file?.format !== FORMAT || !isTable(file.entries)) return "strange";
  if (file.version !== VERSION) return "newer";
  return { entries: file.entries, settings: isTable(file.settings) ? file.settings : {} };
}

/** @param {unknown} value */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the stored entries that change when a backup is merged: solves and saved boards are united, the newer game
 * stays, and every other entry known here stays as it is.
 * @param {Entries} own @param {Entries} others */
export function merged(own, others) {
  /** @type {Entries} */
  const changed = {};
  for (const [name, other] of Object.entries(others)) {
    const value = together(name, own[name] ?? null, other);
    if (value !== null && JSON.stringify(value) !== JSON.stringify(own[name])) changed[name] = value;
  }
  return changed;
}

/** @param {string} name @param {any} own null without such an entry @param {any} other */
function together(name, own, other) {
  if (name.startsWith("solved.")) {
    const solves = mergeSolves(readSolves(own), readSolves(other));
    return solves.length ? solves : null;
  }
  if (name.startsWith("game.")) {
    const [mine, theirs] = [readGame(own), readGame(other)];
    return theirs && (!mine || mine.when < theirs.when) ? theirs : mine;
  }
  if (name === "boards") {
    const boards = mergedBoards(own, other);
    return boards.length ? boards : null;
  }
  return own ?? other;
}
