"""How a search ends: the solutions that it finds, its last event and its counts."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache, partial
from typing import NamedTuple

from kaleido.base.attributes import NamedMembers
from kaleido.base.errors import GAVE_UP, NO_SOLUTION, LimitReachedError
from kaleido.search.compiled_search import Choices, compiled_search
from kaleido.search.core import Engine, load_core
from kaleido.search.engine import search
from kaleido.search.events import Event, Exhausted, GaveUp, Line, Place, Solved, Tracker
from kaleido.search.fork import Found, Strategy
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.stopping import check_limits


class Status(StrEnum, metaclass=NamedMembers):
    """The three possible answers of a search, which are never confused."""

    SOLVED = "solved"
    NO_SOLUTION = "no-solution"
    GAVE_UP = "gave-up"

    @property
    def exit_code(self) -> int:
        """The exit code of a command that ends with this answer."""
        return {"solved": 0, "no-solution": NO_SOLUTION, "gave-up": GAVE_UP}[self]


class SearchResult(NamedTuple):
    """The last event of a search for a solution, the counts of a `Tracker`, and the line to it."""

    last: Event
    nodes: int
    backtracks: int
    resumes: int
    deepest: int
    line: Line = Line()
    engine: Engine = "python"

    @property
    def status(self) -> Status:
        """How the search ended."""
        return _STATUS[type(self.last)]


_STATUS = {Solved: Status.SOLVED, Exhausted: Status.NO_SOLUTION, GaveUp: Status.GAVE_UP}


_load_core_once = cache(load_core)


def load_modules(strategy: Strategy) -> None:
    """Load the core and the modules of a strategy, before the seconds of a search are counted."""
    _load_core_once()
    own = getattr(strategy, "load_modules", None)
    if own is not None:
        own()


def search_result(
    start: State,
    strategy: Strategy,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> SearchResult:
    """Search for the first solution that contains a board, and return how that ended.

    The compiled core makes no events for this. A negative limit raises an
    OptionError.
    """
    check_limits(max_nodes, timeout)
    limits = max_nodes, timeout
    compiled = compiled_search(start, strategy, *limits, is_watched=watch is not None)
    if compiled is not None and watch is None:
        last: Event = next(stop for stop in compiled.stops() if stop is not None)
        line = compiled.line if isinstance(last, Solved) else Line()
        return SearchResult(last, *compiled.counts, line, "core")
    tracker = Tracker()
    last = Exhausted()
    ask = partial(search, start.problem, strategy, start=start)
    for last in compiled.events() if compiled else ask(max_nodes=max_nodes, timeout=timeout):
        tracker.follow(last)
        if watch is not None:
            watch(last)
        if isinstance(last, Solved):
            break
    line = _line(tracker.line) if isinstance(last, Solved) else Line()
    counts = tracker.nodes, tracker.backtracks, tracker.resumes, tracker.deepest
    return SearchResult(last, *counts, line, "python" if compiled is None else "core")


def solved_states(
    start: State, strategy: Strategy, *, max_nodes: int | None = None, timeout: float | None = None
) -> Iterator[State]:
    """Yield every solved state once, as it is found. When it ends, there are no more.

    The parameters are those of `search`. If a limit ends the search, so that there may be more, a
    LimitReachedError is raised.
    """
    check_limits(max_nodes, timeout)
    compiled = compiled_search(start, strategy, max_nodes, timeout)
    ask = partial(search, start.problem, strategy, start=start, max_solutions=None)
    for event in compiled.stops() if compiled else ask(max_nodes=max_nodes, timeout=timeout):
        if isinstance(event, Solved):
            yield event.state
        elif isinstance(event, GaveUp):
            raise LimitReachedError(event.limit)


def first_solution(
    start: State, strategy: Strategy, *, max_nodes: int | None = None, timeout: float | None = None
) -> State | None:
    """Return the first solved state of a search, or None. See `solved_states`."""
    return next(solved_states(start, strategy, max_nodes=max_nodes, timeout=timeout), None)


def _line(places: Sequence[Place]) -> Line:
    """Return the line of moves from events."""

    def explain() -> list[tuple[Score, Found | None]]:
        return [(place.score, place.found) for place in places]

    return Line([place.placement for place in places], explain, keeps_boards=True)


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
