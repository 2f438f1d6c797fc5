"""The number of solutions of a board: exactly, or up to a limit."""

import time
from collections.abc import Callable, Sequence
from itertools import islice

from kaleido.base.errors import LimitReachedError, TooLargeError
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.enumerating import (
    HEAD_START,
    Enumerating,
    Enumeration,
    count_if_few,
    enumerates,
)
from kaleido.counting.frontier import exceeds_arrays, sweep_board
from kaleido.counting.meter import Count, CountLimits, Meter, Report
from kaleido.counting.orbits import Orbits, count_orbits
from kaleido.counting.searching import MAX_PIECES, Searching
from kaleido.counting.tasks import count_by_placement
from kaleido.parallel import Workers
from kaleido.search.core import load_core
from kaleido.search.result import solved_states
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.symmetry import SolutionSymmetries, UpTo

MAX_NODES = 10_000
"""A board on which a search needs more placements than this is counted completely."""


def count_solutions(
    state: State,
    limits: CountLimits | None = None,
    *,
    workers: Workers | None = None,
    report: Report | None = None,
) -> Count:
    """Count all solutions that contain a board.

    Parameters
    ----------
    state : State
    limits : CountLimits, optional
        The limits of each worker.
    workers : Workers, optional
        They count the placements of the largest piece left, once there is enough work.
    report : callable, optional
        Called with the fraction of the work done, from 0 to 1.

    Raises
    ------
    TooLargeError
        The count would take more memory than the limits allow.
    WorkersError
        A placement crashed its worker on every attempt, or no workers are left.

    References
    ----------
    M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a combined
    approach to exact cover", AAAI 2017, for counting exact covers by merging equal states.
    """
    began = time.perf_counter()
    limits = limits or CountLimits()
    by_placement: dict[int, int] = {}
    meters, searching = [Meter(limits, report)], Searching(Meter(limits))
    total = count_if_few(state, meters[0])
    if total is None:
        state = state.refuted()
        if state.dead or state.solved:
            own = int(state.solved)
            return Count(own, own, own, own, own, time.perf_counter() - began, by_placement)
        if exceeds_arrays(state):
            enumerating = Enumerating(searching)
            total = enumerating.count(
                lambda: sweep_board(state, meters[0]).total, state, meters[0], by_orbit=True
            )
            searching.nodes += enumerating.nodes
        else:
            counter = CompletionCounter(state, limits)
            by_placement, meters = count_by_placement(counter, workers, report, searching)
            total = sum(by_placement.values())
    meters.append(searching.meter)
    orbits = Orbits(0, 0)
    if total:
        orbits = count_orbits(SolutionSymmetries(state), state, total, searching.meter)
    states = sum(meter.states for meter in meters)
    peak_states = max(meter.peak_states for meter in meters)
    seconds = time.perf_counter() - began
    return Count(total, *orbits, states, peak_states, seconds, by_placement, bool(searching.nodes))


def count_where(
    state: State, holds: Callable[[Sequence[int]], bool], *, timeout: float | None = None
) -> Count:
    """Count the solutions that contain a board and for which a function holds, by listing them.

    The function takes the numbers of a solution's placements. The classes counted up to symmetry
    are those whose least solution it holds for. The states are the solutions listed. A
    `LimitReachedError` says that the time is up.
    """
    began = time.perf_counter()
    kinds: tuple[UpTo, ...] = (True, "turns")
    classes = [SolutionSymmetries.of(state, kind) for kind in kinds]
    listed, kept, least = 0, 0, [0, 0]  # those least up to symmetry, and up to turns
    for solved in solved_states(state, Constrained(), timeout=timeout):
        listed += 1
        if holds(solved.path):
            kept += 1
            for number, symmetries in enumerate(classes):
                least[number] += symmetries is None or symmetries.is_least(solved.path)
    seconds = time.perf_counter() - began
    return Count(kept, least[0], least[1], listed, min(listed, 1), seconds, {}, searched=True)


def count_at_most(state: State, most: int, limits: CountLimits | None = None) -> int:
    """Count the solutions that contain a board, up to `most`.

    If there are more, some number above `most` is returned as soon as that is known. A search finds
    few solutions in a fraction of the time that a sweep takes to set up; if it takes long,
    `count_solutions` counts instead, within its limits.

    Raises
    ------
    TooLargeError
        The count would take more memory than the limits allow.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> car = State.empty(Puzzle(named_pattern("car")).problem)
    >>> count_at_most(car, 100), count_at_most(car, 32), count_at_most(car, 1) > 1
    (32, 32, True)
    """
    limits = limits or CountLimits()
    if enumerates(state) and (state.is_untouched or not state.dead):
        enumeration = Enumeration(state)
        if enumeration.run(Meter(limits), HEAD_START, most):
            return enumeration.solutions
    elif load_core() is not None and not state.problem.exclusions:
        # The core finds solutions one by one faster than Python does with memoization.
        found = solved_states(state, Constrained(), max_nodes=MAX_NODES, timeout=limits.seconds)
        try:
            return sum(1 for _ in islice(found, most + 1))
        except LimitReachedError:
            pass
    elif len(state.pieces_left) <= MAX_PIECES:
        try:
            return Searching(Meter(limits)).count(state, most, MAX_NODES)
        except TooLargeError:
            pass
    return count_solutions(state, limits).solutions
