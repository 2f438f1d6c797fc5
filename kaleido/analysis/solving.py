"""One search from start to end, with its answer."""

import time
from collections.abc import Callable

from kaleido.analysis.answer import Answer, Move, Status
from kaleido.analysis.infeasibility import find_reason
from kaleido.heuristics.makers import StrategyLike, make_any_strategy
from kaleido.heuristics.registry import DEFAULT
from kaleido.model.cause import Cause
from kaleido.model.solution import Solution
from kaleido.search.engine import search
from kaleido.search.events import Event, Exhausted, GaveUp, Solved
from kaleido.search.looks import looks_of
from kaleido.search.state import State
from kaleido.search.tracker import Tracker


def solve_from(
    start: State,
    strategy: StrategyLike = DEFAULT,
    *,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Answer:
    """Search for the first solution that contains a board; see `kaleido.solve`."""
    problem = start.problem
    chosen = make_any_strategy(strategy, seed)
    began = time.perf_counter()
    tracker = Tracker()
    last: Event = Exhausted()
    for last in search(problem, chosen, start=start, max_nodes=max_nodes, timeout=timeout):
        tracker.follow(last)
        if watch is not None:
            watch(last)
    moves: tuple[Move, ...] = ()
    solution = None
    if isinstance(last, Solved):
        given = tuple(map(Move, problem.placements(start.path)))
        moves = given + tuple(
            Move(place.placement, place.score, place.found)
            for place in tracker.line
            if not problem.is_blank(place.number)
        )
        placements = tuple(move.placement for move in moves)
        solution = Solution(problem.pattern, placements, problem.pieces)
    return Answer(
        problem.pattern,
        _STATUS[type(last)],
        chosen.name,
        tracker.nodes,
        tracker.backtracks,
        time.perf_counter() - began,
        moves,
        solution,
        _reason(start, last, tracker),
        looks_of(chosen),
    )


_STATUS = {Solved: Status.SOLVED, Exhausted: Status.NO_SOLUTION, GaveUp: Status.GAVE_UP}


def _reason(start: State, last: Event, tracker: Tracker) -> Cause | None:
    if isinstance(last, Exhausted):
        return find_reason(start) or Cause("searched", {"nodes": tracker.nodes})
    if isinstance(last, GaveUp):
        most, pieces = start.depth + tracker.deepest, sum(start.problem.pieces.counts)
        tried = {"tried": tracker.nodes, "most": most, "pieces": pieces}
        return Cause(last.limit.kind, {**last.limit.facts, **tried})
    return None
