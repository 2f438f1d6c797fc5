import re

import pytest
from hypothesis import given, settings
from packings import near_packings
from samples import NONE, solutions, unsolvable

from kaleido import Pattern, Puzzle, Status, solve
from kaleido.analysis.infeasibility import find_reason
from kaleido.model.grid import bits
from kaleido.search import Problem, State


@pytest.mark.long
@settings(max_examples=25)  # the oracle takes its time
@given(near_packings())
def test_the_verdict_is_the_oracles_and_has_a_reason(pattern):
    answer = solve(pattern)
    assert (answer.status is Status.SOLVED) == bool(solutions(pattern))
    assert bool(answer.reason) == (answer.status is Status.NO_SOLUTION)
    seen = find_reason(State.empty(Problem(pattern)))
    if seen:
        assert answer.status is Status.NO_SOLUTION
        assert answer.reason == seen


def forced_moves_clash(problem, live):
    """Return whether placing what is forced, one move after the other, leaves an item empty."""
    covers = {
        number: {*(cell for cell, _ in problem.letters(number)), -1 - problem.piece_numbers[number]}
        for number in bits(live)
    }
    open_items = set().union(*covers.values())
    while open_items:
        ways = {item: [n for n in covers if item in covers[n]] for item in open_items}
        if not all(ways.values()):
            return True
        forced = next((moves[0] for moves in ways.values() if len(moves) == 1), None)
        if forced is None:
            return False
        covered = covers[forced]
        open_items -= covered
        covers = {n: own for n, own in covers.items() if not own & covered}
    return False


@pytest.mark.parametrize("sample", NONE)
def test_proved_unsolvable_boards_name_something_checkable(sample):
    pattern = unsolvable(sample)
    problem = Problem(pattern)
    reason = solve(pattern).reason
    piece = re.fullmatch(r"(\S+) has no placement left", reason)
    cell = re.fullmatch(r"no placement left covers cell \((\d), (\d)\)", reason)
    island = re.fullmatch(r"no pieces left add up to the island of (.*) at \(\d, \d\)", reason)
    clash = "the only placements that some cells and pieces have left clash"
    searched = re.fullmatch(r"searched [\d,]+ nodes?, none left", reason)
    assert piece or cell or island or searched or reason == clash
    live = State.empty(problem).live
    assert forced_moves_clash(problem, live) == (reason == clash)
    if piece:
        number = [each.name for each in problem.pieces].index(piece[1])
        assert not live & problem.piece_options[number]
    if cell:
        assert not live & problem.cell_options[8 * int(cell[1]) + int(cell[2])]


def test_colour_counts_come_first():
    reason = solve(Pattern("/".join(["rrrrrrrr"] * 8))).reason
    assert reason == "no choice of faces gives 64 r; the nearest is 32 x, 32 r"


def test_a_piece_without_a_placement():
    # Single cells in stripes of one kind: nothing longer than a column's width fits.
    rows = ["xxxxxxxx", "rrrrrrrr"] * 4
    reason = solve(Pattern("/".join(rows))).reason
    assert reason.endswith("has no placement left")


@given(near_packings())
def test_no_solution_is_a_count_of_zero(pattern):
    count = Puzzle(pattern).count()
    assert (count.solutions == 0) == (solve(pattern).status is Status.NO_SOLUTION)
