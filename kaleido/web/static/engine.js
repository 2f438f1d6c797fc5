/** The engine in the page: answers without a server, with the compiled core and Python in web workers. */

import { foreign, t, told } from "./text.js";

/** @typedef {{path: string, question: string, resolve: (body: any) => void, reject: (problem: Error) => void,
 *   tell: (event: any) => void}} Job
 * @typedef {"loading"|"ready"|"failed"} State
 * @typedef {[path: string, question: object, signal?: AbortSignal, tell?: (event: any) => void]} Asked a question, the
 *   signal that ends it, and the handler of its events */

/** Quick questions must not wait behind slow ones. */
const QUICK = new Set(["hint", "judge", "pieces", "solve"]);

/** The questions that the core answers, unless it reports that Python must. */
const BY_CORE = new Set(["assess", "count", "events", "judge", "pieces", "solutions", "solve"]);

/** A reply of the core without a status leaves the question to Python. */
const NO_ANSWER = { status: 0, body: { error: "" } };

const PYTHON = new URL("./engineworker.js", import.meta.url);
const CORE = new URL("./coreworker.js", import.meta.url);

/** A worker that does one job after the other. */
class Lane {
  /** @param {URL} url of its module
   * @param {boolean} isShort whether its jobs take less time than starting a worker
   * @param {(state: State, share?: number) => void} changed */
  constructor(url, isShort, changed) {
    this.url = url;
    this.isShort = isShort;
    this.changed = changed;
    /** @type {Job[]} */
    this.jobs = [];
    /** @type {Job|null} */
    this.current = null;
    /** @type {Worker|null} */
    this.worker = null;
    this.isReady = false;
  }

  /** Starts the worker unless it is running. */
  start() {
    if (this.worker) return;
    this.changed("loading");
    try {
      this.worker = new Worker(this.url, { type: "module" });
    } catch {
      // Old browsers have no workers, and some settings forbid them.
      queueMicrotask(() => this.#fail());
      return;
    }
    this.worker.onmessage = ({ data }) => this.#receive(data);
    this.worker.onerror = () => this.#fail();
  }

  /** @param {Job} job */
  add(job) {
    this.start();
    this.jobs.push(job);
    this.#next();
  }

  /** Drops a job. The worker that computes it is terminated, unless the job is short.
   * @param {Job} job */
  drop(job) {
    this.jobs = this.jobs.filter((each) => each !== job);
    if (this.current !== job || this.isShort) return;
    this.current = null;
    this.#stop();
    this.start();
  }

  #stop() {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
  }

  #fail() {
    const jobs = [...(this.current ? [this.current] : []), ...this.jobs];
    this.current = null;
    this.jobs = [];
    this.#stop();
    this.changed("failed");
    for (const job of jobs) job.reject(new ApiError(() => t("engine.failed"), 0));
  }

  #next() {
    if (!this.isReady || this.current || !this.jobs.length) return;
    this.current = this.jobs.shift() ?? null;
    if (this.current) this.worker?.postMessage({ path: this.current.path, question: this.current.question });
  }

  /** @param {{type: "loading"|"ready"|"event"|"reply"|"beyond"|"failed", text?: string, share?: number}} message */
  #receive({ type, text = "", share }) {
    if (type === "loading") this.changed("loading", share);
    else if (type === "ready") {
      this.isReady = true;
      this.changed("ready");
    } else if (type === "failed") this.#fail();
    else if (type === "event") this.current?.tell(JSON.parse(text));
    else {
      const { status, body } = type === "beyond" ? NO_ANSWER : JSON.parse(text);
      const job = this.current;
      this.current = null;
      if (status === 200) job?.resolve(body);
      else job?.reject(new ApiError(() => foreign(body.error), status));
    }
    this.#next();
  }
}

/** Answers questions as the server does. */
export class Engine {
  /** @param {(state: State, share?: number) => void} changed called while the engine loads, with the share that has
   *   arrived, and when it is ready or has failed */
  constructor(changed) {
    this.quick = new Lane(PYTHON, true, (state, share) => {
      changed(state, share);
      // One after the other, and both before the first question.
      if (state === "ready") this.slow.start();
    });
    this.slow = new Lane(PYTHON, false, () => {});
    /** The core, for short questions and for long ones; null on a site without it. */
    this.core = /** @type {Lane[]|null} */ ([0, 1].map(() => new Lane(CORE, false, (state) => {
      if (state === "failed") this.core = null;
    })));
  }

  /** Loads the engine before it is needed. */
  start() {
    this.core?.[0].start();
    this.quick.start();
  }

  /** @param {Asked} asked @returns {Promise<any>} */
  async ask(...asked) {
    const [path, question, signal] = asked;
    const isQuick = QUICK.has(path);
    if (this.core && BY_CORE.has(path)) {
      try {
        const answer = await this.#askIn(this.core[isQuick ? 0 : 1], ...asked);
        if (answer.type !== "exhausted") return answer;
        const { reason, facts } = await this.#askIn(this.slow, "solve", question, signal);
        return { ...answer, reason, facts };
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status) throw problem;
      }
    }
    return this.#askIn(isQuick ? this.quick : this.slow, ...asked);
  }

  /** @param {Lane} lane @param {Asked} asked @returns {Promise<any>} */
  async #askIn(lane, ...[path, question, signal, tell = () => {}]) {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers();
    const job = { path, question: JSON.stringify(question), resolve, reject, tell };
    const abort = () => {
      lane.drop(job);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    lane.add(job);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Yields the events of a question in batches, and its answer as the last event.
   * @param {string} path @param {object} question @param {AbortSignal} signal @returns {AsyncGenerator<any[], void>} */
  async* stream(path, question, signal) {
    /** @type {any[]} */
    let events = [];
    let wake = () => {};
    let isOver = false;
    const answer = this.ask(path, question, signal, (event) => { events.push(event); wake(); })
      .then((last) => { events.push(last); }).finally(() => { isOver = true; wake(); });
    answer.catch(() => {});
    while (!isOver || events.length) {
      if (!events.length) await new Promise((resolve) => { wake = () => resolve(null); });
      const batch = events;
      events = [];
      if (batch.length) yield batch;
    }
    await answer;
  }
}

/** An error in the server's words. */
export class ApiError extends Error {
  /** @param {import("./text.js").Said} said @param {number} status of HTTP; 0 without an answer */
  constructor(said, status) {
    super(told(said));
    this.said = said;
    this.status = status;
  }
}
