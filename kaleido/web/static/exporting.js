/** The dialog that makes files and prints of a design. */

import { h, Fragment, useEffect, useMemo, useSignal } from "./vendor/preact.js";
import { failure, post } from "./api.js";
import { BoardView } from "./boardview.js";
import { dots } from "./card.js";
import { PickMarks, Tick, ticked } from "./form.js";
import { Drawn, modal, press, spelt } from "./modal.js";
import { canvasOf, imageOf, png, standalone } from "./picture.js";
import { printSheet } from "./printsheet.js";
import { settings } from "./settings.js";
import { download, fileName, writeFile } from "./sketchfile.js";
import { choiceParts } from "./sketchparts.js";
import { foreign, numberText, plain, t } from "./text.js";

/**
 * @typedef {import("./judgement.js").Findings} Findings
 * @typedef {import("./api.js").Placement} Placement
 * @typedef {import("./pieceview.js").Marks} Marks
 * What is exported; `called` is the title that others see, if it has one.
 * @typedef {{sketch: import("./sketch.js").Sketch, title: string, called: string, findings: Findings}} Subject
 */

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

  /**
   * @param {() => Subject} subject
   * @param {import("./library.js").Library} library
   */
  constructor(subject, library) {
    this.subject = subject;
    this.library = library;
  }

  open() {
    exportWindow.open(this);
  }

  /** The pieces of a solution. */
  async solve() {
    const { sketch: { letters } } = this.subject();
    if (this.solved?.letters !== letters) {
      const question = this.library.pattern(letters).question();
      const { status, reason, placements } = await post("solve", { ...question, timeout: PATIENCE });
      if (status !== "solved") throw new Error(plain(foreign(reason)));
      this.solved = { letters, placed: placements };
    }
    return this.solved.placed;
  }

  /** What of a drawing is shown: the board without the names of rows and columns. */
  get box() {
    const { rows, cols } = this.library.first.board;
    return { x: -RIM, y: -RIM, width: cols + 2 * RIM, height: rows + 2 * RIM };
  }

  /**
   * Draws the board, with pieces on it.
   * @param {BoardView} view
   * @param {Placement[]} placed
   * @param {Marks} marks
   */
  draw(view, placed, marks) {
    const { sketch } = this.subject();
    const puzzle = this.library.pattern(sketch.letters);
    const pieces = placed.map((each) => puzzle.drawnOn(each));
    view.draw({ board: puzzle.board, pieces, overlay: choiceParts(sketch, puzzle.board, marks) }, marks);
    return standalone(view.node, SIDE, this.box, this.subject().called);
  }

  /**
   * @param {Blob} blob
   * @param {string} suffix
   */
  save(blob, suffix) {
    download(blob, fileName(this.subject().called, suffix));
  }

  /** What is known of the board, in a line. */
  get facts() {
    const { findings: { solutions, rating } } = this.subject();
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
  const { sketch, title, called, findings: { verdict } } = exporting.subject();
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
      title: called, facts: exporting.facts, pattern, solution, marks: marks.value, rim: RIM, pieces,
    });
  };
  const disabled = isBusy.value;
  return h(Fragment, null,
    h("div", { id: "export-board" }, h(Drawn, { node: view.node })),
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

/**
 * @param {SVGSVGElement} drawing
 * @param {{x: number, y: number, width: number, height: number}} box of it
 */
async function pngOf(drawing, box) {
  const image = await imageOf(drawing, SIDE, box);
  const { canvas, context } = canvasOf(SIDE, SIDE);
  context.drawImage(image, 0, 0);
  return png(canvas);
}
