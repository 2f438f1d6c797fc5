"""Symmetries of a board, whose figures may be moved each on its own."""

from collections.abc import Iterator

from kaleido.model.board import Board
from kaleido.model.symmetry import grid_symmetries


def board_symmetries(board: Board) -> Iterator[tuple[int, ...]]:
    yield from dict.fromkeys(grid_symmetries(board.grid))
