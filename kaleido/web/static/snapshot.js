/** A picture as it is shown and sent: upright, and no larger than the reader needs it. */

import { canvasOf } from "./picture.js";

/** The longer side, in pixels, to which the reader reduces larger pictures. */
const SIDE = 1600;
const QUALITY = 0.92;

export class Snapshot {
  /**
   * @param {string} name
   * @param {Blob} content what is sent
   * @param {HTMLCanvasElement|null} canvas the picture; null if the browser cannot show it
   */
  constructor(name, content, canvas) {
    this.name = name;
    this.content = content;
    this.canvas = canvas;
  }

  /** @param {File} file */
  static async of(file) {
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) return new Snapshot(file.name, file, null);
    const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const { canvas, context } = canvasOf(width, height);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    if (scale === 1) return new Snapshot(file.name, file, canvas);
    // The pictures of a phone are slow to send.
    /** @type {Blob|null} */
    const smaller = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
    return new Snapshot(file.name, smaller ?? file, canvas);
  }
}
