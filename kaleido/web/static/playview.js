/** Shows a game: the board, the tray, the buttons and the status line. */

import { BoardView } from "./boardview.js";
import { byId, write } from "./dom.js";
import { PoseView } from "./pieceview.js";
import { Help, Next, Tools } from "./playtools.js";
import { say } from "./notice.js";
import { settings } from "./settings.js";
import { Tray } from "./tray.js";
import { clockTime, t } from "./text.js";
import { h, render } from "./vendor/preact.js";

/** A board so much wider than it is high lies above all else. */
const BROAD = 2.6;

export class PlayView {
  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
    this.board = new BoardView();
    this.stage = byId("play-board");
    this.stage.append(this.board.node);
    this.tray = new Tray(byId("tray"));
    this.shadow = document.body.appendChild(document.createElement("div"));
    /** Where a piece that is dragged is on the screen.
     * @type {{x: number, y: number}|null} */
    this.dragging = null;
    /** Whether it is over the board. */
    this.over = false;
    /** What is shown on the board beside the game itself.
     * @type {Pick<import("./boardview.js").Scene, "tints"|"implied"|"ghost">} */
    this.aids = {};
  }

  /**
   * Answers what the player has done; the same answer is announced again.
   * @param {import("./text.js").Said} text
   * @param {import("./modal.js").Telling["kind"]} kind
   */
  tell(text, kind = "") {
    const before = byId("play-status").textContent;
    this.show(text, kind);
    const { textContent: now } = byId("play-status");
    if (now && now === before) say(now);
  }

  /**
   * Shows what goes on; it is announced once.
   * @param {import("./text.js").Said} text
   * @param {import("./modal.js").Telling["kind"]} kind
   */
  show(text, kind = "") {
    const node = byId("play-status");
    write(node, text);
    node.className = `status ${kind}`;
  }

  /**
   * Warns of what holds for the whole game.
   * @param {import("./text.js").Said} text
   */
  warn(text) {
    write(byId("play-warning"), text);
  }

  /** Whether the board is on the screen. */
  get isSeen() {
    return !byId("panel-play").hidden;
  }

  /** @param {number} seconds */
  drawClock(seconds) {
    write(byId("clock"), clockTime(seconds));
  }

  draw() {
    const { game, game: { advice: { hint }, grasp: { hand, poseOf }, position } } = this;
    this.#drawBoard(game);
    this.tray.node.setAttribute("aria-label", t("play.tray"));
    this.tray.draw(position, poseOf, hand, hint?.shown.piece);
    render(h(Next, { game, now: {} }), byId("play-next"));
    render(h(Tools, { game, now: {} }), byId("play-tools"));
    render(h(Help, { game, now: {} }), byId("help"));
    this.#size();
    this.#drawShadow(hand);
    this.drawClock(game.tries.clock.seconds);
  }

  /** @param {import("./play.js").Play} game */
  #drawBoard({ puzzle, position, grasp: { lying, hand, cursor }, advice: { hint } }) {
    const fixed = puzzle.givens.map((lie) => puzzle.drawn(lie));
    const shown = hint?.shown;
    const off = (shown?.off ?? []).filter((lie) => lying.lies.includes(lie));
    this.board.draw({
      board: puzzle.board,
      isPlain: puzzle.isPlain,
      pieces: [...fixed, ...lying.lies.map((lie) => puzzle.drawn(lie))],
      fixed,
      waits: true,
      tints: this.aids.tints,
      implied: this.aids.implied,
      look: shown?.look,
      hint: shown?.lie ? puzzle.drawn(shown.lie) : null,
      off: off.map((lie) => puzzle.spots(lie).map(({ row, col }) => [row, col])),
      ghost: hand && !(this.dragging && !this.over)
        ? { ...puzzle.drawn(hand.lie), bad: lying.clash(hand.lie).bad } : this.aids.ghost,
      cursor: !hand && this.stage.matches(":focus-visible") ? cursor : undefined,
    }, settings.marks);
    this.stage.classList.toggle("holding", Boolean(hand));
    this.stage.classList.toggle("laden", Boolean(position.lies.length));
    this.stage.setAttribute("aria-label",
      t("play.boardNow", { n: position.lies.length, all: position.lies.length + position.remaining }));
  }

  /** Tells the layout how the board is shaped and how many pieces the tray holds. */
  #size() {
    const { ratio, wide } = this.board;
    const { lines, columns } = this.tray.shape;
    const { style, classList } = byId("panel-play");
    classList.toggle("broad", ratio > BROAD);
    for (const [name, value] of Object.entries({ ratio, wide, lines, columns })) {
      if (style.getPropertyValue(`--${name}`) !== String(value)) style.setProperty(`--${name}`, String(value));
    }
  }

  /** @param {import("./hand.js").Hand|null} hand */
  #drawShadow(hand) {
    const { dragging, board: { cellSize } } = this;
    if (!dragging || !hand || this.over) {
      render(null, this.shadow);
      return;
    }
    const { piece, lie: pose, shape } = hand;
    const [width, height] = [shape.cols, shape.rows].map((side) => (side + 0.3) * cellSize);
    const transform = `translate(${dragging.x - width / 2}px, ${dragging.y - height / 2}px)`;
    render(h(PoseView, { piece, pose, class: "dragged", style: { width, height, transform } }), this.shadow);
  }
}
