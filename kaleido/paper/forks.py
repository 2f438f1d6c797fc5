"""Forks: the moves found on a board, ranked; the best three are kept and wait as siblings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.paper.progression import Sizes
from kaleido.search.fork import Found, FoundBy, Window
from kaleido.search.score import ScoreParts, Weights

KEPT = 3
"""The moves of a board that are tried before others: the paper's stored siblings."""

SHORTLIST = 6
"""How many moves, those with the most edges, are ranked by their scores."""


class FoundMove(NamedTuple):
    """A placement by its number, the parts of its score, and the window where it was found."""

    number: int
    parts: ScoreParts
    window: Window | None = None


class Moves(NamedTuple):
    """The moves of a board, in the order in which they are tried.

    These are their numbers, a function that returns the move at a rank, how many are kept, how they
    were found, and whether one of them must be right if there is a solution. If all lie in one
    island, they are followed by its number, its progression, which later boards inherit, and
    whether the progression has changed.
    """

    numbers: Sequence[int]
    at: Callable[[int], FoundMove]
    kept: int
    kind: FoundBy
    settles: bool = False
    island: int | None = None
    sizes: Sizes = ()
    changed: bool = False

    def once(self) -> Moves:
        """Return the same moves with each placement once, at its first position."""
        numbers = list(dict.fromkeys(self.numbers))
        ranks = [self.numbers.index(number) for number in numbers]
        kept = min(self.kept, len(numbers))
        return self._replace(numbers=numbers, at=lambda rank: self.at(ranks[rank]), kept=kept)

    def found(self, rank: int) -> Found:
        """Return how the move at a rank was found."""
        return Found(self.kind, self.at(rank).window, self.sizes, self.changed)


def rank_moves(moves: Sequence[FoundMove], weights: Weights) -> list[FoundMove]:
    """Return the moves found in windows in the order in which they are tried.

    The six with the most matched + window edges come first, by score. Equal moves keep the order
    in which they were found. The same placement may be among them twice, found in two windows.
    """
    by_edges = sorted(moves, key=lambda move: -(move.parts.matched + move.parts.window))
    total = weights.total
    best = sorted(by_edges[:SHORTLIST], key=lambda move: -total(move.parts))
    return best + by_edges[SHORTLIST:]
