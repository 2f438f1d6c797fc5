"""How a search ends: its last event, its counts, and the moves to a solution."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from kaleido.search.compiled_search import Choices, compiled_search
from kaleido.search.engine import search
from kaleido.search.events import Event, Exhausted, Made, Place, Solved
from kaleido.search.fork import Strategy
from kaleido.search.found import Found
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.stopping import check_limits
from kaleido.search.tracker import Tracker


class SearchResult(NamedTuple):
    """How a search for the first solution ended.

    Attributes
    ----------
    last : Solved, Exhausted or GaveUp
        The last event.
    nodes, backtracks, resumes, deepest : int
        As `Tracker` counts them.
    moves : tuple of Made
        The moves to the solution, if there is one.
    """

    last: Event
    nodes: int
    backtracks: int
    resumes: int
    deepest: int
    moves: tuple[Made, ...] = ()


def search_result(
    start: State,
    strategy: Strategy,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> SearchResult:
    """Search for the first solution that contains a board, and return how that ended.

    Without anybody who watches, the compiled core makes no events.

    Raises
    ------
    OptionError
        A limit is negative.
    """
    check_limits(max_nodes, timeout)
    compiled = None if watch else compiled_search(start, strategy, max_nodes, timeout)
    if compiled is not None:
        last: Event = next(stop for stop in compiled.stops() if stop is not None)
        made = compiled.moves if isinstance(last, Solved) else ()
        return SearchResult(last, *compiled.counts, tuple(made))
    tracker = Tracker()
    last = Exhausted()
    for last in search(start.problem, strategy, start=start, max_nodes=max_nodes, timeout=timeout):
        tracker.follow(last)
        if watch is not None:
            watch(last)
    moves = tuple(
        Made(place.number, place.placement, partial(_told, place)) for place in tracker.line
    )
    counts = tracker.nodes, tracker.backtracks, tracker.resumes, tracker.deepest
    return SearchResult(last, *counts, moves if isinstance(last, Solved) else ())


def _told(place: Place) -> tuple[Score, Found | None]:
    return place.score, place.found


def count_choices(start: State, strategy: Strategy, max_nodes: int) -> Choices:
    """Search for the first solution that contains a board, and return how much there is to choose.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Constrained, Problem
    >>> count_choices(State.empty(Problem(named_pattern("car"))), Constrained(), 100).nodes
    19
    """
    compiled = compiled_search(start, strategy, max_nodes, None)
    if compiled is not None:
        next(stop for stop in compiled.stops() if stop is not None)
        return compiled.choices
    tracker = Tracker()
    forced = forks = moves = 0
    for event in search(start.problem, strategy, start=start, max_nodes=max_nodes):
        tracker.follow(event)
        if isinstance(event, Place):
            width = len(event.fork.moves)
            forced += width == 1
            if width > 1 and not event.rank:
                forks += 1
                moves += width
    return Choices(tracker.nodes, tracker.backtracks, forced, forks, moves)
