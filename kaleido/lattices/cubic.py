"""The lattice of cubes."""

from kaleido.lattices.lattice import Lattice, Place, Point, Vector
from kaleido.lattices.square import SQUARE


class Cubic(Lattice):
    """Cubes in layers of rows and columns; the first layer is at the bottom."""

    name = "cubic"
    cells = "cubes"
    forms = "polycubes"
    turns = (
        ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
        ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    )
    mirror = ((1, 0, 0), (0, 1, 0), (0, 0, -1))
    moves = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

    def centre(self, place: Place) -> Vector:
        """Return the place itself."""
        return place

    def place(self, centre: Vector) -> Place:
        """Return the centre itself."""
        return centre

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the four steps in the layer, clockwise, and those up and down."""
        return ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (1, 0, 0), (-1, 0, 0))

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a cube with sides of 1."""
        layer, row, column = place
        return row + 0.5, column + 0.5, layer + 0.5

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of the square that a cube is in the drawing of its layer."""
        return SQUARE.corners(row, column)
