/** Questions to the server or, where there is none, to the engine in the page; and the form of the answers. */

import { Engine } from "./engine.js";
import { ApiError } from "./problem.js";
import { foreign, sentence, stopped, t, told } from "./text.js";

export { ApiError };

/** The engine, if the page has one of its own: it has no server then. */
export const engine = globalThis.document?.documentElement.dataset.engine === "page"
  ? new Engine(showState) : null;

/**
 * Shows whether the engine loads, and how much of it has come.
 * @param {string} state
 * @param {number} [share]
 */
function showState(state, share = 0) {
  document.documentElement.dataset.solver = state;
  const bar = document.querySelector("#solver progress");
  if (bar instanceof HTMLProgressElement) bar.value = share;
}

/**
 * @typedef {number[]} Cell [row, col]
 * @typedef {{piece: string, face: string, cells: Cell[]}} Placement
 * @typedef {{name: string, title: string, group: string, text: string, solutions: number, difficulty: number}}
 *   PatternEntry
 * @typedef {{name: string, size: number, copies?: number, faces: {name: string, drawing: string}[],
 *   shade?: Shade|null}} PieceEntry
 * @typedef {{name: string, title?: string, lattice?: string, sides?: "two-faced"|"mirrored"|"one-sided",
 *   use?: "all"|"some", pieces: PieceEntry[]}} SetEntry
 * @typedef {{name: string, title: string, group: string, pattern: string, pieces: string, use: string[], wrap: string,
 *   lattice: string, open: string|null, solutions: number|null}}
 *   PuzzleEntry
 * @typedef {{pattern: string, wrap: string, lattice: string, title: string, pieces: SetEntry}} PuzzleParts
 * @typedef {{name: string, period: number[], tiles: {centre: number[], kind: number, corners: [number, number][],
 *   steps: number[][]}[], shifts: {centre: number[], drawn: [number, number]}[], turns: number[][][],
 *   rotations: number[][][], mirror: number[][]}} LatticeEntry
 * @typedef {{name: string, about: string, squares: boolean}} StrategyEntry
 * @typedef {{fill: string, ink: string, pale: string, hatch: Cell[][], letter: string}} Shade
 * @typedef {{
 *   colours: Record<"paper"|"ink"|"accent"|"window"|"implied"|"muted", string>,
 *   tints: string[],
 *   widths: Record<"border"|"outline"|"frame"|"grid"|"edge"|"moved", number>,
 *   core: number,
 *   shades: Record<string, Shade & {name: string}>,
 * }} Look
 * @typedef {{matched: number, window: number, crookedness: number, span: number, splits: number, ahead: number,
 *   total: number}} Score
 * @typedef {{placement: Placement, score: Score, score_parts: Record<string, number>, score_line: string}} Sibling
 * @typedef {{corner: Cell, shape: number[]}} Frame
 * @typedef {{kind: string, window: Frame|null, sizes: number[], changed: boolean, words: string}} Found
 * @typedef {{kind: "cell"|"island"|"piece", cells: Cell[], piece: string}} DeadEnd why a board is lost, as can be seen
 * @typedef {{piece: string, ways: number, dead_end: DeadEnd|null, lost: boolean}} Candidate
 * @typedef {Placement & {score: Score, score_line: string, lost: boolean}} Alternative
 */

/**
 * Why a hint says what it says.
 * @typedef {object} Reason
 * @property {"island"|"cell"|"piece"|"elimination"|"score"|"solution"|"solved"|"lost"|"hopeless"|"unknown"} kind
 * @property {Cell[]} cells where to look
 * @property {"corner"|"edge"|"inside"|""} where a single cell lies
 * @property {Candidate[]} candidates the pieces that fit there, the hinted one first
 * @property {number} matched
 * @property {number} edges
 * @property {Score|null} score
 * @property {string} score_line
 * @property {Found|null} found
 * @property {Alternative[]} alternatives
 * @property {DeadEnd|null} dead_end
 * @property {string} why
 * @property {import("./reasons.js").Facts|null} facts of why it is hopeless, or of the limit
 */

/**
 * @typedef {{status: "solved"|"no-solution"|"gave-up", lost: boolean, placement: Placement|null, remove: Placement[],
 *   reason: Reason}} HintAnswer
 */

/**
 * An event of a search; `type` says which of the others it has.
 * @typedef {object} SearchEvent
 * @property {"start"|"place"|"backtrack"|"resume"|"ended"|"solved"|"exhausted"|"gave-up"} type
 * @property {number} [edges]
 * @property {number} [full]
 * @property {number[][]} [islands]
 * @property {Placement} [placement]
 * @property {Placement[]} [placed]
 * @property {Placement[]} [placements]
 * @property {Score} [score]
 * @property {Record<string, number>} [score_parts] the parts of the score as they count, without those that are 0
 * @property {string} [score_line] the score as a sum of its parts
 * @property {number} [depth] how many pieces lie on the board
 * @property {Found|null} [found] how the move was found, if the strategy can say
 * @property {Frame|null} [window] in which it was found
 * @property {Sibling[]} [waiting]
 * @property {number} [waiting_count]
 * @property {string} [reason]
 * @property {import("./reasons.js").Facts|null} [facts] of the reason
 */

/**
 * A board that was read from a picture; its corners are in pixels of the picture of this size.
 * @typedef {{rows: string[], confidence: number[][], uncertain: Cell[], corners: [number, number][],
 *   size: [number, number], number: number, oriented: boolean, changed: number, possible: boolean}} ReadBoard
 */

/**
 * A step of reading a picture, or the answer.
 * @typedef {{type: "step", step: "decode"|"find"|"colours", done: number, of: number}
 *   | {type: "gave-up", reason: string} | ({type: "read", boards: ReadBoard[]} & ReadBoard)} ReadEvent
 */

/**
 * Says what went wrong.
 * @param {unknown} problem
 */
export function why(problem) {
  if (problem instanceof ApiError) return told(problem.said);
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * Says what went wrong as a sentence.
 * @param {unknown} problem
 */
export const failure = (problem) => () => stopped(sentence(why(problem)));

/** @param {Response} reply */
async function check(reply) {
  if (reply.ok) return reply;
  const { status } = reply;
  let message = "";
  try {
    message = (await reply.json()).error ?? "";
  } catch { /* The reply is not JSON: the status must do. */ }
  throw new ApiError(() => (message ? foreign(message) : t("shared.status", { status: String(status) })), status);
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options) {
  return check(await reach(fetch(`api/${path}`, options)));
}

/** What a server that is gone, or does nothing, is told as. */
export const silent = () => t("shared.silent");

/**
 * Waits for something from the server; tells in words that it cannot be reached.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
async function reach(answer) {
  try {
    return await answer;
  } catch (problem) {
    if (problem instanceof Error && problem.name === "AbortError") throw problem;
    throw new ApiError(silent, 0);
  }
}

/** Milliseconds without a sign after which the server is asked whether it is there, and for which that may take. */
const PATIENCE = 900;

/**
 * Waits for something that may take its time, and watches meanwhile that the server is there.
 * @template T
 * @param {Promise<T>} answer
 * @param {(isSilent: boolean) => void} silence called when the server stops answering, and when it does again
 * @returns {Promise<T>}
 */
async function attend(answer, silence) {
  let isOver = false;
  const over = answer.finally(() => { isOver = true; });
  let isSilent = false;
  for (;;) {
    await Promise.race([over, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
    if (isOver) break;
    const isThere = await fetch("api/health", { signal: AbortSignal.timeout(PATIENCE) }).then(() => true, () => false);
    if (isOver) break;
    if (isSilent === isThere) silence(!isThere);
    isSilent = !isThere;
  }
  if (isSilent) silence(false);
  return over;
}

/**
 * Gets a file of the page.
 * @param {string} path
 */
export async function getText(path) {
  return (await check(await reach(fetch(path)))).text();
}

/** @param {string} path */
export async function get(path) {
  return (await ask(engine ? `${path}.json` : path)).json();
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
export async function post(path, body, signal) {
  if (engine) return engine.ask(path, body, signal);
  return (await ask(path, inJson(body, signal))).json();
}

/**
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
function inJson(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
}

/**
 * Yields the events of a stream as they come, in batches.
 * @param {string} path
 * @param {object} question
 * @param {AbortSignal} signal
 * @param {(isSilent: boolean) => void} [silence] called when the server stops answering, and when it does again
 * @returns {AsyncGenerator<SearchEvent[], void>}
 */
export function stream(path, question, signal, silence) {
  return engine ? engine.stream(path, question, signal) : events(path, inJson(question, signal), silence);
}

/**
 * Sends a picture to be read, and yields the steps as they are done.
 * @param {Blob} picture
 * @param {string} corners of the board, if they are known: numbers with commas between them
 * @param {AbortSignal} signal
 * @param {(isSilent: boolean) => void} silence as for `stream`
 * @returns {AsyncGenerator<ReadEvent[], void>}
 */
export function readPicture(picture, corners, signal, silence) {
  if (engine) throw new ApiError(() => t("engine.photos"), 501);
  const type = picture.type.startsWith("image/") ? picture.type : "application/octet-stream";
  const headers = { "Content-Type": type, Accept: "text/event-stream" };
  const query = corners && `?${new URLSearchParams({ corners })}`;
  return events(`read${query}`, { method: "POST", headers, body: picture, signal }, silence);
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @param {(isSilent: boolean) => void} silence
 */
async function* events(path, options, silence = () => {}) {
  const { body } = await attend(ask(path, options), silence);
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await attend(reach(reader.read()), silence);
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      const batch = lines.filter((line) => line.startsWith("data:"))
        .map((line) => JSON.parse(line.slice(5)));
      if (batch.length) yield batch;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Runs one task at a time: a new one ends the one before. */
export class Latest {
  /** @type {AbortController|null} */
  #controller = null;

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  get busy() {
    return this.#controller !== null;
  }

  /**
   * @param {(signal: AbortSignal) => Promise<void>} task
   * @param {(problem: Error) => void} failed
   */
  async run(task, failed) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      await task(controller.signal);
    } catch (problem) {
      if (!controller.signal.aborted) failed(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}
