"""Moves that strategies leave out: to boards refuted before, and those that block an item.

An item is a cell or a piece, and its supports are the placements that still cover it. Ruling out
placements that would leave an item without supports is the consistency check of constraint solvers,
for items with few options.
"""

from collections.abc import Callable, Sequence

from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State


class Supports:
    """Rules out placements that would leave no option of a cell or a piece.

    Such a placement *blocks* the item: no solution contains it. Only items with at most `few`
    options are examined; others seldom rule anything out. With 1, a board is refuted if the only
    placements that some cells and pieces have left exclude each other.

    References
    ----------
    D. E. Knuth, "The Art of Computer Programming", volume 4B, 2022, 7.2.2.1 (options that block an
    item are removed before a search).

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> problem = Problem(named_pattern("car"))
    >>> beside = problem.compatible[0] | problem.compatible[1] | 0b11
    >>> Supports(problem, few=6).leaving(0b11) == beside
    True
    """

    def __init__(self, problem: Problem, few: int) -> None:
        self._few = few
        self._compatible = problem.compatible

    def leaving(self, options: int) -> int:
        """Return the placements that leave at least one of a set of options."""
        found = options
        for move in bits(options):
            found |= self._compatible[move]
        return found

    def narrowed(self, state: State) -> State:
        """Return the same board without placements that block an open item with few options.

        Ruling one out may make others block an item, so this repeats until nothing changes.
        """
        live = self.among(state.items, state.live)
        return state if live == state.live else state.within(live)

    def among(self, items: Sequence[int], live: int) -> int:
        """Return some placements without those that block an item, given by its options."""
        before = 0
        while live != before:
            before = live
            for item in items:
                options = item & live
                if not options:
                    return 0  # whatever else is left, the board cannot be completed
                if options.bit_count() <= self._few:
                    live &= self.leaving(options)
        return live


MOST = 1 << 16
"""How many boards are remembered; with those of 8 × 8 cells they take about 25 MB."""

MOST_LIVE = 1 << 25
"""The most placements left on these boards together: for large tables, fewer boards are kept."""


class Refuted:
    """The boards of a search that no solution contains, by their open cells and placements.

    Two boards count as the same if the same cells are free, the same placements can be made and the
    colour budget is the same. Which pieces cover the rest, and in which order they were placed,
    does not matter. At most `most` boards are remembered, the first ones.

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
