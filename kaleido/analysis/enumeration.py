"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaleido.errors import KaleidoError
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.engine import search
from kaleido.search.events import GaveUp, Solved
from kaleido.search.position import place_all
from kaleido.search.problem import PlacementTable
from kaleido.search.strategies.constrained import Constrained


class LimitReached(KaleidoError):  # noqa: N818 - an answer, not an error
    """A limit ended the enumeration, so that there may be more solutions."""


def iterate_solutions(
    table: PlacementTable,
    placed: Iterable[Placement] = (),
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[Solution]:
    """Yield every solution once, as it is found.

    Parameters
    ----------
    table : PlacementTable
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
    LimitReached
        A limit ended it early.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> sum(1 for _ in iterate_solutions(Puzzle(named_pattern("fancy-chessboard"))))
    118
    """
    start = place_all(table, placed)
    events = search(
        table,
        Constrained(seed),
        start=start,
        max_solutions=None,
        max_nodes=max_nodes,
        timeout=timeout,
    )
    for event in events:
        if isinstance(event, Solved):
            placements = table.placements(event.state.path)
            yield Solution(table.pattern, placements, table.pieces)
        elif isinstance(event, GaveUp):
            raise LimitReached(event.limit)
