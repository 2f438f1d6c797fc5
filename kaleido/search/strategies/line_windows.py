"""Windows for lines of four, at the ends of runs of open cells or where edges cover them."""

from collections.abc import Iterator

from kaleido.model.grid import Grid, bits
from kaleido.model.sides import Sides
from kaleido.search.found import Window
from kaleido.search.strategies.survey import Island
from kaleido.search.strategies.windows import LINE_EDGES, LINES, window_cells


def line_windows(sides: Sides, island: Island, where: str = "ends") -> Iterator[Window]:
    """Yield the windows for lines of four in an island.

    They lie at the start and at the end of a run of open cells, with at least five edges; a run of
    four has two that are the same. If `where` is "covered", they lie wherever edges cover a whole
    long side and an end.
    """
    grid = sides.grid
    level, upright = (sides.above, sides.below), (sides.left, sides.right)
    for shape in LINES:
        is_level = shape == (1, 4)
        step = 1 if is_level else grid.cols
        long, short = (level, upright) if is_level else (upright, level)
        for first in _starts(grid, island.mask, is_level=is_level, at_ends=where == "ends"):
            corner = divmod(first, grid.cols)
            four = window_cells(grid, shape, corner)
            edges = sides.count(four)
            is_covered = any(not four & ~side for side in long) and (
                short[0] >> first & 1 or short[1] >> first + 3 * step & 1
            )
            if is_covered if where == "covered" else edges >= LINE_EDGES:
                yield Window(shape, corner, 4, edges)


def _starts(grid: Grid, cells: int, *, is_level: bool, at_ends: bool) -> Iterator[int]:
    """Yield the first cell of every four cells in a line, line by line.

    With `at_ends`, those at the start and at the end of each run of cells alone, which are the same
    where the run is four cells long.
    """
    step, edge = (1, grid.first_col) if is_level else (grid.cols, 0)

    def before(some: int) -> int:
        return (some & ~edge) >> step

    fours = cells & before(cells & before(cells & before(cells)))
    starts, ends = fours & ~(cells << step & ~edge), fours & ~before(fours)
    firsts = bits(starts | ends if at_ends else fours)
    for first in firsts if is_level else sorted(firsts, key=lambda cell: cell % grid.cols):
        yield first
        if at_ends and starts & ends & 1 << first:
            yield first
