"""The board as a lattice: cells and unit edges numbered, so that sets of them are ints.

A set of cells is an int whose bit ``row * cols + col`` stands for a cell. A set of unit
edges is an int too: first the horizontal edges, ``(rows + 1) * cols`` of them, each *above*
its cell, then the vertical ones, ``rows * (cols + 1)``, each *left of* its cell::

        0     1
      +---+ +---+        bit of the edge above (row, col):
    H | 0 | | 1 | V          row * cols + col
      +---+ +---+        bit of the edge left of (row, col):
                             (rows + 1) * cols + row * (cols + 1) + col
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

Cell = tuple[int, int]


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits of `mask`, lowest first.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class Grid:
    """A rectangle of ``rows × cols`` cells.

    Parameters
    ----------
    rows, cols : int
        Its size in cells.

    Examples
    --------
    >>> grid = Grid(2, 3)
    >>> grid.cell_bits([(0, 0), (1, 2)])
    33
    >>> list(grid.cells(33))
    [(0, 0), (1, 2)]
    >>> grid.frame.bit_count()
    10
    """

    rows: int
    cols: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    def cell_bits(self, cells: Iterable[Cell]) -> int:
        """Give the set of `cells` as an int."""
        mask = 0
        for row, col in cells:
            mask |= 1 << row * self.cols + col
        return mask

    def cells(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a set as (row, col), in reading order."""
        for bit in bits(mask):
            yield divmod(bit, self.cols)

    def above(self, row: int, col: int) -> int:
        """Bit number of the edge above a cell; `row` may be `rows`, for the frame's foot."""
        return row * self.cols + col

    def left_of(self, row: int, col: int) -> int:
        """Bit number of the edge left of a cell; `col` may be `cols`, for the frame's end."""
        return (self.rows + 1) * self.cols + row * (self.cols + 1) + col

    def border(self, cells: Iterable[Cell]) -> int:
        """Give the unit edges around a set of cells: those with one side in it, as an int."""
        edges = 0
        for row, col in cells:
            # An edge met from both sides lies inside and cancels out.
            edges ^= 1 << self.above(row, col) | 1 << self.above(row + 1, col)
            edges ^= 1 << self.left_of(row, col) | 1 << self.left_of(row, col + 1)
        return edges

    @property
    def all_cells(self) -> int:
        """The set of all cells, as an int."""
        return (1 << self.size) - 1

    @cached_property
    def frame(self) -> int:
        """The unit edges around the whole board, as an int."""
        return self.border((row, col) for row in range(self.rows) for col in range(self.cols))
