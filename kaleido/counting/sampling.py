"""Uniformly random solutions: walks back through layers of counted states."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from random import Random

import numpy as np

from kaleido.counting.completions import CompletionCounter
from kaleido.counting.count import Report, count_by_placement
from kaleido.counting.frontier import Choose, exceeds_arrays, sweep_board, walk_back
from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.orbits import FixedSolutions, SolutionSymmetries
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import chained
from kaleido.counting.relaxation import relax
from kaleido.counting.sweep import Sweep
from kaleido.errors import TooLargeError
from kaleido.search.state import State

Draw = Callable[[int], Iterator[tuple[int, ...]]]
"""Samples so many solutions, each as likely as any other."""


def sample_solutions(
    state: State,
    times: int,
    random: Random,
    limits: CountLimits | None = None,
    report: Report | None = None,
    *,
    up_to_symmetry: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Sample solutions that contain a board, each as likely as any other, with repetition.

    A placement of the largest piece left is chosen by its count; then a solution is found by
    walking back through the layers of its sweep, each step as likely as the ways behind it.

    Parameters
    ----------
    state : State
    times : int
        How many to sample.
    random : Random
    limits : CountLimits, optional
        All layers of one placement are kept at once: they must fit.
    report : callable, optional
        Called with the share of the counts done, from 0 to 1.
    up_to_symmetry : bool, optional
        Whether each orbit of solutions is as likely as any other, instead of each solution; an
        orbit is always shown by the same solution.

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
    choose = partial(_choose, random)
    if state.dead or state.solved:
        yield from [state.path] * (times if state.solved else 0)
        return
    if exceeds_arrays(state):
        total, draw = _draw_from_board(state, Meter(limits, report), choose)
    else:
        total, draw = _draw_by_placement(CompletionCounter(state, limits), choose, report)
    if total and up_to_symmetry:
        yield from _sample_orbits(state, total, draw, times, choose, Meter(limits))
    elif total:
        yield from draw(times)


def _sample_orbits(
    state: State, total: int, draw: Draw, times: int, choose: Choose, meter: Meter
) -> Iterator[tuple[int, ...]]:
    """Sample orbits of solutions, each as likely as any other.

    Of all pairs of a symmetry and a solution that it leaves unchanged, as many have a solution of
    the one orbit as of the other: the number of symmetries. Such pairs are sampled.
    """
    symmetries = SolutionSymmetries(state)
    fixed = [FixedSolutions(state, image) for image in symmetries.images]
    ways = [total, *(each.count(meter) for each in fixed)]
    chosen = [choose(ways) for _ in range(times)]
    drawn = draw(chosen.count(0))
    for place in chosen:
        path = fixed[place - 1].draw(choose) if place else next(drawn)
        yield symmetries.least(path)


def _draw_from_board(state: State, meter: Meter, choose: Choose) -> tuple[int, Draw]:
    """Count the solutions on a frontier; return their number and what samples from them."""
    frontier = sweep_board(state, meter)

    def draw(times: int) -> Iterator[tuple[int, ...]]:
        for _ in range(times):
            yield (*state.path, *walk_back(frontier, choose))

    return frontier.total, draw


def _draw_by_placement(
    counter: CompletionCounter, choose: Choose, report: Report | None
) -> tuple[int, Draw]:
    """Count by placement of the largest piece left, otherwise as `_draw_from_board`."""
    by_placement, _ = count_by_placement(counter, report=report)
    numbers, ways = list(by_placement), list(by_placement.values())

    def draw(times: int) -> Iterator[tuple[int, ...]]:
        chosen = [numbers[choose(ways)] for _ in range(times)]
        sampled: dict[int, list[tuple[int, ...]]] = {}
        # One after the other, so that the layers of only one placement are in memory.
        for number in dict.fromkeys(chosen):
            walk = Walk(counter, number) if counter.subsets.sizes else None
            sampled[number] = [
                (*counter.state.path, number, *(walk.back(choose) if walk else ()))
                for _ in range(chosen.count(number))
            ]
        for number in chosen:
            yield sampled[number].pop()

    return sum(ways), draw


def _choose(random: Random, ways: Sequence[int]) -> int:
    """Choose a place with a probability exactly proportional to its ways, whatever their size."""
    totals = list(accumulate(ways))
    return bisect(totals, random.randrange(totals[-1]))


class Walk:
    """The layers of one placement, all kept, and the way back through them."""

    def __init__(self, counter: CompletionCounter, number: int) -> None:
        parts, numbers = counter.parts_left_by(number)
        region = chained([counter.region(part, numbers) for part in parts])
        profiles = profiles_of(region, counter.meter)
        assert profiles is not None
        profiles, pruning, _ = relax(profiles, counter.subsets, [0])
        self.sweep = Sweep(
            profiles, counter.subsets, {0: 1}, counter.meter, pruning=pruning, keep=True
        )
        try:
            self.sweep.finish()
        except OverflowError:
            raise TooLargeError("too many solutions to sample from: beyond 63 bits") from None

    def back(self, choose: Choose) -> list[int]:
        """Walk from the full region to the empty one; return the placements."""
        sweep = self.sweep
        shape, used = int(sweep.profiles.starts[-1]) - 1, sweep.subsets.full
        path: list[int] = []
        while used:
            arrivals = range(*sweep.firsts[shape : shape + 2])
            steps = [(step, ways) for step in arrivals if (ways := self._ways(step, used))]
            step = steps[choose([ways for _, ways in steps])][0]
            path.append(int(sweep.number[step]))
            used ^= 1 << int(sweep.piece[step])
            shape = int(sweep.before[step])
        return path

    def _ways(self, step: int, used: int) -> int:
        sweep, piece = self.sweep, int(self.sweep.piece[step])
        if not used >> piece & 1:
            return 0
        earlier = used ^ 1 << piece
        area = sweep.subsets.area(earlier)
        layer = sweep.layers[area]
        row = int(sweep.before[step]) - int(sweep.profiles.starts[area])
        low, high = layer.indptr[row : row + 2]
        place = np.flatnonzero(layer.indices[low:high] == sweep.subsets.rank[earlier])
        return int(layer.data[low + place[0]]) if len(place) else 0
