"""The lattice of hexagons."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from types import MappingProxyType

from kaleido.base.errors import PatternError
from kaleido.base.text import quote
from kaleido.model.lattices.lattice import (
    Characters,
    Lattice,
    Place,
    Point,
    Scheme,
    Signs,
    Stripes,
    Vector,
    box,
    in_turn,
    trimmed,
)

SIXTH_TURN = ((1, 1), (-1, 0))
"""A sixth of a turn clockwise, in axes that run to the lower right and to the right."""

MIRROR = ((1, 0), (-1, -1))  # the exchange of left and right in the same axes

ROW = math.sqrt(3) / 2
"""How far apart rows of hexagons or triangles are: the height of a triangle with sides of 1."""

LINES = (("rows", (1, 0)), ("falling", (0, 1)), ("rising", (1, 1)))
"""The lines of hexagons or triangles in their three directions, and the sum constant on each."""


def hexagon(
    numbers: tuple[int, ...], side: int = 1, kinds: tuple[int, ...] = (0,)
) -> Iterator[Vector]:
    """Yield the centres in a hexagon, of cells that lie so far apart and of some kinds of rows."""
    reach = side * numbers[0]
    for down, right in product(range(1 - reach, reach), repeat=2):
        if abs(down + right) < reach and down % side in kinds and (down - right) % side == 0:
            yield down, right


def _triangle(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for down in range(numbers[0]):
        for right in range(-down, 1):
            yield down, right


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
        Scheme("quarters", (Stripes((1, 0), 2), Stripes((0, 1), 2))),
        *in_turn(LINES, 4),
        Scheme.of("sevens", (1, 3), 7),
    )
    boards = MappingProxyType(
        {
            "6x6 rhombus": box,
            "6x6 parallelogram": box,
            "hexagon 3": hexagon,
            "triangle 5": _triangle,
        }
    )
    shape_names = MappingProxyType(
        {
            "####": "bar",
            "###/..#": "worm",
            "###/#..": "pistol",
            "#./##/#.": "propeller",
            "#.#/##.": "arch",
            "##/##": "bee",
            "##./.##": "wave",
        }
    )
    signs = Signs(("●",), ("○",), (" ",), " "), Signs(("o",), ("+",), (" ",), " ")

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
        side, right = 1 / math.sqrt(3), column + row % 2 / 2
        top, near, far, bottom = (row * ROW + part * side / 2 for part in (0, 1, 3, 4))
        middle, end = right + 0.5, right + 1
        return (top, middle), (near, end), (far, end), (bottom, middle), (far, right), (near, right)

    def characters(self, row: int, column: int) -> Characters:
        r"""Return the characters of a hexagon, whose sides are those of its neighbours, too.

        ::

             / \ / \
            | a | b |
             \ / \ / \
              | c | d |
        """
        line, left = 2 * row + 1, 4 * column + row % 2 * 2
        sides = (
            (((line - 1, left + 3), "\\"),),
            (((line, left + 4), "|"),),
            (((line + 1, left + 3), "/"),),
            (((line + 1, left + 1), "\\"),),
            (((line, left), "|"),),
            (((line - 1, left + 1), "/"),),
        )
        letters = ((line, left + 1), (line, left + 2), (line, left + 3))
        inside = ((line - 1, left + 2), *letters, (line + 1, left + 2))
        return Characters(letters[0], 3, letters[0], inside, sides)

    def read_rows(self, lines: Sequence[str], first: str | None) -> Sequence[str]:
        """Return the rows of letters, of a drawing with blanks between the hexagons as well."""
        if any(" " in line.rstrip() for line in lines):
            return _from_offsets([row for line in lines for row in line.split("/")])
        return super().read_rows(lines, first)

    def write_rows(self, rows: Sequence[str]) -> list[str]:
        """Return lines with blanks between the hexagons, every second one further right."""
        return [" " * (number % 2) + " ".join(row) for number, row in enumerate(rows)]


def _from_offsets(lines: Sequence[str]) -> list[str]:
    """Return the rows of hexagons drawn with blanks between them."""
    starts = []
    for number, line in enumerate(lines):
        places = {place % 2 for place, letter in enumerate(line) if letter != " "}
        if not places:
            raise PatternError(f"row {number + 1} {quote(line)} has no cells")
        if len(places) > 1:
            raise PatternError(
                f"row {number + 1} {quote(line)} has cells side by side: expected a blank between "
                "the hexagons of each row"
            )
        starts.append((places.pop() + number) % 2)
        if starts[-1] != starts[0]:
            raise PatternError(
                f"row {number + 1} {quote(line)} does not lie half a cell beside the row above: "
                "expected one blank more or less before it"
            )
    # In the first row, hexagons stand at even places.
    moved = [" " * starts[0] + line for line in lines]
    return trimmed([line[number % 2 :: 2] for number, line in enumerate(moved)], 1)
