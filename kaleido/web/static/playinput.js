/** Pointers and keys of a game. */

import { ARROWS, around, byId, isField, onPress } from "./dom.js";
import { followPointer } from "./drag.js";
import { SIZE } from "./pattern.js";

/** How far above a finger a dragged piece hovers, in cells. */
const LIFT = 1.4;

export class PlayInput {
  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
    this.view = game.view;
    this.skipClick = false;
    this.#listenToTray();
    this.#listenToBoard();
    this.#listenToButtons();
    // The focus may be anywhere, as on a fresh page or while a piece is dragged.
    document.addEventListener("keydown", (event) => {
      if (!byId("panel-play").hidden) this.#key(event);
    });
  }

  #listenToTray() {
    const tray = byId("tray");
    tray.addEventListener("pointerdown", (event) => this.#pressTray(event));
    tray.addEventListener("dragstart", (event) => event.preventDefault());
    tray.addEventListener("click", (event) => {
      const name = around(event, ".slot")?.dataset.piece;
      if (!name || this.skipClick) return;
      if (this.game.hand?.piece.name === name) {
        this.game.putBack();
        return;
      }
      this.game.take(name);
      this.#focusBoard();
    });
  }

  #listenToBoard() {
    const { stage } = this.view;
    stage.addEventListener("pointerdown", (event) => this.#pressBoard(event));
    stage.addEventListener("pointermove", (event) => {
      if (!this.view.dragging && event.pointerType === "mouse" && !event.buttons) this.#follow(event, false);
    });
    stage.addEventListener("focus", () => this.game.draw());
    stage.addEventListener("blur", () => this.game.draw());
  }

  #listenToButtons() {
    const { game } = this;
    onPress("rotate", () => game.rotate());
    onPress("turn-over", () => game.turnOver());
    onPress("place", () => game.place());
    onPress("take-back", () => game.takeBack());
    onPress("undo", () => game.undo());
    onPress("redo", () => game.redo());
    onPress("hint", () => game.askHint());
    onPress("follow-hint", () => {
      game.followHint();
      byId("hint").focus();
    });
    onPress("check", () => game.check());
    onPress("clear", () => game.clear());
  }

  #focusBoard() {
    this.view.stage.focus({ preventScroll: true });
  }

  // Pointers.

  /**
   * Brings the hand under a pointer.
   * @param {PointerEvent} event
   * @param {boolean} isDragging
   */
  #follow(event, isDragging) {
    const { game, view } = this;
    const { hand } = game;
    if (!hand) return;
    const lift = isDragging && event.pointerType === "touch" && !hand.grip ? LIFT * view.board.cellSize : 0;
    const point = { clientX: event.clientX, clientY: event.clientY - lift };
    const { x, y, inside } = view.board.where(point);
    const wasOver = view.over;
    view.over = inside || (x > -0.6 && y > -0.6 && x < SIZE + 0.6 && y < SIZE + 0.6);
    if (isDragging) view.dragging = { x: point.clientX, y: point.clientY };
    if (!view.over) {
      view.tell(hand.fromBoard
        ? "Let go here to put it back in the tray." : "Drag it onto the board; R rotates, F turns over.");
    } else {
      const { row, col } = hand.lie;
      hand.follow(x, y);
      if (row !== hand.lie.row || col !== hand.lie.col || !wasOver) game.tellHand();
    }
    game.draw();
  }

  /** @param {boolean} isFromTray */
  #drop(isFromTray) {
    const { game, view } = this;
    view.dragging = null;
    const { hand } = game;
    if (!hand) return;
    if (!view.over) {
      if (hand.fromBoard) game.takeBack(hand.piece.name);
      else game.putBack();
      return;
    }
    const { why } = game.position.clash(hand.lie);
    if (game.place()) return;
    game.hand = null;
    if (hand.fromBoard) game.keepPoses();
    view.tell(`The ${hand.piece.title} does not fit there: ${why}. It is back ` +
      `${isFromTray && !hand.fromBoard ? "in the tray" : "in its place"}.`, "clash");
    game.draw();
  }

  #cancel() {
    this.view.dragging = null;
    this.game.putBack();
  }

  /** @param {PointerEvent} event */
  #pressTray(event) {
    const name = around(event, ".slot")?.dataset.piece;
    if (!name || event.button > 0) return;
    followPointer(event, {
      start: () => {
        this.game.take(name);
        this.view.dragging = { x: event.clientX, y: event.clientY };
        this.view.over = false;
      },
      move: (now) => this.#follow(now, true),
      drop: (now, dragged) => {
        if (!dragged) return;
        this.skipClick = true;
        setTimeout(() => { this.skipClick = false; });
        this.#drop(true);
      },
      cancel: () => this.#cancel(),
    });
  }

  /** @param {PointerEvent} event */
  #pressBoard(event) {
    const { game, view } = this;
    if (event.button > 0) return;
    const { x, y, inside } = view.board.where(event);
    if (!inside) return;
    game.cursor = { row: Math.floor(y), col: Math.floor(x) };
    const held = game.hand;
    const lie = game.underCursor;
    if (!held && !lie) {
      game.draw();
      return;
    }
    event.preventDefault();
    this.#focusBoard();
    if (held) this.#follow(event, false);
    else if (lie) game.take(lie.piece, { x: x - lie.col, y: y - lie.row });
    followPointer(event, {
      move: (now) => this.#follow(now, true),
      drop: (now, dragged) => {
        view.dragging = null;
        if (held && view.over) game.place();
        else if (!held && dragged) this.#drop(false);
        game.draw();
      },
      cancel: () => this.#cancel(),
    });
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || isField(event)) return;
    const isDone = event.ctrlKey || event.metaKey
      ? this.#commandKey(event) : !event.altKey && this.#plainKey(event);
    if (isDone) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #commandKey(event) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.game.undo();
    else if (key === "y" || key === "z") this.game.redo();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #plainKey(event) {
    const { game, view } = this;
    const slot = around(event, ".slot")?.dataset.piece;
    const name = game.hand?.piece.name ?? slot;
    const onBoard = event.target === view.stage || Boolean(view.dragging)
      || (event.target === document.body && Boolean(game.hand));
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "r") game.rotate(event.shiftKey ? -1 : 1, name);
    else if (key === "f") game.turnOver(name);
    else if (key === "h") game.askHint();
    else if (key === "n") {
      game.next(event.shiftKey ? -1 : 1);
      this.#focusBoard();
    } else if (key === "Escape" && game.hand) this.#cancel();
    else if (key === "Backspace" || key === "Delete") game.takeBack(game.hand ? undefined : slot);
    else if (onBoard && key in ARROWS) game.move(...ARROWS[key]);
    else if (onBoard && (key === "Enter" || key === " ")) this.#enter();
    else return false;
    return true;
  }

  #enter() {
    const { game } = this;
    if (game.hand) game.place();
    else if (game.hint) game.followHint();
    else if (game.underCursor) game.take(game.underCursor.piece);
    else game.view.tell("Take a piece first: N takes the next one, or choose one in the tray.");
  }
}
