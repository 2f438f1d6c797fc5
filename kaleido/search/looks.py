"""How far strategies look ahead: moves that they evaluate without making them."""

from typing import NamedTuple

from kaleido.contract import Natural
from kaleido.search.fork import Strategy


class Looks(NamedTuple):
    """How far a strategy has looked ahead in a search.

    A strategy that looks ahead has an attribute `looks` that gives it of the last search.

    Attributes
    ----------
    moves : int
        The moves that it has evaluated without making them; a move counts each time.
    nodes : int
        The nodes of its short searches ahead, which the search itself does not count; 0 for a
        strategy that evaluates moves without such searches.
    """

    moves: Natural
    nodes: Natural = 0


def looks_of(strategy: Strategy) -> Looks | None:
    """Return how far a strategy has looked ahead in its last search; None if it does not.

    Examples
    --------
    >>> from kaleido.search import Constrained, Probing
    >>> looks_of(Constrained()), looks_of(Probing())
    (None, Looks(moves=0, nodes=0))
    """
    looks = getattr(strategy, "looks", None)
    return looks if isinstance(looks, Looks) else None
