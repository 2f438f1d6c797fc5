"""The symmetry group of the square: four rotations and four reflections.

All of Kaleido turns and mirrors cells, rows of text and boards by `SquareSymmetry`, except
``kaleido.model.verify``, which is independent on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import product

from kaleido.model.grid import Cell, Grid, bits


class SquareSymmetry(StrEnum):
    """One of the eight symmetries of the square, the dihedral group of order 8.

    A symmetry first exchanges rows and columns or not; then it may reverse the order of the rows,
    and then that of the columns. Turns are clockwise.

    Attributes
    ----------
    transposes : bool
        Whether rows become columns.
    flips_rows, flips_cols : bool
        Whether top and bottom, and left and right, are exchanged after that.

    Examples
    --------
    >>> turn, mirror = SquareSymmetry("turn"), SquareSymmetry.MIRROR
    >>> turn.map_rows(["rx", "xx", "yy"])
    ('yxr', 'yxx')
    >>> str(turn.after(turn)), str(mirror.after(turn))
    ('half-turn', 'diagonal')
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

    def __new__(
        cls, name: str, transposes: bool, flips_rows: bool, flips_cols: bool
    ) -> SquareSymmetry:
        """Return the member with that name, which `SquareSymmetry(name)` finds."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.transposes = transposes
        member.flips_rows = flips_rows
        member.flips_cols = flips_cols
        return member

    def after(self, first: SquareSymmetry) -> SquareSymmetry:
        """Return the symmetry that applies `first` and then this one."""
        # The image of one cell off all axes identifies a symmetry.
        goal = self.map_cell(*first.map_cell(1, 2))
        return next(each for each in SquareSymmetry if each.map_cell(1, 2) == goal)

    def map_cell(self, row: int, col: int, rows: int = 1, cols: int = 1) -> Cell:
        """Return the image of a cell of a rectangle; without a size, cell (0, 0) stays where it is.

        Examples
        --------
        >>> SquareSymmetry.TURN.map_cell(0, 1, 3, 2), SquareSymmetry.TURN.map_cell(0, 1)
        ((1, 2), (1, 0))
        """
        if self.transposes:
            row, col, rows, cols = col, row, cols, rows
        return (
            rows - 1 - row if self.flips_rows else row,
            cols - 1 - col if self.flips_cols else col,
        )

    def map_rows(self, rows: Sequence[str]) -> tuple[str, ...]:
        """Return the image of a rectangle of letters, given and returned as rows."""
        if self.transposes:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        if self.flips_rows:
            rows = rows[::-1]
        return tuple(row[::-1] for row in rows) if self.flips_cols else tuple(rows)

    def permutation(self, rows: int, cols: int) -> tuple[int, ...]:
        """Return the new number of each cell of a rectangle, cells numbered in reading order.

        Examples
        --------
        >>> SquareSymmetry.MIRROR.permutation(2, 3)
        (2, 1, 0, 5, 4, 3)
        """
        width = rows if self.transposes else cols
        moved = (self.map_cell(*cell, rows, cols) for cell in product(range(rows), range(cols)))
        return tuple(row * width + col for row, col in moved)


ROTATIONS = tuple(SquareSymmetry)[:4]
"""The rotations by 0, 1, 2 and 3 quarter turns."""


def grid_symmetries(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a board's lattice: turns, reflections and shifts around seams.

    A symmetry is the new number of each cell. The identity comes first; on narrow boards some
    symmetries are repeated.

    Examples
    --------
    >>> from kaleido.model import SquareGrid
    >>> list(grid_symmetries(SquareGrid(1, 3)))
    [(0, 1, 2), (2, 1, 0), (2, 1, 0), (0, 1, 2)]
    >>> grids = SquareGrid(8, 8), SquareGrid(4, 4, True, True)
    >>> [len(list(grid_symmetries(grid))) for grid in grids]
    [8, 128]
    """
    rows, cols = grid.rows, grid.cols
    is_square = rows == cols and grid.wraps_rows == grid.wraps_cols
    kept = [each for each in SquareSymmetry if is_square or not each.transposes]
    images = [each.permutation(rows, cols) for each in kept]
    for down in range(rows if grid.wraps_rows else 1):
        for right in range(cols if grid.wraps_cols else 1):
            shift = [
                (row + down) % rows * cols + (col + right) % cols
                for row, col in product(range(rows), range(cols))
            ]
            for image in images:
                yield tuple(map(shift.__getitem__, image))


def map_mask(permutation: Sequence[int], mask: int) -> int:
    """Return the image of a set of cells, as an int, under a permutation of the cells.

    Examples
    --------
    >>> bin(map_mask(SquareSymmetry.MIRROR.permutation(2, 3), 0b011_100))
    '0b110001'
    """
    return sum(1 << permutation[cell] for cell in bits(mask))
