"""The solutions that a search finds, without the events on the way."""

from collections.abc import Iterator

from kaleido.errors import LimitReachedError
from kaleido.search.compiled_search import compiled_search
from kaleido.search.engine import search
from kaleido.search.events import Event, GaveUp, Solved
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.stopping import check_limits


def solved_states(
    problem: Problem,
    strategy: Strategy,
    *,
    start: State | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[State]:
    """Yield every solved state once, as it is found. When it ends, there are no more.

    The parameters are those of `search`.

    Raises
    ------
    LimitReachedError
        A limit ended the search, so that there may be more.
    """
    check_limits(max_nodes, timeout)
    start = start or State.empty(problem)
    compiled = compiled_search(start, strategy, max_nodes, timeout)
    events: Iterator[Event | None] = (
        search(
            problem, strategy, start=start, max_nodes=max_nodes, timeout=timeout, max_solutions=None
        )
        if compiled is None
        else compiled.stops()
    )
    for event in events:
        if isinstance(event, Solved):
            yield event.state
        elif isinstance(event, GaveUp):
            raise LimitReachedError(event.limit)


def first_solution(
    problem: Problem,
    strategy: Strategy,
    *,
    start: State | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> State | None:
    """Return the first solved state that a search finds, or None if there is no solution.

    The parameters and errors are those of `solved_states`.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Constrained
    >>> first_solution(Problem(named_pattern("car")), Constrained()).depth
    18
    """
    states = solved_states(problem, strategy, start=start, max_nodes=max_nodes, timeout=timeout)
    return next(states, None)
