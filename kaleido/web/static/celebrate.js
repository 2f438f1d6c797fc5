/** A quiet celebration: light runs over the board and a few squares rise. */

import { svg } from "./dom.js";
import { letters, look } from "./look.js";
import { isCalm } from "./settings.js";

/** @param {SVGSVGElement} board */
export function celebrate(board) {
  board.classList.remove("joy");
  if (isCalm()) return;
  // Reading the layout here makes the animation start anew.
  board.getBoundingClientRect();
  board.classList.add("joy");
  const group = svg("g", { class: "confetti", "pointer-events": "none" });
  board.append(group);
  const { x, y, width, height } = board.viewBox.baseVal;
  const [, ...colours] = letters();
  for (let number = 0; number < 28; number += 1) {
    const side = 0.16 + Math.random() * 0.16;
    const square = svg("rect", {
      x: x + Math.random() * width, y: y + height, width: side, height: side, rx: 0.03, opacity: 0,
      fill: look.shades[colours[number % 3]].fill, stroke: look.colours.paper, "stroke-width": 0.04,
    });
    group.append(square);
    const sway = (Math.random() - 0.5) * 60;
    square.animate([
      { transform: "translate(0, 0)", opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${sway / 40}px, ${-4 - Math.random() * 4}px)`, opacity: 0 },
    ], { duration: 2200 + Math.random() * 1400, delay: 500 + Math.random() * 900, easing: "ease-out" });
  }
  setTimeout(() => {
    group.remove();
    board.classList.remove("joy");
  }, 5500);
}
