"""Scores of moves that are found without a window: matched edges and the shape's own parts."""

from __future__ import annotations

from collections.abc import Sequence

from kaleido.pieceset import PieceSet
from kaleido.score import Score, Weights
from kaleido.state import State


def shape_scores(pieces: PieceSet, weights: Weights) -> list[Score]:
    """Give, by piece, the parts of the score that hang on its shape alone."""
    return [
        Score(0.0, 0.0, weights.crookedness(cells), weights.spanned(cells))
        for cells in (piece.front.drawing.cells for piece in pieces)
    ]


def score_without_window(
    state: State, shape: Sequence[Score], weights: Weights, number: int
) -> Score:
    """Score placement `number` at a state by its matched edges and its shape.

    Parameters
    ----------
    state : State
    shape : sequence of Score
        As `shape_scores` gives them.
    weights : Weights
    number : int
    """
    puzzle = state.puzzle
    matched = (puzzle.borders[number] & state.edges).bit_count()
    return shape[puzzle.piece_numbers[number]]._replace(matched=weights.matched * matched)
