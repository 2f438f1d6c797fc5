"""Boards of squares: cells and unit edges numbered, and the symmetries of the square.

Sets of unit edges are ints, as in `Grid`, in numbers of their own: first the horizontal edges,
``(rows + 1) * cols`` of them, each *above* its cell, then the vertical ones, ``rows * (cols + 1)``,
each *left of* its cell::

        0     1
      +---+ +---+        bit of the edge above (row, col):
    H | 0 | | 1 | V          row * cols + col
      +---+ +---+        bit of the edge left of (row, col):
                             (rows + 1) * cols + row * (cols + 1) + col

All of Kaleido turns and mirrors cells, rows of text and boards of squares by `SquareSymmetry`,
except ``kaleido.model.verify``, which is independent on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import product

from kaleido.model.grid import Cell, Grid, Steps
from kaleido.model.lattices import SQUARE, Lattice
from kaleido.model.lattices.lattice import Vector


class SquareSymmetry(StrEnum):
    """One of the eight symmetries of the square, the dihedral group of order 8.

    A symmetry may exchange rows and columns, then reverse the order of the rows, then that of the
    columns. Turns are clockwise.
    """

    transposes: bool
    flips_rows: bool
    flips_cols: bool

    IDENTITY = ("identity", False, False, False)
    TURN = ("turn", True, False, True)
    HALF_TURN = ("half-turn", False, True, True)
    BACK_TURN = ("back-turn", True, True, False)
    MIRROR = ("mirror", False, False, True)
    FLIP = ("flip", False, True, False)
    DIAGONAL = ("diagonal", True, False, False)
    ANTIDIAGONAL = ("antidiagonal", True, True, True)

    def __new__(cls, name: str, *changes: bool) -> SquareSymmetry:
        """Return the member with that name, which `SquareSymmetry(name)` finds."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.transposes, member.flips_rows, member.flips_cols = changes
        return member

    def map_cell(self, row: int, col: int, rows: int = 1, cols: int = 1) -> Cell:
        """Return the image of a cell of a rectangle; without a size, cell (0, 0) stays."""
        if self.transposes:
            row, col, rows, cols = col, row, cols, rows
        down = rows - 1 - row if self.flips_rows else row
        return down, cols - 1 - col if self.flips_cols else col

    def map_rows(self, rows: Sequence[str]) -> tuple[str, ...]:
        """Return the image of a rectangle of letters, given and returned as rows."""
        if self.transposes:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        if self.flips_rows:
            rows = rows[::-1]
        return tuple(row[::-1] for row in rows) if self.flips_cols else tuple(rows)

    def permutation(self, rows: int, cols: int) -> tuple[int, ...]:
        """Return the new number of each cell of a rectangle, cells numbered in reading order."""
        width = rows if self.transposes else cols
        moved = (self.map_cell(*cell, rows, cols) for cell in product(range(rows), range(cols)))
        return tuple(row * width + col for row, col in moved)


ROTATIONS = tuple(SquareSymmetry)[:4]  # the rotations by 0, 1, 2 and 3 quarter turns


_UP, _RIGHT, _DOWN, _LEFT = range(4)
"""The places of the sides around a square."""


@dataclass(frozen=True)
class SquareGrid(Grid):
    """A rectangle of ``rows × cols`` squares, a tube or a torus.

    On a tube the last row touches the first (`wraps_rows`) or the last column the first; on a torus
    both do. An edge on a seam has one number: that of the edge above row 0, or left of column 0.

    Examples
    --------
    >>> SquareGrid(2, 3).cell_bits([(0, 0), (1, 2)])
    33
    >>> SquareGrid(2, 3).frame.bit_count(), SquareGrid(2, 3, wraps_cols=True).frame.bit_count()
    (10, 6)
    """

    wraps_rows: bool = False
    wraps_cols: bool = False
    lattice: Lattice = field(default=SQUARE, kw_only=True, repr=False)

    def number_at(self, centre: Vector) -> int:
        """Return the number of the cell at (row, col), counted on around the seams; -1 for none."""
        row, col = centre
        cell = self.on_board(row, col)
        return -1 if cell is None else cell[0] * self.cols + cell[1]

    @cached_property
    def cell_sides(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of the edges above, right of, below and left of it."""
        above, left_of = self._above, self._left_of
        return tuple(
            (above(row, col), left_of(row, col + 1), above(row + 1, col), left_of(row, col))
            for row, col in self.cells(self.all_cells)
        )

    def _above(self, row: int, col: int) -> int:
        """Return the number of the edge above a cell; `row` may be `rows`, for the bottom edge."""
        return (row % self.rows if self.wraps_rows else row) * self.cols + col

    def _left_of(self, row: int, col: int) -> int:
        """Return the number of the edge left of a cell; `col` may be `cols`, for the right edge."""
        if self.wraps_cols:
            col %= self.cols
        return (self.rows + 1) * self.cols + row * (self.cols + 1) + col

    def around(self, mask: int) -> int:
        """Return the unit edges that have a set of cells on one side only, as an int."""
        level = mask ^ mask << self.cols
        if self.wraps_rows:
            level = level & self.all_cells ^ level >> self.size
        edges, line = level, (1 << self.cols) - 1
        for row in range(self.rows):
            cells = mask >> row * self.cols & line
            upright = cells ^ cells << 1
            if self.wraps_cols:
                upright = upright & line ^ upright >> self.cols
            edges |= upright << self._left_of(row, 0)
        return edges

    def sides_of(self, edges: int) -> Iterator[tuple[Cell, int]]:
        """Yield where a set of edges is drawn: the level ones first, in reading order.

        An edge on a seam lies on both sides of the board and comes twice.
        """
        for row in range(self.rows + 1):
            for col in range(self.cols):
                if edges >> self._above(row, col) & 1:
                    yield ((row, col), _UP) if row < self.rows else ((row - 1, col), _DOWN)
        for row in range(self.rows):
            for col in range(self.cols + 1):
                if edges >> self._left_of(row, col) & 1:
                    yield ((row, col), _LEFT) if col < self.cols else ((row, col - 1), _RIGHT)

    def cells_at(self, edges: int, side: int) -> int:
        """Return the cells that have one of some edges above, right of, below or left of them."""
        line, last = (1 << self.cols) - 1, self.cols - 1
        if side == _UP:
            return edges & self.all_cells
        if side == _DOWN:
            # An edge on a seam has the number of the side above row 0.
            seam = (edges & line) << self.size if self.wraps_rows else 0
            return (edges | seam) >> self.cols & self.all_cells
        cells = 0
        for row in range(self.rows):
            own = edges >> self._left_of(row, 0)
            if side == _RIGHT:
                own = own >> 1 | (own & 1) << last if self.wraps_cols else own >> 1
            cells |= (own & line) << row * self.cols
        return cells

    def between(self, mask: int, other: int) -> int:
        """Return the edges between a cell of one set and a touching cell of another, as an int."""
        edges = (mask << self.cols & other | other << self.cols & mask) & self.all_cells
        if self.wraps_rows:
            last = self.size - self.cols
            edges |= mask >> last & other | other >> last & mask
        left = (mask << 1 & other | other << 1 & mask) & ~self.first_col
        if self.wraps_cols:
            last = self.cols - 1
            left |= (mask >> last & other | other >> last & mask) & self.first_col
        line, at = (1 << self.cols) - 1, self._left_of(0, 0)
        while left:
            edges |= (left & line) << at
            left >>= self.cols
            at += self.cols + 1
        return edges

    def steps(self, edges: int) -> Steps:
        """Return the steps from a cell to one that touches it which cross none of some edges."""
        cols, last = self.cols, self.size - self.cols
        up, left = self.all_cells & ~edges, self.all_cells & ~self.cells_at(edges, _LEFT)
        # These steps lead across a seam, if there is one.
        top, first = up & (1 << cols) - 1, left & self.first_col
        up, left = up ^ top, left ^ first
        found = [(-cols, up), (cols, up >> cols), (-1, left), (1, left >> 1)]
        if self.wraps_rows:
            found += [(last, top), (-last, top << last)]
        if self.wraps_cols:
            found += [(cols - 1, first), (1 - cols, first << cols - 1)]
        return tuple(found)

    @cached_property
    def _steps(self) -> Steps:
        """All steps from a cell to one that touches it."""
        return self.steps(0)

    @cached_property
    def seams(self) -> int:
        """The edges where two sides of the rectangle are joined."""
        return self.inner_edges & SquareGrid(self.rows, self.cols).frame


@lru_cache(maxsize=64)  # what a grid works out serves all boards of its size
def grid_of(lattice: Lattice, rows: int, cols: int, layers: int = 1) -> Grid:
    """Return the grid of a drawing without joined sides."""
    if lattice.is_square:
        return SquareGrid(rows, cols)
    return Grid(rows, cols, lattice=lattice, layers=layers)
