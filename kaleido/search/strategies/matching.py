"""Scores of moves at a state: matched edges and the values of shapes."""

from kaleido.search.problem import Problem
from kaleido.search.score import LookaheadTerms, Score, Weights
from kaleido.search.state import State


class Matching:
    """Computes the scores of the moves of a problem.

    Attributes
    ----------
    weights : Weights
    shapes : list of (float, float)
        The crookedness and the span of each piece.
    shape_totals : list of float
        The sum of both.
    """

    def __init__(self, problem: Problem, weights: Weights) -> None:
        self.weights = weights
        self.shapes = [
            (weights.pieces[piece.name], 0.0)
            if piece.name in weights.pieces
            else (weights.crookedness(cells), weights.spanned(cells))
            for piece, cells in ((piece, piece.front.drawing.cells) for piece in problem.pieces)
        ]
        self.shape_totals = [crookedness + span for crookedness, span in self.shapes]

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
        return self.weights.score(
            matched,
            window,
            crookedness=crookedness,
            span=span,
            splits=splits,
            lookahead=lookahead,
        )
