/** Shows a game: the board, the tray, the buttons and the status line. */

import { BoardView } from "./board.js";
import { button, byId, set, showStatus, svg, write } from "./dom.js";
import { drawPiece } from "./pieceview.js";
import { settings } from "./settings.js";
import { Tray } from "./tray.js";
import { clockTime, t } from "./text.js";

export class PlayView {
  /** @param {import("./pieces.js").Pieces} pieces */
  constructor(pieces) {
    this.board = new BoardView();
    this.stage = byId("play-board");
    this.stage.append(this.board.node);
    this.tray = new Tray(byId("tray"), pieces);
    this.shadow = svg("svg", { class: "dragged", "aria-hidden": "true" });
    document.body.append(this.shadow);
    /** Where a piece that is dragged is on the screen.
     * @type {{x: number, y: number}|null} */
    this.dragging = null;
    /** Whether it is over the board. */
    this.over = false;
  }

  /**
   * @param {import("./text.js").Said} text
   * @param {Parameters<typeof showStatus>[2]} kind
   */
  tell(text, kind = "") {
    showStatus("play-status", text, kind);
  }

  /**
   * Warns of what holds for the whole game.
   * @param {import("./text.js").Said} text
   */
  warn(text) {
    write(byId("play-warning"), text);
  }

  /** @param {number} seconds */
  drawClock(seconds) {
    write(byId("clock"), clockTime(seconds));
  }

  /** @param {import("./play.js").Play} game */
  draw(game) {
    this.#drawBoard(game);
    this.#drawControls(game);
    this.#drawShadow(game.hand);
    this.drawClock(game.clock.seconds);
  }

  /** @param {import("./play.js").Play} game */
  #drawBoard({ position, hand, hint, cursor }) {
    const lying = hand ? position.without(hand.piece.name) : position;
    const off = (hint?.off ?? []).map((name) => lying.lieOf(name)).filter((lie) => lie !== null);
    this.board.draw({
      cells: position.pattern,
      pieces: lying.lies.map((lie) => lying.cells(lie)),
      waits: true,
      hint: hint?.lie ? position.spots(hint.lie) : [],
      off: off.flatMap((lie) => lying.cells(lie)),
      ghost: hand && !(this.dragging && !this.over)
        ? { spots: position.spots(hand.lie), bad: position.clash(hand.lie).bad } : undefined,
      cursor: !hand && this.stage.matches(":focus-visible") ? [cursor.row, cursor.col] : undefined,
    }, settings.marks);
    this.stage.classList.toggle("holding", Boolean(hand));
    this.stage.classList.toggle("laden", Boolean(position.lies.length));
    this.stage.setAttribute("aria-label",
      t("play.boardNow", { n: position.lies.length, all: position.pieces.size }));
  }

  /** @param {import("./play.js").Play} game */
  #drawControls({ position, hand, hint, history, poseOf }) {
    const isEmpty = !position.lies.length;
    this.tray.draw(position, poseOf, hand?.piece.name, hint?.lie?.piece, settings.marks);
    button("undo").disabled = !history.canUndo;
    button("redo").disabled = !history.canRedo;
    button("place").disabled = !hand;
    button("take-back").disabled = !hand && isEmpty;
    button("clear").disabled = isEmpty;
    byId("follow-hint").hidden = !hint;
    write(byId("follow-hint"), () => t(hint?.lie ? "play.follow" : "play.takeOff"));
  }

  /** @param {import("./hand.js").Hand|null} hand */
  #drawShadow(hand) {
    const shown = this.dragging && hand && !this.over;
    this.shadow.classList.toggle("shown", Boolean(shown));
    if (!shown) return;
    const drawing = drawPiece(hand.shape, { marks: settings.marks });
    const cell = this.board.cellSize;
    const width = (hand.shape.cols + 0.3) * cell;
    const height = (hand.shape.rows + 0.3) * cell;
    set(this.shadow, { viewBox: drawing.getAttribute("viewBox"), width, height });
    this.shadow.replaceChildren(...drawing.childNodes);
    const { x, y } = this.dragging ?? { x: 0, y: 0 };
    this.shadow.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
  }
}
