"""Edge maps: which unit edges of the board carry a piece border."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.arguments import check_type, named_options
from kaleido.errors import PatternError
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.grid import Grid
from kaleido.model.implied import implied_borders
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import PieceSet
from kaleido.model.squares import need_squares
from kaleido.text import plural

BoolArray = npt.NDArray[np.bool_]


def unpack_bits(mask: int, count: int) -> BoolArray:
    """Unpack a set of numbers below `count` into a bool array."""
    raw = np.frombuffer(mask.to_bytes(-(-count // 8), "little"), np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little").view(np.bool_)


def pack_bits(array: BoolArray) -> int:
    """Pack a bool array into the set of its true positions, in reading order."""
    return int.from_bytes(np.packbits(array, axis=None, bitorder="little").tobytes(), "little")


class EdgeMap(NamedTuple):
    """The unit edges of a board as two arrays.

    Attributes
    ----------
    horizontal : ndarray of bool, shape (rows + 1, cols)
        ``horizontal[row, col]`` is the edge above cell (row, col).
    vertical : ndarray of bool, shape (rows, cols + 1)
        ``vertical[row, col]`` is the edge left of cell (row, col).
    """

    horizontal: BoolArray
    vertical: BoolArray

    @classmethod
    def from_bits(cls, grid: Grid, edges: int) -> EdgeMap:
        """Unpack a set of edges in the numbering of `Grid`.

        Raises
        ------
        OptionError
            The cells are no squares.
        """
        need_squares(grid, "edges in rows and columns are those of squares")
        across = (grid.rows + 1) * grid.cols
        flat = unpack_bits(edges, across + grid.rows * (grid.cols + 1))
        horizontal = flat[:across].reshape(grid.rows + 1, grid.cols)
        vertical = flat[across:].reshape(grid.rows, grid.cols + 1)
        # An edge on a seam belongs to both sides.
        if grid.wraps_rows:
            horizontal[-1] = horizontal[0]
        if grid.wraps_cols:
            vertical[:, -1] = vertical[:, 0]
        return cls(horizontal, vertical)

    def __repr__(self) -> str:
        rows, cols = self.vertical.shape[0], self.horizontal.shape[1]
        return f"<EdgeMap: {rows} × {cols} cells, {plural(self.inner, 'inner edge')}>"

    @property
    def bits(self) -> int:
        """The edges as an int in the numbering of `Grid`, none on a seam."""
        return pack_bits(np.concatenate([self.horizontal.ravel(), self.vertical.ravel()]))

    @property
    def inner(self) -> int:
        """The number of edges inside the frame: 65 on a solved classic board."""
        return int(self.horizontal[1:-1].sum() + self.vertical[:, 1:-1].sum())

    @property
    def around(self) -> npt.NDArray[np.int_]:
        """The number of edges on each cell's four sides: an int array (rows, cols)."""
        across, down = self.horizontal.astype(np.int_), self.vertical.astype(np.int_)
        total: npt.NDArray[np.int_] = across[:-1] + across[1:] + down[:, :-1] + down[:, 1:]
        return total


@named_options
def implied_edges(board: Board, pieces: PieceSet = CLASSIC) -> EdgeMap:
    """Return the borders that every solution has: the frame and the implied edges.

    Black and other colours alternate within a piece, so a piece border runs between touching
    cells that are both black or both not black. For pieces without colours only the frame, around
    the board and its holes, is known.

    Parameters
    ----------
    board : Board
        The board or `Pattern` to be covered.
    pieces : PieceSet, optional
        The pieces that cover it.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.

    Examples
    --------
    >>> from kaleido import Pattern
    >>> edges = implied_edges(Pattern("/".join(["rxrxrxrx"] * 8)))
    >>> edges.inner, bool(edges.horizontal.all()), edges.vertical.sum(axis=1)
    (56, True, array([2, 2, 2, 2, 2, 2, 2, 2]))
    """
    check_type(board, Board, "a Pattern or another Board", PatternError)
    if not isinstance(board, Pattern) or pieces.is_plain:
        return EdgeMap.from_bits(board.grid, implied_borders(board, pieces))
    black = board.array == 1
    across, down = EdgeMap.from_bits(board.grid, board.frame)
    across[1:-1] |= black[1:] == black[:-1]
    down[:, 1:-1] |= black[:, 1:] == black[:, :-1]
    if board.grid.wraps_rows:
        across[0] = across[-1] = black[0] == black[-1]
    if board.grid.wraps_cols:
        down[:, 0] = down[:, -1] = black[:, 0] == black[:, -1]
    return EdgeMap(across, down)
