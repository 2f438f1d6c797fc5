"""Sets of pieces, sorted by the area of their pieces, so that a set is a small column number."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int32]


class SetSpace:
    """The subsets of pieces with the given sizes.

    The sets of one area are numbered 0, 1, …: a set that covers a known number of cells is its
    number among them. One number more, `width(area)`, is the *bin*: where impossible sets go.

    Parameters
    ----------
    sizes : tuple of int
        By piece, its cells. Up to 24 pieces: the tables grow with ``2 ** len(sizes)``.
    """

    def __init__(self, sizes: tuple[int, ...]) -> None:
        if len(sizes) > 24:
            raise ValueError(f"{len(sizes)} pieces are too many to number their sets")
        self.sizes = sizes
        self.full = (1 << len(sizes)) - 1
        areas = np.zeros(1, np.int16)
        for size in sizes:
            areas = np.concatenate([areas, areas + np.int16(size)])
        order = np.argsort(areas, kind="stable")
        self.total = int(areas[-1])
        self._starts = np.searchsorted(areas[order], np.arange(self.total + 2))
        self._sets = order.astype(np.int64)
        self._areas = areas
        self.rank = np.empty(len(order), np.int32)
        self.rank[order] = np.arange(len(order)) - self._starts[areas[order]]
        self._after = cache(self._make_after)
        self._rest = cache(self._make_rest)

    def area(self, pieces: int) -> int:
        """Cells of a set of pieces."""
        return int(self._areas[pieces])

    def sets(self, area: int) -> Ints:
        """Give all sets of an area, by number."""
        return self._sets[self._starts[area] : self._starts[area + 1]]

    def width(self, area: int) -> int:
        """How many sets have an area."""
        return int(self._starts[area + 1] - self._starts[area])

    def after(self, piece: int, area: int) -> Columns:
        """By set that ends with `area` cells without a piece, its number with the piece.

        `area` is the area before; the last entry is the bin's, and the bin stays the bin.
        """
        return self._after(piece, area)

    def _make_after(self, piece: int, area: int) -> Columns:
        before, waste = self.sets(area), self.width(area + self.sizes[piece])
        found = np.full(len(before) + 1, waste, np.int32)
        free = np.flatnonzero(before >> piece & 1 == 0)
        found[free] = self.rank[before[free] | 1 << piece]
        return found

    def rest(self, area: int) -> Columns:
        """By set of an area, the number of its complement; the bin goes to the bin."""
        return self._rest(area)

    def _make_rest(self, area: int) -> Columns:
        found = np.empty(self.width(area) + 1, np.int32)
        found[:-1] = self.rank[self.full ^ self.sets(area)]
        found[-1] = self.width(self.total - area)
        return found


@cache
def set_space(sizes: tuple[int, ...]) -> SetSpace:
    """Give the subsets of pieces of these sizes, made once."""
    return SetSpace(sizes)
