"""Boards of other collections, with the numbers that they state."""

import pytest

from kaleido import Board, Puzzle, named_set

POLYIAMONDS = " + ".join(f"polyiamonds-{cells}" for cells in range(1, 6))
PIPE = "//".join("/".join([row] * 3) for row in ("o" * 9, "o.......o", "o" * 9))
INFINITY = "//".join(["..ooo/..o.o/ooooo/o.o../ooo.."] * 4)
STAR = "...o.../..oo.../ooooooo/oooooo./.ooooo./oooooo./ooooooo/..oo.../...o..."
FLAKE = "....ooo.../.oooo.oooo/.ooooooooo/.ooo...ooo/.ooooooooo/....ooo..."
HOLLOW = "....ooo.../" + ".oooo.oooo/" * 4 + "....ooo..."
PLUS = ".....o...../" * 2 + "..ooooooo../ooooooooooo/..ooooooo../.....o...../.....o....."


@pytest.mark.parametrize(
    ("board", "pieces", "solutions", "symmetric"),
    [
        (f"hexagonal: {STAR}", "polyhexes-3 + polyhexes-4", 2004, 167),
        (f"triangular: {FLAKE}", POLYIAMONDS, 13_514, 6757),
        (f"triangular: {HOLLOW}", POLYIAMONDS, 1864, 466),
        (PLUS, "orders-1-4", 68, 17),
        (f"cubic: {PIPE}", "solid-pentominoes", 24, 3),
        (f"cubic: {INFINITY}", "solid-pentominoes", 8, 1),
    ],
)
def test_boards_of_kinds_that_do_not_come_with_kaleido(
    board: str, pieces: str, solutions: int, symmetric: int
):
    count = Puzzle(Board.parse(board), named_set(pieces)).count()
    assert (count.solutions, count.symmetric) == (solutions, symmetric)
