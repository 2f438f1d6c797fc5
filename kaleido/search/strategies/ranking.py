"""The ranking of moves: a shortlist of those with the most edges, by score."""

from collections.abc import Sequence
from typing import NamedTuple

from kaleido.search.found import Found
from kaleido.search.score import Weights
from kaleido.search.score_parts import ScoreParts
from kaleido.search.strategies.openings import Move
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.splits import count_splits
from kaleido.search.strategies.survey import Survey

SHORTLIST = 6
"""So many moves are ranked by score."""


class Ranked(NamedTuple):
    """A move in its place, with what its score is made of.

    Attributes
    ----------
    move : Move
    matched : int
        Its matched edges.
    splits : int
        The additional islands that it leaves, where they count.
    """

    move: Move
    matched: int
    splits: int

    @property
    def found(self) -> Found:
        """How it was found."""
        return self.move.found._replace(window=self.move.window)

    @property
    def parts(self) -> ScoreParts:
        """What its score is made of."""
        move = self.move
        crookedness, span = move.shape
        return ScoreParts(self.matched, move.edges, crookedness, span, self.splits)


class Ranking:
    """Ranks the moves of a problem.

    Parameters
    ----------
    weights : Weights
    rules : Rules
    tie : sequence of int, optional
        For each placement a number by which moves are shuffled before they are ranked; by default
        moves with equal scores keep their order.
    """

    def __init__(self, weights: Weights, rules: Rules, tie: Sequence[int] | None = None) -> None:
        self._weights = weights
        self._rules = rules
        self._tie = tie

    def by_score(self, moves: Sequence[Ranked]) -> list[Ranked]:
        """Return moves with the best score first."""
        return self._best_first(self._shuffled(moves))

    def rank(self, moves: Sequence[Ranked]) -> list[Ranked]:
        """Return the moves found in windows: a shortlist by score, the others."""
        rules = self._rules
        ranked = self._shuffled(moves)
        best = len(ranked)
        if rules.shortlist != "none":
            window = 1.0 if rules.shortlist == "edges" else self._weights.window
            ranked.sort(key=lambda each: -(each.matched + window * each.move.edges))
            best = SHORTLIST
        ranked[:best] = self._best_first(ranked[:best])
        if rules.splits == "held":
            ranked.sort(key=lambda each: each.splits > 0)
        return ranked

    def _best_first(self, ranked: list[Ranked]) -> list[Ranked]:
        total = self._weights.total
        return sorted(ranked, key=lambda each: total(each.parts), reverse=True)

    def _shuffled(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        tie = self._tie
        return (
            list(ranked) if tie is None else sorted(ranked, key=lambda each: tie[each.move.number])
        )


def needs_splits(weights: Weights, rules: Rules) -> bool:
    """Return whether the splits of moves found in windows count."""
    return bool(weights.split) or rules.splits == "held"


def matched(survey: Survey, moves: Sequence[Move], *, splits: bool = False) -> list[Ranked]:
    """Return moves with their matched edges and, if they count, their splits."""
    borders, edges = survey.state.problem.borders, survey.state.edges
    return [
        Ranked(
            move,
            (borders[move.number] & edges).bit_count(),
            count_splits(survey, move.number, move.island) if splits else 0,
        )
        for move in moves
    ]
