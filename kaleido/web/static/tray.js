/** The tray: a button for each piece, in the pose that it has in the hand. */

import { el, set } from "./dom.js";
import { drawPiece } from "./pieceview.js";

export class Tray {
  /**
   * @param {HTMLElement} node
   * @param {Map<string, import("./pieces.js").Piece>} pieces
   */
  constructor(node, pieces) {
    this.node = node;
    this.pieces = pieces;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.drawn = new Map();
    for (const piece of pieces.values()) {
      const button = el("button", {
        type: "button", class: `slot${piece.size > 4 ? " long" : ""}`, "data-piece": piece.name, tabindex: "-1",
      });
      this.buttons.set(piece.name, button);
      node.append(button);
    }
    this.#rove(this.buttons.values().next().value);
    node.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLButtonElement) this.#rove(event.target);
    });
    node.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Arrows walk through the tray; one piece is reached by Tab. */
  #walk(event) {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const all = [...this.buttons.values()];
    let at = all.indexOf(event.target);
    if (at < 0) return;
    if (event.key in steps) at += steps[event.key];
    else if (event.key === "Home") at = 0;
    else if (event.key === "End") at = all.length - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + all.length) % all.length].focus();
  }

  #rove(button) {
    for (const each of this.buttons.values()) each.tabIndex = each === button ? 0 : -1;
  }

  /**
   * @param {import("./position.js").Position} position
   * @param {Map<string, {face: string, turn: number}>} poses
   * @param {string|null} held the piece in the hand
   * @param {string|null} hinted
   */
  draw(position, poses, held, hinted, marks) {
    for (const [name, button] of this.buttons) {
      const piece = this.pieces.get(name);
      const lie = position.lieOf(name);
      const pose = poses.get(name);
      const key = `${pose.face}${pose.turn}${marks}`;
      if (this.drawn.get(name) !== key) {
        this.drawn.set(name, key);
        const long = piece.size > 4;
        button.replaceChildren(drawPiece(piece.shape(pose), {
          width: long ? 8 : 3.2, height: long ? 3.6 : 3.2, marks,
        }));
        button.title = `${piece.title}, ${piece.describe(pose)}`;
      }
      button.classList.toggle("used", Boolean(lie));
      button.classList.toggle("held", held === name);
      button.classList.toggle("hinted", hinted === name);
      const where = lie ? `, on the board at (${lie.row}, ${lie.col})` : "";
      set(button, {
        "aria-pressed": held === name,
        "aria-label": `${piece.title}, ${piece.describe(pose)}${where}`,
      });
    }
  }
}
