/** Python in a worker: it loads Kaleido and answers one question after the other. */

const HOME = new URL("../engine/", import.meta.url);

/**
 * @param {string} name of a file of the engine
 * @returns {Promise<Response>}
 */
async function fetchFile(name) {
  const reply = await fetch(new URL(name, HOME));
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply;
}

/** Loads Python and the packages, and returns the function that answers. */
async function load() {
  const files = fetchFile("engine.json").then((reply) => reply.json())
    .then((/** @type {{packages: string[]}} */ { packages }) => Promise.all(
      packages.map(async (name) => (await fetchFile(name)).arrayBuffer()),
    ));
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
