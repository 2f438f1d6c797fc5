from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kaleido.model.square_grid import (
    ROTATIONS,
    SquareGrid,
    SquareSymmetry,
    grid_symmetries,
    map_mask,
)

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


@given(st.sampled_from(SquareSymmetry), st.integers(0, (1 << 16) - 1))
def test_sets_of_cells_go_cell_by_cell(symmetry, mask):
    grid = SquareGrid(4, 4)
    moved = map_mask(symmetry.permutation(4, 4), mask)
    assert set(grid.cells(moved)) == {symmetry.map_cell(*cell, 4, 4) for cell in grid.cells(mask)}


@pytest.mark.parametrize(
    ("grid", "number"),
    [
        (SquareGrid(3, 4), 4),
        (SquareGrid(4, 4), 8),
        (SquareGrid(3, 4, wraps_cols=True), 16),
        (SquareGrid(4, 4, wraps_rows=True), 16),
        (SquareGrid(4, 4, wraps_rows=True, wraps_cols=True), 128),
    ],
)
def test_a_lattice_keeps_its_neighbours(grid, number):
    symmetries = list(grid_symmetries(grid))
    assert symmetries[0] == tuple(range(grid.size))
    assert len(set(symmetries)) == len(symmetries) == number
    for symmetry in symmetries:
        for cell in range(grid.size):
            image = map_mask(symmetry, grid.spread(1 << cell))
            assert image == grid.spread(1 << symmetry[cell])
