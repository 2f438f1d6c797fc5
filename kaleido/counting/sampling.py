"""Uniformly random solutions, drawn by walking back through the layers of counted states."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from kaleido.counting.completions import CompletionCounter, SweptPart
from kaleido.counting.frontier import Choose, exceeds_arrays, sweep_board, walk_back
from kaleido.counting.meter import CountLimits, Meter, Report, scaled
from kaleido.counting.orbits import FixedSolutions
from kaleido.counting.ranking import Rank, SweptParts, Traceback
from kaleido.counting.searching import Searching
from kaleido.counting.tasks import count_by_placement
from kaleido.search.core import load_core
from kaleido.search.state import State
from kaleido.search.symmetry import (
    SolutionSymmetries,
    UpTo,
    placement_orbits,
    symmetries_left,
)

KEPT_BYTES = 100_000_000
"""The layers of counted placements are kept up to this many bytes, and one placement beyond."""

KEPT_SHARE = 8
"""This share of the memory of a count is a second limit."""


def sample_solutions(
    state: State,
    times: int,
    random: Random,
    limits: CountLimits | None = None,
    report: Report | None = None,
    *,
    up_to_symmetry: UpTo = False,
) -> Iterator[tuple[int, ...]]:
    """Sample solutions that contain a board, each as likely as any other, with repetition.

    The placements of the largest piece left are counted one after the other, and numbers are
    drawn among their solutions; a solution is found by its number on a walk back through the
    layers of the sweeps of its placement.

    Parameters
    ----------
    state : State
    times : int
        How many to sample.
    random : Random
    limits : CountLimits, optional
        All layers of one placement are kept at once: they must fit. Those of several are kept
        while they are small.
    report : callable, optional
        Called with the share of the counts done, from 0 to 1.
    up_to_symmetry : bool or "turns", optional
        Whether each orbit of solutions is as likely as any other, instead of each solution; an
        orbit is always shown by the same solution. With "turns", reflections do not count.

    Yields
    ------
    tuple of int
        The numbers of all placements. Nothing is yielded if there is no solution.

    Raises
    ------
    TooLargeError
        The layers of a placement do not fit, or hold counts beyond 63 bits.
    """
    limits = limits or CountLimits()

    def choose(ways: Sequence[int]) -> int:
        """Choose a place with a probability exactly proportional to its ways."""
        return Rank(random.randrange(sum(ways)))(ways)

    state = state.refuted()
    if state.dead or state.solved:
        yield from [state.path] * (times if state.solved else 0)
        return
    if exceeds_arrays(state):
        frontier = sweep_board(state, Meter(limits, report))
        total = frontier.total
        drawn: Iterator[tuple[int, ...]] = (
            (*state.path, *walk_back(frontier, choose)) for _ in range(times)
        )
    else:
        counter = CompletionCounter(state, limits)
        total, drawn = _draw_by_placement(counter, times, random, report)
    if total and (symmetries := SolutionSymmetries.of(state, up_to_symmetry)):
        yield from _sample_orbits(symmetries, state, total, drawn, times, choose, Meter(limits))
    elif total:
        yield from drawn


def _sample_orbits(
    symmetries: SolutionSymmetries,
    state: State,
    total: int,
    drawn: Iterator[tuple[int, ...]],
    times: int,
    choose: Choose,
    meter: Meter,
) -> Iterator[tuple[int, ...]]:
    """Sample orbits of solutions, each as likely as any other.

    Consider all pairs of a symmetry and a solution that it leaves unchanged. By the
    orbit-stabilizer theorem, each orbit has equally many pairs, as many as there are symmetries. So
    pairs are sampled; `drawn` are solutions sampled.
    """
    fixed = [FixedSolutions(state, image) for image in symmetries.images]
    ways = [total, *(each.count(meter) for each in fixed)]
    for _ in range(times):
        place = choose(ways)
        path = fixed[place - 1].draw(choose) if place else next(drawn)
        yield symmetries.least(path)


def _draw_by_placement(
    counter: CompletionCounter, times: int, random: Random, report: Report | None
) -> tuple[int, Iterator[tuple[int, ...]]]:
    """Count by placement of the largest piece left, and sample on the way.

    After a placement is counted, each sample is replaced by one of its solutions with the
    probability of its share of all solutions so far (reservoir sampling). The core counts all
    placements first, so that Python sweeps only those of the last samples. Without it, the layers
    of several placements are kept until they fill some memory, so that few samples are walked back
    before they are replaced.

    References
    ----------
    J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software
    11, 1985.
    """
    state, meter = counter.state, counter.meter
    members: dict[int, list[int]] = defaultdict(list)
    for number, first in placement_orbits(state, counter.largest).items():
        members[first].append(number)
    counts: dict[int, int] = {}
    if load_core() is not None:
        searching = Searching(Meter(meter.limits, deadline=meter.deadline))
        counts, _ = count_by_placement(counter, None, scaled(report, 0, 2), searching)
        meter.start()  # a walk has no rival
    samples, total = _Samples(counter, times), 0
    for done, (first, own) in enumerate(sorted(members.items())):
        meter.report = scaled(report, done, len(members))
        each = counts[first] if counts else samples.traced(first).total
        ways = each * len(own)
        total += ways
        for place in range(times if ways else 0):
            rank = random.randrange(total)
            if rank < ways:
                member, rest = divmod(rank, each)
                samples.found[place] = _Drawn(first, rest, own[member])
        if not counts and samples.tidy():
            samples.walk_back()
    samples.walk_back(scaled(report, 1, 2) if counts else None)
    return total, ((*state.path, *path) for path in samples.found)


class _Drawn(NamedTuple):
    """A solution by its number among those of a placement, to be mapped to another placement."""

    first: int
    rank: int
    to: int


class _Samples:
    """Samples, `found` or drawn by number, and the layers that are kept to walk back to them."""

    def __init__(self, counter: CompletionCounter, times: int) -> None:
        self.found: list[_Drawn | tuple[int, ...]] = [()] * times
        self._counter, self._images = counter, list(symmetries_left(counter.state))
        self._bound = min(KEPT_BYTES, counter.meter.limits.bytes // KEPT_SHARE)
        self._kept: dict[int, Traceback] = {}
        self._parts: SweptParts = {}

    def traced(self, first: int) -> Traceback:
        """Return the layers of a placement, and keep them."""
        if first not in self._kept:
            self._kept[first] = Traceback(self._counter, first, self._parts)
        return self._kept[first]

    @property
    def _drawn(self) -> set[int]:
        """The placements of the samples drawn."""
        return {each.first for each in self.found if isinstance(each, _Drawn)}

    def tidy(self) -> bool:
        """Drop the layers that no sample needs; return whether the others take much memory."""
        self._kept = {first: self._kept[first] for first in self._drawn & self._kept.keys()}
        layers: list[Traceback | SweptPart] = [*self._kept.values(), *self._parts.values()]
        held = sum(each.held for each in layers)
        if held > self._bound:
            self._parts.clear()
        self._counter.meter.beside = held if held <= self._bound else 0
        return held > self._bound

    def walk_back(self, report: Report | None = None) -> None:
        """Find the samples drawn, placement by placement."""
        drawn = sorted(self._drawn)
        for done, first in enumerate(drawn):
            self._counter.meter.report = scaled(report, done, len(drawn))
            traced = self.traced(first)
            for place, each in enumerate(self.found):
                if isinstance(each, _Drawn) and each.first == first:
                    self.found[place] = self._mapped(traced.back(Rank(each.rank)), each.to)
            if report is not None:
                report((done + 1) / len(drawn))
            self.tidy()

    def _mapped(self, path: list[int], to: int) -> tuple[int, ...]:
        """Map a solution by the first symmetry that has the placement wanted."""
        if path[0] == to:
            return tuple(path)
        image = next(image for image in self._images if image[path[0]] == to)
        return tuple(map(image.__getitem__, path))
