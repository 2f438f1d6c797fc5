import pytest
from hypothesis import given, settings
from packings import near_packings
from samples import NONE, solutions, unsolvable

from kaleido import Pattern, Puzzle, Status, solve
from kaleido.analysis.infeasibility import find_reason
from kaleido.model.grid import bits
from kaleido.search import Problem, State


@pytest.mark.long
@settings(max_examples=25, derandomize=True)  # the oracle may take its time
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
@pytest.mark.few(4)
def test_proved_unsolvable_boards_name_something_checkable(sample):
    pattern = unsolvable(sample)
    problem = Problem(pattern)
    reason = solve(pattern).reason
    kind, facts = reason.kind, reason.facts
    assert kind in ("piece", "cell", "island", "clash", "cell-left", "clash-left", "searched")
    fits, live = problem.possible, State.empty(problem).live
    assert forced_moves_clash(problem, fits) == (kind == "clash")
    assert forced_moves_clash(problem, live) == (kind in ("clash", "clash-left"))
    if kind == "piece":
        number = [each.name for each in problem.pieces].index(facts["piece"])
        assert not fits & problem.piece_options[number]
    if kind.startswith("cell"):
        row, col = facts["cell"]
        assert not (fits if kind == "cell" else live) & problem.cell_options[8 * row + col]


def test_colour_counts_come_first():
    reason = solve(Pattern("/".join(["rrrrrrrr"] * 8))).reason
    said = "the pieces cannot make 64 red; the nearest they can is 32 black, 32 red"
    assert str(reason) == said


def test_a_piece_without_a_placement():
    # Single cells in stripes of one kind: nothing longer than a column's width fits.
    rows = ["xxxxxxxx", "rrrrrrrr"] * 4
    reason = solve(Pattern("/".join(rows))).reason
    assert str(reason).startswith("there is no place for the ")


@given(near_packings())
def test_no_solution_is_a_count_of_zero(pattern):
    count = Puzzle(pattern).count()
    assert (count.solutions == 0) == (solve(pattern).status is Status.NO_SOLUTION)
