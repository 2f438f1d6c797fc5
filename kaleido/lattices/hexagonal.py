"""The lattice of hexagons."""

import math

from kaleido.lattices.lattice import Lattice, Place, Point, Vector
from kaleido.lattices.scheme import Scheme, Stripes, in_turn

SIXTH_TURN = ((1, 1), (-1, 0))
"""A sixth of a turn clockwise, in axes that run to the lower right and to the right."""

MIRROR = ((1, 0), (-1, -1))
"""The exchange of left and right in the same axes."""

ROW = math.sqrt(3) / 2
"""How far apart rows of hexagons or triangles are: the height of a triangle with sides of 1."""


LINES = (
    ("rows", (1, 0)),
    ("falling", (0, 1)),
    ("rising", (1, 1)),
)
"""The lines of hexagons or triangles in their three directions, with what is the same on each."""


class Hexagonal(Lattice):
    """Hexagons in rows, each second row half a cell further right.

    ::

         0,0  0,1  0,2
           1,0  1,1  1,2        a point of each hexagon shows up
         2,0  2,1  2,2

    The axes of centres run to the lower right and to the right ("axial coordinates").
    """

    name = "hexagonal"
    cells = "hexagons"
    forms = "polyhexes"
    turns = (SIXTH_TURN,)
    mirror = MIRROR
    moves = ((1, 0), (0, 1))
    colourings = (
        *in_turn(LINES, 2),
        Scheme.of("threes", (1, 2), 3),
        *in_turn(LINES, 3),
        Scheme(
            "quarters",
            (Stripes((1, 0), 2), Stripes((0, 1), 2)),
        ),
        *in_turn(LINES, 4),
        Scheme.of("sevens", (1, 3), 7),
    )

    def centre(self, place: Place) -> Vector:
        """Return the centre of the cell in a row and a column."""
        row, column = place
        return row, column - row // 2

    def place(self, centre: Vector) -> Place:
        """Return the row and the column."""
        row, right = centre
        return row, right + row // 2

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the six steps, clockwise from the upper right."""
        return ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of a hexagon 1 wide, from the top."""
        side = 1 / math.sqrt(3)
        down, right = row * ROW, column + row % 2 / 2
        near, far = down + side / 2, down + 3 * side / 2
        return (
            (down, right + 0.5),
            (near, right + 1),
            (far, right + 1),
            (down + 2 * side, right + 0.5),
            (far, right),
            (near, right),
        )
