"""Constraint propagation: rule out placements that would leave an item without a support.

An item is a cell or a piece, and its supports are the placements that still cover it. This is the
consistency check of constraint solvers, for items with few options.
"""

from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.state import State


class Supports:
    """Rules out placements that would leave no option of a cell or a piece.

    Such a placement *blocks* the item: no solution contains it.

    Parameters
    ----------
    problem : Problem
        The problem whose placements they are.
    few : int
        Only items with at most this many options are examined; others seldom rule anything out.
        With 1, a board is refuted if the only placements that some cells and pieces have left
        exclude each other.

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
        few = self._few
        live, before = state.live, 0
        while live != before:
            before = live
            for item in state.items:
                options = item & live
                if options.bit_count() <= few:
                    live &= self.leaving(options)
        return state if live == state.live else state.within(live)
