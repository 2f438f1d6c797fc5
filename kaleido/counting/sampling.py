"""Uniformly random solutions, drawn by walking back through the layers of counted states."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from kaleido.counting.completions import CompletionCounter
from kaleido.counting.frontier import Choose, exceeds_arrays, sweep_board, walk_back
from kaleido.counting.meter import CountLimits, Meter, Report, scaled
from kaleido.counting.orbits import FixedSolutions
from kaleido.counting.ranking import Rank, SweptParts, Traceback
from kaleido.search.state import State
from kaleido.search.symmetry import (
    Image,
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
    probability of its share of all solutions so far (reservoir sampling). The layers of several
    placements are kept until they fill some memory, so that few samples are walked back before they
    are replaced.

    References
    ----------
    J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software
    11, 1985.
    """
    orbits = placement_orbits(counter.state, counter.largest)
    members: dict[int, list[int]] = defaultdict(list)
    for number, first in orbits.items():
        members[first].append(number)
    images = list(symmetries_left(counter.state))
    sampled: list[_Drawn | tuple[int, ...]] = [()] * times
    parts: SweptParts = {}
    total = kept = 0
    meter, bound = counter.meter, min(KEPT_BYTES, counter.meter.limits.bytes // KEPT_SHARE)
    for done, (first, own) in enumerate(sorted(members.items())):
        if report is not None:
            meter.report = scaled(report, done, len(members))
        traced = Traceback(counter, first, parts)
        ways = traced.total * len(own)
        total += ways
        for place in range(times if ways else 0):
            rank = random.randrange(total)
            if rank < ways:
                member, rest = divmod(rank, traced.total)
                sampled[place] = _Drawn(traced, rest, own[member])
        if any(isinstance(each, _Drawn) and each.traced is traced for each in sampled):
            kept += traced.held
        meter.beside = kept + sum(part.held for part in parts.values())
        if meter.beside > bound:
            sampled = [_found(each, images) for each in sampled]
            parts.clear()
            kept = meter.beside = 0
    path = counter.state.path
    return total, ((*path, *_found(each, images)) for each in sampled)


class _Drawn(NamedTuple):
    """A solution by its number among those of a walk, to be mapped to another placement."""

    traced: Traceback
    rank: int
    to: int


def _found(drawn: _Drawn | tuple[int, ...], images: Sequence[Image]) -> tuple[int, ...]:
    """Walk back to a solution, and map it by the first symmetry that has the placement wanted."""
    if not isinstance(drawn, _Drawn):
        return drawn
    path, first = drawn.traced.back(Rank(drawn.rank)), drawn.traced.number
    if first == drawn.to:
        return tuple(path)
    image = next(image for image in images if image[first] == drawn.to)
    return tuple(map(image.__getitem__, path))
