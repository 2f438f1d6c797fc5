/** The compiled core in a worker: answers one question after the other, or reports that Python must. */

import { Beyond, Core } from "./core.js";
import { CoreAnswers } from "./coreanswers.js";

const HOME = new URL("../core/", import.meta.url);

/** The memory of the module never shrinks: beyond this number of bytes, the module is restarted. */
const MOST_KEPT = 3e8;

/** @param {string} name */
async function fetchFile(name) {
  const reply = await fetch(new URL(name, HOME));
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply;
}

/** @type {Map<string, Promise<any>>} */
const tables = new Map();

/** @param {string} name */
function table(name) {
  const found = tables.get(name) ?? fetchFile(`${name}.json`).then((reply) => reply.json());
  tables.set(name, found);
  return found;
}

const module = fetchFile("kaleido_core.wasm").then((reply) => reply.arrayBuffer()).then(WebAssembly.compile);
const load = async () => new CoreAnswers(await Core.load(await module), table);
let loading = load();

Promise.all([loading, table("index")]).then(
  () => postMessage({ type: "ready" }), () => postMessage({ type: "failed" }),
);

addEventListener("message", async ({ data: { path, question } }) => {
  const answers = await loading;
  /** @param {object} event */
  const tell = (event) => postMessage({ type: "event", text: JSON.stringify(event) });
  try {
    const body = await answers.answer(path, JSON.parse(question), tell);
    postMessage({ type: "reply", text: JSON.stringify({ status: 200, body }) });
  } catch (problem) {
    if (!(problem instanceof Beyond)) console.warn(problem);
    postMessage({ type: "beyond" });
    // A failure may have left the memory in disorder.
    if (!(problem instanceof Beyond)) loading = load();
  }
  if (answers.core.memory.buffer.byteLength > MOST_KEPT) loading = load();
});
