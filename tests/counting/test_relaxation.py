"""What a relaxation rules out is impossible, and the pieces that it counts are those that tell."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from kaleido import Board, Puzzle, named_pattern, named_set
from kaleido.counting import Count, CountLimits, count_solutions
from kaleido.counting.relaxation import kinds_of, telling_groups
from kaleido.search import State

ARRAYS = CountLimits(small=0)
"""No dicts: arrays sweep even what is small."""

ALWAYS, NEVER = 0, 1 << 60

PIECES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)
"""How many cells of either colour each piece covers."""


@pytest.fixture(autouse=True)
def _in_python(monkeypatch):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")


def swept(puzzle: Puzzle) -> Count:
    return count_solutions(State.empty(puzzle.problem), ARRAYS)


@pytest.mark.parametrize("counted", [6, 0, 9, 1, 7])
@pytest.mark.few(2)
def test_any_number_of_counted_pieces_leaves_the_counts_alone(counted, monkeypatch):
    monkeypatch.setattr("kaleido.counting.bidirectional.RELAXATION_TRANSITIONS", ALWAYS)
    monkeypatch.setattr("kaleido.counting.bidirectional.COUNTED", counted)
    assert swept(Puzzle(named_pattern("fancy-chessboard"))).solutions == 118
    assert swept(Puzzle(Board.parse("3x20"), named_set("pentominoes"))).solutions == 8
    # All seven pieces are counted, and more than there are.
    tetrominoes = Puzzle(Board.parse("4x7", wrap="columns"), named_set("tetrominoes-one-sided"))
    assert swept(tetrominoes).solutions == sum(1 for _ in tetrominoes.solutions())


def test_a_relaxation_drops_states_and_no_solution(monkeypatch):
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    found = {}
    for bound in (ALWAYS, NEVER):
        monkeypatch.setattr("kaleido.counting.bidirectional.RELAXATION_TRANSITIONS", bound)
        found[bound] = swept(puzzle)
    assert found[ALWAYS].by_placement == found[NEVER].by_placement
    assert found[ALWAYS].solutions == 118
    assert found[ALWAYS].states < found[NEVER].states / 2


def test_pieces_of_rare_colours_are_counted_first():
    state = State.empty(Puzzle("checkerboard").problem)
    pieces = sorted(state.pieces_left)
    kinds = kinds_of(state, pieces)
    groups = telling_groups(kinds)
    last = max(groups)
    names = {
        state.problem.placeable.pieces[piece].name
        for piece, group in zip(pieces, groups, strict=True)
        if group < last
    }
    # Once these are known, red and black cells tell how many of two and two, and of two red ones
    # and a black one, are used.
    assert names == {
        "mono-r", "mono-x", "domino", "t-r", "t-x", "wand", "line3-x", "l3-x",
    }  # fmt: skip


@given(PIECES)
def test_the_most_alike_pieces_are_in_the_last_group(pieces):
    kinds = [(colours,) for colours in pieces]
    groups = telling_groups(kinds)
    most = max(kinds, key=kinds.count)
    assert {group for kind, group in zip(kinds, groups, strict=True) if kind == most} == {
        max(groups)
    }
    # All others have groups of their own.
    first = [group for group in groups if group < max(groups)]
    assert sorted(first) == list(range(len(first)))
