"""Edge maps: which unit edges of the board carry a piece border."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.grid import Grid
from kaleido.pattern import Pattern

BoolArray = npt.NDArray[np.bool_]


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
        """Unpack a set of edges in the numbering of `Grid`."""
        across = (grid.rows + 1) * grid.cols
        total = across + grid.rows * (grid.cols + 1)
        raw = np.frombuffer(edges.to_bytes(-(-total // 8), "little"), np.uint8)
        flat = np.unpackbits(raw, count=total, bitorder="little").view(np.bool_)
        return cls(
            flat[:across].reshape(grid.rows + 1, grid.cols),
            flat[across:].reshape(grid.rows, grid.cols + 1),
        )

    @property
    def bits(self) -> int:
        """The same edges as an int, in the numbering of `Grid`."""
        flat = np.concatenate([self.horizontal.ravel(), self.vertical.ravel()])
        return int.from_bytes(np.packbits(flat, bitorder="little").tobytes(), "little")

    @property
    def inner(self) -> int:
        """How many edges it has besides the frame's: 65 on a solved classic board."""
        return int(self.horizontal[1:-1].sum() + self.vertical[:, 1:-1].sum())

    @property
    def around(self) -> npt.NDArray[np.int_]:
        """How many of each cell's four sides are edges: an int array (rows, cols)."""
        across, down = self.horizontal.astype(np.int_), self.vertical.astype(np.int_)
        total: npt.NDArray[np.int_] = across[:-1] + across[1:] + down[:, :-1] + down[:, 1:]
        return total


def implied_edges(pattern: Pattern) -> EdgeMap:
    """Find the borders that every solution has: the frame and the implied edges.

    Colours alternate black / not black within a piece, so a piece border runs between
    touching cells that are both black or both not black.

    Examples
    --------
    >>> edges = implied_edges(Pattern("/".join(["rxrxrxrx"] * 8)))
    >>> edges.inner, bool(edges.horizontal.all()), edges.vertical.sum(axis=1)
    (56, True, array([2, 2, 2, 2, 2, 2, 2, 2]))
    """
    black = pattern.cells == 1
    rows, cols = black.shape
    edges = EdgeMap(np.ones((rows + 1, cols), np.bool_), np.ones((rows, cols + 1), np.bool_))
    edges.horizontal[1:-1] = black[1:] == black[:-1]
    edges.vertical[:, 1:-1] = black[:, 1:] == black[:, :-1]
    return edges
