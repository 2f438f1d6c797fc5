/** The first minute: shows new players the idea of the game in moving pictures. */

import { pause, post } from "./api.js";
import { BoardView } from "./boardview.js";
import { byId } from "./dom.js";
import { modal, press } from "./modal.js";
import { Faces, PoseView } from "./pieceview.js";
import { isCalm, settings, shelf } from "./settings.js";
import { t } from "./text.js";
import { h, render, useEffect } from "./vendor/preact.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Posed} Posed
 * A picture in steps: `draw` draws each, `every` and `rest` are the milliseconds of a step and of the last one, and
 * `still` is the step shown without motion.
 * @typedef {{steps: number, draw: (step: number) => void, every: number, rest: number, still: number}} Figure */

/** The margin around a board, in cells. */
const RIM = 0.2;
/** Milliseconds of a turn. */
const TURN = 450;

/** Shows a figure, again and again, until it is stopped.
 * @param {Figure} figure @param {AbortSignal} stop */
async function play({ steps, draw, every, rest, still }, stop) {
  if (isCalm()) draw(still);
  for (let step = 0; !isCalm(); step = (step + 1) % steps) {
    draw(step);
    await pause(step === steps - 1 ? rest : every, stop);
  }
}

/** Makes a board without the names of its cells.
 * @param {HTMLElement} node
 * @returns {(scene: import("./boardview.js").Scene) => void} draws it */
function boardIn(node) {
  const view = new BoardView();
  node.replaceChildren(view.node);
  return (scene) => {
    view.draw(scene, settings.marks);
    const { rows, cols } = scene.board;
    view.node.setAttribute("viewBox", `${-RIM} ${-RIM} ${cols + 2 * RIM} ${rows + 2 * RIM}`);
  };
}

/** Returns the figure of a board that is covered piece by piece.
 * @param {HTMLElement} node @param {Puzzle} puzzle
 * @param {Posed[]} placed of its solution; empty before it is known
 * @returns {Figure} */
function covering(node, puzzle, placed) {
  const drawBoard = boardIn(node);
  const drawn = placed.map((posed) => puzzle.drawn(posed));
  return {
    steps: placed.length + 2, every: 170, rest: 2500, still: Math.ceil(placed.length / 2),
    draw: (step) => drawBoard({ board: puzzle.board, pieces: drawn.slice(0, Math.max(0, step - 1)), waits: true }),
  };
}

/** Returns the figure of a piece over a place where its colours are wrong, then over its own, then placed.
 * @param {HTMLElement} node @param {Puzzle} puzzle @param {Posed} posed @returns {Figure} */
function matching(node, puzzle, posed) {
  const { board } = puzzle;
  const drawBoard = boardIn(node);
  const ways = board.numbers.map((at) => ({ ...posed, row: board.cell(at)[0], col: board.cell(at)[1] }))
    .filter((other) => puzzle.cells(other).every(([row, col]) => board.find(row, col) >= 0));
  /** @param {Posed} other */
  const bad = (other) => puzzle.spots(other).filter((spot) => !puzzle.accepts(spot)).map(({ row, col }) => [row, col]);
  const [wrong] = ways.sort((one, other) => bad(other).length - bad(one).length);
  return {
    steps: 4, every: 1100, rest: 1500, still: 1,
    draw: (step) => drawBoard({
      board, waits: true, pieces: step === 3 ? [puzzle.drawn(posed)] : [],
      ghost: step === 1 || step === 2
        ? { ...puzzle.drawn(step === 1 ? wrong : posed), bad: step === 1 ? bad(wrong) : [] } : null,
    }),
  };
}

/** Returns the figure of a piece that is turned by a quarter, and turned over.
 * @param {HTMLElement} node @param {import("./pieces.js").Piece} piece @returns {Figure} */
function turning(node, piece) {
  let pose = { face: piece.faces[0], turn: 0 };
  const side = Math.max(piece.shape(pose).rows, piece.shape(pose).cols) + 0.6;
  const box = { width: side, height: side };
  const put = () => {
    render(h(PoseView, { piece, pose, ...box }), node);
    return /** @type {Element} */ (node.firstElementChild);
  };
  return {
    steps: 4, every: 1300, rest: 1300, still: 4,
    draw: (step) => {
      if (step === 4) {
        render(h(Faces, { piece, pose, able: piece.faces, ...box }), node);
        return;
      }
      const isOver = step % 2 === 1;
      const drawing = put();
      const timing = { duration: isOver ? TURN / 2 : TURN, easing: isOver ? "ease-in" : "ease-in-out" };
      drawing.animate({ transform: ["none", isOver ? "scaleX(0)" : "rotate(90deg)"] }, timing).finished.then(() => {
        if (!drawing.isConnected) return;
        pose = isOver ? piece.turnedOver(pose) : { face: pose.face, turn: (pose.turn + 1) % 4 };
        put();
        if (isOver) drawing.animate({ transform: ["scaleX(0)", "none"] }, { duration: TURN / 2, easing: "ease-out" });
      }, () => {});
    },
  };
}

/** Returns the figure of a board and its pieces, which go onto it until none is left.
 * @param {HTMLElement} node @param {Puzzle} puzzle
 * @param {Posed[]} placed of its solution
 * @returns {Figure} */
function emptying(node, puzzle, placed) {
  render([h("div", {}), h("div", { class: "figure-tray" })], node);
  const [stage, tray] = /** @type {Iterable<HTMLElement>} */ (node.children);
  const figure = covering(stage, puzzle, placed);
  return {
    ...figure, steps: placed.length + 1, every: 650, rest: 1800, still: placed.length - 1,
    draw: (step) => {
      figure.draw(step + 1);
      render(placed.map((posed, at) => h(PoseView, {
        piece: puzzle.pieces.named(posed.piece), pose: posed, width: 3, height: 3,
        class: `piece-drawing${at < step ? " gone" : ""}`,
      })), tray);
    },
  };
}

/** The first puzzle to try: a few pieces on a small board. */
export const FIRST_STEPS = "first-steps";

/** Its pieces in the order in which a beginner finds their places, with the words for each.
 * @type {[string, import("./text.js").Phrase][]} */
const LESSONS = [
  ["line3-x", "first.bar"], ["domino", "first.domino"], ["l4-right-r", "first.foot"], ["l3-r", "first.corner"],
  ["l4-left-r", "first.last"],
];

/** Returns what to do next on the first puzzle; empty on others, and once it is solved.
 * @param {import("./position.js").Position} position */
export function lessonWords(position) {
  const next = position.puzzle.name === FIRST_STEPS && LESSONS.find(([piece]) => position.left(piece));
  return next ? t(next[1]) : "";
}

/** The number of colours of the pattern that is shown. */
const COLOURS = 4;

/** The window of the first minute. */
export const firstMinute = modal("first-minute", Minute, { class: "first" });

/** @param {{value: import("./page.js").Page, close: () => void}} props */
function Minute({ value: page, value: { library }, close }) {
  useEffect(() => {
    // From now on the window does not open by itself.
    shelf.save("met", true);
    const show = new AbortController();
    showAll(library, show.signal).catch(() => { /* The lines below the pictures stay. */ });
    const [turn, all] = [byId("first-turn"), byId("first-all")];
    return () => {
      show.abort();
      // Figures rendered into the window would follow the settings for ever.
      for (const node of [turn, all, ...all.children]) render(null, node);
    };
  }, []);
  return [
    h("h2", { id: "first-minute-title" }, t("first.title")),
    h("div", { id: "first-goal", class: "first-goal", "aria-hidden": true }),
    h("ol", { class: "first-rules" }, /** @type {const} */ (["colours", "turn", "all"]).map((name) => h("li", null,
      h("div", { id: `first-${name}`, class: "figure", "aria-hidden": true }), h("p", null, t(`first.${name}`))))),
    h("div", { class: "first-buttons" },
      press("first.try", { id: "first-try", class: "prime", onClick: () => {
        close();
        page.begin(FIRST_STEPS);
      } }),
      press("first.skip", { id: "first-skip", onClick: close })),
  ];
}

/** Draws the figures, until the window is closed.
 * @param {import("./library.js").Library} library @param {AbortSignal} stop */
async function showAll(library, stop) {
  const { cells } = library.patterns.find((each) => new Set(each.cells).size === COLOURS) ?? library.first.board;
  const goal = library.pattern(cells);
  covering(byId("first-goal"), goal, []).draw(0);
  const small = await library.open({ pattern: FIRST_STEPS });
  const [whole, few] = await Promise.all([goal, small].map(solve));
  stop.throwIfAborted();
  const shortest = few.reduce((one, other) => (small.cells(other).length < small.cells(one).length ? other : one));
  await Promise.all([
    covering(byId("first-goal"), goal, whole), matching(byId("first-colours"), small, shortest),
    turning(byId("first-turn"), small.pieces.named(few[0].piece)), emptying(byId("first-all"), small, few),
  ].map((figure) => play(figure, stop)));
}

/** Returns the pieces of a solution from the top down.
 * @param {import("./puzzle.js").Puzzle} puzzle */
async function solve(puzzle) {
  const { placements } = await post("solve", { ...puzzle.question(), timeout: 20 });
  /** @param {import("./api.js").Placement} placement */
  const first = ({ cells }) => Math.min(...cells.map((cell) => puzzle.board.number(cell)));
  return /** @type {import("./api.js").Placement[]} */ (placements ?? []).sort((a, b) => first(a) - first(b))
    .map((placement) => puzzle.posedAs(placement)).filter((posed) => posed !== null);
}
