/** Shows a game: the board, the tray, the buttons, the status line, and how to play. */

import { cellName } from "./board.js";
import { BoardView } from "./boardview.js";
import { byId, closeOutside, write } from "./dom.js";
import { firstMinute } from "./first.js";
import { nextWords } from "./hintwords.js";
import { CopyLink } from "./copylink.js";
import { Walker } from "./keys.js";
import { say } from "./messages.js";
import { keyed, pictured, press } from "./modal.js";
import { pieceLabel, pieceLetter, pieceName } from "./pieces.js";
import { Faces, PoseView } from "./pieceview.js";
import { settings } from "./settings.js";
import { Solid } from "./solid.js";
import { clockTime, t } from "./text.js";
import { h, render, useLayoutEffect, useMemo, useRef } from "./vendor/preact.js";

/** @import { Piece } from "./pieces.js" */
/** @import { Position } from "./position.js" */

/** @typedef {import("./text.js").Phrase} Phrase
 * @typedef {{game: import("./play.js").Play, now: object}} Props `now` is a new object to draw it again */

/** Returns the words for wide and for narrow screens.
 * @param {import("./modal.js").Children} wide @param {import("./modal.js").Children} narrow */
const fitting = (wide, narrow) => [h("span", { class: "wide" }, wide), h("span", { class: "narrow" }, narrow)];

/** Draws the buttons after a hint or an answer.
 * @param {Props} props */
function Next({ game, game: { advice, advice: { hint, solvable }, position } }) {
  const next = hint ? nextWords(hint) : "";
  const other = position.solved && !hint ? game.page.next : null;
  const goOn = () => {
    advice.goOn();
    if (!advice.hint) document.getElementById("hint")?.focus();
  };
  return [
    h("button", {
      type: "button", id: "hint-why", class: "plain", "aria-label": t("hints.why"), hidden: !hint?.hasTold,
      onClick: () => advice.explain(),
    }, fitting(t("hints.why"), "?")),
    h("button", { type: "button", id: "follow-hint", class: "prime", hidden: !next, onClick: goOn },
      h("span", { id: "follow-words", class: "wide" }, next),
      h("span", { class: "narrow" }, hint?.nextStep ? t("hints.next") : next)),
    press("play.browse", {
      id: "browse", hidden: solvable !== position || Boolean(hint), onClick: () => game.page.openSolutions(),
    }),
    other && press(other.words, { id: "next-board", class: "prime", onClick: other.go }),
  ];
}

/** Draws the row of buttons: those of the game, or while a piece is in the hand, those of the piece.
 * @param {Props} props */
function Tools({ game }) {
  const { advice, grasp, grasp: { hand }, position, puzzle: { pieces }, tree, view: { stage } } = game;
  const isSolid = pieces.axes > 1;
  /** @param {string} id @param {string} picture @param {Phrase} words @param {() => void} onClick
   * @param {string} [letter] the key that does the same @param {object} [state] */
  const tool = (id, picture, words, onClick, letter, state) => h("button", {
    key: id, type: "button", id, "aria-keyshortcuts": letter, onClick, ...state,
  }, pictured(picture), h("span", {}, t(words)), letter && h("kbd", { "aria-hidden": true }, letter));
  /** Returns a handler after which the buttons are others, so that the focus goes to the board.
   * @param {() => void} task */
  const end = (task) => () => {
    task();
    if (!grasp.hand) stage.focus({ preventScroll: true });
  };
  return h("div", { class: "tools", role: "group", "aria-label": t(hand ? "play.piece" : "play.tools") },
    hand ? [
      tool("rotate", "rotate", "play.rotate", () => grasp.rotate(), "R"),
      (pieces.turnsOver || !isSolid) &&
        tool("turn-over", "flip", "play.turnOver", () => grasp.turnOver(), "F", { disabled: !pieces.turnsOver }),
      isSolid && tool("tip", "tip", "play.tip", () => grasp.rotate(1, undefined, 1), "T"),
      isSolid && tool("roll", "roll", "play.roll", () => grasp.rotate(1, undefined, 2), "S"),
      tool("place", "place", "play.place", end(() => grasp.place()), "⏎"),
      tool("put-back", "back", "play.takeBack", end(() => grasp.takeBack()), "⌫"),
    ] : [
      tool("undo", "undo", "shared.undo", () => game.undo(), undefined, { "aria-disabled": !tree.canUndo }),
      tool("redo", "redo", "shared.redo", () => game.redo(), undefined, { "aria-disabled": !tree.canRedo }),
      tool("hint", "hint", "play.hint", () => advice.giveHint(), "H"),
      tool("check", "check", "play.check", () => advice.check()),
    ], h(Menu, { key: "menu", game, isEmpty: !position.placed.length, isHidden: Boolean(hand) }));
}

/** Draws the menu of the actions that are needed rarely.
 * @param {{game: import("./play.js").Play, isEmpty: boolean, isHidden: boolean}} props */
function Menu({ game, isEmpty, isHidden }) {
  const node = /** @type {{current: HTMLDetailsElement|null}} */ (useRef(null));
  useLayoutEffect(() => closeOutside("play-menu"), []);
  /** @param {() => void} task */
  const chosen = (task) => () => {
    if (node.current) node.current.open = false;
    task();
  };
  return h("details", { ref: node, id: "play-menu", class: "menu", hidden: isHidden },
    h("summary", {}, pictured("more"), h("span", {}, t("play.menu"))),
    h("div", { class: "sheet" },
      press("play.allSolutions", { id: "all-solutions", onClick: chosen(() => game.page.openSolutions()) }),
      press("tree.watch", { id: "watch-on", onClick: chosen(() => game.page.watchOn()) }),
      h(CopyLink, { id: "copy-link" }),
      press("play.clear", { id: "clear", disabled: isEmpty, onClick: chosen(() => game.clear()) })));
}

/** @param {Props} props */
function Help({ game, game: { position, puzzle: { board, isClassic, isPlain, pieces } } }) {
  const goal = isPlain ? (pieces.turnsOver ? "help.goalPlain" : "help.goalOneSided")
    : isClassic ? "help.goal" : "help.goalColours";
  /** @type {(Phrase|false)[]} */
  const keys = [goal, board.wrap ? "help.goalTube" : false, "help.moves", "help.keys", "help.otherKeys",
    pieces.axes > 1 && "help.solid"];
  return h("details", { class: "help" },
    h("summary", {}, t("help.title")),
    keys.filter((key) => key !== false).map((key) => h("p", { key }, keyed(t(key)))),
    isPlain && h("p", {}, keyed(t("help.card")), " ", press("play.fix", {
      id: "fix", disabled: !position.placed.length || position.solved, onClick: () => game.fix(),
    })),
    h("p", {}, press("first.again", { id: "first-again", onClick: () => firstMinute.open(game.page) })));
}

export class PlayView {
  /** @param {import("./play.js").Play} game */
  constructor(game) {
    this.game = game;
    this.board = new BoardView();
    this.stage = byId("play-board");
    this.stage.append(this.board.node);
    this.tray = new Tray(byId("tray"));
    this.shadow = document.body.appendChild(document.createElement("div"));
    /** The place of the dragged piece on the screen.
     * @type {{x: number, y: number}|null} */
    this.dragging = null;
    /** Whether it is over the board. */
    this.over = false;
    /** The marks on the board besides the game itself.
     * @type {Pick<import("./boardview.js").Scene, "tints"|"implied"|"ghost">} */
    this.aids = {};
  }

  /** Shows the answer to an action; the same answer is announced again.
   * @param {import("./text.js").Said} text @param {import("./modal.js").Telling["kind"]} kind */
  tell(text, kind = "") {
    const before = byId("play-status").textContent;
    this.show(text, kind);
    const { textContent: now } = byId("play-status");
    if (now && now === before) say(now);
  }

  /** Shows a state; it is announced once.
   * @param {import("./text.js").Said} text @param {import("./modal.js").Telling["kind"]} kind */
  show(text, kind = "") {
    const node = byId("play-status");
    write(node, text);
    node.className = `status ${kind}`;
  }

  /** Shows a warning for the whole game.
   * @param {import("./text.js").Said} text */
  warn(text) {
    write(byId("play-warning"), text);
  }

  /** Whether the board is on the screen. */
  get isSeen() { return !byId("panel-play").hidden; }

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
    const fixed = puzzle.givens.map((posed) => puzzle.drawn(posed));
    const pieces = [...fixed, ...lying.placed.map((posed) => puzzle.drawn(posed))];
    const shown = hint?.shown;
    const off = (shown?.off ?? []).filter((posed) => lying.placed.includes(posed));
    this.board.draw({
      ...this.aids, board: puzzle.board, isPlain: puzzle.isPlain, fixed, waits: true, look: shown?.look,
      pieces, hint: shown?.posed ? puzzle.drawn(shown.posed) : null,
      off: off.map((posed) => puzzle.spots(posed).map(({ row, col }) => [row, col])),
      ghost: hand && !(this.dragging && !this.over)
        ? { ...puzzle.drawn(hand.posed), bad: lying.clash(hand.posed).bad } : this.aids.ghost,
      cursor: !hand && this.stage.matches(":focus-visible") ? cursor : undefined,
    }, settings.marks);
    render(puzzle.board.on.isFlat ? null : h(Solid, { board: puzzle.board, pieces }), byId("solid"));
    this.stage.classList.toggle("holding", Boolean(hand));
    this.stage.classList.toggle("laden", Boolean(position.placed.length));
    this.stage.setAttribute("aria-label",
      t("play.boardNow", { n: position.placed.length, all: position.placed.length + position.remaining }));
  }

  /** Passes the shape of the board and the number of pieces in the tray to the style sheet. */
  #size() {
    const { isBroad, ratio, wide } = this.board;
    const { lines, columns } = this.tray.shape;
    const { style, classList } = byId("panel-play");
    classList.toggle("broad", isBroad);
    for (const [name, value] of Object.entries({ ratio, wide, lines, columns })) {
      if (style.getPropertyValue(`--${name}`) !== String(value)) style.setProperty(`--${name}`, String(value));
    }
  }

  /** @param {import("./grasp.js").Hand|null} hand */
  #drawShadow(hand) {
    const { dragging, board: { cellSize } } = this;
    if (!dragging || !hand || this.over) {
      render(null, this.shadow);
      return;
    }
    const { piece, posed: pose, shape } = hand;
    const [width, height] = [shape.cols, shape.rows].map((side) => (side + 0.3) * cellSize);
    const transform = `translate(${dragging.x - width / 2}px, ${dragging.y - height / 2}px)`;
    render(h(PoseView, { piece, pose, class: "dragged", style: { width, height, transform } }), this.shadow);
  }
}

/** A piece longer than this takes two slots. */
const LONG = 5;
/** The least box of a piece, in cells, so that small ones look small. */
const LEAST = 3.6;

/** @param {Piece} piece */
const isLong = (piece) => piece.length > LONG;

class Tray {
  /** @type {import("./pieces.js").Pieces|null} */
  pieces = null;

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.walker = new Walker(node, ".slot");
  }

  /** The number of lines of slots, and of slots beside each other. */
  get shape() {
    const room = this.pieces?.list.reduce((sum, piece) => sum + (isLong(piece) ? 2 : 1), 0) ?? 0;
    const lines = [6, 14, 21, 40].findIndex((most) => room <= most) + 1 || 5;
    return { lines, columns: Math.ceil(room / lines) };
  }

  /** Returns whether a pointer is over the tray.
   * @param {{clientX: number, clientY: number}} pointer */
  covers({ clientX, clientY }) {
    const { left, right, top, bottom } = this.node.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  }

  /** @param {Position} position @param {(name: string) => import("./pieces.js").Pose} poseOf
   * @param {import("./grasp.js").Hand|null} hand @param {string|undefined} hinted */
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
    const rests = this.node.querySelector('[tabindex="0"]:not([hidden])');
    if (!rests || this.pieces !== pieces) this.walker.rest(this.walker.links[0]);
    this.pieces = pieces;
  }
}

/**
 * @param {{piece: Piece, position: Position, pose: import("./pieces.js").Pose, left: number, isHeld: boolean, isHinted:
 *   boolean, usual: number}} props the number of copies left, and the side of the box of short pieces
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
  // A tray that scrolls shows the hinted piece.
  useLayoutEffect(() => { if (isHinted) button.current?.scrollIntoView({ block: "nearest" }); }, [isHinted]);
  const misfit = piece.isPlain ? "pieces.noRoom" : "pieces.stranger";
  const words = t(able.includes(pose.face) ? "pieces.pose" : misfit,
    { piece: pieceName(piece), pose: piece.describe(pose) });
  const where = copies > 1
    ? t("pieces.left", { slot: words, n: left, all: copies }) : whereabouts(position, name, words);
  return h("button", {
    ref: button, type: "button", tabIndex: -1, "data-piece": name, title: words, "aria-pressed": isHeld,
    hidden: !position.left(name),
    "aria-label": t("pieces.slot", { slot: where, cells: piece.cellWords(pose) }),
    class: ["slot", isLong(piece) && "long", !able.length && "stranger", !position.left(name) && "used",
      isHeld && "held", isHinted && "hinted"].filter(Boolean).join(" "),
  },
  picture, piece.isPlain && h("span", { class: "tag" },
    h("span", { class: "wide" }, pieceLabel(piece)), h("span", { class: "narrow" }, pieceLetter(piece))),
  copies > 1 && h("span", { class: "copies" }, `×${left}`));
}

/** Adds a piece's place on the board.
 * @param {Position} position @param {string} name
 * @param {string} slot the words so far */
function whereabouts(position, name, slot) {
  const { puzzle } = position;
  if (puzzle.givens.some(({ piece }) => piece === name)) return t("pieces.fixed", { slot });
  const [posed] = position.placedOf(name);
  return posed ? t("pieces.onBoard", { slot, cell: cellName(puzzle.cells(posed)[0]) }) : slot;
}
