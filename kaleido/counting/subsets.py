"""Sets of pieces, sorted by the area of their pieces, so that a set is a small column number."""

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from kaleido.counting.meter import MAX_SUBSET_PIECES

Ints = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int32]

KEPT = 4
"""The subsets of how many collections of pieces are kept: each may take hundreds of megabytes."""


class Subsets:
    """The subsets of at most `MAX_SUBSET_PIECES` pieces with the given sizes.

    The sets of one area are numbered 0, 1, …: a set that covers a known number of cells is its
    number among them. The next number, `width(area)`, stands for an impossible set.

    Attributes
    ----------
    rank : array of int
        By set, its number among those of its area.
    after : callable
        By piece and area, the number of each set of that area once it has the piece: impossible,
        if it has the piece already.
    rest : callable
        By area, the number of each set's complement.
    """

    def __init__(self, sizes: tuple[int, ...]) -> None:
        if len(sizes) > MAX_SUBSET_PIECES:
            raise ValueError(f"{len(sizes)} pieces are too many to number their sets")
        self.sizes = sizes
        self.full = (1 << len(sizes)) - 1
        areas = np.zeros(1, np.int16)
        for size in sizes:
            areas = np.concatenate([areas, areas + np.int16(size)])
        order = np.argsort(areas, kind="stable")
        self.total = int(areas[-1])
        self._areas = areas
        self._sets = np.split(order, np.searchsorted(areas[order], np.arange(1, self.total + 1)))
        self.rank = np.empty(len(order), np.int32)
        for sets in self._sets:
            self.rank[sets] = np.arange(len(sets))
        self.after = cache(self._make_after)
        self.rest = cache(self._make_rest)

    def area(self, pieces: int) -> int:
        """Return how many cells a set of pieces covers."""
        return int(self._areas[pieces])

    def sets(self, area: int) -> Ints:
        """Return all sets of an area, by number."""
        return self._sets[area]

    def width(self, area: int) -> int:
        """Return how many sets have an area."""
        return len(self._sets[area])

    def _make_after(self, piece: int, area: int) -> Columns:
        before, waste = self.sets(area), self.width(area + self.sizes[piece])
        found = np.full(len(before), waste, np.int32)
        free = np.flatnonzero(before >> piece & 1 == 0)
        found[free] = self.rank[before[free] | 1 << piece]
        return found

    def _make_rest(self, area: int) -> Columns:
        found: Columns = self.rank[self.full ^ self.sets(area)]
        return found


@lru_cache(maxsize=KEPT)
def subsets_of(sizes: tuple[int, ...]) -> Subsets:
    """Return the subsets of pieces of these sizes, made once for counts one after the other."""
    return Subsets(sizes)
