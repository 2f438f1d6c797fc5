/** The dialog that makes files and prints of a design. */

import { failure, post } from "./api.js";
import { choiceParts } from "./boardparts.js";
import { BoardView } from "./boardview.js";
import { dots } from "./catalogue.js";
import { byId } from "./dom.js";
import { download, fileName, PickMarks, Tick, ticked } from "./form.js";
import { modal, press, spelt } from "./modal.js";
import { SIZE } from "./pattern.js";
import { canvasOf, imageOf, png, standalone } from "./picture.js";
import { cellParts } from "./pieceview.js";
import { settings } from "./settings.js";
import { writeFile } from "./sketch.js";
import { foreign, numberText, plain, t } from "./text.js";
import { Fragment, h, render, useEffect, useMemo, useSignal } from "./vendor/preact.js";

/** @import { Placement } from "./api.js" */
/** @import { Marks } from "./pieceview.js" */
/** @import { Piece } from "./pieces.js" */

/** Seconds that the search for a solution may take. */
const PATIENCE = 20;
/** The side of a picture in pixels. */
const SIDE = 1080;
/** The paper around the board, in cells. */
const RIM = 0.16;

export class Exporting {
  /** The solution that was found last.
   * @type {{letters: string, placed: Placement[]}|null} */
  solved = null;

  /** @param {import("./design.js").Design} design */
  constructor(design) {
    this.design = design;
    this.library = design.library;
  }

  open() {
    exportWindow.open(this);
  }

  /** Returns the pieces of a solution. */
  async solve() {
    const { letters } = this.design.sketch;
    if (this.solved?.letters !== letters) {
      const question = this.library.pattern(letters).question();
      const { status, reason, placements } = await post("solve", { ...question, timeout: PATIENCE });
      if (status !== "solved") throw new Error(plain(foreign(reason)));
      this.solved = { letters, placed: placements };
    }
    return this.solved.placed;
  }

  /** The part of a drawing to export: the board without the names of rows and columns. */
  get box() {
    const { rows, cols } = this.library.first.board;
    return { x: -RIM, y: -RIM, width: cols + 2 * RIM, height: rows + 2 * RIM };
  }

  /** Draws the board, with pieces on it.
   * @param {BoardView} view @param {Placement[]} placed @param {Marks} marks */
  draw(view, placed, marks) {
    const { sketch, called } = this.design;
    const puzzle = this.library.pattern(sketch.letters);
    const pieces = placed.map((each) => puzzle.drawnOn(each));
    view.draw({ board: puzzle.board, pieces, overlay: choiceParts(sketch, puzzle.board, marks) }, marks);
    return standalone(view.node, SIDE, this.box, called);
  }

  /** @param {Blob} blob @param {string} suffix */
  save(blob, suffix) {
    download(blob, fileName(this.design.called, suffix));
  }

  /** The facts about the board, in a line. */
  get facts() {
    const { solutions, rating } = this.design.judgement.findings;
    const n = rating?.difficulty ?? 0;
    return [
      solutions ? t("sheet.solutions", { text: plain(numberText(solutions)), n: solutions === "1" ? 1 : 2 }) : "",
      n ? t("sheet.difficulty", { dots: dots(n) }) : "",
    ].filter(Boolean).join(" · ");
  }
}

const exportWindow = modal("export", ExportView, {});

/** @param {{value: Exporting, close: () => void}} props */
function ExportView({ value: exporting, close }) {
  const { sketch, title, called, judgement: { verdict } } = exporting.design;
  const view = useMemo(() => new BoardView(), []);
  const marks = useSignal(settings.marks);
  const [hasSolution, hasPieces, isBusy] = [useSignal(false), useSignal(false), useSignal(false)];
  const said = useSignal(/** @type {() => string} */ (() => ""));
  /** @param {() => Promise<unknown>} task */
  const attempt = async (task) => {
    said.value = () => "";
    await task().catch((problem) => {
      hasSolution.value = false;
      said.value = failure(problem);
    });
  };
  const placed = async () => (hasSolution.value ? exporting.solve() : []);
  const svg = async () => exporting.draw(view, await placed(), marks.value);
  useEffect(() => {
    let isLate = false;
    isBusy.value = hasSolution.value;
    placed().then((pieces) => { if (!isLate) exporting.draw(view, pieces, marks.value); }, (problem) => {
      hasSolution.value = false;
      said.value = failure(problem);
    }).finally(() => { isBusy.value = false; });
    return () => { isLate = true; };
  }, [marks.value, hasSolution.value]);
  const print = async () => {
    const solution = hasSolution.value ? await svg() : undefined;
    const pattern = exporting.draw(view, [], marks.value);
    const pieces = hasPieces.value ? [...exporting.library.classic.values()] : undefined;
    close();
    await printSheet({
      title: called, facts: exporting.facts, pattern, solution, marks: marks.value, pieces,
    });
  };
  const disabled = isBusy.value;
  return h(Fragment, null,
    h("div", { id: "export-board", ref: (/** @type {Element|null} */ node) => node?.append(view.node) }),
    h("div", { class: "parts" },
      h("h2", { id: "export-title" }, t("export.title")),
      h(PickMarks, { id: "export-marks", text: marks }),
      h(Tick, {
        id: "export-solution", ...ticked(hasSolution), disabled: !sketch.isPattern || verdict === "no",
        words: t("export.solution"),
      }),
      h("div", { class: "row" },
        press("export.png", { id: "save-png", disabled, onClick: () => attempt(async () => {
          await svg();
          exporting.save(await pngOf(view.node, exporting.box), "png");
        }) }),
        press("export.svg", { id: "save-svg", disabled, onClick: () => attempt(async () => {
          exporting.save(new Blob([await svg()], { type: "image/svg+xml" }), "svg");
        }) }),
        press("export.text", { id: "download", onClick: () =>
          exporting.save(new Blob([writeFile(sketch, title)], { type: "text/plain" }), "txt") })),
      h(Tick, { id: "export-pieces", ...ticked(hasPieces), words: t("export.pieces") }),
      h("div", { class: "row" },
        press("export.print", { id: "print", class: "prime", disabled, onClick: () => attempt(print) }),
        press("shared.close", { id: "export-close", onClick: close })),
      h("p", { id: "export-status", class: "status", role: "status" }, spelt(said.value()))));
}

/** @param {SVGSVGElement} drawing @param {{x: number, y: number, width: number, height: number}} box of it */
async function pngOf(drawing, box) {
  const image = await imageOf(drawing, SIDE, box);
  const { canvas, context } = canvasOf(SIDE, SIDE);
  context.drawImage(image, 0, 0);
  return png(canvas);
}

/** The side of a cell on paper in millimetres, for pieces and pattern, so that cut-out pieces fit. */
const CELL = 18;

/** @typedef {object} Sheet
 * @property {string} title
 * @property {string} facts the number of solutions and the difficulty, if known
 * @property {string} pattern its picture as SVG
 * @property {string} [solution] that of a solution
 * @property {Piece[]} [pieces] to cut out
 * @property {Marks} marks */

/** Prints a sheet.
 * @param {Sheet} sheet */
async function printSheet(sheet) {
  const place = byId("sheet");
  render(h(Pages, sheet), place);
  await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode()));
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    render(null, place);
  }, { once: true });
  print();
}

/** @param {Sheet} props */
function Pages({ title, facts, pattern, solution, pieces, marks }) {
  /** @param {string} source */
  const picture = (source) => h("img", {
    src: `data:image/svg+xml,${encodeURIComponent(source)}`, alt: "", width: Math.round((SIZE + 2 * RIM) * CELL * 96 / 25.4),
  });
  const nets = pieces?.map((piece) => netOf(piece, marks)).sort((one, other) => other.rows - one.rows);
  return [
    h("section", {}, title && h("h1", {}, title), picture(pattern), h("p", {}, facts)),
    nets && h("section", {}, h("p", {}, t("sheet.cut")), h("div", { class: "nets" }, nets.map(({ net }) => net))),
    solution && h("section", {},
      h("h1", {}, title ? t("sheet.solutionOf", { title }) : t("sheet.solution")), picture(solution)),
  ];
}

/** Draws the two faces of a piece side by side, to be folded into a piece with both; returns the height, too.
 * @param {Piece} piece @param {Marks} marks */
function netOf(piece, marks) {
  const [face] = piece.faces;
  const flat = piece.shape({ face, turn: 0 });
  const pose = { face, turn: flat.cols > flat.rows ? 1 : 0 };
  const { rows, cols, spots, ground } = piece.shape(pose);
  const back = piece.shape(piece.turnedOver(pose)).spots.map((spot) => ({ ...spot, col: spot.col + cols }));
  const all = [...spots, ...back];
  const folds = spots.filter(({ col }) => col === cols - 1).map(({ row }) => `M${cols} ${row}v1`).join("");
  const line = { fill: "none", stroke: "#000" };
  const net = h("svg", {
    viewBox: `-0.05 -0.05 ${2 * cols + 0.1} ${rows + 0.1}`,
    width: `${(2 * cols + 0.1) * CELL}mm`, height: `${(rows + 0.1) * CELL}mm`,
  }, cellParts({ spots: all, shade: piece.shade }, marks),
  h("path", { ...line, d: ground.outline(all.map(({ row, col }) => [row, col])), "stroke-width": 0.03 }),
  h("path", { ...line, d: folds, stroke: "#fff", "stroke-width": 0.05 }),
  h("path", { ...line, d: folds, "stroke-width": 0.04, "stroke-dasharray": "0.09 0.09" }));
  return { net, rows };
}
