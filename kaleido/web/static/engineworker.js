/** Python in a worker: it loads Kaleido and answers one question after the other. */

const HOME = new URL("../engine/", import.meta.url);

/** @param {string} name of a file of the engine */
async function fetchFile(name) {
  const reply = await fetch(new URL(name, HOME));
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply;
}

/** Reports the share of the files that has arrived.
 * @param {number} total bytes */
function tellProgress(total) {
  const { fetch } = globalThis;
  let come = 0;
  let told = 0;
  /** @param {Response} reply */
  const count = async (reply) => {
    const reader = reply.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      come += part.value.byteLength;
      if (come - told > total / 50) {
        told = come;
        postMessage({ type: "loading", share: Math.min(1, come / total) });
      }
    }
  };
  globalThis.fetch = async (...asked) => {
    const reply = await fetch(...asked);
    // The caller reports a reply that breaks off.
    count(reply.clone()).catch(() => {});
    return reply;
  };
}

/** Loads Python and the packages, and returns the function that answers. */
async function load() {
  /** @type {{packages: string[], bytes: number}} */
  const { packages, bytes } = await (await fetchFile("engine.json")).json();
  // Cached files load at once; browsers also cache the compiled code of a reply unless a script has read it.
  const isKept = await globalThis.caches?.match(new URL("pyodide.asm.wasm", HOME)).catch(() => null);
  if (!isKept) tellProgress(bytes);
  const files = Promise.all(packages.map(async (name) => (await fetchFile(name)).arrayBuffer()));
  const { loadPyodide } = await import(new URL("pyodide.mjs", HOME).href);
  const python = await loadPyodide({ indexURL: HOME.href });
  for (const archive of await files) python.unpackArchive(archive, "wheel");
  return python.pyimport("kaleido.web.engine").answer;
}

const loading = load();
loading.then(() => postMessage({ type: "ready" }), (problem) => {
  console.warn(problem);
  postMessage({ type: "failed" });
});

addEventListener("message", async ({ data: { path, question } }) => {
  const answer = await loading;
  /** @param {string} text */
  const tell = (text) => postMessage({ type: "event", text });
  try {
    postMessage({ type: "reply", text: answer(path, question, tell) });
  } catch (problem) {
    console.warn(problem);
    const body = { error: "something went wrong; the browser's console says what" };
    postMessage({ type: "reply", text: JSON.stringify({ status: 500, body }) });
  }
});
