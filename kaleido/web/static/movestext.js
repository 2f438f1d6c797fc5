/** The moves of a search as text, in the form in which `kaleido solve --steps` prints them. */

import { cellName } from "./board.js";

/**
 * @typedef {import("./recording.js").Step} Step
 * @typedef {import("./api.js").Placement} Placement
 */

const HEADER = " #   edges  wait  piece       face   at    ";
const SUM = "matched + window/2 + piece = score";
/** The column at which it is said how a move was found. */
const FOUND = 79;

/**
 * Writes all moves of a search, each on a line.
 * @param {import("./recording.js").Recording} recording
 */
export function writeMoves({ steps, full }) {
  const first = steps.find(({ kind }) => kind === "place")?.event;
  if (!first) return "";
  const parts = first.score_parts ?? {};
  const header = HEADER + (Object.keys(parts).length && !("score" in parts) ? SUM : "score");
  const lines = [first.found ? `${header.padEnd(FOUND)}found` : header];
  steps.forEach((step, at) => {
    const { kind, moved, event } = step;
    const depth = String((steps[at - 1]?.placed ?? []).length).padStart(2);
    if (kind === "place" && moved) lines.push(writePlace(step, moved, full));
    else if (kind === "backtrack" && moved) lines.push(`${depth}  ↩  takes back ${writePlacement(moved)}`);
    else if (kind === "ended") lines.push(`    ×  ${event.reason}`);
    else if (kind === "resume") {
      const { length } = event.placed ?? [];
      lines.push(`    ⟲  ${length
        ? `resumes a deferred sibling with ${length} pieces on the board` : "starts again with an empty board"}`);
    }
  });
  return `${lines.join("\n")}\n`;
}

/**
 * @param {Step} step
 * @param {Placement} moved
 * @param {number} full
 */
function writePlace({ edges, event }, { piece, face, cells }, full) {
  const line = [
    String(event.depth).padStart(2), `${edges}/${full}`.padStart(6), String(event.waiting_count || "").padStart(4),
    `${piece.padEnd(11)} ${face.padEnd(6)} ${cellName(cells[0]).padEnd(5)} ${event.score_line ?? ""}`,
  ].join("  ");
  return event.found ? `${line.padEnd(FOUND)}${event.found.words}` : line;
}

/** @param {Placement} placement */
const writePlacement = ({ piece, face, cells }) => `${piece} ${face} at ${cellName(cells[0])}`;
