/** The look of the boards: that of Kaleido's pictures, from the server, and the colours that only the page uses. */

import { named, t } from "./text.js";

/** @type {import("./api.js").Schemas["Look"]} */
export let look;

/** The colour of clashes. */
export const CLASH = "#d1006c";
/** The colour of cells without a known colour. */
export const BARE = "#e9e4d8";
export const WHITE = "#ffffff";

/** Stores the server's look.
 * @param {import("./api.js").Schemas["Look"]} given */
export function useLook(given) {
  look = given;
}

/** Returns the letters of the colours, in their usual order. */
export const letters = () => Object.keys(look.shades);

/** Names the colour of a letter.
 * @param {string} letter */
export function colourName(letter) {
  const { name } = look.shades[letter] ?? {};
  return name ? named("colours", name) : t("colours.unknown");
}

/** Returns the path of a cell's hatch; `side` is the side of its coloured square.
 * @param {import("./api.js").Shade} shade @param {number} row @param {number} col */
export function hatchPath({ hatch }, row, col, side = 1) {
  const low = (1 - side) / 2;
  /** @param {import("./api.js").Cell} point */
  const point = ([r, c]) =>
    `${+(col + low + c * side).toFixed(3)} ${+(row + low + r * side).toFixed(3)}`;
  return hatch.map((loop) => `M${loop.map(point).join("L")}Z`).join("");
}
