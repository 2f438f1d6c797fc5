"""Scores of moves at a state: matched edges and the values of shapes."""

from functools import lru_cache

from kaleido.lattices import SQUARE
from kaleido.model.piece_set import PieceSet
from kaleido.search.problem import Problem
from kaleido.search.score import Score, Weights
from kaleido.search.score_parts import LookaheadTerms, ScoreParts
from kaleido.search.state import State


class Matching:
    """Computes the scores of the moves of a problem.

    Attributes
    ----------
    weights : Weights
    shapes : tuple of (float, float)
        The crookedness and the span of each piece.
    shape_totals : tuple of float
        The sum of both.
    """

    def __init__(self, problem: Problem, weights: Weights) -> None:
        self.weights = weights
        self.shapes, self.shape_totals = _value_shapes(weights, problem.placeable)

    def score(
        self,
        state: State,
        number: int,
        window: int = 0,
        splits: int = 0,
        lookahead: LookaheadTerms | None = None,
        shape: tuple[float, float] | None = None,
    ) -> Score:
        """Return the score of placement `number` at a state.

        The crookedness and span may be given as `shape`, where they depend on the window.
        """
        problem = state.problem
        matched = (problem.borders[number] & state.edges).bit_count()
        crookedness, span = shape or self.shapes[problem.piece_numbers[number]]
        ahead = 0.0 if lookahead is None else self.weights.lookahead(lookahead)
        parts = ScoreParts(matched, window, crookedness, span, splits, ahead)
        return self.weights.score(parts)


@lru_cache(maxsize=64)
def _value_shapes(
    weights: Weights, pieces: PieceSet
) -> tuple[tuple[tuple[float, float], ...], tuple[float, ...]]:
    """Return the crookedness and the span of each piece, and the sums of both.

    They are kept, because computing them takes longer than the search of most boards. Shapes of
    other cells than squares have neither.
    """
    shapes = tuple(
        (weights.pieces[piece.name], 0.0)
        if piece.name in weights.pieces
        else (weights.crookedness(cells), weights.spanned(cells))
        if pieces.lattice == SQUARE
        else (0.0, 0.0)
        for piece, cells in ((piece, piece.front.drawing.cells) for piece in pieces)
    )
    return shapes, tuple(crookedness + span for crookedness, span in shapes)
