"""The ranking of moves: a shortlist of those with the most edges, by score."""

from collections.abc import Sequence
from typing import NamedTuple

from kaleido.search.found import Found
from kaleido.search.score import Score
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.openings import Move
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.splits import count_splits
from kaleido.search.strategies.survey import Survey

SHORTLIST = 6
"""So many moves are ranked by score."""


class Ranked(NamedTuple):
    """A move with its score, and how it was found."""

    number: int
    score: Score
    found: Found


class Ranking:
    """Ranks the moves of a problem.

    Parameters
    ----------
    matching : Matching
    rules : Rules
    tie : sequence of int, optional
        For each placement a number by which moves are shuffled before they are ranked; by default
        moves with equal scores keep their order.
    """

    def __init__(self, matching: Matching, rules: Rules, tie: Sequence[int] | None = None) -> None:
        self._matching = matching
        self._weights = matching.weights
        self._rules = rules
        self._tie = tie

    def by_score(self, ranked: list[Ranked]) -> list[Ranked]:
        """Return moves with the best score first."""
        return sorted(self._shuffled(ranked), key=_by_total)

    def rank(self, survey: Survey, moves: Sequence[Move]) -> list[Ranked]:
        """Return the moves found in windows with their scores: a shortlist by score, the others."""
        rules, state = self._rules, survey.state
        splits = [0] * len(moves)
        if self._weights.split or rules.splits == "held":
            splits = [count_splits(survey, move.number, move.island) for move in moves]
        ranked = self._shuffled(
            [
                Ranked(
                    move.number,
                    self._matching.score(state, move.number, move.edges, split, shape=move.shape),
                    move.found,
                )
                for move, split in zip(moves, splits, strict=True)
            ]
        )
        best = len(ranked)
        if rules.shortlist != "none":
            window = 1.0 if rules.shortlist == "edges" else self._weights.window
            ranked.sort(key=lambda each: -(each.score.matched + window * each.score.window))
            best = SHORTLIST
        ranked[:best] = sorted(ranked[:best], key=_by_total)
        if rules.splits == "held":
            ranked.sort(key=lambda each: each.score.splits > 0)
        return ranked

    def _shuffled(self, ranked: list[Ranked]) -> list[Ranked]:
        tie = self._tie
        return ranked if tie is None else sorted(ranked, key=lambda each: tie[each.number])


def _by_total(ranked: Ranked) -> float:
    return -ranked.score.total
