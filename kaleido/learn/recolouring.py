"""Other colours for placements: the pieces stay where they are and show other sides."""

from collections.abc import Iterable, Iterator
from random import Random

from kaleido.model.classic import CLASSIC
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLS, ROWS, Pattern
from kaleido.model.piece import Orientation
from kaleido.model.placement import Placement

Colours = dict[Cell, str]


def recolour(
    placements: Iterable[Placement],
    rng: Random,
    *,
    fronts: bool = False,
    ground: Colours | None = None,
) -> Colours:
    """Return the colours of random orientations of classic pieces that cover the same cells.

    Where a ground is given, its black cells stay black and all others coloured; pieces that cannot
    show that are left out.
    """
    colours: Colours = {}
    for placement in placements:
        cells = sorted(placement.cells)
        choices = list(_colourings(placement, fronts=fronts))
        if ground is not None:
            black = [ground[cell] == "x" for cell in cells]
            choices = [each for each in choices if [letter == "x" for letter in each] == black]
        if choices:
            colours |= dict(zip(cells, rng.choice(choices), strict=True))
    return colours


def _colourings(placement: Placement, *, fronts: bool) -> Iterator[str]:
    """Yield the letters, in reading order, that a piece can show on its cells."""
    shape = Orientation.of((cell, "") for cell in placement.cells).cells
    for face in CLASSIC[placement.piece].faces:
        if face.name == "front" or not fronts:
            for orientation in face.orientations:
                if orientation.cells == shape:
                    yield orientation.colours


def nearest_first(placements: Iterable[Placement], centre: Cell) -> list[Placement]:
    """Sort placements by their distance from a cell, in steps along rows and columns."""

    def distance(placement: Placement) -> int:
        return min(abs(row - centre[0]) + abs(col - centre[1]) for row, col in placement.cells)

    return sorted(placements, key=distance)


def colours_of(pattern: Pattern) -> Colours:
    """Return the letter of every cell of a pattern."""
    return {(row, col): pattern.rows[row][col] for row in range(ROWS) for col in range(COLS)}


def pattern_of(colours: Colours) -> Pattern:
    """Return the pattern whose cells have these letters."""
    rows = ("".join(colours[row, col] for col in range(COLS)) for row in range(ROWS))
    return Pattern("/".join(rows))
