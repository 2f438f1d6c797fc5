"""Forks: the moves found on a board, ranked; the best three are kept and wait as siblings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.paper.progression import Sizes
from kaleido.search.found import Found, Kind, Window
from kaleido.search.score import Weights
from kaleido.search.score_parts import ScoreParts

KEPT = 3
"""So many moves of a board are tried before others are: the paper's stored siblings."""

SHORTLIST = 6
"""So many moves, those with the most edges, are ranked by their scores."""


class Move(NamedTuple):
    """A placement by its number, what its score is made of, and the window where it was found."""

    number: int
    parts: ScoreParts
    window: Window | None = None


class Moves(NamedTuple):
    """The moves of a board, in the order in which they are tried.

    Their numbers, a function that returns the move at a rank, how many are kept, how they were
    found; the island on which the search works, if it is one, with its progression, which the
    boards after these moves inherit, and whether that is not the island's first.
    """

    numbers: Sequence[int]
    at: Callable[[int], Move]
    kept: int
    kind: Kind
    island: int | None = None
    sizes: Sizes = ()
    changed: bool = False

    @property
    def settles(self) -> bool:
        """Whether one of the moves must be right, wherever there is a solution."""
        return self.kind in ("forced", "scarcest", "longest")

    def found(self, rank: int) -> Found:
        """Return how the move at a rank was found."""
        return Found(self.kind, self.at(rank).window, self.sizes, self.changed)


def rank_moves(moves: Sequence[Move], weights: Weights) -> list[Move]:
    """Return the moves found in windows in the order in which they are tried.

    The six with the most matched + window edges come first, by score. Equal moves keep the order
    in which they were found. The same placement may be among them twice, found in two windows.
    """
    by_edges = sorted(moves, key=lambda move: -(move.parts.matched + move.parts.window))
    total = weights.total
    best = sorted(by_edges[:SHORTLIST], key=lambda move: -total(move.parts))
    return best + by_edges[SHORTLIST:]
