"""Where the cells of a board and their sides lie in its picture, on any lattice.

Layers of a board in space stand side by side, the lowest first, each drawn as from above.
"""

from collections.abc import Iterator
from math import dist
from typing import NamedTuple

from kaleido.draw.look import Loop, Point
from kaleido.lattices import SQUARE
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattice_grid import LatticeGrid

LAYER_GAP = 1
"""The space between layers, in cells."""

CAPTION = 0.8
"""The height of the captions below layers, in cells."""


class Line(NamedTuple):
    """A side of a cell, as a line with a cell on either side: None off the drawing."""

    ends: Loop
    cells: tuple[Cell | None, Cell | None]


def layers(grid: Grid) -> int:
    """Return how many layers a board has: 1 in the plane."""
    return grid.layers if isinstance(grid, LatticeGrid) else 1


def offset(grid: Grid, cell: Cell) -> Cell:
    """Return by how many rows and columns the layer of a cell is moved in the picture."""
    if layers(grid) == 1:
        return 0, 0
    depth = grid.rows // layers(grid)
    layer = cell[0] // depth
    return -layer * depth, layer * (grid.cols + LAYER_GAP)


def corners(grid: Grid, cell: Cell) -> Loop:
    """Return the corners of a cell in the picture, clockwise.

    Examples
    --------
    >>> corners(Grid(2, 2), (0, 1))
    ((0, 1), (0, 2), (1, 2), (1, 1))
    """
    down, right = offset(grid, cell)
    return grid.lattice.corners(cell[0] + down, cell[1] + right)


def centre(grid: Grid, cell: Cell) -> Point:
    """Return the middle of a cell in the picture."""
    return middle(corners(grid, cell))


def middle(loop: Loop) -> Point:
    """Return the middle of the corners of a polygon."""
    rows, cols = zip(*loop, strict=True)
    return sum(rows) / len(rows), sum(cols) / len(cols)


def inradius(loop: Loop) -> float:
    """Return about the radius of the circle in a regular polygon: 0.5 for squares.

    Examples
    --------
    >>> inradius(corners(Grid(1, 1), (0, 0)))
    0.5
    """
    centre = middle(loop)
    return min(dist(centre, middle((loop[place - 1], loop[place]))) for place in range(len(loop)))


def is_upright(grid: Grid) -> bool:
    """Return whether all sides of cells are level or upright."""
    return grid.lattice == SQUARE or not grid.lattice.is_flat


def picture_size(grid: Grid) -> tuple[float, float]:
    """Return the height and the width of the picture of a board without labels around it.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> picture_size(Grid(2, 3))
    (2, 3)
    >>> picture_size(LatticeGrid(6, 3, on=find_lattice("cubic"), layers=2))
    (3.8, 7)
    """
    many = layers(grid)
    if many > 1:
        return grid.rows // many + CAPTION, many * (grid.cols + LAYER_GAP) - LAYER_GAP
    if not isinstance(grid, LatticeGrid):
        return grid.rows, grid.cols
    points = [point for cell in grid.cells(grid.all_cells) for point in corners(grid, cell)]
    height, width = map(max, zip(*points, strict=True))
    return height, width


def beyond(grid: Grid, cell: Cell) -> tuple[Cell | None, ...]:
    """Return the cell on the other side of each side of a cell; across no seam."""
    if not isinstance(grid, LatticeGrid):
        row, col = cell
        near = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
        return tuple(
            (down, right) if 0 <= down < grid.rows and 0 <= right < grid.cols else None
            for down, right in near
        )
    drawn = len(corners(grid, cell))
    across = grid.touching[cell[0] * grid.cols + cell[1]][:drawn]
    return tuple(None if other < 0 else divmod(other, grid.cols) for other in across)


def lines(grid: Grid, edges: int) -> Iterator[Line]:
    """Yield a set of edges as lines; sides between layers have none."""
    if not isinstance(grid, LatticeGrid):
        for row, col, is_level in grid.sides(edges):
            before = (row - 1, col) if is_level else (row, col - 1)
            end = (row, col + 1) if is_level else (row + 1, col)
            yield Line(((row, col), end), (before, (row, col)))
        return
    for cell, side in grid.sides_of(edges):
        loop = corners(grid, cell)
        if side < len(loop):
            ends = loop[side], loop[(side + 1) % len(loop)]
            yield Line((min(ends), max(ends)), (cell, beyond(grid, cell)[side]))


def sides(grid: Grid, edges: int) -> Iterator[Loop]:
    """Yield a set of edges as lines from one corner to another."""
    for line in lines(grid, edges):
        yield line.ends
