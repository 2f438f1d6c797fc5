/** The pieces: two faces each, turned by quarters, never mirrored. */

/**
 * @typedef {{row: number, col: number, letter: string}} Spot
 * @typedef {{spots: Spot[], rows: number, cols: number}} Shape
 */

function parse(drawing) {
  const spots = [];
  drawing.split("/").forEach((line, row) => [...line].forEach((letter, col) => {
    if (letter !== ".") spots.push({ row, col, letter });
  }));
  return shapeOf(spots);
}

function shapeOf(spots) {
  const top = Math.min(...spots.map((spot) => spot.row));
  const left = Math.min(...spots.map((spot) => spot.col));
  const moved = spots
    .map(({ row, col, letter }) => ({ row: row - top, col: col - left, letter }))
    .sort((a, b) => a.row - b.row || a.col - b.col);
  return {
    spots: moved,
    rows: Math.max(...moved.map((spot) => spot.row)) + 1,
    cols: Math.max(...moved.map((spot) => spot.col)) + 1,
  };
}

function turnShape(shape) {
  return shapeOf(shape.spots.map(({ row, col, letter }) =>
    ({ row: col, col: shape.rows - 1 - row, letter })));
}

const look = (shape) => shape.spots.map(({ row, col }) => `${row},${col}`).join(" ");

export class Piece {
  /** @param {{name: string, size: number, faces: {name: string, drawing: string}[]}} given */
  constructor({ name, size, faces }) {
    this.name = name;
    this.size = size;
    this.faces = faces.map((face) => face.name);
    /** @type {Record<string, Shape[]>} */
    this.shapes = {};
    for (const face of faces) {
      const turns = [parse(face.drawing)];
      for (let turn = 1; turn < 4; turn += 1) turns.push(turnShape(turns[turn - 1]));
      this.shapes[face.name] = turns;
    }
  }

  /** The name with spaces. */
  get title() {
    return this.name.replaceAll("-", " ");
  }

  /** @returns {Shape} */
  shape({ face, turn }) {
    return this.shapes[face][turn];
  }

  /** The pose after turning the piece over, sideways as one turns a page. */
  turnedOver({ face, turn }) {
    const other = this.faces[(this.faces.indexOf(face) + 1) % this.faces.length];
    const seen = this.shape({ face, turn });
    const flat = look(shapeOf(seen.spots.map((spot) => ({ ...spot, col: -spot.col }))));
    const turns = [0, 1, 2, 3].map((by) => (turn + by) % 4);
    const same = turns.find((each) => look(this.shapes[other][each]) === flat);
    return { face: other, turn: same ?? turn };
  }

  /** The pose that lies on these cells with this face up; null if there is none. */
  poseOn(face, cells) {
    if (!this.shapes[face]) return null;
    const wanted = look(shapeOf(cells.map(([row, col]) => ({ row, col, letter: "" }))));
    const turn = this.shapes[face].findIndex((shape) => look(shape) === wanted);
    return turn < 0 ? null : { face, turn };
  }

  /** Says how a pose lies. */
  describe({ face, turn }) {
    return turn ? `${face}, turned ${turn * 90}°` : face;
  }
}

/** Gives the pieces by name, in their order. */
export function readPieces(given) {
  return new Map(given.map((each) => [each.name, new Piece(each)]));
}
