"""The solutions that a search finds, without the events on the way."""

from collections.abc import Iterator
from typing import TypedDict, Unpack

from kaleido.errors import LimitReachedError
from kaleido.search.engine import search
from kaleido.search.events import GaveUp, Solved
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State


class Bounds(TypedDict, total=False):
    """Where a search starts and ends, as for `search`."""

    start: State | None
    max_nodes: int | None
    timeout: float | None


def solved_states(
    problem: Problem, strategy: Strategy, **bounds: Unpack[Bounds]
) -> Iterator[State]:
    """Yield every solved state once, as it is found. When it ends, there are no more.

    The parameters are those of `search`.

    Raises
    ------
    LimitReachedError
        A limit ended the search, so that there may be more.
    """
    for event in search(problem, strategy, max_solutions=None, **bounds):
        if isinstance(event, Solved):
            yield event.state
        elif isinstance(event, GaveUp):
            raise LimitReachedError(event.limit)


def first_solution(problem: Problem, strategy: Strategy, **bounds: Unpack[Bounds]) -> State | None:
    """Return the first solved state that a search finds, or None if there is no solution.

    The parameters and errors are those of `solved_states`.

    Examples
    --------
    >>> from kaleido import Constrained, named_pattern
    >>> first_solution(Problem(named_pattern("car")), Constrained()).depth
    18
    """
    return next(solved_states(problem, strategy, **bounds), None)
