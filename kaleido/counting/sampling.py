"""Uniformly random solutions: walks back through layers of counted states."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from random import Random

import numpy as np

from kaleido.counting.completions import CompletionCounter
from kaleido.counting.count import Report, count_by_placement
from kaleido.counting.frontier import Frontier, exceeds_arrays, sweep_board
from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import chained
from kaleido.counting.relaxation import relax
from kaleido.counting.sweep import Sweep
from kaleido.errors import TooLargeError
from kaleido.search.state import State

Choose = Callable[[Sequence[int]], int]
"""Chooses one of several steps back, given the number of ways behind each."""


def sample_solutions(
    state: State,
    times: int,
    random: Random,
    limits: CountLimits | None = None,
    report: Report | None = None,
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
        frontier = sweep_board(state, Meter(limits, report))
        for _ in range(times if frontier.total else 0):
            yield (*state.path, *walk_back(frontier, choose))
        return
    counter = CompletionCounter(state, limits)
    by_placement, _ = count_by_placement(counter, report=report)
    numbers, ways = list(by_placement), list(by_placement.values())
    chosen = [numbers[choose(ways)] for _ in range(times if any(ways) else 0)]
    sampled: dict[int, list[tuple[int, ...]]] = {}
    # One after the other, so that the layers of only one placement are in memory.
    for number in dict.fromkeys(chosen):
        walk = Walk(counter, number) if counter.subsets.sizes else None
        sampled[number] = [
            (*state.path, number, *(walk.back(choose) if walk else ()))
            for _ in range(chosen.count(number))
        ]
    for number in chosen:
        yield sampled[number].pop()


def _choose(random: Random, ways: Sequence[int]) -> int:
    """Choose a place with a probability exactly proportional to its ways, whatever their size."""
    totals = list(accumulate(ways))
    return bisect(totals, random.randrange(totals[-1]))


def walk_back(frontier: Frontier, choose: Choose) -> list[int]:
    """Walk from a full state of a frontier to the empty one; return the placements."""
    ends = frontier.layers[-1]
    state = list(ends)[choose(list(ends.values()))]
    path: list[int] = []
    while state >> frontier.width:
        steps = [
            (state - step, number, ways)
            for layer, placements in zip(frontier.layers, frontier.steps, strict=False)
            for clash, step, number in placements
            if state & clash == clash and (ways := layer.get(state - step, 0))
        ]
        state, number, _ = steps[choose([ways for *_, ways in steps])]
        path.append(number)
    return path[::-1]


class Walk:
    """The layers of one placement, all kept, and the way back through them."""

    def __init__(self, counter: CompletionCounter, number: int) -> None:
        parts, numbers = counter.parts_left_by(number)
        region = chained([counter.region(part, numbers) for part in parts])
        profiles = profiles_of(region)
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
