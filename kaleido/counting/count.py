"""All solutions of a board, counted exactly."""

import time
from collections.abc import Callable
from functools import partial

from kaleido.arguments import named_options
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.frontier import exceeds_arrays, sweep_board
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.orbits import SolutionSymmetries, placement_orbits
from kaleido.counting.result import Count
from kaleido.counting.searching import Searching
from kaleido.counting.tasks import count_by_workers
from kaleido.counting.ways import swept_or_searched
from kaleido.parallel import Workers
from kaleido.search.state import State

SERIAL_SECONDS = 1.0
"""After so much work in this process, starting others is worth its cost."""

Report = Callable[[float], None]


@named_options
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
    state = state.refuted()
    if state.dead or state.solved:
        total = int(state.solved)
        return Count(total, total, total, total, time.perf_counter() - began, by_placement)
    searching = Searching(Meter(limits))
    if exceeds_arrays(state):
        meters = [Meter(limits, report)]
        total = swept_or_searched(
            lambda: sweep_board(state, meters[0]).total, state, meters[0], searching
        )
    else:
        counter = CompletionCounter(state, limits)
        by_placement, meters = count_by_placement(counter, workers, report, searching)
        total = sum(by_placement.values())
    meters.append(searching.meter)
    symmetric = SolutionSymmetries(state).count_orbits(state, total) if total else 0
    states = sum(meter.states for meter in meters)
    peak_states = max(meter.peak_states for meter in meters)
    seconds = time.perf_counter() - began
    return Count(
        total, symmetric, states, peak_states, seconds, by_placement, bool(searching.nodes)
    )


def count_by_placement(
    counter: CompletionCounter,
    workers: Workers | None = None,
    report: Report | None = None,
    searching: Searching | None = None,
) -> tuple[dict[int, int], list[Meter]]:
    """Count, for each placement of the largest piece left, the solutions that contain it.

    One placement of each orbit is counted. The meters returned are those of this process and of
    the tasks of the workers. With `searching`, placements are counted by a search where that
    promises to be faster, or where the memory does not suffice. Other parameters are those of
    `count_solutions`.
    """
    began = time.thread_time()
    state = counter.state
    orbits = placement_orbits(state, counter.largest)
    firsts = sorted(set(orbits.values()))
    counted: dict[int, int] = {}
    meters = [counter.meter]
    swept = 0
    for first in firsts:
        left = firsts[len(counted) :]
        since = time.thread_time() - began
        takes_long = since > SERIAL_SECONDS
        after = state.place(first)
        if searching and takes_long and searching.beats(since / max(swept, 1), after):
            counted[first] = searching.count(after)
            continue
        if workers and len(left) > 1 and takes_long:
            limits = counter.meter.limits
            for number, found in count_by_workers(state, limits, left, workers):
                counted[number] = found.solutions
                meters += found.meters
                if searching:
                    searching.nodes += found.nodes
                if report is not None:
                    report(len(counted) / len(firsts))
            break
        if report is not None:
            counter.meter.report = scaled(report, len(counted), len(firsts))
        counted[first] = swept_or_searched(
            partial(counter.count, first), after, counter.meter, searching
        )
        swept += 1
    return {number: counted[first] for number, first in orbits.items()}, meters


def scaled(report: Report, done: int, total: int) -> Report:
    """Return what reports the share done of one of several placements as that of all."""
    return lambda fraction: report((done + fraction) / total)
