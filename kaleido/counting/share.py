"""Homes of the largest piece left, counted by workers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

from kaleido.counting.counter import Counter
from kaleido.counting.limits import CountLimits, Meter
from kaleido.errors import WorkersError
from kaleido.model.board import Board
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.parallel import Crash, Workers
from kaleido.search.position import place_all
from kaleido.search.problem import Problem
from kaleido.search.state import State


@dataclass(frozen=True)
class Share:
    """What a worker must know to count homes of a board.

    Parameters
    ----------
    board : Board
    pieces : PieceSet
    placed : tuple of Placement
    limits : CountLimits
    """

    board: Board
    pieces: PieceSet
    placed: tuple[Placement, ...]
    limits: CountLimits


def count_shares(
    state: State, limits: CountLimits, homes: list[int], workers: Workers
) -> Iterator[tuple[int, int, Meter]]:
    """Count homes of the largest piece left.

    Parameters
    ----------
    state : State
    limits : CountLimits
        Of each worker.
    homes : list of int
    workers : Workers

    Yields
    ------
    tuple of int, int, Meter
        A home, the solutions that contain it, and what it took; as they finish.

    Raises
    ------
    TooLargeError
        A home would take more memory than the limits allow.
    WorkersError
        A home ended its worker every time.
    """
    problem = state.problem
    share = Share(problem.pattern, problem.pieces, problem.placements(state.path), limits)
    for place, found in workers.map_unordered(_count_home, ((share, home) for home in homes)):
        if isinstance(found, Crash):
            raise WorkersError(f"the count cannot go on: {found.reason}")
        yield homes[place], *found


class _Ready(threading.local):
    """The board that this thread has counted homes of last, ready for more of them."""

    share: Share | None = None
    counter: Counter


_ready = _Ready()


def _count_home(task: tuple[Share, int]) -> tuple[int, Meter]:
    share, home = task
    if _ready.share != share:
        problem = Problem(share.board, share.pieces)
        _ready.counter = Counter(place_all(problem, share.placed), share.limits)
        _ready.share = share
    meter = _ready.counter.meter = Meter(share.limits)
    return _ready.counter.home(home), meter
