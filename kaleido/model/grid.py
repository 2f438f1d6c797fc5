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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from kaleido.contract import Natural, Rule
from kaleido.lattices import SQUARE, Lattice
from kaleido.lattices.lattice import Vector

Cell = Annotated[
    tuple[Natural, Natural],
    Rule(
        description="A cell of the board as its row and column, both from 0. In space, the rows of "
        "a layer follow those of the layer below."
    ),
]

Side = tuple[int, int, bool]
"""A side of a cell: the upper one of (row, col) if the last value is true, else the left one."""

Steps = tuple[tuple[int, int], ...]
"""Pairs (distance, cells): from these cells steps lead to those so much further on in number."""


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
    """A rectangle of ``rows × cols`` cells, a tube or a torus.

    Parameters
    ----------
    rows, cols : int
        Its size in cells.
    wraps_rows, wraps_cols : bool, optional
        Whether the last row touches the first, and the last column the first. An edge on a seam
        has one number: that of the edge above row 0, or left of column 0.

    Examples
    --------
    >>> grid = Grid(2, 3)
    >>> grid.cell_bits([(0, 0), (1, 2)])
    33
    >>> list(grid.cells(33))
    [(0, 0), (1, 2)]
    >>> grid.frame.bit_count(), Grid(2, 3, wraps_cols=True).frame.bit_count()
    (10, 6)
    """

    rows: int
    cols: int
    wraps_rows: bool = False
    wraps_cols: bool = False

    @property
    def lattice(self) -> Lattice:
        """The lattice that the cells belong to: that of squares."""
        return SQUARE

    @cached_property
    def centres(self) -> tuple[Vector, ...]:
        """The centre of each cell on its lattice, by its number."""
        return tuple(self.cells(self.all_cells))

    @cached_property
    def numbers(self) -> dict[Vector, int]:
        """The number of the cell with each centre."""
        return {centre: number for number, centre in enumerate(self.centres)}

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    def cell_bits(self, cells: Iterable[Cell]) -> int:
        """Return the set of `cells` as an int."""
        mask = 0
        for row, col in cells:
            mask |= 1 << row * self.cols + col
        return mask

    def rectangle(self, shape: tuple[int, int], corner: Cell) -> int:
        """Return the cells of a rectangle of some rows and columns, by its top left cell.

        Examples
        --------
        >>> bin(Grid(2, 4).rectangle((2, 2), (0, 1)))
        '0b1100110'
        """
        (height, width), (row, col) = shape, corner
        line = (1 << width) - 1 << col
        return sum(line << (row + down) * self.cols for down in range(height))

    def cells(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a set as (row, col), in reading order."""
        for bit in bits(mask):
            yield divmod(bit, self.cols)

    def above(self, row: int, col: int) -> int:
        """Return the number of the edge above a cell; `row` may be `rows`, for the bottom edge."""
        return (row % self.rows if self.wraps_rows else row) * self.cols + col

    def left_of(self, row: int, col: int) -> int:
        """Return the number of the edge left of a cell; `col` may be `cols`, for the right edge."""
        if self.wraps_cols:
            col %= self.cols
        return (self.rows + 1) * self.cols + row * (self.cols + 1) + col

    def border(self, cells: Iterable[Cell]) -> int:
        """Return the unit edges that have a set of cells on one side only, as an int."""
        return self.around(self.cell_bits(cells))

    def around(self, mask: int) -> int:
        """Return the unit edges that have a set of cells on one side only, as an int.

        Examples
        --------
        >>> grid = Grid(2, 2)
        >>> list(grid.sides(grid.around(0b1010)))
        [(0, 1, True), (2, 1, True), (0, 1, False), (0, 2, False), (1, 1, False), (1, 2, False)]
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
            edges |= upright << self.left_of(row, 0)
        return edges

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells, as an int."""
        return (1 << self.size) - 1

    @cached_property
    def frame(self) -> int:
        """The unit edges around the whole board, none on a seam, as an int."""
        return self.border(self.cells(self.all_cells))

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

    def sides(self, edges: int) -> Iterator[Side]:
        """Yield where a set of edges is drawn: the level ones first, in reading order.

        An edge on a seam lies on both sides of the board and comes twice.

        Examples
        --------
        >>> grid = Grid(2, 2)
        >>> list(grid.sides(grid.border([(0, 1)])))
        [(0, 1, True), (1, 1, True), (0, 1, False), (0, 2, False)]
        """
        for row in range(self.rows + 1):
            for col in range(self.cols):
                if edges >> self.above(row, col) & 1:
                    yield row, col, True
        for row in range(self.rows):
            for col in range(self.cols + 1):
                if edges >> self.left_of(row, col) & 1:
                    yield row, col, False

    def inner(self, edges: int) -> int:
        """Return the number of edges inside the rectangle: 65 on a solved classic board."""
        return (edges & self._inner).bit_count()

    def between(self, mask: int, other: int) -> int:
        """Return the edges between a cell of one set and a touching cell of another, as an int.

        Examples
        --------
        >>> grid = Grid(2, 2)
        >>> list(grid.sides(grid.between(0b0011, 0b1100)))
        [(1, 0, True), (1, 1, True)]
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
            edges |= upright << self.left_of(row, 0)
        return edges

    def islands(self, edges: int, free: int) -> tuple[int, ...]:
        """Return the regions of a set of cells that no step across an edge joins, as ints.

        They come in the order of their first cells.

        References
        ----------
        P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Islands".

        Examples
        --------
        >>> grid = Grid(2, 3)
        >>> [bin(island) for island in grid.islands(grid.border([(0, 0), (0, 1)]), grid.all_cells)]
        ['0b11', '0b111100']
        """
        return tuple(self.regions(free, free, self.steps(edges)))

    def steps(self, edges: int) -> Steps:
        """Return the steps from a cell to one that touches it which cross none of some edges.

        Examples
        --------
        >>> grid = Grid(2, 2)
        >>> grid.steps(grid.border([(0, 0)]))
        ((-2, 8), (2, 2), (-1, 8), (1, 4))
        """
        cols, last = self.cols, self.size - self.cols
        up, left = self.all_cells & ~edges, self.all_cells & ~self.right_of(edges)
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

    def right_of(self, edges: int) -> int:
        """Return the cells with one of some edges on their left, as an int."""
        line = (1 << self.cols) - 1
        return sum(
            (edges >> self.left_of(row, 0) & line) << row * self.cols for row in range(self.rows)
        )

    @cached_property
    def _inner(self) -> int:
        """The edges that do not lie on a side of the rectangle."""
        inner = self.all_cells & ~((1 << self.cols) - 1)
        line = (1 << self.cols) - 2
        return inner | sum(line << self.left_of(row, 0) for row in range(self.rows))

    def on_board(self, row: int, col: int) -> Cell | None:
        """Return the cell at (row, col), counted on around the seams, or None off the board."""
        if self.wraps_rows:
            row %= self.rows
        if self.wraps_cols:
            col %= self.cols
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def spread(self, mask: int) -> int:
        """Return a set of cells together with all cells that touch them."""
        grown = mask
        for distance, cells in self._steps:
            chosen = mask & cells
            grown |= chosen << distance if distance > 0 else chosen >> -distance
        return grown

    def region(self, seed: int, within: int, goal: int = 0, steps: Steps | None = None) -> int:
        """Return the cells of a set that can be reached from a seed without leaving the set.

        Parameters
        ----------
        seed, within : int
            Where the way begins, and the set, of which the seed is a part.
        goal : int, optional
            The way ends as soon as all of these cells are reached, if there are any.
        steps : Steps, optional
            The steps that are open; all by default.

        Examples
        --------
        >>> grid = Grid(2, 4)
        >>> bin(grid.region(0b0001, 0b1000_0011))
        '0b11'
        >>> bin(grid.region(0b0001, 0b1000_0011, steps=grid.steps(grid.border([(0, 0)]))))
        '0b1'
        """
        if steps is None:
            steps = self._steps
        part, grown = 0, seed
        while grown != part and (not goal or goal & ~grown):
            part = grown
            for distance, cells in steps:
                # From what the steps before have reached: that takes fewer rounds.
                chosen = grown & cells
                grown |= (chosen << distance if distance > 0 else chosen >> -distance) & within
        return grown

    def joins(self, seeds: int, within: int) -> bool:
        """Return whether some cells lie in one region of a set of cells.

        Examples
        --------
        >>> grid = Grid(2, 4)
        >>> grid.joins(0b0000_0011, 0b1000_0011), grid.joins(0b1000_0001, 0b1000_0011)
        (True, False)
        """
        return not seeds & ~self.region(seeds & -seeds, within, seeds)

    def regions(self, seeds: int, within: int, steps: Steps | None = None) -> Iterator[int]:
        """Yield the regions of a set of cells that contain one of some seeds.

        They come in the order of their first seeds. See `region` for the steps.

        Examples
        --------
        >>> [bin(region) for region in Grid(2, 4).regions(0b1000_0011, 0b1000_0011)]
        ['0b11', '0b10000000']
        """
        while seeds:
            part = self.region(seeds & -seeds, within, steps=steps)
            yield part
            seeds &= ~part

    @cached_property
    def first_col(self) -> int:
        """The cells of the first column, as an int."""
        return sum(1 << row * self.cols for row in range(self.rows))

    @cached_property
    def last_col(self) -> int:
        """The cells of the last column, as an int."""
        return self.first_col << self.cols - 1
