"""A transposition table of refuted boards, kept over the restarts of a search."""

from collections.abc import Callable

from kaleido.search.fork import Fork
from kaleido.search.score import Score
from kaleido.search.state import State

MOST = 1 << 16
"""How many boards are remembered; with those of 8 × 8 cells they take about 25 MB."""

MOST_LIVE = 1 << 25
"""The most placements that these boards have left together: boards of large tables are fewer."""


class Refuted:
    """The boards of a search that no solution contains, by what they leave open.

    Two boards count as the same if the same cells are free, the same placements can be made and the
    colour budget is the same. Which pieces cover the rest, and in which order they were placed,
    does not matter.

    Parameters
    ----------
    most : int, optional
        How many are remembered; those that come later are not.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> board, refuted = State.empty(Problem(named_pattern("car"))), Refuted()
    >>> refuted.later(board)()
    >>> board in refuted, board.place(0) in refuted
    (True, False)
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._keys: set[tuple[int, int, int]] = set()
        self._live = 0

    def __contains__(self, state: State) -> bool:
        return (state.live, state.filled, state.budget) in self._keys

    def later(self, state: State) -> Callable[[], None]:
        """Return a callback for when a board turns out to be refuted."""

        def add() -> None:
            if len(self._keys) < self._most and self._live < MOST_LIVE and state not in self:
                self._keys.add((state.live, state.filled, state.budget))
                self._live += state.live.bit_count()

        return add


def _no_score(rank: int) -> Score:
    """Raise IndexError: a refuted board has no moves."""
    raise IndexError(rank)


REFUTED = Fork((), _no_score, complete=True)
"""The fork of a board that is known to be refuted: it has no moves."""
