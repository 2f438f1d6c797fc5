"""The lattice of triangles."""

from kaleido.lattices.hexagonal import LINES, MIRROR, ROW, SIXTH_TURN
from kaleido.lattices.lattice import Lattice, Place, Point, Vector
from kaleido.lattices.scheme import Scheme, Stripes, in_turn

_UP = ((-1, 2), (2, -1), (-1, -1))


class Triangular(Lattice):
    r"""Triangles in rows, pointing up and down in turn.

    The triangle in the first row and the first column points up, and so do all whose row and
    column are both even or both odd, counted from 0::

         /\    /\  /\
        /__\  /  \/  \      0,0; 0,0, 0,1 and 0,2, of which 0,1 points down

    The axes of centres run to the lower right and to the right, in thirds of a side.
    """

    name = "triangular"
    cells = "triangles"
    forms = "polyiamonds"
    turns = (SIXTH_TURN,)
    mirror = MIRROR
    moves = ((3, 0), (0, 3))
    colourings = (
        Scheme.of("points", (1, 0), 3),
        *in_turn(LINES, 2, 3),
        *(
            Scheme.of(
                f"{name}-points",
                weights,
                6,
            )
            for name, weights in LINES
        ),
        *in_turn(LINES, 3, 3),
        Scheme(
            "quarters",
            (Stripes((1, 0), 6, 3), Stripes((0, 1), 6, 3)),
        ),
    )

    def centre(self, place: Place) -> Vector:
        """Return the centre of the cell in a row and a column."""
        row, column = place
        down = 3 * row + (1 if self.points_down(place) else 2)
        return down, (3 * column - down) // 2

    def place(self, centre: Vector) -> Place:
        """Return the row and the column."""
        down, right = centre
        return down // 3, (2 * right + down) // 3

    @staticmethod
    def points_down(place: Place) -> bool:
        """Return whether the triangle at a place points down."""
        return sum(place) % 2 == 1

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the three steps, clockwise from the right of the upper corner or side."""
        if centre[0] % 3 == 2:
            return _UP
        # The upper side of a triangle that points down comes first.
        (a, b), (c, d), (e, f) = _UP
        return ((-c, -d), (-e, -f), (-a, -b))

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of a triangle with sides of 1, from the top."""
        top, bottom, left = row * ROW, (row + 1) * ROW, column / 2
        if self.points_down((row, column)):
            return ((top, left), (top, left + 1), (bottom, left + 0.5))
        return ((top, left + 0.5), (bottom, left + 1), (bottom, left))
