"""Tasks of the workers: each counts one placement of the largest piece left."""

import threading
from collections.abc import Iterator
from typing import NamedTuple

from kaleido.counting.completions import CompletionCounter
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.searching import Searching
from kaleido.counting.ways import swept_or_searched
from kaleido.errors import WorkersError
from kaleido.model.board import Board
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.parallel import Crash, Workers
from kaleido.search.placing import lay_all
from kaleido.search.problem import Problem
from kaleido.search.state import State


class TaskCount(NamedTuple):
    """What a worker finds.

    Attributes
    ----------
    solutions : int
        Those that contain the placement.
    meters : list of Meter
        Of the sweep and of the search that may have taken its place.
    nodes : int
        The placements that the search made.
    """

    solutions: int
    meters: list[Meter]
    nodes: int


class SharedBoard(NamedTuple):
    """What a worker must know of a board to count its solutions."""

    board: Board
    pieces: PieceSet
    placed: tuple[Placement, ...]
    limits: CountLimits


def count_by_workers(
    state: State, limits: CountLimits, numbers: list[int], workers: Workers
) -> Iterator[tuple[int, TaskCount]]:
    """Yield some placements of the largest piece left, as they are counted, with what is found."""
    problem = state.problem
    shared = SharedBoard(problem.pattern, problem.pieces, problem.placements(state.path), limits)
    tasks = ((shared, number) for number in numbers)
    for place, found in workers.map_unordered(_count_task, tasks):
        if isinstance(found, Crash):
            raise WorkersError(f"the count cannot go on: {found.reason}")
        yield numbers[place], found


class _Ready(threading.local):
    """The board that this thread worked on last, with its counters ready for more tasks."""

    shared: SharedBoard | None = None
    counter: CompletionCounter
    searching: Searching


_ready = _Ready()


def _count_task(task: tuple[SharedBoard, int]) -> TaskCount:
    shared, number = task
    if _ready.shared != shared:
        empty = State.empty(Problem(shared.board, shared.pieces))
        start = lay_all(empty, shared.placed)
        _ready.counter = CompletionCounter(start, shared.limits)
        _ready.searching = Searching(Meter(shared.limits))
        _ready.shared = shared
    counter, searching = _ready.counter, _ready.searching
    counter.meter, searching.meter = meters = Meter(shared.limits), Meter(shared.limits)
    before = searching.nodes
    after = counter.state.place(number)
    solutions = swept_or_searched(lambda: counter.count(number), after, counter.meter, searching)
    counter.meter.start()  # without its rival, which stays here
    return TaskCount(solutions, list(meters), searching.nodes - before)
