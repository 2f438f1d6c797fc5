"""Cells of a lattice laid out as a drawing of rows, or of layers of rows; boards turned."""

from collections.abc import Iterable, Iterator

from kaleido.errors import PatternError
from kaleido.lattices import Lattice
from kaleido.lattices.lattice import Place, Vector, group, images
from kaleido.model.board_text import HOLE, LAYER, MAX_CELLS, PLAIN
from kaleido.model.grid import Cell, Grid

Laid = tuple[tuple[Cell, ...], str, int]
"""Cells in reading order, the letter of each, and how many rows a layer has; 0 if there is one."""

Lettered = list[tuple[Vector, str]]
"""The centres of cells with their letters."""


def lay_out(lattice: Lattice, lettered: Iterable[tuple[Vector, str]]) -> Laid:
    """Lay out cells with letters, given by their centres, in the corner of a drawing.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> lay_out(find_lattice("cubic"), [((2, 2, 3), "b"), ((1, 2, 2), "a")])
    (((0, 0), (1, 1)), 'ab', 1)
    """
    letters = dict(lettered)
    places = map(lattice.place, lattice.pushed(letters))
    ordered = sorted(zip(places, letters.values(), strict=True))
    drawn = "".join(letter for _, letter in ordered)
    if lattice.is_flat:
        return tuple((row, col) for (row, col), _ in ordered), drawn, 0
    depth = 1 + max(row for (_, row, _), _ in ordered)
    return tuple((layer * depth + row, col) for (layer, row, col), _ in ordered), drawn, depth


def drawing(cells: Iterable[Cell], letters: str, depth: int = 0) -> str:
    """Return the drawing of cells in the corner: ``/`` starts a row, ``//`` a layer.

    Examples
    --------
    >>> drawing([(0, 0), (1, 1)], "ab"), drawing([(0, 0), (1, 1)], "ab", 1)
    ('a./.b', 'a.//.b')
    """
    drawn = dict(zip(cells, letters, strict=True))
    width = 1 + max(col for _, col in drawn)
    height = 1 + max(row for row, _ in drawn)
    height += -height % (depth or 1)
    rows = ["".join(drawn.get((row, col), HOLE) for col in range(width)) for row in range(height)]
    layers = [rows[start : start + depth] for start in range(0, height, depth)] if depth else [rows]
    return LAYER.join(map("/".join, layers))


def read_places(lattice: Lattice, text: str) -> Iterator[tuple[Place, str]]:
    """Yield the places of the letters of a drawing, holes left out."""
    for layer, lines in enumerate([text] if lattice.is_flat else text.split(LAYER)):
        for row, line in enumerate(lines.split("/")):
            for col, letter in enumerate(line):
                if letter != HOLE:
                    yield ((row, col) if lattice.is_flat else (layer, row, col)), letter


def turned(grid: Grid, letters: str, turns: int) -> str:
    """Return the drawing of a board after so many of the least turns, clockwise.

    The board is given by the letter of each cell of its grid, holes included.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> turned(Grid(1, 3, lattice=find_lattice("hexagonal")), "abc", 1)
    'a./b./.c'
    """
    return drawing(*_laid(grid, _lettered(grid, letters), turns))


def check_turns(grid: Grid, letters: str) -> None:
    """Raise PatternError if a turn of a board needs a larger drawing than boards may have.

    A row of hexagons is a slope when it is turned, whose rectangle is mostly holes.
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
    rows = {0, grid.depth - 1, grid.rows - grid.depth, grid.rows - 1}
    return [
        (grid.centres[row * grid.cols + col], PLAIN) for row in rows for col in {0, grid.cols - 1}
    ]


def _box(laid: Laid) -> tuple[int, int, int]:
    """Return how many layers, rows and columns a drawing takes."""
    cells, _, depth = laid
    height, width = (1 + max(numbers) for numbers in zip(*cells, strict=True))
    return (-(-height // depth), depth, width) if depth else (1, height, width)


def _laid(grid: Grid, lettered: Lettered, turns: int) -> Laid:
    lattice = grid.lattice
    for _ in range(turns % len(lattice.rotations)):
        centres, drawn = zip(*lettered, strict=True)
        lettered = list(zip(images(lattice.turns[0], centres), drawn, strict=True))
    return lay_out(lattice, lettered)
