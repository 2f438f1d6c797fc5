"""The lattice of squares."""

from collections.abc import Iterable

from kaleido.model.lattices.lattice import (
    Lattice,
    Place,
    Point,
    Scheme,
    Stripes,
    Vector,
    in_turn,
)

_ROWS = (("rows", (1, 0)), ("columns", (0, 1)))
_DIAGONALS = (("rising", (1, 1)), ("falling", (1, -1)))


class Upright(Lattice):
    """A lattice in rows and columns: centres are places, and cells are drawn as squares."""

    def centre(self, place: Place) -> Vector:
        """Return the place itself."""
        return place

    def place(self, centre: Vector) -> Place:
        """Return the centre itself."""
        return centre

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of a square with sides of 1."""
        return ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))


class Square(Upright):
    """Squares in rows and columns; the centre of a cell is its place."""

    name = "square"
    cells = "squares"
    forms = "polyominoes"
    turns = (((0, 1), (-1, 0)),)  # (row, column) becomes (column, -row)
    mirror = ((1, 0), (0, -1))
    moves = ((1, 0), (0, 1))
    is_square = True
    side_names = ("top", "right", "bottom", "left")
    colourings = (
        Scheme.of("chequer", (1, 1), 2),
        *in_turn(_ROWS, 2),
        *in_turn(_DIAGONALS, 3),
        *in_turn(_DIAGONALS, 4),
        *in_turn(_ROWS, 3),
        *in_turn(_DIAGONALS, 5),
        Scheme("quarters", (Stripes((1, 0), 2), Stripes((0, 1), 2))),
    )

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the steps up, right, down and left."""
        return ((-1, 0), (0, 1), (1, 0), (0, -1))

    def pushed(self, centres: Iterable[Vector]) -> tuple[Vector, ...]:
        """Return cells moved into the corner of a drawing; pieces of squares are turned often."""
        centres = list(centres)
        top, left = map(min, zip(*centres, strict=True))
        return tuple([(row - top, col - left) for row, col in centres])


SQUARE = Square()
"""The lattice of squares."""
