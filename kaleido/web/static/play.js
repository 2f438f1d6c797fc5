/** Play: the pattern, the tray, a piece in the hand. */

import { ApiError, Latest, post } from "./api.js";
import { BoardView } from "./board.js";
import { celebrate } from "./celebrate.js";
import { Clock } from "./clock.js";
import { byId, el, set, svg, write } from "./dom.js";
import { followPointer } from "./drag.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { SIZE, writePattern } from "./pattern.js";
import { drawPiece } from "./pieceview.js";
import { Position } from "./position.js";
import { say } from "./say.js";
import { memory, settings } from "./settings.js";
import { Tray } from "./tray.js";
import { clockTime, count, sentence } from "./words.js";

/** How far above a finger a dragged piece hovers, in cells. */
const LIFT = 1.4;
/** Of a pattern that differs in more cells nobody expects that pieces stay on it. */
const RETOUCH = 16;
/** So many patterns are remembered with what lay on them. */
const PATTERNS = 12;

export class Play {
  /**
   * @param {Map<string, import("./pieces.js").Piece>} pieces
   * @param {() => void} changed called when the position has changed
   */
  constructor(pieces, changed) {
    this.pieces = pieces;
    this.changed = changed;
    this.position = new Position(pieces, "");
    this.poses = new Map([...pieces.keys()].map((name) =>
      [name, { face: pieces.get(name).faces[0], turn: 0 }]));
    this.history = new History("");
    /** @type {Hand|null} */
    this.hand = null;
    this.hint = null;
    this.hints = 0;
    // In the middle, where a piece that is taken first shows up.
    this.cursor = { row: 3, col: 3 };
    this.asking = new Latest();
    this.view = new BoardView();
    this.stage = byId("play-board");
    this.stage.append(this.view.node);
    this.tray = new Tray(byId("tray"), pieces);
    this.clock = new Clock(() => this.#drawClock());
    this.shadow = svg("svg", { class: "dragged", "aria-hidden": "true" });
    document.body.append(this.shadow);
    this.#listen();
  }

  // What lies on the board.

  /** Shows a pattern with pieces on it, as from a link. */
  show(pattern, placed = "") {
    this.hand = null;
    this.hint = null;
    this.hints = 0;
    this.asking.cancel();
    this.position = Position.parse(this.pieces, pattern, placed);
    this.#keepPoses();
    this.history.reset(this.position.format());
    this.clock.reset();
    const saved = this.#remembered(pattern);
    if (saved && saved.history?.now === this.position.format()) {
      this.history.load(saved.history);
      this.clock.reset(Number(saved.seconds) || 0);
      this.hints = Number(saved.hints) || 0;
    }
    this.#tell(this.position.solved ? "This board is solved." : WELCOME);
    this.draw();
  }

  /** Takes another pattern: with the pieces that lay on it before, or those that still fit on it. */
  repaint(pattern) {
    const before = this.position.pattern;
    if (pattern === before) return;
    this.remember();
    const changes = [...pattern].filter((letter, at) => letter !== before[at]).length;
    const kept = changes <= RETOUCH ? this.position.on(pattern).format() : "";
    this.show(pattern, this.#remembered(pattern)?.history?.now ?? kept);
  }

  /** Keeps what the fragment does not hold, for the last few patterns. */
  remember() {
    const own = {
      pattern: this.position.pattern, history: this.history.save(), seconds: this.clock.seconds, hints: this.hints,
    };
    const others = (memory.load("play") ?? []).filter(({ pattern }) => pattern !== own.pattern);
    memory.save("play", [...others.slice(1 - PATTERNS), ...(this.history.isFresh ? [] : [own])]);
  }

  #remembered(pattern) {
    const all = memory.load("play");
    return Array.isArray(all) ? all.find((each) => each?.pattern === pattern) : undefined;
  }

  pause() {
    this.clock.stop();
  }

  /** Goes on with the clock when there is something to time. */
  resume() {
    if (this.position.lies.length && !this.position.solved) this.clock.start();
    this.#drawClock();
  }

  #keepPoses() {
    for (const { piece, face, turn } of this.position.lies) this.poses.set(piece, { face, turn });
  }

  #go(position, message) {
    const before = this.position;
    this.position = position;
    this.history.push(position.format());
    this.#moved(before, message);
  }

  #moved(before, message) {
    this.hint = null;
    this.asking.cancel();
    this.#keepPoses();
    if (this.position.solved && !before.solved) {
      this.clock.stop();
      const help = this.hints ? ` with ${count(this.hints, "hint")}` : "";
      this.#tell(`Solved in ${clockTime(this.clock.seconds)}${help}. Well done!`, "joy");
      celebrate(this.view.node);
    } else {
      if (!this.position.solved) this.clock.start();
      this.#tell(message);
    }
    this.remember();
    this.changed();
    this.draw();
  }

  #travel(text, message) {
    const before = this.position;
    this.hand = null;
    this.position = Position.parse(this.pieces, before.pattern, text);
    this.#moved(before, message);
  }

  undo() {
    if (this.history.canUndo) this.#travel(this.history.undo(), "Undone.");
  }

  redo() {
    if (this.history.canRedo) this.#travel(this.history.redo(), "Done again.");
  }

  clear() {
    this.hand = null;
    if (this.position.lies.length) {
      this.#go(new Position(this.pieces, this.position.pattern), "All pieces are back in the tray.");
    }
  }

  // The hand.

  /** Takes a piece into the hand, from the tray or the board. */
  take(name, grip = null) {
    const piece = this.pieces.get(name);
    const lie = this.position.lieOf(name);
    const pose = this.poses.get(name);
    const start = this.hand?.lie ?? { row: this.cursor.row, col: this.cursor.col };
    this.hand = new Hand(piece, lie ?? { piece: name, ...pose, row: start.row, col: start.col }, Boolean(lie));
    this.hand.grip = grip;
    this.hand.move(0, 0);
    this.#tellHand();
    this.draw();
  }

  /** Puts the piece in the hand back where it came from. */
  putBack(message = "") {
    if (!this.hand) return;
    const { fromBoard, piece } = this.hand;
    this.hand = null;
    if (fromBoard) {
      const { face, turn } = this.position.lieOf(piece.name);
      this.poses.set(piece.name, { face, turn });
    }
    this.#tell(message || `The ${piece.title} is back ${fromBoard ? "in its place" : "in the tray"}.`);
    this.draw();
  }

  /** Places the piece in the hand; a clash is refused. */
  place() {
    if (!this.hand) return false;
    const { lie, piece } = this.hand;
    const { why } = this.position.clash(lie);
    if (why) {
      this.#tell(`The ${piece.title} does not fit there: ${why}.`, "clash");
      return false;
    }
    this.hand = null;
    this.cursor = { row: lie.row, col: lie.col };
    const left = this.pieces.size - this.position.without(lie.piece).lies.length - 1;
    this.#go(this.position.with(lie), `The ${piece.title} is placed. ${count(left, "piece")} left.`);
    return true;
  }

  /** Takes a piece off the board: the one in the hand, under the cursor, or the last one. */
  takeBack(name) {
    const { at, lies } = this.position;
    const under = at.get(this.cursor.row * SIZE + this.cursor.col);
    if (!name && this.hand && !this.hand.fromBoard) {
      this.putBack();
      return;
    }
    const piece = name ?? this.hand?.piece.name ?? under?.piece ?? lies.at(-1)?.piece;
    if (!piece || !this.position.lieOf(piece)) return;
    this.hand = null;
    this.#go(this.position.without(piece), `The ${this.pieces.get(piece).title} is back in the tray.`);
  }

  rotate(by = 1, name = this.hand?.piece.name) {
    this.#turn(name, (hand) => hand.rotate(by),
      ({ face, turn }) => ({ face, turn: (turn + by + 4) % 4 }));
  }

  turnOver(name = this.hand?.piece.name) {
    this.#turn(name, (hand) => hand.turnOver(), (pose, piece) => piece.turnedOver(pose));
  }

  /** Turns the piece in the hand, or one in the tray. */
  #turn(name, held, lying) {
    if (!name) {
      this.#tell("Take a piece first: press one in the tray.");
      return;
    }
    const piece = this.pieces.get(name);
    if (this.hand?.piece === piece) {
      held(this.hand);
      const { face, turn } = this.hand.lie;
      this.poses.set(name, { face, turn });
      this.#tellHand();
    } else {
      if (this.position.lieOf(name)) {
        this.take(name);
        this.#turn(name, held, lying);
        return;
      }
      this.poses.set(name, lying(this.poses.get(name), piece));
      this.#tell(`${sentence(piece.title)}: ${piece.describe(this.poses.get(name))}.`);
    }
    this.draw();
  }

  move(rows, cols) {
    if (this.hand) {
      this.hand.move(rows, cols);
      this.#tellHand();
    } else {
      this.cursor.row = Math.max(0, Math.min(SIZE - 1, this.cursor.row + rows));
      this.cursor.col = Math.max(0, Math.min(SIZE - 1, this.cursor.col + cols));
      const { row, col } = this.cursor;
      const under = this.position.at.get(row * SIZE + col);
      const letter = this.position.pattern[row * SIZE + col];
      say(`(${row}, ${col}) ${COLOUR[letter]}${under ? `, ${this.pieces.get(under.piece).title}` : ""}`);
    }
    this.draw();
  }

  /** Takes the next piece of the tray into the hand. */
  next(by) {
    const left = [...this.pieces.keys()].filter((name) => !this.position.lieOf(name));
    if (!left.length) return;
    const at = left.indexOf(this.hand?.piece.name ?? "");
    this.take(left[at < 0 ? 0 : (at + by + left.length) % left.length]);
  }

  // What the solver says.

  askHint() {
    this.putBack(" ");
    this.#tell("Thinking…", "wait");
    this.asking.run(async (signal) => {
      const answer = await post("hint", this.#question(), signal);
      const lie = answer.placement && this.position.lieFrom(answer.placement);
      const off = (answer.remove ?? []).map((each) => each.piece);
      this.hint = lie || off.length ? { lie, off } : null;
      if (this.hint) this.hints += 1;
      this.#tell(`${sentence(answer.hint)}.`, answer.lost ? "clash" : "hint");
      this.draw();
    }, (problem) => this.#fail(problem));
  }

  /** Does what the hint says. */
  followHint() {
    const { hint } = this;
    if (!hint) return;
    this.hand = null;
    if (hint.lie) {
      this.#go(this.position.with(hint.lie), `The ${this.pieces.get(hint.lie.piece).title} is placed, as hinted.`);
      return;
    }
    let position = this.position;
    for (const name of hint.off) position = position.without(name);
    this.#go(position, `${count(hint.off.length, "piece")} taken off: the board has a solution again.`);
  }

  /** Says whether the board still has a solution, and then how many. */
  check() {
    this.#tell("Looking…", "wait");
    this.asking.run(async (signal) => {
      const answer = await post("solve", { ...this.#question(), timeout: 20 }, signal);
      if (answer.status === "no-solution") {
        const why = this.position.lies.length ? "the pieces as they lie leave no solution" : answer.reason;
        this.#tell(`No: ${why}.`, "clash");
        return;
      }
      if (answer.status === "gave-up") {
        this.#tell(`Nobody knows yet: ${answer.reason}.`);
        return;
      }
      this.#tell("Yes, it can be solved. Counting in how many ways…", "hint");
      try {
        const { solutions, text } = await post("count", this.#question(), signal);
        const many = text ?? count(solutions, "").trim();
        this.#tell(`Yes: ${many} ${solutions === 1 ? "solution" : "solutions"} left.`, "hint");
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 503) throw problem;
        this.#tell("Yes, and in more ways than can be counted in a moment.", "hint");
      }
    }, (problem) => this.#fail(problem));
  }

  #question() {
    return { pattern: writePattern(this.position.pattern), placed: this.position.placements() };
  }

  #fail(problem) {
    this.#tell(`${sentence(problem.message)}.`, "clash");
  }

  // Showing it.

  #tell(text, kind = "") {
    const node = byId("play-status");
    write(node, text.trim());
    set(node, { class: `status ${kind}` });
  }

  #tellHand() {
    const { lie, piece } = this.hand;
    const { why } = this.position.clash(lie);
    const where = `${sentence(piece.title)}, ${piece.describe(lie)}, at (${lie.row}, ${lie.col})`;
    this.#tell(why ? `${where}: ${why}.` : `${where}: fits.`, why ? "clash" : "fits");
  }

  #drawClock() {
    write(byId("clock"), clockTime(this.clock.seconds));
  }

  draw() {
    const { hand, hint } = this;
    const lying = hand ? this.position.without(hand.piece.name) : this.position;
    const cellsOf = (lie) => this.position.spots(lie).map(({ row, col }) => [row, col]);
    const isFocused = this.stage.matches(":focus-visible");
    this.view.draw({
      cells: this.position.pattern,
      pieces: lying.lies.map(cellsOf),
      waits: true,
      hint: hint?.lie && !hand ? this.position.spots(hint.lie) : [],
      off: (hint?.off ?? []).flatMap((name) => (lying.lieOf(name) ? cellsOf(lying.lieOf(name)) : [])),
      ghost: hand && !(this.dragging && !this.over) ? { spots: this.position.spots(hand.lie), bad: this.position.clash(hand.lie).bad } : undefined,
      cursor: !hand && isFocused ? [this.cursor.row, this.cursor.col] : undefined,
    }, settings.marks);
    this.stage.classList.toggle("holding", Boolean(hand));
    this.stage.classList.toggle("laden", Boolean(this.position.lies.length));
    this.stage.setAttribute("aria-label", `Board, ${this.position.lies.length} of ${this.pieces.size} pieces placed. ` +
      "Arrows move, R rotates, F turns over, Enter places, Backspace takes back.");
    this.tray.draw(this.position, this.poses, hand?.piece.name ?? null, hint?.lie?.piece ?? null, settings.marks);
    byId("undo").disabled = !this.history.canUndo;
    byId("redo").disabled = !this.history.canRedo;
    byId("place").disabled = !hand;
    byId("take-back").disabled = !hand && !this.position.lies.length;
    byId("clear").disabled = !this.position.lies.length;
    byId("follow-hint").hidden = !hint;
    write(byId("follow-hint"), hint?.lie ? "Place it" : "Take off");
    const over = byId("other-face");
    over.replaceChildren(...(hand
      ? [el("span", { text: "other face" }), drawPiece(hand.piece.shape(hand.piece.turnedOver(hand.lie)), { marks: settings.marks })]
      : []));
    over.hidden = !hand;
    this.#drawClock();
    this.#drawShadow();
  }

  // Pointers and keys.

  #drawShadow() {
    const shown = this.dragging && this.hand && !this.over;
    this.shadow.classList.toggle("shown", Boolean(shown));
    if (!shown) return;
    const { shape } = this.hand;
    const drawing = drawPiece(shape, { marks: settings.marks });
    const cell = this.view.cellSize;
    const width = (shape.cols + 0.3) * cell;
    const height = (shape.rows + 0.3) * cell;
    set(this.shadow, { viewBox: drawing.getAttribute("viewBox"), width, height });
    this.shadow.replaceChildren(...drawing.childNodes);
    const { x, y } = this.dragging;
    this.shadow.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
  }

  /** Brings the hand under a pointer. */
  #follow(event, isDragging) {
    const lift = isDragging && event.pointerType === "touch" && !this.hand.grip ? LIFT * this.view.cellSize : 0;
    const point = { clientX: event.clientX, clientY: event.clientY - lift };
    const { x, y, inside } = this.view.where(point);
    const wasOver = this.over;
    this.over = inside || (x > -0.6 && y > -0.6 && x < SIZE + 0.6 && y < SIZE + 0.6);
    if (isDragging) this.dragging = { x: point.clientX, y: point.clientY };
    if (!this.over) {
      this.#tell(this.hand.fromBoard
        ? "Let go here to put it back in the tray." : "Drag it onto the board; R rotates, F turns over.");
    } else {
      const { row, col } = this.hand.lie;
      this.hand.follow(x, y);
      if (row !== this.hand.lie.row || col !== this.hand.lie.col || wasOver !== true) this.#tellHand();
    }
    this.draw();
  }

  #drop(isFromTray) {
    const inside = this.over;
    this.dragging = null;
    if (!this.hand) return;
    if (!inside) {
      if (this.hand.fromBoard) this.takeBack(this.hand.piece.name);
      else this.putBack();
      return;
    }
    if (!this.place()) {
      const { why } = this.position.clash(this.hand.lie);
      const { piece, fromBoard } = this.hand;
      this.hand = null;
      if (fromBoard) this.#keepPoses();
      this.#tell(`The ${piece.title} does not fit there: ${why}. It is back ` +
        `${isFromTray && !fromBoard ? "in the tray" : "in its place"}.`, "clash");
      this.draw();
    }
  }

  #cancel() {
    this.dragging = null;
    this.putBack();
  }

  #pressTray(event) {
    const name = event.target.closest(".slot")?.dataset.piece;
    if (!name || event.button > 0) return;
    followPointer(event, {
      start: () => {
        this.take(name);
        this.hand.grip = null;
        this.dragging = { x: event.clientX, y: event.clientY };
        this.over = false;
      },
      move: (now) => this.hand && this.#follow(now, true),
      drop: (now, dragged) => {
        if (dragged) {
          this.skipClick = true;
          setTimeout(() => { this.skipClick = false; });
          this.#drop(true);
        }
      },
      cancel: () => this.#cancel(),
    });
  }

  #pressBoard(event) {
    if (event.button > 0) return;
    const { x, y, inside } = this.view.where(event);
    if (!inside) return;
    this.cursor = { row: Math.floor(y), col: Math.floor(x) };
    if (this.hand) {
      event.preventDefault();
      this.stage.focus({ preventScroll: true });
      this.#follow(event, false);
      followPointer(event, {
        move: (now) => this.hand && this.#follow(now, true),
        drop: () => {
          const { over } = this;
          this.dragging = null;
          if (over) this.place();
          this.draw();
        },
        cancel: () => this.#cancel(),
      });
      return;
    }
    const lie = this.position.at.get(this.cursor.row * SIZE + this.cursor.col);
    if (!lie) {
      this.draw();
      return;
    }
    event.preventDefault();
    this.stage.focus({ preventScroll: true });
    this.take(lie.piece, { x: x - lie.col, y: y - lie.row });
    followPointer(event, {
      move: (now) => this.hand && this.#follow(now, true),
      drop: (now, dragged) => {
        if (dragged) this.#drop(false);
        this.dragging = null;
        this.draw();
      },
      cancel: () => this.#cancel(),
    });
  }

  #listen() {
    const tray = byId("tray");
    tray.addEventListener("pointerdown", (event) => this.#pressTray(event));
    tray.addEventListener("dragstart", (event) => event.preventDefault());
    tray.addEventListener("click", (event) => {
      const name = event.target.closest(".slot")?.dataset.piece;
      if (!name || this.skipClick) return;
      if (this.hand?.piece.name === name) {
        this.putBack();
        return;
      }
      this.take(name);
      this.stage.focus({ preventScroll: true });
    });
    this.stage.addEventListener("pointerdown", (event) => this.#pressBoard(event));
    this.stage.addEventListener("pointermove", (event) => {
      if (this.hand && !this.dragging && event.pointerType === "mouse" && !event.buttons) {
        this.#follow(event, false);
      }
    });
    this.stage.addEventListener("focus", () => this.draw());
    this.stage.addEventListener("blur", () => this.draw());
    const press = (id, task) => byId(id).addEventListener("click", task);
    press("rotate", () => this.rotate());
    press("turn-over", () => this.turnOver());
    press("place", () => this.place());
    press("take-back", () => this.takeBack());
    press("undo", () => this.undo());
    press("redo", () => this.redo());
    press("hint", () => this.askHint());
    press("follow-hint", () => {
      this.followHint();
      byId("hint").focus();
    });
    press("check", () => this.check());
    press("clear", () => this.clear());
    byId("panel-play").addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("keydown", (event) => {
      // While a piece is dragged the focus may be anywhere.
      if (this.dragging && !byId("panel-play").contains(event.target)) this.#key(event);
    });
  }

  #key(event) {
    const { target } = event;
    if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
    const slot = target instanceof Element ? target.closest(".slot")?.dataset.piece : undefined;
    const name = this.hand?.piece.name ?? slot;
    const onBoard = target === this.stage || Boolean(this.dragging);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = () => event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) this.undo();
      else if (key === "y" || key === "z") this.redo();
      else return;
      done();
      return;
    }
    if (event.altKey) return;
    if (key === "r") this.rotate(event.shiftKey ? -1 : 1, name);
    else if (key === "f") this.turnOver(name);
    else if (key === "h") this.askHint();
    else if (key === "n") {
      this.next(event.shiftKey ? -1 : 1);
      this.stage.focus({ preventScroll: true });
    } else if (key === "Escape") {
      if (!this.hand) return;
      this.dragging = null;
      this.putBack();
    } else if (key === "Backspace" || key === "Delete") this.takeBack(this.hand ? undefined : slot);
    else if (onBoard && key in ARROWS) this.move(...ARROWS[key]);
    else if (onBoard && (key === "Enter" || key === " ")) this.#enter();
    else return;
    done();
  }

  #enter() {
    if (this.hand) {
      this.place();
      return;
    }
    if (this.hint) {
      this.followHint();
      return;
    }
    const lie = this.position.at.get(this.cursor.row * SIZE + this.cursor.col);
    if (lie) this.take(lie.piece);
    else this.#tell("Take a piece first: N takes the next one, or choose one in the tray.");
  }
}

const WELCOME = "Drag a piece onto the board, or press one and then a cell. All 18 must fit.";
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const COLOUR = { x: "black", r: "red", y: "yellow", b: "blue" };
