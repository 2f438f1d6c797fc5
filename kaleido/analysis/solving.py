"""Solving a pattern from start to end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from kaleido.analysis.answer import Answer, Move, Status
from kaleido.analysis.infeasibility import find_reason
from kaleido.model.board import Board
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.engine import search
from kaleido.search.events import Event, Exhausted, GaveUp, Solved
from kaleido.search.fork import Strategy
from kaleido.search.position import place_all
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies import DEFAULT, make_strategy
from kaleido.search.tracker import Tracker


def solve(
    pattern: Board | Problem,
    strategy: Strategy | str = DEFAULT,
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
    placed: Iterable[Placement] = (),
    watch: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve a pattern, or any other puzzle.

    Parameters
    ----------
    pattern : Board or Problem
        A `Pattern` to be covered by the classic pieces, or a `Puzzle`.
    strategy : Strategy or str, optional
        A strategy, or the name of one.
    seed : int, optional
        For a strategy given by name: the same seed makes the same search.
    max_nodes : int, optional
        Give up after so many placements.
    timeout : float, optional
        Give up after so many seconds.
    placed : iterable of Placement, optional
        Pieces placed by hand; the search goes on from there.
    watch : callable, optional
        Called with every event of the search as it happens.

    Returns
    -------
    Answer
        Solved, no solution (proved) or gave up.

    Raises
    ------
    OptionError
        The strategy is unknown or a limit is negative.
    PlacingError
        The pieces placed do not fit.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> answer = solve(named_pattern("car"))
    >>> answer.status, len(answer.moves)
    (<Status.SOLVED: 'solved'>, 18)
    >>> from kaleido import Pattern
    >>> solve(Pattern("/".join(["rxrxrxrr"] * 8))).reason
    'no choice of faces gives 24 x, 40 r; the nearest is 32 x, 32 r'
    """
    if isinstance(strategy, str):
        strategy = make_strategy(strategy, seed)
    began = time.perf_counter()
    problem = pattern if isinstance(pattern, Problem) else Problem(pattern)
    start = place_all(problem, placed)
    tracker = Tracker()
    last: Event = Exhausted()
    for last in search(problem, strategy, start=start, max_nodes=max_nodes, timeout=timeout):
        tracker.follow(last)
        if watch is not None:
            watch(last)
    moves: tuple[Move, ...] = ()
    solution = None
    if isinstance(last, Solved):
        given = tuple(Move(problem.placement(number)) for number in start.path)
        moves = given + tuple(Move(place.placement, place.score) for place in tracker.line)
        placements = tuple(move.placement for move in moves)
        solution = Solution(problem.pattern, placements, problem.pieces)
    return Answer(
        problem.pattern,
        _STATUS[type(last)],
        strategy.name,
        tracker.nodes,
        tracker.backtracks,
        time.perf_counter() - began,
        moves,
        solution,
        _reason(start, last, tracker),
    )


_STATUS = {Solved: Status.SOLVED, Exhausted: Status.NO_SOLUTION, GaveUp: Status.GAVE_UP}


def _reason(start: State, last: Event, tracker: Tracker) -> str:
    if isinstance(last, Exhausted):
        return find_reason(start) or f"searched {tracker.nodes:,} nodes, none left"
    if isinstance(last, GaveUp):
        return (
            f"{last.limit}; tried {tracker.nodes:,} placements, with at most "
            f"{start.depth + tracker.deepest} of {sum(start.problem.pieces.counts)} pieces on the "
            "board"
        )
    return ""
