"""The reasons of hints against brute force: each claim must hold for the position."""

import pytest
from naive_puzzle import Line, Naive, Texts
from packings import packing
from samples import FEW, NONE, solutions, unsolvable
from seen import Seen
from small_boards import as_full, small

from kaleido import CLASSIC, Pattern, Placement, Position, Puzzle, Status, named_pattern
from kaleido.hints.reason import ReasonKind


def packed(pattern: Pattern) -> Seen:
    """Return a pattern with the classic pieces, whose solutions another solver finds."""
    lines = (Line(each.name, tuple(str(face.drawing) for face in each.faces)) for each in CLASSIC)
    naive = Naive(Texts("/".join(pattern.rows), tuple(lines), sides="two-faced"))
    vars(naive)["fulls"] = set(map(as_full, solutions(pattern)))
    return Seen(naive)


LINES = [FEW[0], *(pytest.param(seed, marks=pytest.mark.long) for seed in FEW[1:4])]


@pytest.mark.parametrize("seed", LINES)
def test_reasons_are_true_on_the_way_to_a_solution(seed):
    pattern = packing(seed).pattern
    truth, puzzle, placed = packed(pattern), Puzzle(pattern), []
    kinds = set()
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        lies = list(as_full(placed))
        truth.check_hint(hint, lies)
        kinds.add(hint.reason.kind)
        placed.append(hint.placement)
    truth.check_hint(hint, list(as_full(placed)))
    assert hint.reason.kind is ReasonKind.SOLVED
    assert len(placed) == 18
    assert kinds & {"island", "cell", "elimination"}


def test_what_is_seen_most_easily_comes_first():
    # A free cell on its own is seen before all else, then a corner where all but one lead nowhere.
    own = small("o.oooo/..o..o/....oo", "I ooo, V oo/o., O o, D oo")
    placed: list[Placement] = []
    told = []
    while (hint := Position(own.puzzle, placed).hint()).placement is not None:
        told.append((str(hint.reason.kind), hint.reason.where, hint.placement.piece))
        placed.append(hint.placement)
    assert told[0] == ("island", "", "O")
    assert told[1][:2] == ("elimination", "corner")


def test_a_board_without_a_solution_says_why():
    pattern = Pattern("/".join(["rxrxrxrr"] * 8))
    hint = Puzzle(pattern).hint()
    assert hint.reason.kind is ReasonKind.HOPELESS
    assert str(hint.reason.why).startswith("the pieces cannot make 24 black, 40 red")
    assert str(hint.reason.why) in hint.sentence
    hint = Puzzle(unsolvable(NONE[0])).hint()
    assert (hint.reason.kind, hint.reason.why) == ("hopeless", None)


def test_to_give_up_is_no_proof():
    # Nothing placed leads to a dead end that is seen at once.
    puzzle = Puzzle("pentomino-3x20")
    hint = puzzle.hint(timeout=0)
    assert (hint.reason.kind, hint.status, hint.lost) == ("unknown", Status.GAVE_UP, False)
    assert hint.placement is None
    assert "could not be found out in 0 seconds" in hint.sentence
    assert puzzle.hint().status is Status.SOLVED


def test_to_give_up_on_the_empty_board_is_no_proof():
    # The first cell is cut off, so that the board is lost at a glance; that it could be completed
    # without the piece is not found out in no time.
    puzzle = Puzzle("pentomino-3x20")
    (way,) = (
        each
        for each in Position(puzzle).legal_placements
        if each.piece == "V" and set(each.cells) == {(0, 1), (1, 1), (2, 1), (2, 2), (2, 3)}
    )
    lost = Position(puzzle, [way])
    hint = lost.hint(timeout=0)
    assert (hint.reason.kind, hint.status, hint.remove) == ("lost", Status.NO_SOLUTION, ())
    assert hint.sentence.startswith(
        "Something must come off, but what it is could not be found out"
    )
    hint = lost.hint()
    assert (hint.reason.kind, hint.remove) == ("lost", (way,))


@pytest.mark.parametrize("name", ["pentomino-6x10", "pentomino-5x12", "kanoodle"])
def test_a_move_about_which_nothing_is_known_in_time_is_not_lost(name, monkeypatch):
    monkeypatch.setattr("kaleido.hints.hint.CHECK_NODES", 1)
    puzzle = Puzzle(name)
    passed = 0
    hint = puzzle.hint()
    assert hint.reason.kind == "score"
    for other in hint.reason.alternatives:
        is_solved = (
            Position(puzzle, [other.placement]).solve(max_nodes=100_000).solution is not None
        )
        passed += is_solved
        assert not (other.lost and is_solved)
    assert passed


def test_what_was_found_out_is_remembered():
    puzzle = Puzzle(named_pattern("two-llamas"))
    placed: list[Placement] = []
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        placed.append(hint.placement)
        # Every hint is on the way to a solution that is known, so that there is no need to search.
        assert Position(puzzle, placed).hint(timeout=0).status is Status.SOLVED
    assert len(placed) == 18
