/** Pictures of SVG drawings, for files with all their styles inside. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box a rectangle */

/** The style properties of drawings that a file must contain. */
const STYLES = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "fill", "stroke"];

/** Writes a drawing so that it looks the same without this page.
 * @param {SVGSVGElement} drawing must be on the page
 * @param {number} width in pixels
 * @param {Box} box the part of it that is shown
 * @param {string} title of the picture */
export function standalone(drawing, width, box = drawing.viewBox.baseVal, title = "") {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const originals = drawing.querySelectorAll("text, .rim");
  copy.querySelectorAll("text, .rim").forEach((node, at) => {
    const style = getComputedStyle(originals[at]);
    for (const name of STYLES) node.setAttribute(name, style.getPropertyValue(name));
  });
  for (const node of [copy, ...copy.querySelectorAll("[class], [style]")]) {
    node.removeAttribute("class");
    node.removeAttribute("style");
  }
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("role", "img");
  if (title) {
    const name = document.createElementNS(copy.namespaceURI, "title");
    name.textContent = title;
    copy.prepend(name);
  }
  copy.setAttribute("viewBox", [box.x, box.y, box.width, box.height].join(" "));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(Math.round(width * box.height / box.width)));
  return new XMLSerializer().serializeToString(copy);
}

/** Makes an image of a drawing.
 * @param {SVGSVGElement} drawing must be on the page
 * @param {number} width in pixels
 * @param {Box} [box] the part of it that is shown */
export async function imageOf(drawing, width, box) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standalone(drawing, width, box))}`;
  await image.decode();
  return image;
}

/** Makes a canvas to draw on.
 * @param {number} width @param {number} height */
export function canvasOf(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not draw on a canvas");
  return { canvas, context };
}

/** Returns a canvas as a PNG.
 * @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function png(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}
