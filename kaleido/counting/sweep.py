"""Dynamic programming over profiles, on arrays: the ways to reach each shape and set of pieces.

The states of a layer have the same number of filled cells. A layer is a sparse matrix: its rows
are the shapes of that area, its columns the sets of pieces of that area (see `Subsets`). Playing
a piece moves a row to another row, and renumbers its columns by one fixed table. So the new layer
is the product of a 0/1 matrix, which adds up rows, and the gathered and renumbered rows before.
"""

import itertools
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from kaleido.counting.frontier import Choose
from kaleido.counting.meter import Meter
from kaleido.counting.profiles import Profiles, sorting

Ints = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int32]

KEPT = 4
"""How many `Subsets` are kept; each may take hundreds of megabytes."""

ENTRY_BYTES = 12
"""The most memory of a state: eight bytes of count and four of column number."""


COPIES = 2
"""The factor by which sweeping a layer takes more memory than the layer, for tables and for a copy
of the layer that is computed."""


class Subsets:
    """The subsets of at most 24 pieces with the given sizes.

    The sets of one area are numbered 0, 1, …: a set that covers a known number of cells is its
    number among them, its `rank`. The next number, `width(area)`, is that of an impossible set.
    `after` returns, by piece and area, the number of each set of that area once it has the piece:
    impossible, if it has the piece already; `rest`, by area, the number of each set's complement.
    """

    def __init__(self, sizes: tuple[int, ...]) -> None:
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
        self.rest = cache(lambda area: self.rank[self.full ^ self.sets(area)])

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


@lru_cache(maxsize=KEPT)
def subsets_of(sizes: tuple[int, ...]) -> Subsets:
    """Return the subsets of pieces of these sizes, made once for successive counts."""
    return Subsets(sizes)


class Sweep:
    """The layers of one sweep through a graph of profiles.

    Counts are exact, in 32 bits while they are small and then in 64 bits.

    Only the last few layers are kept, or all of them, for sampling, if `keep` is set. `start` has
    the number of ways by set of pieces used before (all of one area). The transitions are sorted by
    the shape they lead to; `firsts` holds the first transition to each shape.

    Making or advancing it raises OverflowError if exact counts might not fit in 63 bits, and
    TooLargeError if it would take more memory than the limits of `meter` allow.
    """

    def __init__(
        self,
        profiles: Profiles,
        subsets: Subsets,
        start: Mapping[int, int],
        meter: Meter,
        keep: bool = False,
    ) -> None:
        order = sorting(profiles.after)
        self.profiles = profiles
        self.before = profiles.before[order]
        self.after = profiles.after[order]
        self.piece = profiles.piece[order]
        self.number = profiles.number[order]
        self.firsts = np.searchsorted(self.after, np.arange(profiles.starts[-1] + 1))
        self._lengths = np.zeros(profiles.starts[-1], np.int64)
        self.subsets, self.meter = subsets, meter
        self.offset = subsets.area(next(iter(start)))
        self._keep = keep
        self.layers: dict[int, csr_array] = {}
        # Counts that do not fit in 64 bits raise OverflowError here.
        counts: npt.NDArray[Any] = np.array(list(start.values()), np.int64)
        columns = subsets.rank[np.fromiter(start, np.int64, len(start))]
        ends = np.array([0, len(start)], np.int32)
        width = subsets.width(self.offset)
        self._store(0, csr_array((counts, columns, ends), shape=(1, width)))

    def _store(self, area: int, layer: csr_array) -> None:
        # A row adds up fewer than 2 ** 14 rows: as long as counts stay below 2 ** 48, the next
        # layer is exact, and the one after it is checked again. Below 2 ** 17, half the memory
        # suffices.
        largest = layer.data.max(initial=0)
        if largest >= 1 << 48:
            raise OverflowError("a count might not fit in 63 bits")
        layer.data = layer.data.astype(np.int32 if largest < 1 << 17 else np.int64, copy=False)
        self.layers[area] = layer
        low = self.profiles.starts[area]
        self._lengths[low : low + layer.shape[0]] = np.diff(layer.indptr)
        if not self._keep:
            self.layers.pop(area - max(self.subsets.sizes), None)
        self.done = area

    @property
    def held(self) -> int:
        """Bytes in the layers kept."""
        return sum(layer.data.nbytes + layer.indices.nbytes for layer in self.layers.values())

    def _weights(self, area: int) -> npt.NDArray[np.int64]:
        """Return, for each transition into an area, how many states it starts from."""
        low, high = self.profiles.starts[area : area + 2]
        return self._lengths[self.before[self.firsts[low] : self.firsts[high]]]

    def cost(self) -> int:
        """Count the state transitions of the next layer."""
        return int(self._weights(self.done + 1).sum())

    def advance(self) -> None:
        """Compute the next layer."""
        area = self.done + 1
        parts = [block for _, block in self.blocks(area)]
        layer = parts[0] if len(parts) == 1 else vstack(parts, format="csr")
        self._store(area, layer)
        self.meter.add_layer(layer.nnz)

    def finish(self) -> dict[int, int]:
        """Compute the layers left; return the counts of the full region, by pieces used."""
        while self.done < self.profiles.size:
            self.advance()
            self.meter.check(COPIES * self.held)
        layer = self.layers[self.done]
        sets = self.subsets.sets(self.offset + self.done)[layer.indices]
        counts = zip(sets.tolist(), layer.data.tolist(), strict=True)
        return {pieces: ways for pieces, ways in counts if ways}

    def row(self, shape: int) -> dict[int, int]:
        """Return the ways to reach a shape of a layer kept, by the set of pieces used."""
        area = int(np.searchsorted(self.profiles.starts, shape, "right")) - 1
        place = shape - int(self.profiles.starts[area])
        return self._by_set(area, self.layers[area][place : place + 1])

    def arrivals(self, shape: int) -> dict[int, int]:
        """Return, by the set of pieces used, the ways from the layers kept to a shape."""
        area = int(np.searchsorted(self.profiles.starts, shape, "right")) - 1
        return self._by_set(area, self._block(area, shape, shape + 1))

    def _by_set(self, area: int, row: csr_array) -> dict[int, int]:
        sets = self.subsets.sets(self.offset + area)[row.indices]
        return dict(zip(sets.tolist(), row.data.tolist(), strict=True))

    def walk_back(
        self, shape: int, used: int, choose: Choose, times: int = 1
    ) -> tuple[list[int], int]:
        """Walk from a state to the empty region; return the placements, and the pieces used before.

        All layers between must be kept. The rest can be completed in `times` ways, by which the
        ways to choose from are multiplied.
        """
        path: list[int] = []
        while shape:
            low, high = self.firsts[shape : shape + 2]
            arrivals = low + np.flatnonzero(used >> self.piece[low:high].astype(np.int64) & 1)
            steps = [(step, ways) for step in arrivals.tolist() if (ways := self._ways(step, used))]
            step = steps[choose([ways * times for _, ways in steps])][0]
            path.append(int(self.number[step]))
            used ^= 1 << int(self.piece[step])
            shape = int(self.before[step])
        return path, used

    def _ways(self, step: int, used: int) -> int:
        """Return the ways to use a set of pieces, the last of them in a transition."""
        earlier = used ^ 1 << int(self.piece[step])
        area = self.subsets.area(earlier) - self.offset
        if area > self.done:
            return 0
        layer = self.layers[area]
        row = int(self.before[step] - self.profiles.starts[area])
        low, high = layer.indptr[row : row + 2]
        place = np.flatnonzero(layer.indices[low:high] == self.subsets.rank[earlier])
        return int(layer.data[low + place[0]]) if len(place) else 0

    def blocks(self, area: int) -> Iterator[tuple[int, csr_array]]:
        """Yield the rows of an area, computed from the layers kept, a block at a time.

        Each block comes after the number of its first shape.
        """
        low, high = (int(bound) for bound in self.profiles.starts[area : area + 2])
        total = np.concatenate([[0], np.cumsum(self._weights(area))])
        by_row = total[self.firsts[low : high + 1] - self.firsts[low]]
        cuts = np.searchsorted(by_row, np.arange(0, by_row[-1], self.meter.limits.block)[1:])
        rows = sorted({low, *(low + cuts).tolist(), high})
        widest = int(np.diff(by_row[np.array(rows) - low]).max(initial=0))
        self.meter.check(COPIES * (self.held + 3 * ENTRY_BYTES * widest))
        for first, last in list(itertools.pairwise(rows)) or [(low, high)]:
            yield first, self._block(area, first, last)

    def _block(self, area: int, low: int, high: int) -> csr_array:
        """Compute rows `low` to `high` (numbers of shapes) of an area."""
        first, last = self.firsts[low], self.firsts[high]
        width = self.subsets.width(self.offset + area)
        useful = first + np.flatnonzero(self._lengths[self.before[first:last]])
        if not len(useful):
            return csr_array((high - low, width), dtype=np.int64)
        # Transitions that play the same piece from the same shape, turned differently, share a row.
        origins = self.before[useful]
        base = int(origins.min())
        span = int(origins.max()) - base + 1
        keys = self.piece[useful].astype(np.int64) * span + (origins - base)
        pairs, place = np.unique(keys, return_inverse=True)
        pieces, shapes = np.divmod(pairs, span)
        rows = self._gather(area, pieces, shapes + base)
        ends = np.searchsorted(self.after[useful], np.arange(low, high + 1)).astype(np.int32)
        ones: npt.NDArray[Any] = np.ones(len(place), rows.dtype)
        sums = csr_array((ones, place.astype(np.int32), ends), shape=(high - low, len(pairs)))
        product: csr_array = sums @ rows
        return product

    def _gather(
        self, area: int, pieces: npt.NDArray[np.int64], shapes: npt.NDArray[np.int64]
    ) -> csr_array:
        """Stack the rows of shapes, their columns renumbered by the piece played.

        States that have the piece already are left out.

        The pieces are in order, and numbered from big to small, so that sizes are in order, too.
        """
        width = self.subsets.width(self.offset + area)
        bounds = np.searchsorted(pieces, np.arange(len(self.subsets.sizes) + 1))
        parts: list[csr_array] = []
        for size in dict.fromkeys(self.subsets.sizes):
            first = self.subsets.sizes.index(size)
            last = first + self.subsets.sizes.count(size)
            low, high = bounds[first], bounds[last]
            if low == high:
                continue
            origin = area - size
            part = self.layers[origin][shapes[low:high] - self.profiles.starts[origin]]
            columns, cuts = part.indices, part.indptr[bounds[first : last + 1] - low].tolist()
            for piece, (begin, end) in zip(
                range(first, last), itertools.pairwise(cuts), strict=True
            ):
                table = self.subsets.after(piece, self.offset + origin)
                columns[begin:end] = table[columns[begin:end]]
            kept = np.flatnonzero(columns < width)
            ends = np.searchsorted(kept, part.indptr).astype(np.int32)
            entries = part.data[kept], columns[kept], ends
            parts.append(csr_array(entries, shape=(high - low, width)))
        stacked: csr_array = vstack(parts, format="csr")
        return stacked
