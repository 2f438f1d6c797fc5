"""Cells of a lattice laid out as a drawing of rows, or of layers of rows; boards turned."""

from collections.abc import Iterable, Iterator

from kaleido.base.errors import PatternError
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import (
    HOLE,
    LAYER,
    MAX_CELLS,
    PLAIN,
    Place,
    Vector,
    group,
    images,
)

Lettered = list[tuple[Vector, str]]  # the centres of cells with their letters


def lay_out(
    lattice: Lattice, lettered: Iterable[tuple[Vector, str]]
) -> tuple[tuple[Cell, ...], str, int]:
    """Lay out cells with letters, given by their centres, in the corner of a drawing.

    Return the cells in reading order, their letters, and how many rows a layer has; 0 on flat
    lattices.
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
    """Return the drawing of cells in the corner: ``/`` starts a row, ``//`` a layer."""
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
    """Return the drawing of a board, given by its letters, after some of the least turns."""
    lettered = _lettered(grid, letters)
    for _ in range(turns % len(grid.lattice.rotations)):
        lettered = _turned(grid.lattice, lettered)
    return drawing(*lay_out(grid.lattice, lettered))


def check_turns(grid: Grid, letters: str, most: int = MAX_CELLS) -> None:
    """Raise PatternError if a turn of a board needs a larger drawing than boards may have.

    A row of hexagons is a slope when it is turned, whose rectangle is mostly holes.
    """
    rows = {0, grid.depth - 1, grid.rows - grid.depth, grid.rows - 1}
    corners = (row * grid.cols + col for row in rows for col in {0, grid.cols - 1})
    # The corners say how far the cells reach, except for those that start or end a row.
    reach = _boxes(grid.lattice, [(grid.centres[cell], PLAIN) for cell in corners])
    if all((each + 1) * (deep + 2) * (wide + 2) <= most for each, deep, wide in reach):
        return
    for layers, depth, width in _boxes(grid.lattice, _lettered(grid, letters)):
        if layers * depth * width > most:
            raise PatternError(
                f"turned, the board has {layers * depth} × {width} cells, holes included, "
                f"expected at most {most:,}"
            )


def _boxes(lattice: Lattice, lettered: Lettered) -> Iterator[tuple[int, int, int]]:
    """Yield how many layers, rows and columns a drawing takes after each of its turns."""
    for _ in group(lattice.turns[:1], lattice.dimensions)[1:]:
        lettered = _turned(lattice, lettered)
        cells, _, depth = lay_out(lattice, lettered)
        height, width = (1 + max(numbers) for numbers in zip(*cells, strict=True))
        yield -(-height // (depth or height)), depth or height, width


def _lettered(grid: Grid, letters: str) -> Lettered:
    return [(grid.centres[cell], letter) for cell, letter in enumerate(letters) if letter != HOLE]


def _turned(lattice: Lattice, lettered: Lettered) -> Lettered:
    centres, letters = zip(*lettered, strict=True)
    return list(zip(images(lattice.turns[0], centres), letters, strict=True))
