"""The helpers that the other tests lean on."""

import pytest
from packings import SEEDS, packing
from samples import FEW, NONE, solutions, unsolvable

from kaleido.model import find_faults
from kaleido.model.piece_set import CLASSIC
from kaleido.search.budget import budget_of


@pytest.mark.parametrize("seed", SEEDS)
def test_packings_fill_the_board_with_every_piece_once(seed: int):
    pattern, placements = packing(seed)
    assert {placement.piece for placement in placements} == {piece.name for piece in CLASSIC}
    cells = [cell for placement in placements for cell in placement.cells]
    assert sorted(cells) == [(row, col) for row in range(8) for col in range(8)]
    assert find_faults(pattern, placements) == []


def test_packings_are_all_different():
    assert len({packing(seed).pattern for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.few(4)
def test_the_oracle_finds_the_packing_and_only_solutions(seed: int):
    pattern, placements = packing(seed)
    found = solutions(pattern)
    assert frozenset(placements) in found
    assert len(found) <= 8
    assert not any(find_faults(pattern, board) for board in found)


@pytest.mark.parametrize("sample", NONE)
@pytest.mark.few(4)
def test_the_oracle_finds_nothing_though_the_counts_allow_it(sample: tuple[int, int, int]):
    pattern = unsolvable(sample)
    assert solutions(pattern) == set()
    assert budget_of(CLASSIC).explain(pattern.counts) is None
