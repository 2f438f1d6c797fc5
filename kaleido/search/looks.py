"""What strategies look at before they make a move, beside the nodes of the search."""

from typing import NamedTuple

from kaleido.contract import Natural
from kaleido.search.fork import Strategy


class Looks(NamedTuple):
    """How far a strategy has looked ahead in a search.

    A strategy that looks ahead has an attribute `looks` that gives it of the last search.

    Attributes
    ----------
    moves : int
        The moves that the strategy looked at without making them.
    nodes : int
        The nodes of the short searches after them, apart from those of the search itself; 0 where
        a look is no search.
    """

    moves: Natural
    nodes: Natural = 0


def looks_of(strategy: Strategy) -> Looks | None:
    """Return how far a strategy has looked ahead in its last search; None if it does not.

    Examples
    --------
    >>> from kaleido import Constrained, Probing
    >>> looks_of(Constrained()), looks_of(Probing())
    (None, Looks(moves=0, nodes=0))
    """
    looks = getattr(strategy, "looks", None)
    return looks if isinstance(looks, Looks) else None
