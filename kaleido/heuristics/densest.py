"""The densest windows of an island, in edges per cell: what heuristics and heat maps look at."""

from collections.abc import Sequence

from kaleido.model.grid import Grid
from kaleido.paper.edges import Sides
from kaleido.paper.windows import LINE_EDGES, LINES, Shape
from kaleido.search.found import Window


def densest_windows(
    grid: Grid, sides: Sides, cells: int, size: int, blocks: Sequence[Shape]
) -> list[Window]:
    """Return the windows that can hold a piece of a size in an island, densest first.

    The densest have the most edges per cell. Other windows than `blocks` are for lines of four,
    and hold at least five edges.

    Examples
    --------
    >>> from kaleido.model import SquareGrid
    >>> grid = SquareGrid(8, 8)
    >>> blocks = ((2, 3), (3, 2))
    >>> windows = densest_windows(grid, Sides.of(grid, grid.frame), grid.all_cells, 4, blocks)
    >>> len(windows), windows[0].corner, windows[0].edges
    (92, (0, 0), 5)
    """
    found = []
    for shape in (*blocks, *(LINES if size == 4 else ())):
        for row in range(grid.rows - shape[0] + 1):
            for col in range(grid.cols - shape[1] + 1):
                inside = grid.rectangle(shape, (row, col)) & cells
                count, edges = inside.bit_count(), sides.count(inside)
                if count >= size and (shape in blocks or edges >= LINE_EDGES):
                    found.append(Window(shape, (row, col), count, edges))
    return sorted(found, key=lambda window: -window.density)
