/** The picture of a finished board that a player shares. */

import { look } from "./look.js";
import { canvasOf, imageOf, png } from "./picture.js";

/** In pixels. */
const WIDTH = 1080;
const MARGIN = 54;
const SIDE = WIDTH - 2 * MARGIN;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif";

/**
 * The lines of a text that is broken anywhere, as a link is.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 */
function broken(context, text) {
  const lines = [""];
  for (const letter of text) {
    if (context.measureText(lines[lines.length - 1] + letter).width > SIDE) lines.push("");
    lines[lines.length - 1] += letter;
  }
  return lines;
}

/**
 * Draws a finished board with its title, how it was solved, and a link to the puzzle.
 * @param {SVGSVGElement} drawing of the board, on the page
 * @param {{rows: number, cols: number}} board
 * @param {{title: string, how: string, link: string}} words
 */
export async function keepsake(drawing, { rows, cols }, { title, how, link }) {
  const rim = look.widths.frame / 2;
  const box = { x: -rim, y: -rim, width: cols + 2 * rim, height: rows + 2 * rim };
  const scale = SIDE / Math.max(box.width, box.height);
  const image = await imageOf(drawing, Math.round(box.width * scale), box);
  const { canvas, context } = canvasOf(WIDTH, 10);
  const small = `24px ${FONT}`;
  context.font = small;
  const links = broken(context, link);
  const below = MARGIN + image.height;
  canvas.height = below + 190 + 32 * links.length;
  context.fillStyle = look.colours.paper;
  context.fillRect(0, 0, WIDTH, canvas.height);
  context.drawImage(image, (WIDTH - image.width) / 2, MARGIN);
  context.fillStyle = look.colours.ink;
  context.font = `bold 56px ${FONT}`;
  context.fillText(title, MARGIN, below + 80, SIDE);
  context.font = `34px ${FONT}`;
  context.fillText(how, MARGIN, below + 134, SIDE);
  context.font = small;
  context.globalAlpha = 0.7;
  links.forEach((line, at) => context.fillText(line, MARGIN, below + 186 + at * 32));
  return png(canvas);
}

/**
 * Shares a picture where the system can; otherwise it is saved, and copied if the browser allows.
 * @param {Blob} picture
 * @param {string} name of the file
 * @param {string} title
 * @returns {Promise<"shared"|"copied"|"saved"|"">} what was done; nothing if the player has thought better of it
 */
export async function give(picture, name, title) {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return "shared";
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return "";
    }
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    return "copied";
  } catch {
    return "saved";
  }
}
