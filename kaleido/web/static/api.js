/** Requests to the server or, without one, to the engine in the page; and the types of the answers. */

import { ApiError, Engine } from "./engine.js";
import { foreign, percent, sentence, stopped, t, told } from "./text.js";
import { signal as hold } from "./vendor/preact.js";

export { ApiError };

/** The engine in the page, on a site without a server. */
export const engine = globalThis.document?.documentElement.dataset.engine === "page"
  ? new Engine(showState) : null;

/** The share of the engine that has arrived while it loads; null when it is there, has failed or is not needed. */
const arrived = hold(/** @type {number|null} */ (engine && 0));

/** Returns the words for the wait: how much of Python has arrived, or else that it is at work.
 * @param {"play.thinking"|"play.looking"} atWork */
export const waiting = (atWork) => (arrived.value
  ? t("engine.arrived", { done: percent(arrived.value) }) : t(arrived.value === null ? atWork : "engine.loading"));

/** Shows whether the engine is loading, and how much of it has arrived.
 * @param {string} state @param {number} [share] */
function showState(state, share = 0) {
  arrived.value = state === "loading" ? share : null;
  document.documentElement.dataset.solver = state;
  const bar = document.querySelector("#solver progress");
  if (bar instanceof HTMLProgressElement) bar.value = share;
}

/** The server's types, generated from its OpenAPI by `npm run contract`.
 * @typedef {import("../../../tools/openapi.js").components["schemas"]} Schemas
 * @typedef {Omit<Schemas["Placement"], "face"> & {face: string}} Placement as the page writes it
 * @typedef {Placement["cells"][number]} Cell [row, col]
 * @typedef {Pick<Schemas["PieceEntry"], "name"|"size"|"drawings"> & Partial<Schemas["PieceEntry"]>} PieceEntry
 * @typedef {{name: string, pieces: PieceEntry[]} & Partial<Omit<Schemas["Pieces"], "pieces">>} SetEntry
 * @typedef {Schemas["PuzzleParts"] & {pattern: string}} PuzzleParts of a question with a board
 * @typedef {Schemas["StrategyEntry"]} StrategyEntry
 * @typedef {Schemas["Shade"]} Shade
 * @typedef {Pick<Schemas["Hint"], "status"|"lost"|"reason"> & {placement: Placement|null, remove: Placement[]}}
 *   HintAnswer the parts of a hint that the page uses
 * @typedef {Omit<Schemas["Sibling"], "placement"> & {placement: Placement}} Sibling
 * @typedef {Schemas["ReadStep"]|Schemas["ReadAnswer"]|{type: "gave-up", reason: string}} ReadEvent */

/** An event of a search; `type` determines its other keys.
 * @typedef {Schemas["StartEvent"|"PlaceEvent"|"BacktrackEvent"|"ResumeEvent"|"MethodEndEvent"|"SolvedEvent"
 *   |"UnsolvedEvent"]} AnyEvent
 * @typedef {Omit<Schemas["PlaceEvent"], "type"|"placement"|"waiting"> & Pick<Schemas["StartEvent"], "full">
 *   & Pick<Schemas["UnsolvedEvent"], "reason"|"facts">} OwnParts
 * @typedef {{type: AnyEvent["type"], placement?: Placement, placed?: Placement[], placements?: Placement[],
 *   waiting?: Sibling[]} & Partial<OwnParts>} SearchEvent
 * @typedef {Schemas["RunEvent"]} RunEvent
 * @typedef {Schemas["ComparedEvent"]} ComparedEvent
 * @typedef {RunEvent|ComparedEvent|{type: "gave-up", reason: string}} CompareEvent
 * @typedef {{events: SearchEvent, assess: SearchEvent, compare: CompareEvent, left: Schemas["Left"],
 *   deal: import("./days.js").DealEvent, design: import("./proposal.js").DesignEvent}} Streams by their paths */

/** Returns the words for an error.
 * @param {unknown} problem */
export function why(problem) {
  if (problem instanceof ApiError) return told(problem.said);
  return problem instanceof Error ? problem.message : String(problem);
}

/** Returns the words for an error as a sentence.
 * @param {unknown} problem */
export const failure = (problem) => () => stopped(sentence(why(problem)));

const EVENTS = "text/event-stream";

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

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  return check(await reach(fetch(`api/${path}`, options)));
}

/** Returns the words for a server that is gone or does not answer. */
export const silent = () => t("shared.silent");

/** Waits for a reply of the server; fails with the player's words if it cannot be reached.
 * @template T
 * @param {Promise<T>} answer */
async function reach(answer) {
  try {
    return await answer;
  } catch (problem) {
    if (problem instanceof Error && problem.name === "AbortError") throw problem;
    throw new ApiError(silent, 0);
  }
}

/** Milliseconds of silence after which the page pings the server, and the timeout of the ping. */
const PATIENCE = 900;

/** Waits for a slow answer, and checks meanwhile that the server is alive.
 * @template T
 * @param {Promise<T>} answer
 * @param {(isSilent: boolean) => void} silence called when the server stops answering, and when it does again */
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
  // Reported only if the caller still waits and there was no other error.
  const answered = await over;
  if (isSilent) silence(false);
  return answered;
}

/** Gets a file of the page.
 * @param {URL} address */
export async function getText(address) {
  return (await check(await reach(fetch(address)))).text();
}

/** @param {string} path */
export async function get(path) {
  return (await ask(engine ? `${path}.json` : path)).json();
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
export async function post(path, body, signal) {
  if (engine) return engine.ask(path, body, signal);
  return (await ask(path, inJson(body, signal))).json();
}

/** @param {object} body @param {AbortSignal} [signal] @returns {RequestInit} */
function inJson(body, signal, accept = "application/json") {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body), signal };
}

/** Yields the events of a stream in batches, as they arrive.
 * @template {keyof Streams} Path
 * @param {Path} path
 * @param {object} question
 * @param {AbortSignal} signal
 * @param {(isSilent: boolean) => void} [silence] called when the server stops answering, and when it does again
 * @returns {AsyncGenerator<Streams[Path][], void>} */
export const stream = (path, question, signal, silence) =>
  (engine ? engine.stream(path, question, signal) : events(path, inJson(question, signal, EVENTS), silence));

/** Sends a picture to the reader, and yields its steps as they are done.
 * @param {Blob} picture
 * @param {string} corners of the board, if known: numbers with commas between them
 * @param {AbortSignal} signal
 * @param {(isSilent: boolean) => void} silence as for `stream`
 * @returns {AsyncGenerator<ReadEvent[], void>} */
export function readPicture(picture, corners, signal, silence) {
  if (engine) throw new ApiError(() => t("engine.photos"), 501);
  const type = picture.type.startsWith("image/") ? picture.type : "application/octet-stream";
  const headers = { "Content-Type": type, Accept: EVENTS };
  const query = corners && `?${new URLSearchParams({ corners })}`;
  return events(`read${query}`, { method: "POST", headers, body: picture, signal }, silence);
}

/** @param {string} path @param {RequestInit} options @param {(isSilent: boolean) => void} silence */
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

/** Waits for some time; throws if the signal aborts before.
 * @param {number} time in milliseconds
 * @param {AbortSignal} stop */
export async function pause(time, stop) {
  stop.throwIfAborted();
  // The timer must not outlive the wait.
  const over = AbortSignal.any([stop, AbortSignal.timeout(time)]);
  await new Promise((resolve) => { over.addEventListener("abort", resolve); });
  stop.throwIfAborted();
}

/** Runs one task at a time: a new one aborts the one before. */
export class Latest {
  /** @type {AbortController|null} */
  #controller = null;

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  get busy() { return this.#controller !== null; }

  /** @param {(signal: AbortSignal) => Promise<void>} task @param {(problem: Error) => void} failed */
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
