from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given, strategies as st

from kaleido import CLASSIC
from kaleido.paper.progression import (
    MAX_ALTERNATIVES,
    Sizes,
    alternatives,
    changed_progression,
    fixed_progression,
    progressions,
)

ALL = tuple(sorted((piece.size for piece in CLASSIC), reverse=True))

lefts = st.lists(st.sampled_from([8, 4, 4, 3, 2, 1]), max_size=9).map(
    lambda sizes: tuple(sorted(sizes, reverse=True))
)


def naive(cells: int, left: Sizes) -> set[Sizes]:
    """Try every subset."""
    return {
        chosen
        for length in range(len(left) + 1)
        for chosen in combinations(left, length)
        if sum(chosen) == cells
    }


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (17, [(4, 4, 4, 4, 1), (4, 4, 4, 3, 2)]),
        (5, [(4, 1), (3, 2), (3, 1, 1)]),
        (6, [(4, 2), (4, 1, 1), (3, 3), (3, 2, 1)]),
        (7, [(4, 3), (4, 2, 1), (3, 3, 1), (3, 2, 1, 1)]),
        (8, [(4, 4), (4, 3, 1), (4, 2, 1, 1), (3, 3, 2), (3, 3, 1, 1)]),
    ],
)
def test_worked_splits(cells: int, first: list[Sizes]):
    left = ALL[1:]  # once the wand lies
    assert list(islice(progressions(cells, left), len(first))) == first


def test_a_split_uses_what_is_left():
    assert list(progressions(8, (4, 3, 3, 2))) == [(3, 3, 2)]
    assert list(progressions(7, (4, 2, 1))) == [(4, 2, 1)]
    assert list(progressions(2, (4, 3, 1))) == []
    assert list(progressions(0, (4,))) == [()]
    assert list(progressions(1, ())) == []


@given(st.integers(0, 20), lefts)
def test_complete_and_in_order(cells: int, left: Sizes):
    found = list(progressions(cells, left))
    assert set(found) == naive(cells, left)
    assert found == sorted(set(found), reverse=True)


@given(st.integers(0, 64), st.integers(0, 17), st.integers(1, 17))
def test_splits_of_real_pieces(cells: int, start: int, step: int):
    left = ALL[start::step]
    found = list(islice(progressions(cells, left), 100))
    assert sum(left) >= cells or not found
    for split in found:
        assert sum(split) == cells
        assert list(split) == sorted(split, reverse=True)
        assert Counter(split) <= Counter(left)


@given(st.integers(0, 64), lefts)
def test_alternatives_are_the_first_of_them(cells: int, left: Sizes):
    assert alternatives(cells, left) == tuple(progressions(cells, left))[:MAX_ALTERNATIVES]


def test_the_empty_board_splits_into_all_pieces():
    assert alternatives(64, ALL) == (ALL,)


@pytest.mark.parametrize("cells", range(1, 65))
def test_fixed_progressions(cells: int):
    sizes = fixed_progression(cells)
    assert sum(sizes) == cells
    assert list(sizes) == sorted(sizes, reverse=True)
    rest = [size for size in sizes if size != 4]
    assert rest == {0: [], 1: [1], 2: [2] if cells == 2 else [3, 3], 3: [3]}[cells % 4]


@given(st.lists(st.sampled_from([4, 3, 2, 1]), min_size=1, max_size=9).map(tuple))
def test_a_changed_progression_fills_the_same_cells(sizes: Sizes):
    changed = changed_progression(sizes)
    may_change = sizes[0] == 3 or (sizes[0] == 4 and sum(sizes) == 8)
    assert (changed is not None) == may_change
    if changed:
        assert sum(changed) == sum(sizes)
        assert changed[0] < sizes[0]
