/** Pictures of a board as files, in the look of all of Kaleido's pictures: the server draws them. */

import { post } from "./api.js";

/** @typedef {import("./pieceview.js").Marks} Marks */

/** The pixels of a cell. */
const SIZE = 120;

/**
 * Draws a board as SVG.
 * @param {object} question the puzzle
 * @param {{title?: string, marks?: Marks, placed?: import("./api.js").Placement[], size?: number}} options
 * @returns {Promise<string>}
 */
export async function drawSvg(question, { title = "", marks = "none", placed = [], size = SIZE } = {}) {
  return (await post("picture", { ...question, title, marks, placed, size })).svg;
}

/**
 * Makes a PNG of a picture in SVG.
 * @param {string} source
 * @returns {Promise<Blob>}
 */
export async function rasterise(source) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
