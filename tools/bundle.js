// Bundles the page, so that it comes in few requests and small: `npm run bundle [-- FOLDER]` writes FOLDER/dist from
// FOLDER/static, where FOLDER is kaleido/web unless another is named. The files have a hash of their content in their
// names, and so may be kept for good. The manifest says which of them stands for which file of the page, and from what
// they were made: kaleido/web/page.py gives out a bundle only while its sources are those in the folder.

import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, posix, relative, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

const FOLDER = resolve(process.argv[2] ?? "kaleido/web");
const STATIC = join(FOLDER, "static");
const DIST = join(FOLDER, "dist");
const SHARED = {
  absWorkingDir: FOLDER, bundle: true, minify: true, write: false, format: "esm", charset: "utf8", logLevel: "warning",
};
/** Files that say where another one lies: new URL("./other.js", import.meta.url). */
const LINK = /new URL\("\.\/([^"]+)", import\.meta\.url\)/g;

/** @type {Map<string, Uint8Array>} the contents of the files by their names with hashes */
const written = new Map();
/** @type {Record<string, string>} which of them stands for a file of the page */
const names = {};

/** Names a file by what is in it. */
function keep(path, contents) {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 10);
  const name = `${basename(path, extname(path))}-${hash}${extname(path)}`;
  written.set(name, contents);
  return name;
}

/** Bundles a file that others name by its address: a worker, a style, or one that is taken as it is. */
async function keepOne(name, options = {}) {
  if (names[name]) return names[name];
  const path = join(STATIC, name);
  if (![".js", ".css"].includes(extname(name))) names[name] = keep(name, await readFile(path));
  else {
    const { outputFiles: [{ contents }] } =
      await build({ ...SHARED, entryPoints: [path], plugins: [linked, pictured], ...options });
    names[name] = keep(name, contents);
  }
  return names[name];
}

/** Files that are named by their addresses have other names in the bundle. */
const linked = {
  name: "linked",
  setup: ({ onLoad }) => onLoad({ filter: /static\/[^/]+\.js$/, namespace: "file" }, async ({ path }) => {
    let contents = await readFile(path, "utf8");
    for (const [whole, name] of contents.matchAll(LINK)) {
      contents = contents.replace(whole, `new URL("./${await keepOne(name)}", import.meta.url)`);
    }
    return { contents, loader: "js" };
  }),
};

const pictured = {
  name: "pictured",
  setup: ({ onResolve }) => onResolve({ filter: /\.svg$/ }, async ({ path }) =>
    ({ path: `./${await keepOne(path.replace(/^\.\//, ""))}`, external: true })),
};

/** One style for all that the page begins with, in its order; what is for paper is for paper alone. */
async function bundleStyle() {
  const page = await readFile(join(STATIC, "index.html"), "utf8");
  const sheets = [...page.matchAll(/<link rel="stylesheet" href="static\/(\S+?)"(?: media="(\w+)")?>/g)];
  const contents = sheets.map(([, name, media = ""]) => `@import "./${name}" ${media};`).join("\n");
  const { outputFiles: [style] } = await build({
    ...SHARED, stdin: { contents, resolveDir: STATIC, loader: "css" }, plugins: [pictured],
  });
  names["style.css"] = keep("style.css", style.contents);
}

/** All files of the page: whatever is changed, added or taken away makes the bundle stale. */
async function hashSources() {
  const found = await readdir(STATIC, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile())
    .map((each) => relative(STATIC, join(each.parentPath, each.name)).split(sep).join(posix.sep)).sort();
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(STATIC, path))).update("\0");
  return hash.digest("hex");
}

async function bundleLicences() {
  const folder = join(STATIC, "vendor");
  const texts = (await readdir(folder)).filter((name) => name.startsWith("LICENSE")).sort();
  const all = await Promise.all(texts.map(async (name) => `${name}\n\n${await readFile(join(folder, name), "utf8")}`));
  names["vendor/licences.txt"] = keep("licences.txt", Buffer.from(all.join("\n\n")));
}

await keepOne("app.js");
const words = (await readdir(join(STATIC, "words"))).filter((name) => name.endsWith(".json") && name !== "en.json");
await Promise.all([
  bundleStyle(), bundleLicences(), keepOne("theme.js", { format: "iife" }),
  ...["offline.js", "days.txt", "icon.svg", ...words.map((name) => `words/${name}`)].map((name) => keepOne(name)),
]);
const draft = await mkdtemp(join(dirname(DIST), ".dist-"));
for (const [name, contents] of written) {
  await writeFile(join(draft, name), contents);
  if (contents.length > 500) await writeFile(join(draft, `${name}.br`), brotliCompressSync(contents));
}
await writeFile(join(draft, "manifest.json"), `${JSON.stringify({ sources: await hashSources(), names }, null, 2)}\n`);
await rm(DIST, { recursive: true, force: true });
await rename(draft, DIST);
const sizes = [...written].map(([name, contents]) => `${name} ${contents.length}`);
console.log(`${relative(".", DIST)}: ${sizes.sort().join(", ")}`);
