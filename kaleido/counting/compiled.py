"""Counts in the compiled core: what is common to all, and sweeps of regions."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Mapping, Sequence

from kaleido.base.errors import TooLargeError
from kaleido.counting.meter import Meter
from kaleido.counting.region import Region
from kaleido.search.compiled import Numbers, core
from kaleido.search.core.codes import StopCode, SweepCount

_STRETCH = 0.01
"""About how many seconds the core runs before a key or a limit can end the count."""

_WORD = 64

_FOUND_BYTES = 48
"""A set of pieces takes one word, and its number of ways takes five."""


class CompiledCount:
    """A count in the core, which runs for a few milliseconds at a time.

    Attributes
    ----------
    counts : array of int
        The steps so far, followed by what counts of this kind report.
    share : float
        How much of it is done, from 0 to 1.
    seconds : float
        How long it has taken so far.
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


class CompiledSweeps:
    """Sweeps in the core with pieces of some sizes, one after the other.

    The pieces of the lowest of their `groups` are told apart first by relaxations.
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

        Raises
        ------
        TooLargeError
            A limit of the meter is reached, or there are too many ways.
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
