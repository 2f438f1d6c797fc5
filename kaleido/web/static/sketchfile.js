/** The text file of a pattern or a sketch: its rows below lines such as `# title: …`. */

import { Sketch } from "./sketch.js";

/** The most characters of a title. */
export const MOST = 60;

/**
 * Writes a file that Kaleido reads.
 * @param {Sketch} sketch
 * @param {string} title
 */
export function writeFile(sketch, title) {
  return `${title ? `# title: ${title}\n` : ""}${sketch.lines.join("\n")}\n`;
}

/**
 * Reads a file or pasted rows; a `SketchError` says what is wrong.
 * @param {string} text
 */
export function readFile(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/).map((line) => line.trim());
  const title = lines.map((line) => /^#\s*title\s*:(.*)$/i.exec(line)?.[1]).find((found) => found !== undefined);
  const rows = lines.filter((line) => !line.startsWith("#"));
  return { sketch: Sketch.read(rows.join("\n")), title: (title ?? "").trim().slice(0, MOST) };
}

/**
 * Makes the name of a file of a title.
 * @param {string} title
 * @param {string} suffix
 */
export function fileName(title, suffix) {
  const name = title.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${name || "pattern"}.${suffix}`;
}

/**
 * Gives a file to the player.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
