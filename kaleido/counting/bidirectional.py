"""Bidirectional counting (meet in the middle): one sweep from each end, joined where they meet."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from kaleido.counting.frontier import Choose
from kaleido.counting.meter import Meter
from kaleido.counting.profiles import Profiles
from kaleido.counting.sweep import COPIES, ENTRY_BYTES, Subsets, Sweep

Counts = npt.NDArray[Any]


class TwoSweeps:
    """A sweep from each end of a region, and the counts at the shapes where they meet.

    Most states late in a sweep cannot be completed, so two short sweeps are cheaper than a long
    one. Parameters and errors are those of `Sweep`; the region and the sets of `start` cover
    everything. With `keep`, all layers are kept for `walk`, and `total` is the number of ways to
    fill the region.
    """

    def __init__(
        self,
        profiles: Profiles,
        subsets: Subsets,
        start: Mapping[int, int],
        meter: Meter,
        *,
        keep: bool = False,
    ) -> None:
        front = Sweep(profiles, subsets, start, meter, keep=keep)
        back = Sweep(profiles.reversed(), subsets, {0: 1}, meter, keep=keep)
        while front.done + back.done + 1 < profiles.size:
            min(front, back, key=Sweep.cost).advance()
            meter.check(COPIES * (front.held + back.held))
            if meter.report is not None:
                meter.report(_fraction_done(front, back))
        self.front, self.back = front, back
        # The ways through the shapes just behind the front: of some shapes together, and of each.
        self._sums: list[int] = []
        self._groups: list[tuple[int, Counts]] = []
        if keep:
            self._group()
        self.total = sum(self._sums)

    def count(self) -> int:
        """Count the ways to fill the region."""
        return sum(_product(joint.ways, joint.others) for joint in _joints(self.front, self.back))

    def _group(self) -> None:
        for joint in _joints(self.front, self.back):
            ways = _row_products(joint.ways, joint.others, joint.ends)
            self._sums.append(int(ways.sum()))
            self._groups.append((joint.shape, ways))

    @property
    def held(self) -> int:
        """Bytes in the layers and in the ways through the shapes where they meet."""
        sums = sum(ways.nbytes for _, ways in self._groups)
        return self.front.held + self.back.held + sums

    def walk(self, choose: Choose) -> list[int]:
        """Walk from where the sweeps meet back to both ends; return the placements."""
        front, back = self.front, self.back
        shape, each = self._groups[choose(self._sums)]
        shape += choose(each.tolist())
        mirror = int(front.profiles.starts[-1]) - 1 - shape
        after = back.row(mirror)
        full = front.subsets.full
        steps = [
            (used, before * after[full ^ used])
            for used, before in front.arrivals(shape).items()
            if full ^ used in after
        ]
        used = steps[choose([ways for _, ways in steps])][0]
        path, first = front.walk_back(shape, used, choose, times=after[full ^ used])
        ways = front.row(0)[first]
        return path + back.walk_back(mirror, full ^ used, choose, times=ways)[0]


def _fraction_done(front: Sweep, back: Sweep) -> float:
    """Estimate the fraction of the work done from the transitions into the finished layers."""
    after, starts = front.profiles.after, front.profiles.starts
    ahead = np.count_nonzero(after >= starts[front.done + 1])
    behind = np.count_nonzero(after >= starts[front.profiles.size - back.done])
    return 1 - (ahead - behind) / max(len(after), 1)


class _Joint(NamedTuple):
    """The ways before and after some shapes, by set of pieces; `ends` divides them into rows."""

    shape: int
    ends: npt.NDArray[np.int32]
    ways: Counts
    others: Counts


def _joints(front: Sweep, back: Sweep) -> Iterator[_Joint]:
    """Yield the joints where transitions from the front lead to the back.

    The sum of ways before × ways after is the number of ways to fill the region.
    """
    size = front.profiles.size
    for area in range(front.done + 1, min(front.done + max(front.subsets.sizes), size) + 1):
        rest = _turned(back, size - area, front.offset + area)
        low = int(front.profiles.starts[area])
        front.meter.check(COPIES * (front.held + back.held + ENTRY_BYTES * rest.nnz))
        for row, block in front.blocks(area):
            match = rest[row - low : row - low + block.shape[0]]
            if not block.nnz or not match.nnz:
                continue
            # Each product has the entries that both have, in the same order.
            ways, others = block.multiply(_ones(match)), _ones(block).multiply(match)
            yield _Joint(row, ways.indptr, ways.data, others.data)


def _turned(back: Sweep, area: int, wanted: int) -> csr_array:
    """Return a layer of the back as the front sees it: its rows, and sets used up to there."""
    layer = back.layers[area][::-1]
    columns = back.subsets.rest(area)[layer.indices]
    width = back.subsets.width(wanted)
    return csr_array((layer.data, columns, layer.indptr), shape=(layer.shape[0], width))


def _ones(matrix: csr_array) -> csr_array:
    """Return a matrix of ones with the same entries, in 64 bits, as products are."""
    ones = np.ones(matrix.nnz, np.int64)
    return csr_array((ones, matrix.indices, matrix.indptr), shape=matrix.shape)


def _product(ways: Counts, others: Counts) -> int:
    """Return the sum of the products."""
    if _fits(ways, others):
        return int(ways @ others)
    return int(ways.astype(object) @ others.astype(object)) if len(ways) else 0


def _row_products(ways: Counts, others: Counts, ends: npt.NDArray[np.int32]) -> Counts:
    """Return the sum of the products of each row, as Python integers if 63 bits may not suffice."""
    if not _fits(ways, others):
        ways, others = ways.astype(object), others.astype(object)
    sums = np.concatenate([[0], np.cumsum(ways * others)])
    return np.diff(sums[ends])


def _fits(ways: Counts, others: Counts) -> bool:
    """Return whether 63 bits hold the sum of the products."""
    largest = float(ways.max(initial=0)) * float(others.max(initial=0))
    return largest * len(ways) < 2.0**62
