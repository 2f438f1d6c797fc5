"""Cells that need not be covered: words say that they stay empty, and nothing counts them."""

import re

import pytest

from kaleido import Board, PieceSet, Placement, Position, Puzzle
from kaleido.cli import main
from kaleido.draw.scene import scene_of_state
from kaleido.model.names import cell_name
from kaleido.plot.explorer.walkthrough import Walkthrough
from kaleido.search import Place
from kaleido.search.events import Tracker

PIECES = "# sides: mirrored\nA o/o\nB o in oz\nC o one-sided x0-1\nD oo x0-1"
BOARD = "# optional: a\noza\nazo"


@pytest.fixture
def puzzle():
    return Puzzle(Board.parse(BOARD), PieceSet.parse("own", PIECES))


@pytest.fixture
def recordings(puzzle):
    return [
        puzzle.record(name, seed=seed) for name in ("constrained", "random") for seed in range(6)
    ]


def run(capsys, tmp_path, *words):
    (tmp_path / "board.txt").write_text(BOARD)
    (tmp_path / "own.txt").write_text(PIECES)
    board = ["--board", str(tmp_path / "board.txt"), "--pieces", str(tmp_path / "own.txt")]
    code = main([words[0], *board, *words[1:]])
    return code, capsys.readouterr().out


def test_a_hint_says_what_follows_if_a_cell_stays_empty(puzzle):
    hint = Position(puzzle, ["A@A1:front", "C@B2"]).hint()
    assert str(hint.words).startswith(
        "Look at corner A3: 1 piece fits there and leads on. It is the piece D. If A3 stays empty, "
        "then there is no solution."
    )
    assert [each.piece for each in hint.reason.candidates] == ["D"]
    assert hint.as_dict()["reason"]["empty"] == {"dead_end": None, "lost": True}
    hint = puzzle.hint()
    assert "(empty)" not in str(hint.as_dict())


def test_a_hint_says_that_a_cell_may_stay_empty():
    board = Board.parse("# optional: a\naaaa/aooa/aaaa")
    puzzle = Puzzle(board, PieceSet.parse("own", "# sides: mirrored\nL ooo/o..\nI ooo"))
    hint = puzzle.hint()
    (cell,) = hint.reason.cells
    assert hint.reason.kind == "score"
    assert hint.reason.empty
    assert f"{cell_name(cell)} may also stay empty." in hint.sentence
    choices = puzzle.survey("constrained", cell=cell).choices
    assert [each.piece for each in choices.pieces] == ["L", "I"]
    assert (choices.empty.lost, choices.is_forced) == (False, False)
    assert puzzle.survey("constrained", cell=(1, 1)).choices.empty is None


def test_a_cell_where_nothing_fits_may_stay_empty():
    board = Board.parse("# optional: a\na.oo.a")
    puzzle = Puzzle(board, PieceSet.parse("own", "# sides: fixed\nD oo\nM o x0-1"))
    for cell, empty in (((0, 0), True), ((0, 2), False)):
        choices = puzzle.survey("constrained", cell=cell).choices
        assert bool(choices.empty) == empty
    assert puzzle.why() is None
    assert puzzle.hint().placement.piece == "D"


def test_the_events_of_a_search_say_that_a_cell_stays_empty(puzzle, recordings):
    said = set()
    for recording in recordings:
        tracker = Tracker()
        walk = Walkthrough(recording)
        for event in recording.events:
            tracker.follow(event)
            if isinstance(event, Place):
                assert (
                    tracker.pieces
                    == event.state.depth
                    == len(puzzle.problem.placements(event.state.path))
                )
                if event.placement.is_blank:
                    said |= {str(event.placement), event.title, walk.name(event.placement)}
                else:
                    assert event.title.startswith(f"{event.state.depth}  ")
                    assert event.placement.title in str(event.placement)
        assert all("(empty)" not in walk.headline(number) for number in range(len(walk)))
        assert "(empty)" not in str(recording.answer.moves)
    assert said == {"A3 stays empty", "B1 stays empty"}
    assert str(Placement("(empty)", "front", ((1, 2),))) == "B3 stays empty"


def test_a_cell_that_stays_empty_marks_no_piece_as_moved(recordings):
    places = [event for each in recordings for event in each.events if isinstance(event, Place)]
    moved = {(each.placement.is_blank, scene_of_state(each.state).moved is None) for each in places}
    assert moved == {(False, False), (True, True)}


def test_steps_say_that_a_cell_stays_empty_and_count_pieces(capsys, tmp_path):
    steps = ""
    for seed in range(40):
        words = "solve", "--steps", "-s", "random", "--seed", str(seed)
        code, printed = run(capsys, tmp_path, *words)
        assert code == 0
        steps += printed
    assert "(empty)" not in steps
    assert re.search(r"^ +\d/7 +\d? +B1 stays empty +\d", steps, re.MULTILINE)
    assert re.search(r"^ +↩ +B1 is open again$", steps, re.MULTILINE)
    assert re.search(r"^ 2  ↩  takes back [ABCD] front at", steps, re.MULTILINE)


def test_cells_that_may_stay_empty_are_no_placements(capsys, tmp_path, puzzle):
    _, printed = run(capsys, tmp_path, "show")
    assert "placements: 24" in printed
    assert len(Position(puzzle).legal_placements) == 24
    assert "24 placements left" in repr(puzzle.state)
