/** The tray: a button for each piece, in the pose that it has in the hand. */

import { cellName } from "./board.js";
import { pieceName } from "./pieces.js";
import { Faces } from "./pieceview.js";
import { t } from "./text.js";
import { h, render, useLayoutEffect, useMemo, useRef } from "./vendor/preact.js";
import { Walker } from "./dom.js";

/** @import { Piece } from "./pieces.js" */
/** @import { Position } from "./position.js" */

/** A piece that is longer than this has the room of two. */
const LONG = 5;
/** The box in which a piece is drawn at least, in cells, so that small ones look small. */
const LEAST = 3.6;

/** @param {Piece} piece */
const isLong = (piece) => piece.length > LONG;

export class Tray {
  /** @type {import("./pieces.js").Pieces|null} */
  pieces = null;

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.walker = new Walker(node, ".slot");
  }

  /** How many lines the slots fill, and how many there are beside each other. */
  get shape() {
    const room = this.pieces?.list.reduce((sum, piece) => sum + (isLong(piece) ? 2 : 1), 0) ?? 0;
    const lines = [6, 14, 21, 40].findIndex((most) => room <= most) + 1 || 5;
    return { lines, columns: Math.ceil(room / lines) };
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
   * @param {Position} position
   * @param {(name: string) => import("./pieces.js").Pose} poseOf
   * @param {import("./grasp.js").Hand|null} hand
   * @param {string|undefined} hinted
   */
  draw(position, poseOf, hand, hinted) {
    const { pieces, pieces: { list } } = position.puzzle;
    const plain = list.filter((piece) => piece.isPlain && !isLong(piece));
    const usual = Math.max(LEAST, ...plain.map(({ length }) => length));
    render(list.map((piece) => {
      const { name } = piece;
      const held = hand?.piece.name === name ? hand : null;
      return h(Slot, {
        key: name, piece, position, pose: poseOf(name), left: position.left(name) - (held && !held.from ? 1 : 0),
        isHeld: held !== null, isHinted: hinted === name, usual,
      });
    }), this.node);
    if (this.pieces !== pieces) this.walker.rest(/** @type {HTMLElement} */ (this.node.firstElementChild));
    this.pieces = pieces;
  }
}

/**
 * @param {{piece: Piece, position: Position, pose: import("./pieces.js").Pose, left: number, isHeld: boolean,
 *   isHinted: boolean, usual: number}} props how many copies are left, and the side of the box of those that are short
 */
function Slot({ piece, piece: { name, copies }, position, pose, left, isHeld, isHinted, usual }) {
  const { board } = position.puzzle;
  const button = /** @type {{current: HTMLElement|null}} */ (useRef(null));
  /** The faces that the board has a place for. */
  const able = useMemo(() => piece.facesOn(board), [piece, board]);
  const picture = useMemo(() => {
    const box = isLong(piece) ? { width: 8, height: LEAST } : { width: usual, height: usual };
    return h(Faces, { piece, pose, able, ...box });
  }, [piece, pose.face, pose.turn, able, usual]);
  // A tray that scrolls shows the piece that is meant.
  useLayoutEffect(() => { if (isHinted) button.current?.scrollIntoView({ block: "nearest" }); }, [isHinted]);
  const misfit = piece.isPlain ? "pieces.noRoom" : "pieces.stranger";
  const words = t(able.includes(pose.face) ? "pieces.pose" : misfit,
    { piece: pieceName(piece), pose: piece.describe(pose) });
  const where = copies > 1
    ? t("pieces.left", { slot: words, n: left, all: copies }) : whereabouts(position, name, words);
  return h("button", {
    ref: button, type: "button", tabIndex: -1, "data-piece": name, title: words, "aria-pressed": isHeld,
    "aria-label": t("pieces.slot", { slot: where, cells: piece.cellWords(pose) }),
    class: ["slot", isLong(piece) && "long", !able.length && "stranger", !position.left(name) && "used",
      isHeld && "held", isHinted && "hinted"].filter(Boolean).join(" "),
  },
  picture, piece.isPlain && h("span", { class: "tag" }, name),
  copies > 1 && h("span", { class: "copies" }, `×${left}`));
}

/**
 * Adds where a piece lies.
 * @param {Position} position
 * @param {string} name
 * @param {string} slot in words
 */
function whereabouts(position, name, slot) {
  const { puzzle } = position;
  if (puzzle.givens.some(({ piece }) => piece === name)) return t("pieces.fixed", { slot });
  const [lie] = position.liesOf(name);
  return lie ? t("pieces.onBoard", { slot, cell: cellName(puzzle.cells(lie)[0]) }) : slot;
}
