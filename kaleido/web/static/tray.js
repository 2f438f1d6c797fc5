/** The tray: a button for each piece, in the pose that it has in the hand. */

import { cellName } from "./board.js";
import { el, set } from "./dom.js";
import { pieceName } from "./pieces.js";
import { drawFaces } from "./pieceview.js";
import { t } from "./text.js";

/** A piece that is longer than this has the room of two. */
const LONG = 5;
/** The box in which a piece is drawn at least, in cells, so that small ones look small. */
const LEAST = 3.6;

/**
 * A piece in the tray.
 * @typedef {object} Slot
 * @property {import("./pieces.js").Piece} piece
 * @property {HTMLButtonElement} button
 * @property {{width: number, height: number}} box
 * @property {string} drawn what the button shows
 * @property {string[]} able the faces that the board has a place for
 */

/** @param {import("./pieces.js").Piece} piece */
const isLong = (piece) => piece.length > LONG;

export class Tray {
  /** @type {Slot[]} */
  slots = [];
  /** @type {import("./pieces.js").Pieces|null} */
  pieces = null;
  /** The board that the faces are compared with.
   * @type {import("./board.js").Board|null} */
  board = null;

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    node.addEventListener("focusin", (event) => this.#rove(event.target));
    node.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {import("./pieces.js").Pieces} pieces */
  #fill(pieces) {
    this.pieces = pieces;
    this.board = null;
    const all = pieces.list;
    const plain = all.filter((piece) => piece.isPlain && !isLong(piece));
    const usual = Math.max(LEAST, ...plain.map(({ length }) => length));
    this.slots = all.map((piece) => {
      const button = el("button", {
        type: "button", class: `slot${isLong(piece) ? " long" : ""}`, "data-piece": piece.name, tabindex: "-1",
      });
      const box = isLong(piece) ? { width: 8, height: LEAST } : { width: usual, height: usual };
      return { piece, button, box, drawn: "", able: piece.faces };
    });
    this.node.replaceChildren(...this.slots.map(({ button }) => button));
    this.#rove(this.slots[0].button);
  }

  /** How many lines the slots fill, and how many there are beside each other. */
  get shape() {
    const room = this.slots.reduce((sum, { piece }) => sum + (isLong(piece) ? 2 : 1), 0);
    const lines = [6, 14, 21, 40].findIndex((most) => room <= most) + 1 || 5;
    return { lines, columns: Math.ceil(room / lines) };
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
   * @param {import("./hand.js").Hand|null} hand
   * @param {string|undefined} hinted
   * @param {import("./pieceview.js").Marks} marks
   */
  draw(position, poseOf, hand, hinted, marks) {
    const { board, pieces } = position.puzzle;
    if (this.pieces !== pieces) this.#fill(pieces);
    if (this.board !== board) {
      this.board = board;
      for (const slot of this.slots) slot.able = slot.piece.facesOn(board);
    }
    for (const slot of this.slots) {
      const { piece, piece: { name, copies }, button, able } = slot;
      const isHeld = hand?.piece.name === name;
      const pose = poseOf(name);
      const left = position.left(name) - (isHeld && !hand?.from ? 1 : 0);
      this.#drawSlot(slot, pose, left, marks);
      button.classList.toggle("stranger", !able.length);
      button.classList.toggle("used", !position.left(name));
      button.classList.toggle("held", isHeld);
      const isHinted = hinted === name;
      // A tray that scrolls shows the piece that is meant.
      if (isHinted && !button.classList.contains("hinted")) button.scrollIntoView({ block: "nearest" });
      button.classList.toggle("hinted", isHinted);
      const misfit = piece.isPlain ? "pieces.noRoom" : "pieces.stranger";
      const slotWords = t(able.includes(pose.face) ? "pieces.pose" : misfit,
        { piece: pieceName(piece), pose: piece.describe(pose) });
      const where = copies > 1
        ? t("pieces.left", { slot: slotWords, n: left, all: copies }) : whereabouts(position, name, slotWords);
      const label = t("pieces.slot", { slot: where, cells: piece.cellWords(pose) });
      set(button, { title: slotWords, "aria-pressed": isHeld, "aria-label": label });
    }
  }

  /**
   * @param {Slot} slot
   * @param {import("./pieces.js").Pose} pose
   * @param {number} left copies
   * @param {import("./pieceview.js").Marks} marks
   */
  #drawSlot(slot, pose, left, marks) {
    const { piece, button, box, able } = slot;
    const key = `${pose.face}${pose.turn}${marks}${able}${left}`;
    if (slot.drawn === key) return;
    slot.drawn = key;
    button.replaceChildren(drawFaces(piece, pose, able, { ...box, marks }));
    if (piece.isPlain) button.append(el("span", { class: "tag", text: piece.name }));
    if (piece.copies > 1) button.append(el("span", { class: "copies", text: `×${left}` }));
  }
}

/**
 * Adds where a piece lies.
 * @param {import("./position.js").Position} position
 * @param {string} name
 * @param {string} slot in words
 */
function whereabouts(position, name, slot) {
  const { puzzle } = position;
  if (puzzle.givens.some(({ piece }) => piece === name)) return t("pieces.fixed", { slot });
  const [lie] = position.liesOf(name);
  return lie ? t("pieces.onBoard", { slot, cell: cellName(puzzle.cells(lie)[0]) }) : slot;
}
