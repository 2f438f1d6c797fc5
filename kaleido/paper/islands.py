"""The coloured grid of a board: its islands, which `kaleido.model.edges` finds, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.model.edges import find_islands
from kaleido.model.grid import Grid, need_squares
from kaleido.paper.edges import Sides
from kaleido.paper.progression import Sizes, alternatives
from kaleido.search.problem import Problem
from kaleido.search.strategies import FOR_SQUARES

SMALL = 4
"""Islands of at most this many cells are filled before all others."""

SMALL_PART = 3
"""Smaller parts of a split island do not count as splits if pieces left can fill them."""


class BoundingBox(NamedTuple):
    """A rectangle of cells: its first row and column, and how many it has of both."""

    top: int
    left: int
    height: int
    width: int

    @classmethod
    def around(cls, grid: Grid, cells: int) -> BoundingBox:
        """Return the bounding box of a set of cells."""
        rows, cols = zip(*grid.cells(cells), strict=True)
        top, left = rows[0], min(cols)
        return cls(top, left, rows[-1] - top + 1, max(cols) - left + 1)


class Island(NamedTuple):
    """An island as it was found: its cells, in the numbering of `Grid`, and the box around them."""

    cells: int
    box: BoundingBox

    @classmethod
    def of(cls, grid: Grid, cells: int) -> Island:
        """Return the island of a set of cells."""
        return cls(cells, BoundingBox.around(grid, cells))

    @property
    def size(self) -> int:
        """The number of its cells."""
        return self.cells.bit_count()

    @property
    def density(self) -> float:
        """The share of its box that its cells fill, rounded to two decimals."""
        return round(self.size / (self.box.height * self.box.width), 2)


def in_order(islands: Iterable[Island]) -> tuple[Island, ...]:
    """Return islands in the order in which they are filled, from those in reading order.

    Those of at most four cells come first, by size; the others follow by density, the least dense
    first, and of equal density the smaller first. Equal ones keep the reading order.
    """

    def turn(island: Island) -> tuple[float, ...]:
        is_large = island.size > SMALL
        return is_large, island.density * is_large, island.size

    return tuple(sorted(islands, key=turn))


def count_splits(grid: Grid, cells: int, placed: int, left: Sizes) -> int:
    """Return how many additional parts a placement splits the open cells of an island into.

    A part of fewer than three cells that pieces left, given by size, can fill does not count.
    """
    rest = cells & ~placed
    sizes = [part.bit_count() for part in grid.regions(rest, rest)]
    harmless = sum(size < SMALL_PART and bool(alternatives(size, left)) for size in sizes)
    return max(len(sizes) - 1 - harmless, 0)


@checked_arguments
class ColouredGrid:
    """The facts about a board that are computed once, before the first move.

    Its `sides` are the frame and the implied edges, the `islands` that they leave are in the order
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
        self.islands = in_order(Island.of(grid, cells) for cells in self._find(problem))

    def _find(self, problem: Problem) -> tuple[int, ...]:
        return find_islands(problem.grid, problem.implied, problem.pattern.mask)

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
