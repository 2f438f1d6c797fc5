"""Counting solutions one by one in the compiled core, without merging equal states.

On small plain boards and solids this is faster than sweeping. `swept_or_enumerated` chooses.
"""

from __future__ import annotations

import ctypes
import math
import time
from collections import Counter
from collections.abc import Callable

from kaleido.core import load_core
from kaleido.counting.meter import Meter
from kaleido.counting.searching import MAX_SEARCH, Searching, orbits_of, swept_or_searched
from kaleido.errors import TooLargeError
from kaleido.search.compiled import Numbers, core
from kaleido.search.state import State

HEAD_START = 0.1
"""Seconds for which solutions are counted one by one before a sweep is begun."""

PROBES = 400
"""Random lines from which the steps of a count are estimated."""

_LONG = 0.01
"""The seconds after which the core stops, about, so that a key or a limit can end the count."""

_FOUND, _EXHAUSTED, _PAUSED = 1, 2, 3
"""Why it stops: see `core/include/kaleido_search.h`."""

_EVERY = (1 << 64) - 1


class Enumeration:
    """A count in the core of the solutions that contain a board; raises ValueError if none can be.

    Attributes
    ----------
    nodes, solutions : int
        The placements made and the solutions found so far.
    seconds : float
        How long it has taken so far.
    is_done : bool
        Whether these are all solutions.
    """

    def __init__(self, state: State, seed: int = 0) -> None:
        problem = state.problem
        pieces = range(len(problem.placeable))
        left, needed = Counter(state.pieces_left), Counter(state.pieces_needed)
        numbers = Numbers("i")
        numbers.set(state.live, len(problem.compiled))
        numbers.set(state.filled, problem.grid.size)
        numbers.extend(left[piece] for piece in pieces)
        numbers.extend(needed[piece] for piece in pieces)
        self._core, self._compiled = core(), problem.compiled
        self._handle = self._core.kaleido_enumeration_new(
            self._compiled.handle, *numbers.buffer_info()
        )
        if not self._handle:
            raise ValueError("more cells or pieces are left than the core enumerates")
        self._seed, self._steps, self._stretch = seed, 0, 1 << 20
        self.nodes = self.solutions = 0
        self.share = self.seconds = 0.0
        self.is_done = False

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._core.kaleido_enumeration_delete(self._handle)

    def run(self, meter: Meter, seconds: float = math.inf, most: int = _EVERY) -> bool:
        """Count on for some seconds; return whether all solutions, or more than `most`, are found.

        Raises
        ------
        TooLargeError
            The time of the meter is up.
        """
        counts = (ctypes.c_uint64 * 3)()
        end = self.seconds + seconds
        while not self.is_done and self.solutions <= most and self.seconds < end:
            began = time.thread_time()
            stop = self._core.kaleido_enumeration_run(
                self._handle, self._steps + self._stretch, min(most, _EVERY)
            )
            self.share = self._core.kaleido_enumeration_counts(self._handle, counts)
            meter.add_layer(counts[1] - self.nodes)
            self._steps, self.nodes, self.solutions = counts
            took = time.thread_time() - began
            self.seconds += took
            if stop not in (_FOUND, _EXHAUSTED, _PAUSED):
                raise MemoryError("the compiled core has no memory left for the count")
            self.is_done = stop == _EXHAUSTED
            if took < _LONG / 2:
                self._stretch *= 2
            elif took > 2 * _LONG:
                self._stretch = max(self._stretch // 2, 1)
            meter.check(0)
            if meter.report is not None and not self.is_done:
                meter.report(self.share)
        return self.is_done or self.solutions > most

    def promise(self) -> float:
        """Return about how many more seconds it takes, by its pace so far.

        References
        ----------
        D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
        29, 1975.
        """
        if self.is_done:
            return 0.0
        steps = self._core.kaleido_enumeration_estimate(self._handle, PROBES, self._seed)
        pace = self.seconds / self._steps if self._steps else STEP
        return max(steps - self._steps, 0.0) * pace
