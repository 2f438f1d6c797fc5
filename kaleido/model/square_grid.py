"""Boards of squares: cells and unit edges numbered, so that sets of them are found fast.

Sets of unit edges are ints, as in `Grid`, in numbers of their own: first the horizontal edges,
``(rows + 1) * cols`` of them, each *above* its cell, then the vertical ones, ``rows * (cols + 1)``,
each *left of* its cell::

        0     1
      +---+ +---+        bit of the edge above (row, col):
    H | 0 | | 1 | V          row * cols + col
      +---+ +---+        bit of the edge left of (row, col):
                             (rows + 1) * cols + row * (cols + 1) + col
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kaleido.lattices import SQUARE, Lattice
from kaleido.model.grid import Cell, Grid, Steps

_UP, _RIGHT, _DOWN, _LEFT = range(4)
"""The places of the sides around a square."""


@dataclass(frozen=True)
class SquareGrid(Grid):
    """A rectangle of ``rows × cols`` squares, a tube or a torus.

    Parameters
    ----------
    rows, cols : int
        Its size in cells.
    wraps_rows, wraps_cols : bool, optional
        Whether the last row touches the first, and the last column the first. An edge on a seam
        has one number: that of the edge above row 0, or left of column 0.

    Examples
    --------
    >>> grid = SquareGrid(2, 3)
    >>> grid.cell_bits([(0, 0), (1, 2)])
    33
    >>> list(grid.cells(33))
    [(0, 0), (1, 2)]
    >>> grid.frame.bit_count(), SquareGrid(2, 3, wraps_cols=True).frame.bit_count()
    (10, 6)
    """

    wraps_rows: bool = False
    wraps_cols: bool = False
    lattice: Lattice = field(default=SQUARE, kw_only=True, repr=False)

    @property
    def is_sheet(self) -> bool:
        """Whether no sides are joined, so that shapes are moved about by shifting bits."""
        return not self.wraps

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells above, right, below and left by number: -1 off the board."""
        return tuple(
            tuple(
                -1 if beside is None else beside[0] * self.cols + beside[1]
                for down, right in self.lattice.steps((row, col))
                for beside in [self.on_board(row + down, col + right)]
            )
            for row, col in self.cells(self.all_cells)
        )

    @cached_property
    def cell_sides(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of the edges above, right of, below and left of it."""
        return tuple(
            (
                self._above(row, col),
                self._left_of(row, col + 1),
                self._above(row + 1, col),
                self._left_of(row, col),
            )
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
        """Return the unit edges that have a set of cells on one side only, as an int.

        Examples
        --------
        >>> grid = SquareGrid(2, 2)
        >>> list(grid.sides_of(grid.around(0b1010)))
        [((0, 1), 0), ((1, 1), 2), ((0, 1), 3), ((0, 1), 1), ((1, 1), 3), ((1, 1), 1)]
        """
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

    @cached_property
    def all_edges(self) -> int:
        """The edge numbers in use, as a set: a seam has those of row 0 or column 0."""
        edges = (1 << (self.rows + 1) * self.cols + self.rows * (self.cols + 1)) - 1
        if self.wraps_rows:
            edges &= ~((1 << self.cols) - 1 << self.size)
        if self.wraps_cols:
            first = (self.rows + 1) * self.cols + self.cols
            edges &= ~sum(1 << first + row * (self.cols + 1) for row in range(self.rows))
        return edges

    def sides_of(self, edges: int) -> Iterator[tuple[Cell, int]]:
        """Yield where a set of edges is drawn: the level ones first, in reading order.

        An edge on a seam lies on both sides of the board and comes twice.

        Examples
        --------
        >>> grid = SquareGrid(2, 2)
        >>> list(grid.sides_of(grid.border([(0, 1)])))
        [((0, 1), 0), ((1, 1), 0), ((0, 1), 3), ((0, 1), 1)]
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
        if side in (_LEFT, _RIGHT):
            line = (1 << self.cols) - 1
            left = edges >> (side == _RIGHT)
            cells = sum(
                (left >> self._left_of(row, 0) & line) << row * self.cols
                for row in range(self.rows)
            )
            if side == _LEFT or not self.wraps_cols:
                return cells
            first = self.cells_at(edges, _LEFT) & self.first_col
            return cells & ~self.last_col | first << self.cols - 1
        if side == _UP:
            return edges & self.all_cells
        below = edges >> self.cols & self.all_cells
        if not self.wraps_rows:
            return below
        # An edge on a seam has the number of the side above row 0.
        last = self.size - self.cols
        return below & (1 << last) - 1 | edges << last & self.all_cells

    def between(self, mask: int, other: int) -> int:
        """Return the edges between a cell of one set and a touching cell of another, as an int.

        Examples
        --------
        >>> grid = SquareGrid(2, 2)
        >>> list(grid.sides_of(grid.between(0b0011, 0b1100)))
        [((1, 0), 0), ((1, 1), 0)]
        """
        edges = (mask << self.cols & other | other << self.cols & mask) & self.all_cells
        if self.wraps_rows:
            last = self.size - self.cols
            edges |= mask >> last & other | other >> last & mask
        line = (1 << self.cols) - 1
        for row in range(self.rows):
            one, two = mask >> row * self.cols & line, other >> row * self.cols & line
            upright = (one << 1 & two | two << 1 & one) & line
            if self.wraps_cols:
                last = self.cols - 1
                upright |= one >> last & two | two >> last & one
            edges |= upright << self._left_of(row, 0)
        return edges

    def steps(self, edges: int) -> Steps:
        """Return the steps from a cell to one that touches it which cross none of some edges.

        Examples
        --------
        >>> grid = SquareGrid(2, 2)
        >>> grid.steps(grid.border([(0, 0)]))
        ((-2, 8), (2, 2), (-1, 8), (1, 4))
        """
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
    def inner_edges(self) -> int:
        """The edges that do not lie on a side of the rectangle."""
        inner = self.all_cells & ~((1 << self.cols) - 1)
        line = (1 << self.cols) - 2
        return inner | sum(line << self._left_of(row, 0) for row in range(self.rows))

    def on_board(self, row: int, col: int) -> Cell | None:
        """Return the cell at (row, col), counted on around the seams, or None off the board."""
        if self.wraps_rows:
            row %= self.rows
        if self.wraps_cols:
            col %= self.cols
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None


def grid_of(lattice: Lattice, rows: int, cols: int, layers: int = 1) -> Grid:
    """Return the grid of a drawing without joined sides: the one of its lattice, if that has one.

    Examples
    --------
    >>> grid_of(SQUARE, 2, 3)
    SquareGrid(rows=2, cols=3, layers=1, wraps_rows=False, wraps_cols=False)
    """
    if lattice.is_square:
        return SquareGrid(rows, cols)
    return Grid(rows, cols, lattice=lattice, layers=layers)
