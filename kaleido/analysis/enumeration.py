"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaleido.errors import LimitReachedError
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.engine import search
from kaleido.search.events import GaveUp, Solved
from kaleido.search.position import place_all
from kaleido.search.problem import Problem
from kaleido.search.strategies.constrained import Constrained


def iterate_solutions(
    problem: Problem,
    placed: Iterable[Placement] = (),
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[Solution]:
    """Yield every solution once, as it is found.

    Parameters
    ----------
    problem : Problem
    placed : iterable of Placement, optional
        Pieces placed by hand.
    seed, max_nodes, timeout
        As for `kaleido.solve`.

    Yields
    ------
    Solution
        Verified.

    Raises
    ------
    PlacingError
        The pieces placed do not fit.
    LimitReachedError
        A limit ended it early.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> sum(1 for _ in iterate_solutions(Puzzle(named_pattern("fancy-chessboard"))))
    118
    """
    start = place_all(problem, placed)
    events = search(
        problem,
        Constrained(seed),
        start=start,
        max_solutions=None,
        max_nodes=max_nodes,
        timeout=timeout,
    )
    for event in events:
        if isinstance(event, Solved):
            placements = problem.placements(event.state.path)
            yield Solution(problem.pattern, placements, problem.pieces)
        elif isinstance(event, GaveUp):
            raise LimitReachedError(event.limit)
