/** A search as it was told: every step, so that one can go back. */

import { impliedSides, labelIslands, SIZE } from "./pattern.js";
import { TINTS } from "./look.js";

/**
 * A step: the board after an event of the search.
 * @typedef {object} Step
 * @property {string} kind start, place, backtrack, resume, solved, exhausted or gave-up
 * @property {object[]} placed the placements that lie
 * @property {object|null} moved the placement that was made or taken back
 * @property {number} edges
 * @property {number} nodes
 * @property {number} backtracks
 * @property {object} event
 */

export class Recording {
  /** @param {string} pattern 64 letters */
  constructor(pattern) {
    this.pattern = pattern;
    /** @type {Step[]} */
    this.steps = [];
    this.ended = false;
    this.full = 65;
    this.home = labelIslands(pattern);
    this.homeTints = colourIslands(pattern, this.home);
  }

  get last() {
    return this.steps.at(-1);
  }

  /** Takes the next event of the server. */
  add(event) {
    const before = this.last;
    const step = {
      kind: event.type,
      placed: before?.placed ?? [],
      moved: null,
      edges: event.edges ?? before?.edges ?? 0,
      nodes: before?.nodes ?? 0,
      backtracks: before?.backtracks ?? 0,
      event,
    };
    if (event.type === "start") {
      this.full = event.full ?? 65;
      step.edges = event.edges ?? impliedSides(this.pattern).length;
    } else if (event.type === "place") {
      step.placed = [...step.placed, event.placement];
      step.moved = event.placement;
      step.nodes += 1;
    } else if (event.type === "backtrack") {
      step.placed = step.placed.filter(({ piece }) => piece !== event.placement.piece);
      step.moved = event.placement;
      step.backtracks += 1;
    } else if (event.type === "resume") step.placed = event.placed;
    else if (event.type === "solved") step.placed = event.placements;
    if (["solved", "exhausted", "gave-up"].includes(event.type)) this.ended = true;
    this.steps.push(step);
  }

  /** The number of the ground of every free cell; it stays while the search goes on. */
  tints(step) {
    const covered = new Set(step.placed.flatMap(({ cells }) => cells.map(([r, c]) => r * SIZE + c)));
    const labels = step.event.islands?.flat() ?? labelIslands(this.pattern, (at) => covered.has(at));
    // An island keeps its ground; when it falls into parts, the later ones take another.
    const grounds = new Map();
    const taken = new Map();
    return labels.map((label, at) => {
      if (!label || covered.has(at)) return -1;
      if (!grounds.has(label)) {
        const home = this.home[at];
        const part = taken.get(home) ?? 0;
        taken.set(home, part + 1);
        grounds.set(label, (this.homeTints.get(home) + part * 2) % TINTS.length);
      }
      return grounds.get(label);
    });
  }
}

/** Gives touching islands different grounds, where six suffice. */
function colourIslands(pattern, labels) {
  const beside = new Map();
  labels.forEach((label, at) => {
    if (!beside.has(label)) beside.set(label, new Set());
    for (const next of [at + 1, at + SIZE]) {
      if ((next === at + 1 && next % SIZE === 0) || next >= 64 || labels[next] === label) continue;
      beside.get(label).add(labels[next]);
      if (!beside.has(labels[next])) beside.set(labels[next], new Set());
      beside.get(labels[next]).add(label);
    }
  });
  const tints = new Map();
  for (const [label, near] of beside) {
    const used = new Set([...near].map((other) => tints.get(other)));
    let tint = 0;
    while (used.has(tint) && tint < TINTS.length - 1) tint += 1;
    tints.set(label, tint);
  }
  return tints;
}
