/** The tray: a button for each piece, in the pose that it has in the hand. */

import { el, set } from "./dom.js";
import { drawFaces } from "./pieceview.js";
import { t } from "./text.js";

export class Tray {
  /**
   * @param {HTMLElement} node
   * @param {import("./pieces.js").Pieces} pieces
   */
  constructor(node, pieces) {
    this.slots = [...pieces.values()].map((piece) => {
      const isLong = piece.size > 4;
      const button = el("button", {
        type: "button", class: `slot${isLong ? " long" : ""}`, "data-piece": piece.name, tabindex: "-1",
      });
      const box = isLong ? { width: 8, height: 3.6 } : { width: 3.6, height: 3.6 };
      return { piece, button, box, drawn: "", able: piece.faces };
    });
    this.node = node;
    /** The pattern whose colours the faces are compared with. */
    this.pattern = "";
    node.append(...this.slots.map(({ button }) => button));
    this.#rove(this.slots[0].button);
    node.addEventListener("focusin", (event) => this.#rove(event.target));
    node.addEventListener("keydown", (event) => this.#walk(event));
  }

  /**
   * Arrows walk through the tray; one piece is reached by Tab.
   * @param {KeyboardEvent} event
   */
  #walk(event) {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const all = this.slots.map(({ button }) => button);
    let at = all.findIndex((button) => button === event.target);
    if (at < 0) return;
    if (event.key in steps) at += steps[event.key];
    else if (event.key === "Home") at = 0;
    else if (event.key === "End") at = all.length - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + all.length) % all.length].focus();
  }

  /**
   * Whether a pointer is over the tray.
   * @param {{clientX: number, clientY: number}} pointer
   */
  covers({ clientX, clientY }) {
    const { left, right, top, bottom } = this.node.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  }

  /**
   * Makes one slot the one that Tab reaches.
   * @param {EventTarget|null} target
   */
  #rove(target) {
    if (!this.slots.some(({ button }) => button === target)) return;
    for (const { button } of this.slots) button.tabIndex = button === target ? 0 : -1;
  }

  /**
   * @param {import("./position.js").Position} position
   * @param {(name: string) => import("./pieces.js").Pose} poseOf
   * @param {string|undefined} held the piece in the hand
   * @param {string|undefined} hinted
   * @param {import("./pieceview.js").Marks} marks
   */
  draw(position, poseOf, held, hinted, marks) {
    if (this.pattern !== position.pattern) {
      this.pattern = position.pattern;
      for (const slot of this.slots) slot.able = slot.piece.facesOn(this.pattern);
    }
    for (const slot of this.slots) {
      const { piece, button, box, able } = slot;
      const lie = position.lieOf(piece.name);
      const pose = poseOf(piece.name);
      const words = t(able.includes(pose.face) ? "pieces.pose" : "pieces.stranger",
        { piece: piece.title, pose: piece.describe(pose) });
      const key = `${pose.face}${pose.turn}${marks}${able}`;
      if (slot.drawn !== key) {
        slot.drawn = key;
        button.replaceChildren(drawFaces(piece, pose, able, { ...box, marks }));
      }
      button.classList.toggle("stranger", !able.length);
      button.classList.toggle("used", Boolean(lie));
      button.classList.toggle("held", held === piece.name);
      button.classList.toggle("hinted", hinted === piece.name);
      set(button, {
        title: words,
        "aria-pressed": held === piece.name,
        "aria-label": lie ? t("pieces.onBoard", { slot: words, cell: `(${lie.row}, ${lie.col})` }) : words,
      });
    }
  }
}
