"""Scores of moves at a state: matched edges and the values of shapes."""

from functools import cached_property, lru_cache

from kaleido.model.piece_set import PieceSet
from kaleido.search.score import LookaheadTerms, Score, ScoreParts, Weights
from kaleido.search.state import State


class Matching:
    """Computes the scores of moves of some pieces.

    The `shapes` are the crookedness and the span of each piece, and `shape_totals` their sums.
    """

    def __init__(self, pieces: PieceSet, weights: Weights) -> None:
        self.weights = weights
        self._pieces = pieces
        self.shapes = _value_shapes(weights, pieces)
        self.shape_totals = tuple(map(sum, self.shapes))
        self._scores: dict[tuple[int, int], Score] = {}

    @cached_property
    def cornered(self) -> tuple[tuple[float, float], ...]:
        """The crookedness of each piece at the top left corner of a window, and no span."""
        found = _value_shapes(self.weights, self._pieces, cornered=True)
        return tuple((crookedness, 0.0) for crookedness, _ in found)

    def score(self, state: State, number: int, lookahead: LookaheadTerms | None = None) -> Score:
        """Return the score of placement `number` at a state, found without a window."""
        problem = state.problem
        matched = (problem.borders[number] & state.edges).bit_count()
        return self.with_matched(matched, problem.piece_numbers[number], lookahead)

    def with_matched(
        self, matched: int, piece: int, lookahead: LookaheadTerms | None = None
    ) -> Score:
        """Return the score of a piece, by its number, with so many matched edges."""
        if lookahead is None and (known := self._scores.get((matched, piece))):
            return known
        crookedness, span = self.shapes[piece]
        ahead = 0.0 if lookahead is None else self.weights.lookahead(lookahead)
        score = self.weights.score(ScoreParts(matched, 0, crookedness, span, ahead=ahead))
        if lookahead is None:
            self._scores[matched, piece] = score
        return score


matching_of = lru_cache(maxsize=64)(Matching)
"""Return what computes scores for pieces and weights, with the scores that it has computed."""


def _value_shapes(
    weights: Weights, pieces: PieceSet, *, cornered: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the crookedness and the span of each piece.

    Shapes of cells other than squares have neither.
    """
    return tuple(
        (weights.pieces[piece.name], 0.0)
        if piece.name in weights.pieces
        else (weights.crookedness(cells, cornered=cornered), weights.spanned(cells))
        if pieces.lattice.is_square
        else (0.0, 0.0)
        for piece, cells in ((piece, piece.front.drawing.cells) for piece in pieces)
    )
