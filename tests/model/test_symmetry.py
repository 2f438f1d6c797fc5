from itertools import product

import numpy as np
import pytest

from kaleido import Board
from kaleido.model.grid import bits
from kaleido.model.square_grid import ROTATIONS, SquareSymmetry
from kaleido.model.symmetry import board_symmetries

SIZES = [(1, 1), (1, 4), (3, 2), (4, 4)]


def with_numpy(symmetry: SquareSymmetry, square: np.ndarray) -> np.ndarray:
    """Turn with NumPy: the rotations clockwise, then their mirror images."""
    turns = {
        "identity": square,
        "turn": np.rot90(square, -1),
        "half-turn": np.rot90(square, 2),
        "back-turn": np.rot90(square),
        "mirror": square[:, ::-1],
        "flip": square[::-1],
        "diagonal": square.T,
        "antidiagonal": np.rot90(square, 2).T,
    }
    return turns[symmetry]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", SquareSymmetry)
def test_cells_rows_and_numbers_go_where_numpy_puts_them(symmetry, size):
    rows, cols = size
    numbers = np.arange(rows * cols).reshape(size)
    image = with_numpy(symmetry, numbers)
    letters = ["".join(chr(65 + number) for number in row) for row in numbers]
    assert symmetry.map_rows(letters) == tuple(
        "".join(chr(65 + number) for number in row) for row in image
    )
    permutation = symmetry.permutation(rows, cols)
    for row, col in product(range(rows), range(cols)):
        assert image[symmetry.map_cell(row, col, rows, cols)] == numbers[row, col]
        assert image.ravel()[permutation[row * cols + col]] == numbers[row, col]


def test_they_are_a_group():
    found = [each.permutation(3, 3) for each in SquareSymmetry]
    assert len(set(found)) == 8
    for first, second in product(found, repeat=2):
        assert tuple(second[cell] for cell in first) in found
    turn = SquareSymmetry("turn").permutation(3, 3)
    turned = [tuple(turn[cell] for cell in each.permutation(3, 3)) for each in ROTATIONS]
    assert turned == [each.permutation(3, 3) for each in (*ROTATIONS[1:], ROTATIONS[0])]


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Board.parse("3x4"), 4),
        (Board.parse("4x4"), 8),
        (Board.parse("3x4", wrap="columns"), 16),
        (Board.parse("4x4", wrap="rows"), 16),
        (Board.parse("4x4", wrap="both"), 128),
        (Board.parse("3x4", wrap="both"), 48),
        (Board.parse("1x5", wrap="columns"), 10),
        (Board.parse("oo./oo./oo.", wrap="rows"), 12),
        (Board.parse(".oooo/.oooo/.oooo/....."), 4),
        (Board.parse("..../.ooo/.ooo/.ooo"), 8),
        (Board.parse("3x3x3"), 48),
        (Board.parse("hexagon 2"), 12),
        (Board.parse("triangle 3"), 6),
        (Board.parse("oo.oo"), 8),
        (Board.parse("oo.oo/...../oo.oo"), 384),
    ],
)
def test_a_board_keeps_its_neighbours(board, number):
    grid, cells = board.grid, list(bits(board.mask))
    symmetries = list(board_symmetries(board))
    assert symmetries[0] == tuple(range(grid.size))
    assert len(set(symmetries)) == len(symmetries) == number
    beside = {cell: grid.spread(1 << cell) & board.mask for cell in cells}
    for symmetry in symmetries:
        for cell in cells:
            image = sum(1 << symmetry[each] for each in bits(beside[cell]))
            assert image == beside[symmetry[cell]]
