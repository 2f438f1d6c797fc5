"""A count divided into tasks: each is one placement of the largest piece left.

While there is little work, this process does the tasks itself; then workers do the rest.
"""

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from kaleido.base.errors import WorkersError
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.enumerating import Enumerating, enumerates_long
from kaleido.counting.meter import CountLimits, Meter, Report, scaled
from kaleido.counting.searching import Searching
from kaleido.model.board import Board
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.parallel import Crash, Workers
from kaleido.search.placing import lay_all
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.stopping import Deadline
from kaleido.search.symmetry import placement_orbits

SERIAL_SECONDS = 1.0
"""After this much work in this process, starting others pays."""


def count_by_placement(
    counter: CompletionCounter,
    workers: Workers | None = None,
    report: Report | None = None,
    searching: Searching | None = None,
) -> tuple[dict[int, int], list[Meter]]:
    """Count, for each placement of the largest piece left, the solutions that contain it.

    One placement of each orbit is counted. The meters returned are those of this process and of the
    tasks of the workers. With `searching`, placements are counted by a search if it is estimated to
    be faster, or if a sweep does not fit into memory. Other parameters are those of
    `count_solutions`.
    """
    began, deadline = time.thread_time(), counter.meter.deadline
    state = counter.state
    orbits = placement_orbits(state, counter.largest)
    firsts = sorted(set(orbits.values()))
    counted: dict[int, int] = {}
    meters = [counter.meter]
    enumerating, swept = Enumerating(searching), 0
    for first in firsts:
        left = firsts[len(counted) :]
        since = time.thread_time() - began
        takes_long = since > SERIAL_SECONDS
        after = state.place(first)
        pace = since / max(swept, 1)
        if searching and takes_long and not enumerates_long(after) and searching.beats(pace, after):
            counted[first] = searching.count(after)
            continue
        if workers and len(left) > 1 and takes_long:
            limits = counter.meter.limits
            for number, found in count_by_workers(state, limits, left, workers, deadline):
                counted[number] = found.solutions
                meters += found.meters
                if searching:
                    searching.nodes += found.nodes
                if report is not None:
                    report(len(counted) / len(firsts))
                counter.meter.check(0)
            break
        counter.meter.report = scaled(report, len(counted), len(firsts))
        counted[first] = enumerating.count(partial(counter.count, first), after, counter.meter)
        swept += 1
    if searching:
        searching.nodes += enumerating.nodes
    return {number: counted[first] for number, first in orbits.items()}, meters


class TaskCount(NamedTuple):
    """The result of a worker for a placement.

    The meters are those of the sweep and of the search that may have taken its place, and the
    nodes those of the search.
    """

    solutions: int
    meters: list[Meter]
    nodes: int


class SharedBoard(NamedTuple):
    """A board as it is sent to workers, which count its solutions."""

    board: Board
    pieces: PieceSet
    placed: tuple[Placement, ...]
    limits: CountLimits


def count_by_workers(
    state: State, limits: CountLimits, numbers: list[int], workers: Workers, deadline: Deadline
) -> Iterator[tuple[int, TaskCount]]:
    """Yield some placements of the largest piece left, as they are counted, with their counts."""
    problem = state.problem
    shared = SharedBoard(problem.pattern, problem.pieces, problem.placements(state.path), limits)
    tasks = ((shared, number, deadline) for number in numbers)
    for place, found in workers.map_unordered(_count_task, tasks):
        if isinstance(found, Crash):
            raise WorkersError(f"the count cannot go on: {found.reason}")
        yield numbers[place], found


class _Ready(threading.local):
    """The board that this thread worked on last, with its counters ready for more tasks."""

    shared: SharedBoard | None = None
    counter: CompletionCounter
    searching: Searching
    enumerating: Enumerating


_ready = _Ready()


def _count_task(task: tuple[SharedBoard, int, Deadline]) -> TaskCount:
    shared, number, deadline = task
    if _ready.shared != shared:
        empty = State.empty(Problem(shared.board, shared.pieces))
        start = lay_all(empty, shared.placed)
        _ready.counter = CompletionCounter(start, shared.limits)
        _ready.searching = Searching(Meter(shared.limits))
        _ready.enumerating = Enumerating(_ready.searching)
        _ready.shared = shared
    counter, searching = _ready.counter, _ready.searching
    meters = [Meter(shared.limits, deadline=deadline) for _ in range(2)]
    counter.meter, searching.meter = meters
    enumerating = _ready.enumerating
    before = searching.nodes + enumerating.nodes
    after = counter.state.place(number)
    solutions = enumerating.count(lambda: counter.count(number), after, counter.meter)
    counter.meter.start()  # without its rival, which stays here
    return TaskCount(solutions, meters, searching.nodes + enumerating.nodes - before)
