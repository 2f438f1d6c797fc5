/** Draws one piece. */

import { svg } from "./dom.js";
import * as look from "./look.js";
import { outline } from "./outline.js";

/** Gives the parts of a drawing of a shape with its corner at 0, 0. */
export function pieceParts(shape, marks) {
  const cells = shape.spots.map(({ row, col }) => [row, col]);
  const nodes = shape.spots.map(({ row, col, letter }) => svg("rect", {
    x: col, y: row, width: 1, height: 1, fill: look.SHADES[letter].fill, "shape-rendering": "crispEdges",
  }));
  for (const { row, col, letter } of shape.spots) {
    if (marks === "hatches") {
      nodes.push(svg("path", { d: look.hatchPath(letter, row, col), fill: look.SHADES[letter].ink }));
    } else if (marks === "letters") {
      nodes.push(svg("text", {
        class: "letter", x: col + 0.5, y: row + 0.5, fill: look.SHADES[letter].ink, text: letter,
      }));
    }
  }
  nodes.push(
    svg("path", { class: "rim", d: outline(cells), fill: "none", "stroke-width": 0.12, "stroke-linejoin": "round" }),
  );
  return nodes;
}

/**
 * Draws a shape in the middle of a box of `width` × `height` cells (or as large as the shape).
 */
export function drawPiece(shape, { width = 0, height = 0, marks = "none" } = {}) {
  const wide = Math.max(width, shape.cols) + 0.3;
  const high = Math.max(height, shape.rows) + 0.3;
  return svg("svg", {
    class: "piece-drawing", "aria-hidden": "true",
    viewBox: `${(shape.cols - wide) / 2} ${(shape.rows - high) / 2} ${wide} ${high}`,
  }, ...pieceParts(shape, marks));
}
