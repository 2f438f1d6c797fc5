"""Boards on lattices turned: the drawing of their cells after some turns."""

from kaleido.errors import PatternError
from kaleido.lattices.lattice import Vector, group, image
from kaleido.model.board_text import HOLE, MAX_CELLS, PLAIN
from kaleido.model.grid import Grid
from kaleido.model.layout import Laid, drawing, lay_out

Lettered = list[tuple[Vector, str]]
"""The centres of cells with their letters."""


def turned(grid: Grid, letters: str, turns: int) -> str:
    """Return the drawing of a board after so many of the least turns, clockwise.

    Parameters
    ----------
    grid : Grid
    letters : str
        The letter of each cell of the grid, holes included.
    turns : int

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> turned(Grid(1, 3, lattice=find_lattice("hexagonal")), "abc", 1)
    'a./b./.c'
    """
    return drawing(*_laid(grid, _lettered(grid, letters), turns))


def check_turns(grid: Grid, letters: str) -> None:
    """Check that no turn of a board needs a larger drawing than boards may have.

    A row of hexagons is a slope when it is turned, whose rectangle is mostly holes.

    Raises
    ------
    PatternError
        One does.
    """
    turns_around = range(1, len(group(grid.lattice.turns[:1], grid.lattice.dimensions)))
    # The corners say how far the cells reach, but for how those lie that start or end a row.
    corners = _corners(grid)
    if all(
        (layers + 1) * (depth + 2) * (width + 2) <= MAX_CELLS
        for layers, depth, width in (_box(_laid(grid, corners, turns)) for turns in turns_around)
    ):
        return
    lettered = _lettered(grid, letters)
    for turns in turns_around:
        layers, depth, width = _box(_laid(grid, lettered, turns))
        height = layers * depth
        if height * width > MAX_CELLS:
            raise PatternError(
                f"turned, the board has {height} × {width} cells, holes included, expected at "
                f"most {MAX_CELLS:,}"
            )


def _lettered(grid: Grid, letters: str) -> Lettered:
    return [(grid.centres[cell], letter) for cell, letter in enumerate(letters) if letter != HOLE]


def _corners(grid: Grid) -> Lettered:
    """Return the cells at the corners of the first and the last layer of a drawing."""
    lattice, depth = grid.lattice, grid.depth
    rows = {0, depth - 1, grid.rows - depth, grid.rows - 1}
    places = (grid.place((row, col)) for row in rows for col in {0, grid.cols - 1})
    return [(lattice.centre(place), PLAIN) for place in places]


def _box(laid: Laid) -> tuple[int, int, int]:
    """Return how many layers, rows and columns a drawing takes."""
    cells, _, depth = laid
    height, width = (1 + max(numbers) for numbers in zip(*cells, strict=True))
    return (-(-height // depth), depth, width) if depth else (1, height, width)


def _laid(grid: Grid, lettered: Lettered, turns: int) -> Laid:
    lattice = grid.lattice
    for _ in range(turns % len(lattice.rotations)):
        lettered = [(image(lattice.turns[0], centre), letter) for centre, letter in lettered]
    return lay_out(lattice, lettered)
