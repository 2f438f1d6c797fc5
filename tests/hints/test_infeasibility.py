"""Conflicts: cells that no choice of pieces covers together."""

from itertools import pairwise

import pytest
from samples import NONE, unsolvable

from kaleido import Puzzle, solve
from kaleido.hints.infeasibility import MOST_CELLS, find_conflict, sharpen
from kaleido.model.cause import Cause

THREE = "rxxxrxrx/xrxrxrxr/rxrxxxrx/rrrrxrxr/xrxrxrrx/xxxxxrxr/rrxrrxrx/rxxxrrxr"
"""A board with three black cells that only the two single cells cover."""


def can_cover(cells, pieces, fits):
    """Return whether disjoint placements of different pieces cover cells and use pieces."""
    wanted = [min(cells)] if cells else pieces[:1]
    if not wanted:
        return True
    return any(
        can_cover(
            cells - own,
            [each for each in pieces if each != name],
            [(other, more) for other, more in fits if other != name and not more & own],
        )
        for name, own in fits
        if wanted[0] in own or wanted[0] == name
    )


def placements(puzzle):
    problem = puzzle.problem
    return [(each.piece, frozenset(each.cells)) for each in problem.placements(range(len(problem)))]


def test_three_cells_that_only_two_pieces_cover():
    puzzle = Puzzle(THREE)
    cause = find_conflict(puzzle.state)
    assert str(cause) == "the pieces never cover these 3 cells together: A3, C5, F3"
    owners = [
        {name for name, own in placements(puzzle) if tuple(cell) in own}
        for cell in cause.facts["cells"]
    ]
    assert owners == [{"mono-r", "mono-x"}] * 3


@pytest.mark.parametrize("sample", NONE)
@pytest.mark.few(4)
def test_the_cells_cannot_be_covered_and_none_is_named_in_vain(sample):
    puzzle = Puzzle(unsolvable(sample))
    cause = find_conflict(puzzle.state)
    if cause is None:
        return
    cells, pieces = {tuple(cell) for cell in cause.facts["cells"]}, list(cause.facts["pieces"])
    assert 0 < len(cells) <= MOST_CELLS
    assert all(one < other for one, other in pairwise(map(tuple, cause.facts["cells"])))
    fits = placements(puzzle)
    assert not can_cover(cells, pieces, fits)
    if len(cells) <= 8:
        assert all(can_cover(cells - {cell}, pieces, fits) for cell in cells)


def test_a_reason_that_names_a_place_is_kept():
    answer = solve(THREE)
    state = Puzzle(THREE).state
    assert sharpen(answer.reason, state).kind == "conflict"
    cell = Cause("cell", {"cell": [0, 0]})
    assert sharpen(cell, state) is cell
