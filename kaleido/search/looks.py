"""What strategies look at before they make a move, beside the nodes of the search."""

from typing import NamedTuple

from kaleido.search.fork import Strategy


class Looks(NamedTuple):
    """How far a strategy has looked ahead in a search.

    A strategy that looks ahead has an attribute `looks` that gives it of the last search.

    Attributes
    ----------
    moves : int
        The moves that it has looked at without making them; the same move may count many times.
    nodes : int
        The nodes of the short searches after them, which are none of the search itself; 0 where a
        look is no search.
    """

    moves: int
    nodes: int = 0


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
