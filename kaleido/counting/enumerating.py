"""Counting solutions one by one in the compiled core.

On boards with few solutions, small plain boards and solids this is faster than sweeping.
`Enumerating` chooses between them.
"""

import math
import time
from collections import Counter
from collections.abc import Callable

from kaleido.base.errors import TooLargeError
from kaleido.counting.compiled import CompiledCount
from kaleido.counting.meter import Meter, Report, scaled
from kaleido.counting.searching import MAX_SEARCH, Searching, orbits_left, swept_or_searched
from kaleido.search.compiled import Numbers
from kaleido.search.core import load_core
from kaleido.search.core.codes import EnumerationCount, StopCode
from kaleido.search.state import State

HEAD_START = 0.1
"""Seconds for which solutions are counted one by one before anything is estimated."""

FEW_STEPS, STRETCH = 1 << 22, 1 << 20
"""A board with colours is counted one by one if so many steps promise to do, looked at after every
stretch."""

SWEEP_SECONDS = 0.5
"""The estimate for a sweep, in seconds, before any has been made."""

SWEEP_SHARE = 1 / 4
"""A sweep gives up after this share of the estimated time of the rest of the enumeration."""

STEP = 4e-9
"""The estimate for a step, in seconds, before any has been made."""

PROBES = 400
"""Random lines from which the steps of a count are estimated."""

MAX_CELLS, MAX_PIECES = 256, 64
"""The most cells and different pieces that may be left: see `core/src/enumeration.h`."""

_EVERY = (1 << 64) - 1


def enumerates(state: State) -> bool:
    """Whether the board is small enough for the core to count its solutions one by one."""
    problem = state.problem
    free = problem.pattern.mask if state.is_untouched else state.free
    return (
        not problem.exclusions
        and free.bit_count() <= MAX_CELLS
        and (len(problem.placeable) <= MAX_PIECES or len(set(state.pieces_left)) <= MAX_PIECES)
        and load_core() is not None
    )


def enumerates_long(state: State) -> bool:
    """Whether counting one by one may also pay where it takes long: no colours are counted."""
    return state.problem.checks_regions and enumerates(state)


class Enumeration(CompiledCount):
    """A count in the core of the solutions that contain a board for which `enumerates` holds.

    `is_done` says whether the solutions found so far are all.
    """

    def __init__(self, state: State) -> None:
        problem = state.problem
        pieces = range(len(problem.placeable))
        left, needed = state.slots_left()
        numbers = Numbers("i")
        numbers.extend(left[piece] for piece in pieces)
        numbers.extend(needed[piece] for piece in pieces)
        # The core knows the empty board, whose placements Python then need not list.
        if problem.givens or not state.is_untouched:
            numbers.set(state.live, len(problem.compiled))
            numbers.set(state.filled, problem.grid.size)
        self._compiled = problem.compiled
        super().__init__("enumeration", self._compiled.handle, numbers, told=len(EnumerationCount))
        self.is_done = False

    @property
    def nodes(self) -> int:
        """The placements made so far."""
        return self.counts[EnumerationCount.NODES]

    @property
    def solutions(self) -> int:
        """The solutions found so far."""
        return self.counts[EnumerationCount.SOLUTIONS]

    def run(
        self,
        meter: Meter,
        seconds: float = math.inf,
        most: int = _EVERY,
        report: Report | None = None,
    ) -> bool:
        """Count on for some seconds; return whether all solutions, or more than `most`, are found.

        TooLargeError means that the time of the meter is up.
        """
        end = self.seconds + seconds
        while not self.is_done and self.solutions <= most and self.seconds < end:
            self._run_on(meter, most)
            if report is not None:
                report(self.share)
        return self.is_done or self.solutions > most

    def run_if_short(self, meter: Meter) -> bool:
        """Count while `FEW_STEPS` promise to do; return whether all solutions are found."""
        while not self.is_done and self.counts[0] <= self.share * FEW_STEPS:
            self._steps = STRETCH  # at any pace, so that each machine counts in the same way
            self._run_on(meter, _EVERY)
        return self.is_done

    def _run_on(self, meter: Meter, most: int) -> None:
        nodes = self.nodes
        self.is_done = self.go_on(min(most, _EVERY)) == StopCode.EXHAUSTED
        meter.add_layer(self.nodes - nodes)
        meter.check(0)

    def promise(self) -> float:
        """Estimate the seconds that the rest takes at the pace so far.

        References
        ----------
        D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
        29, 1975.
        """
        if self.is_done:
            return 0.0
        steps = float(self("estimate", self.handle, PROBES, 0))
        pace = self.seconds / self.counts[0] if self.counts[0] else STEP
        return steps * (1 - self.share) * pace


def count_if_few(state: State, meter: Meter) -> int | None:
    """Count the solutions of a board with colours if they are few; None if that takes long."""
    if state.problem.checks_regions or not enumerates(state):
        return None
    if not state.is_untouched and (state.dead or state.solved):
        return None
    enumeration = Enumeration(state)
    return enumeration.solutions if enumeration.run_if_short(meter) else None


class Enumerating:
    """Counts boards one solution at a time where that is estimated to be faster than sweeping.

    Each board is first enumerated for a moment. If it is not counted by then, it is swept unless
    the rest is estimated to take less time than earlier sweeps took; a sweep gives up after a
    quarter of the time estimated for the rest. `nodes` is the number of placements made so far.
    """

    def __init__(self, searching: Searching | None) -> None:
        self._searching = searching
        self._sweep_seconds = SWEEP_SECONDS
        self.nodes = 0

    def count(
        self, sweep: Callable[[], int], state: State, meter: Meter, *, by_orbit: bool = False
    ) -> int:
        """Return the count of a sweep, of an enumeration, or of a search.

        With `by_orbit`, one placement of each orbit of the largest piece left is enumerated. It
        raises the same errors as `swept_or_searched`.
        """
        if self._searching is None or not enumerates_long(state):
            return swept_or_searched(sweep, state, meter, self._searching)
        if state.dead or state.solved:
            return int(state.solved)
        boards = _by_orbit(state) if by_orbit else [(1, state)]
        parts = [(times, Enumeration(each)) for times, each in boards]
        left = HEAD_START
        for _, part in parts:
            part.run(meter, left)
            left -= part.seconds
        promise = sum(part.promise() for _, part in parts)
        if promise > self._sweep_seconds:
            self._sweep_seconds, began = promise, time.thread_time()
            meter.start(lambda _: promise * SWEEP_SHARE)
            try:
                found = sweep()
            except TooLargeError:
                if not (meter.outrun or promise < MAX_SEARCH):
                    raise
            else:
                self._sweep_seconds = time.thread_time() - began
                return found
            finally:
                meter.start()
        for done, (_, part) in enumerate(parts):
            if not part.is_done:
                part.run(meter, report=scaled(meter.report, done, len(parts)))
        self.nodes += sum(part.nodes for _, part in parts)
        return sum(times * part.solutions for times, part in parts)


def _by_orbit(state: State) -> list[tuple[int, State]]:
    """Return boards that share the solutions of one, each with the size of its orbit."""
    orbits = orbits_left(state)
    times = Counter(orbits.values())
    if len(times) == len(orbits):
        return [(1, state)]
    return [(number, state.place(first)) for first, number in times.items()]
