/** Asks the server. */

/** What went wrong, in the server's words. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function check(reply) {
  if (reply.ok) return reply;
  let message = `the server answered ${reply.status}`;
  try {
    message = (await reply.json()).error ?? message;
  } catch { /* no JSON: the status must do */ }
  throw new ApiError(message, reply.status);
}

async function ask(path, options) {
  let reply;
  try {
    reply = await fetch(`api/${path}`, options);
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new ApiError("the server does not answer: is `kaleido play` still running?", 0);
  }
  return check(reply);
}

export async function get(path) {
  return (await ask(path)).json();
}

/** @param {AbortSignal} [signal] */
export async function post(path, body, signal) {
  const reply = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  return reply.json();
}

export async function upload(path, file, signal) {
  const form = new FormData();
  form.append("file", file);
  return (await ask(path, { method: "POST", body: form, signal })).json();
}

/** Yields the events of a stream as they come. */
export async function* stream(path, signal) {
  const reply = await ask(path, { signal });
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      const events = lines.filter((line) => line.startsWith("data:"))
        .map((line) => JSON.parse(line.slice(5)));
      if (events.length) yield events;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Runs one task at a time: a new one ends the one before. */
export class Latest {
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
      if (!controller.signal.aborted) failed(problem);
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}
