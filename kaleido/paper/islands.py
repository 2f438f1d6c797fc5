"""Islands in the order in which they are filled; `kaleido.model.edges` finds them by SciPy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kaleido.model.grid import Grid
from kaleido.paper.progression import Sizes, alternatives

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
