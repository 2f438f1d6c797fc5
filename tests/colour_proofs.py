"""Proofs by colouring that pieces cannot cover a whole board."""

from kaleido import Board, PieceSet
from kaleido.search import Problem
from kaleido.search.parity import Refutation


def refute_board(board: Board, pieces: PieceSet) -> Refutation | None:
    """Return a proof that all copies of all pieces cannot cover a board, if a colouring has one."""
    every = tuple(number for number, count in enumerate(pieces.counts) for _ in range(count))
    return Problem(board, pieces).refute(board.mask, every)
