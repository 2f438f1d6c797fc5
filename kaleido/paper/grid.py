"""The coloured grid: a board with its implied edges and the islands between them."""

from __future__ import annotations

from collections.abc import Iterator

from kaleido.model.edges import find_islands
from kaleido.model.grid import need_squares
from kaleido.paper.edges import Sides
from kaleido.paper.islands import Island, in_order
from kaleido.search.problem import Problem
from kaleido.search.strategies import FOR_SQUARES


class ColouredGrid:
    """The facts about a board that are computed once, before the first move.

    Its `sides` are the frame and the implied edges, the `islands` that they leave come in the order
    in which they are filled. Raises an `OptionError` if the cells are not squares.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> grid = ColouredGrid(Problem(named_pattern("car")))
    >>> [island.size for island in grid.islands]
    [4, 4, 4, 4, 16, 16, 8, 8]
    """

    def __init__(self, problem: Problem) -> None:
        need_squares(problem.grid, FOR_SQUARES)
        self._grid = grid = problem.grid
        self.sides = Sides.of(grid, problem.implied)
        found = find_islands(grid, problem.implied, problem.pattern.mask)
        self.islands = in_order(Island.of(grid, cells) for cells in found)

    def island_of(self, cells: int) -> int:
        """Return the number of the island in which some cells lie."""
        return next(number for number, island in enumerate(self.islands) if island.cells & cells)

    def lines(self, island: Island) -> Iterator[tuple[int, int]]:
        """Yield the lines of an island that spans the board: homes of the wand.

        A line is a row or a column of the island's box, rows first, whose cells all belong to the
        island. If the box spans the board only the other way, the line is too short. Each comes
        as its length and the set of its cells.
        """
        grid, (top, left, height, width) = self._grid, island.box
        if width < grid.cols and height < grid.rows:
            return
        lines = [(width, grid.rectangle((1, width), (top + down, left))) for down in range(height)]
        lines += [(height, grid.rectangle((height, 1), (top, left + n))) for n in range(width)]
        yield from ((length, line) for length, line in lines if not line & ~island.cells)
