"""The lattice of triangles, and that of triangular prisms in layers."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from kaleido.base.errors import PatternError
from kaleido.base.text import quote
from kaleido.model.lattices.hexagonal import LINES, MIRROR, ROW, SIXTH_TURN, hexagon
from kaleido.model.lattices.lattice import (
    HOLE,
    PLAIN,
    Characters,
    Lattice,
    Matrix,
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

_UP = ((-1, 2), (2, -1), (-1, -1))

_HEIGHT = 2**0.25  # of prisms: its square is not rational, as those of distances in a layer are


def _rhombus(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for row, column in box(numbers):
        yield 3 * row + 1, 3 * column + 1
        yield 3 * row + 2, 3 * column + 2


def _triangle(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for down in range(3 * numbers[0]):
        for right in range(1 - down, 0):
            if down % 3 and (down - right) % 3 == 0:
                yield down, right


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
        *(Scheme.of(f"{name}-points", weights, 6) for name, weights in LINES),
        *in_turn(LINES, 3, 3),
        Scheme("quarters", (Stripes((1, 0), 6, 3), Stripes((0, 1), 6, 3))),
    )
    points = ("up", "down")
    boards = MappingProxyType(
        {
            "6x6 rhombus": _rhombus,
            "6x6 parallelogram": _rhombus,
            "hexagon 3": lambda numbers: hexagon(numbers, 3, (1, 2)),
            "triangle 5": _triangle,
        }
    )
    shape_names = MappingProxyType(
        {
            "######": "bar",
            "#####/#....": "crook",
            "#####/..#..": "crown",
            ".#####/..#...": "sphinx",
            "###../..###": "snake",
            "####/#.#.": "yacht",
            ".####./....##": "chevron",
            "####/..##": "signpost",
            "####/.##.": "lobster",
            "####/##..": "hook",
            "###/###": "hexagon",
            ".###/.###": "butterfly",
        }
    )
    signs = Signs(("▲", "▼"), ("△", "▽"), (" ",)), Signs(("A", "V"), ("a", "v"), (" ",))

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

    def characters(self, row: int, column: int) -> Characters:
        r"""Return the characters of a triangle, whose sides are those of its neighbours, too.

        ::

               /\    ______
              / a\  \    /
             /____\  \b /
                      \/
        """
        top, left, is_down = 3 * row + 1, 3 * column, self.points_down((row, column))
        wide, level = (top, top - 1) if is_down else (top + 2, top + 2)
        falls = tuple(((top + line, left + line + 3 * (not is_down)), "\\") for line in range(3))
        rises = tuple(((top + line, left + 2 - line + 3 * is_down), "/") for line in range(3))
        flat = tuple(((level, left + place), "_") for place in range(6))
        # Of a triangle that points down, the sides are the upper, the right and the left one; of
        # one that points up, the right, the lower and the left one.
        sides = (flat, rises, falls) if is_down else (falls, flat, rises)
        letters = ((top + 1, left + 2), (top + 1, left + 3))
        inside = (*((wide, left + place) for place in range(1, 5)), *letters)
        return Characters(letters[0], 2, (wide, left + 1), inside, sides)

    def read_rows(self, lines: Sequence[str], first: str | None) -> Sequence[str]:
        r"""Return the rows of letters, of a drawing of sides such as ``/\/\`` as well."""
        text = "".join(lines)
        if "\\" in text and not set(text) - set("/\\ ."):
            return _from_slashes(lines, first)
        rows = super().read_rows(lines, first)
        return [HOLE * (first == self.points[1]) + row for row in rows]


def _from_slashes(lines: Sequence[str], first: str | None) -> list[str]:
    """Return the rows of triangles drawn by their sides: a pair of slashes is a triangle."""
    kinds: dict[int, tuple[int, int]] = {}
    rows = []
    for number, line in enumerate(lines):
        row = ""
        for place, sign in enumerate(line):
            before, after = f" {line} "[place], f" {line} "[place + 2]
            row += " "
            if sign in "/\\" and after == sign:
                raise PatternError(
                    f"row {number + 1} {quote(line)} has two equal slashes side by side: expected "
                    "/\\ for a triangle that points up, \\/ for one that points down"
                )
            if sign in "/\\" and after in "/\\":
                row = row[:-1] + PLAIN
                kinds.setdefault((number + place + (sign == "\\")) % 2, (number, place))
            elif sign in "/\\" and before not in "/\\":
                raise PatternError(
                    f"row {number + 1} {quote(line)} has a slash alone at column {place + 1}: "
                    "expected two for each triangle"
                )
        rows.append(row)
    if len(kinds) > 1:
        number, place = max(kinds.values())
        raise PatternError(
            f"the triangle at row {number + 1}, column {place + 1} of {quote(lines[number])} "
            "points the wrong way: triangles side by side point up and down in turn"
        )
    # Up in the first row and column.
    drawn = trimmed([" " * next(iter(kinds)) + row for row in rows], 2)
    points = "down" if "/".join(drawn).index(PLAIN) % 2 else "up"
    if first and points != first:
        raise PatternError(
            f"first: {quote(first)}: the first triangle of {quote(lines[0])} points {points}"
        )
    return drawn


def _upright(matrix: Matrix, up: int = 1) -> Matrix:
    """Return a symmetry of triangles as one of prisms, which may turn them over."""
    return ((up, 0, 0), *((0, *row) for row in matrix))


class Prisms(Lattice):
    """Triangular prisms in layers of triangles; the first layer is at the bottom."""

    name = "prisms"
    cells = "triangular prisms"
    forms = "polyprisms"
    turns = (_upright(SIXTH_TURN), _upright(MIRROR, -1))
    mirror = _upright(MIRROR)
    moves = ((1, 0, 0), (0, 3, 0), (0, 0, 3))
    colourings = (Scheme.of("points", (0, 1, 0), 3), Scheme.of("layers", (1, 0, 0), 2))
    signs = Triangular.signs
    _layer = Triangular()

    def centre(self, place: Place) -> Vector:
        """Return the layer, and the centre of the triangle in it."""
        return (place[0], *self._layer.centre(place[1:]))

    def place(self, centre: Vector) -> Place:
        """Return the layer, the row and the column."""
        return (centre[0], *self._layer.place(centre[1:]))

    def steps(self, centre: Vector) -> tuple[Vector, ...]:
        """Return the three steps in the layer, clockwise, and those up and down."""
        own = ((0, *step) for step in self._layer.steps(centre[1:]))
        return (*own, (1, 0, 0), (-1, 0, 0))

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """Return the corners of the triangle."""
        return self._layer.corners(row, column)

    def point(self, place: Place) -> tuple[float, ...]:
        """Return the middle of a prism with sides of 1."""
        return (*self._layer.point(place[1:]), _HEIGHT * (place[0] + 0.5))
