"""Counts in the compiled core: their common base, and sweeps of regions."""

import ctypes
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from kaleido.base.errors import TooLargeError
from kaleido.counting.meter import Meter
from kaleido.counting.region import Region
from kaleido.model.grid import bits
from kaleido.search.compiled import Numbers, core
from kaleido.search.core.codes import StopCode, SweepCount
from kaleido.search.state import State

_STRETCH = 0.01
"""About how many seconds the core runs before a key or a limit can end the count."""

_WORD = 64

_FOUND_BYTES = 48
"""A set of pieces takes one word, and its number of ways takes five."""


class CompiledCount:
    """A count in the core, which runs for a few milliseconds at a time.

    `counts` has the steps so far, followed by the numbers that counts of this kind report; `share`
    is the fraction done, from 0 to 1, and `seconds` the time that it has taken.
    """

    def __init__(self, kind: str, owner: int, numbers: Numbers, told: int) -> None:
        self._core, self._kind = core(), f"kaleido_{kind}"
        self.handle = self("new", owner, *numbers.buffer_info())
        if not self.handle:
            raise MemoryError("the compiled core has no memory for a count")
        self._steps = 1 << 20
        self.counts = (ctypes.c_uint64 * told)()
        self.share = self.seconds = 0.0

    def __call__(self, name: str, *arguments: object) -> int:
        """Call a function of the core for counts of this kind."""
        return getattr(self._core, f"{self._kind}_{name}")(*arguments)  # type: ignore[no-any-return]

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self("delete", self.handle)

    def go_on(self, *most: int) -> int:
        """Count on for a few milliseconds, and return why it stops."""
        began = time.thread_time()
        stop = self("run", self.handle, self.counts[0] + self._steps, *most)
        self.share = self("counts", self.handle, self.counts)
        took = time.thread_time() - began
        self.seconds += took
        if stop == StopCode.NO_MEMORY:
            raise MemoryError("the compiled core has no memory left for the count")
        if took < _STRETCH / 2:
            self._steps *= 2
        elif took > 2 * _STRETCH:
            self._steps = max(self._steps // 2, 1)
        return stop


PieceKind = tuple[tuple[int, ...], ...]
"""By way to cover colours, the number of cells of each colour; on a plain board, of cells."""


def kinds_of(state: State, pieces: Sequence[int]) -> list[PieceKind]:
    """Return the kinds of some pieces, by their placements left."""
    problem = state.problem
    labels = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        labels = "o" * len(labels)
    colours = [
        sum(1 << cell for cell, label in enumerate(labels) if label == colour)
        for colour in sorted(set(labels))
    ]
    kinds = []
    for piece in pieces:
        live = bits(state.live & problem.piece_options[piece])
        masks = {problem.masks[number] for number in live}
        ways = {tuple((mask & colour).bit_count() for colour in colours) for mask in masks}
        kinds.append(tuple(sorted(ways)))
    return kinds


def telling_groups(kinds: Sequence[PieceKind]) -> list[int]:
    """Return a group for each piece; those of the lowest group are the most informative.

    The filled colours tell how often each of some *free* kinds is used, once it is known which
    pieces of all other kinds are. So these others come first, each in its own group; those of the
    free kinds make the last group. For pieces of two, three and four cells, for example, the area
    tells how many of four cells are used once the others are known.

    >>> telling_groups([((4,),), ((4,),), ((3,),), ((2,),)])
    [2, 2, 1, 0]
    """
    by_kind: defaultdict[PieceKind, list[int]] = defaultdict(list)
    for piece, kind in enumerate(kinds):
        by_kind[kind].append(piece)
    known: list[tuple[int, ...]] = []
    first: list[int] = []
    for kind in sorted(by_kind, key=lambda kind: -len(by_kind[kind])):
        own = [*known, *kind]
        if _rank(own) == _rank(known) + _rank(kind):
            known = own
        else:
            first = by_kind[kind] + first
    groups = {piece: group for group, piece in enumerate(first)}
    return [groups.get(piece, len(first)) for piece in range(len(kinds))]


def _rank(vectors: Sequence[tuple[int, ...]]) -> int:
    return int(np.linalg.matrix_rank(np.array(vectors))) if vectors else 0


class CompiledSweeps:
    """Sweeps in the core with pieces of some sizes, one after the other.

    The core tells the pieces of the lowest of their `groups` apart first (see `telling_groups`).
    """

    def __init__(self, sizes: Sequence[int], groups: Sequence[int]) -> None:
        self._core, self._groups = core(), groups
        numbers = Numbers("i")
        numbers.list(sizes)
        self._handle = self._core.kaleido_sets_new(*numbers.buffer_info())
        if not self._handle:
            raise MemoryError("the compiled core has no memory for a count")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._core.kaleido_sets_delete(self._handle)

    def fill(
        self, region: Region, start: Mapping[int, int], meter: Meter, *, whole: bool
    ) -> dict[int, int]:
        """Return the ways to fill a region, by the set of pieces used.

        `start` holds, by set of pieces used before, the number of ways. If this fills the `whole`
        board, two sweeps meet in the middle.

        TooLargeError means that a limit of the meter is reached, or that there are too many ways.
        """
        numbers = Numbers("i", [region.size, whole, *self._groups, len(start)])
        beyond = TooLargeError("more ways to fill a part of the board than can be counted exactly")
        for pieces, ways in sorted(start.items()):
            if ways >> 2 * _WORD:
                raise beyond
            numbers.append(pieces)
            numbers.set(ways, 2 * _WORD)
        placements = [each for here in region.placements for each in here]
        numbers.list([piece for _, piece, _ in placements])
        for cells, _, _ in placements:
            numbers.set(cells, _WORD)
        sweep = CompiledCount("sweep", self._handle, numbers, told=len(SweepCount))
        stop, known = int(StopCode.PAUSED), 0
        while stop == StopCode.PAUSED:
            stop = sweep.go_on()
            _, states, peak, held = sweep.counts
            meter.states += states - known
            meter.peak_states, known = max(meter.peak_states, peak), states
            meter.check(held)
            if whole and meter.report is not None:
                meter.report(sweep.share)
        if stop == StopCode.BEYOND:
            raise beyond
        words = (ctypes.c_uint64 * sweep("found", sweep.handle, None, 0))()
        sweep("found", sweep.handle, words, len(words))
        found = bytes(words)
        return {
            int.from_bytes(found[at : at + 8], "little"): int.from_bytes(
                found[at + 8 : at + _FOUND_BYTES], "little"
            )
            for at in range(0, len(found), _FOUND_BYTES)
        }
