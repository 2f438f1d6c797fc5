/** Pointers and keys of a game. */

import { around, byId } from "./dom.js";
import { ARROWS, isTaken } from "./keys.js";
import { pieceName } from "./pieces.js";
import { followPointer } from "./pointer.js";
import { t } from "./text.js";

/** The height of a dragged piece above the finger: in cells, and at least in pixels. */
const LIFT = { cells: 0.9, pixels: 30 };
/** Milliseconds between the two taps of a double tap. */
const DOUBLE = 350;
/** Milliseconds within which the click of a pointer follows. */
const ECHO = 700;
/** The most pixels between both taps. */
const NEAR = 30;
/** The turn of the wheel for the least turn of the piece. */
const NOTCH = 60;

/** The keys that turn a piece, with their axes: the others than `r` are for pieces in space.
 * @type {Record<string, number>} */
const TURNS = { r: 0, t: 1, s: 2 };
/** The layers by which these keys move the piece or the cursor up.
 * @type {Record<string, number>} */
const LAYERS = { PageUp: 1, PageDown: -1 };

export class PlayInput {
  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
    this.grasp = game.grasp;
    this.view = game.view;
    /** The time at which a pointer was last lifted from the tray. */
    this.lifted = -Infinity;
    /** The time and place of the last tap on a piece. */
    this.tapped = { time: -Infinity, x: 0, y: 0 };
    /** Whether another finger has turned the piece over during this press. */
    this.turned = false;
    this.wheeled = 0;
    this.#listenToTray();
    this.#listenToBoard();
    this.#listenToTurns();
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
      // Only clicks by keys and screen readers count. Presses of a pointer are handled on release, as browsers omit the
      // click of a tap after a swipe.
      const isOfPointer = event.detail > 0 && event.timeStamp - this.lifted < ECHO;
      if (name && !isOfPointer) this.#pick(name, false);
    });
  }

  /** Takes a piece from the tray, turns it or puts it back.
   * @param {string} name
   * @param {boolean} isDouble whether it was tapped twice */
  #pick(name, isDouble) {
    if (this.grasp.hand?.piece.name !== name) {
      this.grasp.take(name);
      this.#focusBoard();
    } else if (isDouble) this.grasp.rotate();
    else this.grasp.putBack();
  }

  /** @param {MouseEvent} event */
  #tap({ timeStamp, clientX, clientY }) {
    this.tapped = { time: timeStamp, x: clientX, y: clientY };
  }

  /** @param {MouseEvent} event */
  #isDouble({ timeStamp, clientX, clientY }) {
    const { time, x, y } = this.tapped;
    return timeStamp - time < DOUBLE && Math.hypot(clientX - x, clientY - y) < NEAR;
  }

  #listenToBoard() {
    const { stage } = this.view;
    stage.addEventListener("pointerdown", (event) => this.#pressBoard(event));
    stage.addEventListener("pointermove", (event) => {
      if (!this.view.dragging && event.pointerType === "mouse" && !event.buttons) this.#follow(event, false);
    });
    // The page scrolls under a finger, unless it holds a piece.
    stage.addEventListener("touchstart", (event) => {
      if (this.grasp.hand && event.cancelable) event.preventDefault();
    }, { passive: false });
    stage.addEventListener("focus", () => this.game.draw());
    stage.addEventListener("blur", () => this.game.draw());
  }

  /** Turns the piece in the hand by the wheel, and turns it over by the right button or another finger. */
  #listenToTurns() {
    const { grasp, view } = this;
    view.stage.addEventListener("wheel", (event) => {
      if (!grasp.hand) return;
      event.preventDefault();
      this.wheeled += event.deltaY;
      if (Math.abs(this.wheeled) < NOTCH) return;
      grasp.rotate(Math.sign(this.wheeled));
      this.wheeled = 0;
    }, { passive: false });
    document.addEventListener("contextmenu", (event) => {
      const isOver = view.dragging || around(event, "#play-board");
      const posed = isOver && !grasp.hand ? this.#pieceAt(event) : undefined;
      const slot = isOver ? undefined : around(event, ".slot")?.dataset.piece;
      if (!posed && !slot && !(isOver && grasp.hand)) return;
      event.preventDefault();
      // A long touch on a piece opens the context menu, too.
      if (event.button !== 2 || ("pointerType" in event && event.pointerType === "touch")) return;
      if (posed) grasp.pickUp(posed);
      if (slot) grasp.turnOver(slot);
      else if (grasp.hand) grasp.turnOver();
    });
    document.addEventListener("pointerdown", (event) => {
      if (event.isPrimary || event.pointerType !== "touch" || !grasp.hand) return;
      this.turned = true;
      grasp.turnOver();
    });
  }

  /** Returns the piece on the board under a pointer.
   * @param {MouseEvent} event */
  #pieceAt(event) {
    const { inside, cell } = this.view.board.where(event);
    return inside ? this.game.position.at.get(this.game.puzzle.board.find(...cell)) : undefined;
  }

  #focusBoard() {
    this.view.stage.focus({ preventScroll: true });
  }

  // Pointers.

  /** Brings the hand under a pointer.
   * @param {PointerEvent} event @param {boolean} isDragging */
  #follow(event, isDragging) {
    const { game, grasp, view } = this;
    const { hand } = grasp;
    if (!hand) return;
    const lift = isDragging && event.pointerType === "touch" ? this.#lift(event, hand) : 0;
    const point = { clientX: event.clientX, clientY: event.clientY - lift };
    const { x, y } = view.board.where(point);
    const wasOver = view.over;
    view.over = view.board.covers(x, y, 0.6) && !view.tray.covers(event);
    if (isDragging) view.dragging = { x: point.clientX, y: point.clientY };
    if (!view.over) {
      view.show(() => t(hand.from ? "play.letGo" : "play.dragOn"));
    } else {
      const { row, col } = hand.posed;
      hand.follow(x, y);
      if (row !== hand.posed.row || col !== hand.posed.col || !wasOver) grasp.tell();
    }
    game.draw();
  }

  /** Returns how far a finger stays below the piece that it drags, in pixels: less where the screen ends.
   * @param {PointerEvent} event @param {import("./grasp.js").Hand} hand */
  #lift({ clientY }, { below }) {
    const cell = this.view.board.cellSize;
    const most = below * cell + Math.max(LIFT.cells * cell, LIFT.pixels);
    return Math.min(most, Math.max(0, innerHeight - clientY) / 2);
  }

  /** @param {boolean} isFromTray */
  #drop(isFromTray) {
    const { game, grasp, view } = this;
    view.dragging = null;
    const { hand } = grasp;
    if (!hand) return;
    if (!view.over) {
      if (hand.from) grasp.takeBack();
      else grasp.putBack();
      return;
    }
    const { lying } = grasp;
    if (grasp.place()) return;
    grasp.hand = null;
    if (hand.from) grasp.keepPoses();
    const key = isFromTray && !hand.from ? "play.noFitTray" : "play.noFitBack";
    view.tell(() => t(key, { piece: pieceName(hand.piece), why: lying.clash(hand.posed).why }), "clash");
    game.draw();
  }

  #cancel() {
    this.view.dragging = null;
    this.grasp.putBack();
  }

  /** @param {PointerEvent} event */
  #pressTray(event) {
    const name = around(event, ".slot")?.dataset.piece;
    if (!name || event.button > 0 || !event.isPrimary) return;
    followPointer(event, {
      start: () => {
        this.grasp.take(name);
        this.view.dragging = { x: event.clientX, y: event.clientY };
        this.view.over = false;
      },
      move: (now) => this.#follow(now, true),
      drop: (now, dragged) => {
        this.lifted = now.timeStamp;
        if (dragged) this.#drop(true);
        else {
          this.#pick(name, this.#isDouble(now));
          this.#tap(now);
        }
      },
      cancel: () => this.#cancel(),
    });
  }

  /** @param {PointerEvent} event */
  #pressBoard(event) {
    const { game, grasp, view } = this;
    if (event.button > 0 || !event.isPrimary) return;
    const { x, y, inside, cell } = view.board.where(event);
    if (!inside) return;
    if (game.puzzle.board.find(...cell) >= 0) grasp.cursor = cell;
    const held = grasp.hand;
    const posed = grasp.underCursor;
    if (!held && !posed) {
      game.draw();
      return;
    }
    event.preventDefault();
    this.#focusBoard();
    const isDouble = held?.from && this.#isDouble(event);
    this.turned = false;
    if (held && !isDouble) this.#follow(event, false);
    else if (posed && !held) grasp.pickUp(posed, this.#grip(posed, cell, x, y));
    followPointer(event, {
      move: (now) => this.#follow(now, true),
      drop: (now, dragged) => {
        view.dragging = null;
        if (!held || isDouble) this.#tap(now);
        if (!held && dragged) this.#drop(false);
        else if (isDouble && !dragged) grasp.rotate();
        else if (held && view.over && (dragged || !this.turned)) this.#placeAt(now, dragged);
        game.draw();
      },
      cancel: () => this.#cancel(),
    });
  }

  /** Returns where a pointer holds a piece of the board.
   * @param {import("./puzzle.js").Posed} posed
   * @param {[number, number]} cell under the pointer
   * @param {number} x @param {number} y */
  #grip(posed, [row, col], x, y) {
    const { puzzle } = this.game;
    // The cells of a piece that crosses a seam are on both sides of it.
    const at = puzzle.cells(posed).findIndex(([r, c]) => r === row && c === col);
    return puzzle.board.grip(at, x, y);
  }

  /** Places the piece in the hand where a press has ended.
   * @param {PointerEvent} event @param {boolean} dragged */
  #placeAt(event, dragged) {
    const { grasp, view } = this;
    const { hand } = grasp;
    if (hand && !dragged && event.pointerType === "touch") {
      // A tap on a cell means any place of the piece that covers it.
      hand.posed = grasp.lying.nearestFit(hand.posed, view.board.where(event).cell) ?? hand.posed;
    }
    grasp.place();
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || isTaken(event)) return;
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
    const { game, grasp, view } = this;
    const slot = around(event, ".slot")?.dataset.piece;
    const name = grasp.hand?.piece.name ?? slot;
    const onBoard = event.target === view.stage || Boolean(view.dragging)
      || (event.target === document.body && Boolean(grasp.hand));
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (TURNS[key] < game.puzzle.pieces.axes) grasp.rotate(event.shiftKey ? -1 : 1, name, TURNS[key]);
    else if (key === "f") grasp.turnOver(name);
    else if (key === "h") game.advice.giveHint();
    else if (key === "i") grasp.spell();
    else if (key === "n") {
      grasp.next(event.shiftKey ? -1 : 1);
      this.#focusBoard();
    } else if (key === "Escape" && grasp.hand) this.#cancel();
    else if (key === "Backspace" || key === "Delete") grasp.takeBack(grasp.hand ? undefined : slot);
    else if (onBoard && key in ARROWS) grasp.move(...ARROWS[key]);
    else if (onBoard && key in LAYERS && game.puzzle.board.layers > 1) grasp.move(0, 0, LAYERS[key]);
    else if (onBoard && (key === "Enter" || key === " ")) this.#enter();
    else return false;
    return true;
  }

  #enter() {
    const { game, grasp } = this;
    if (grasp.hand) grasp.place();
    else if (game.advice.hint) game.advice.goOn();
    else if (grasp.underCursor) grasp.pickUp(grasp.underCursor);
    else game.view.tell(() => t("play.takeNext"));
  }
}
