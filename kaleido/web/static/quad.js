/** Where a board lies in a picture: four corners, and the cells between them as the camera sees them. */

/** @typedef {[x: number, y: number]} Point */

/** The cells along a side. */
const SIDE = 8;

/**
 * On which side of a line a point lies, as the area between them.
 * @param {Point} from
 * @param {Point} to
 * @param {Point} point
 */
const turn = (from, to, point) =>
  (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);

/** @param {Point[]} points */
export const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;

export class Quad {
  /** @param {Point[]} corners the top left, top right, bottom right and bottom left of its rows */
  constructor(corners) {
    this.corners = corners;
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
    // The projective map from the unit square (Heckbert 1989).
    const [dx1, dx2, dx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
    const [dy1, dy2, dy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
    const area = dx1 * dy2 - dx2 * dy1;
    const [g, h] = [(dx * dy2 - dx2 * dy) / area, (dx1 * dy - dx * dy1) / area];
    this.map = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
  }

  /** Whether its corners go clockwise around it. */
  get isSound() {
    const { corners } = this;
    return corners.every((corner, at) => turn(corner, corners[(at + 1) % 4], corners[(at + 2) % 4]) > 0);
  }

  /** The length of its shortest side. */
  get length() {
    return Math.min(...this.corners.map(([x, y], at) => {
      const [toX, toY] = this.corners[(at + 1) % 4];
      return Math.hypot(toX - x, toY - y);
    }));
  }

  /**
   * The point of the picture that a point of the board is seen at.
   * @param {number} row from 0 to 8
   * @param {number} col
   * @returns {Point}
   */
  point(row, col) {
    const [a, b, c, d, e, f, g, h] = this.map;
    const [u, v] = [col / SIDE, row / SIDE];
    const depth = g * u + h * v + 1;
    return [(a * u + b * v + c) / depth, (d * u + e * v + f) / depth];
  }

  /**
   * The corners of a cell.
   * @param {number} at
   */
  cell(at) {
    const [row, col] = [Math.floor(at / SIDE), at % SIDE];
    return [this.point(row, col), this.point(row, col + 1), this.point(row + 1, col + 1), this.point(row + 1, col)];
  }

  /**
   * The number of the cell at a point of the picture; -1 beside the board.
   * @param {Point} point
   */
  find(point) {
    return Array.from({ length: SIDE * SIDE }, (_, at) => this.cell(at)).findIndex((corners) =>
      corners.every((corner, at) => turn(corner, corners[(at + 1) % 4], point) >= 0));
  }

  /** The lines between its cells. */
  get lattice() {
    const ends = Array.from({ length: SIDE - 1 }, (_, at) => at + 1).flatMap((at) => [
      [this.point(at, 0), this.point(at, SIDE)], [this.point(0, at), this.point(SIDE, at)]]);
    return ends.map(pathOf).join("");
  }
}
