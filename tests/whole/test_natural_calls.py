"""Calls that a newcomer tries, mistakes among them: each works, or says what was expected."""

from __future__ import annotations

import pytest

import kaleido
from kaleido import KaleidoError, Position, Puzzle


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: kaleido.solve("car", max_seconds=1), "'max_seconds'. Did you mean 'timeout'?"),
        (lambda: kaleido.solve("car", time_limit=1), "'time_limit'. Did you mean 'timeout'?"),
        (lambda: kaleido.count("car", seconds=1), "'seconds'. Did you mean 'timeout'?"),
        (lambda: kaleido.count("car", n_jobs=2), "'n_jobs'. Did you mean 'workers'?"),
        (lambda: kaleido.sample("car", 1, rng=0), "'rng'. Did you mean 'seed'?"),
        (lambda: kaleido.solve("car", random_state=0), "'random_state'. Did you mean 'seed'?"),
        (lambda: kaleido.compare("car", repeats=3), "'repeats'. Did you mean 'seeds'?"),
        (lambda: kaleido.plot.board("car", title="My car"), "unexpected keyword argument 'title'"),
    ],
)
def test_an_option_by_another_name(mistake, message):
    with pytest.raises(TypeError) as caught:
        mistake()
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: kaleido.solve("car", "pap"), "; did you mean paper?"),
        (lambda: kaleido.solve("car", "mylab:"), "lacks a name, expected module:name"),
        (lambda: kaleido.solve(b"car"), "b'car' is a bytes, expected a Pattern, a name, rows or"),
        (lambda: kaleido.Pattern("car"), "the letters x r y b; named_pattern() takes a name"),
        (lambda: Puzzle("car").pieces[0], "0 is an int, expected the name of a piece"),
        (lambda: kaleido.heuristic({"matched": 1}, noise=-1), "noise is -1, expected 0 or more"),
        (
            lambda: kaleido.solve("car", kaleido.heuristic(lambda each: each.matched, noise=-1)),
            "noise is -1, expected 0 or more",
        ),
        (lambda: kaleido.solve("paper_plus"), "'paper_plus' is a strategy, expected a Pattern"),
        (lambda: kaleido.solve("mylab.py:fast"), "'mylab.py:fast' is a strategy, expected a"),
        (lambda: kaleido.compare(["paper"], ["car"]), "'paper' is a strategy, expected a Pattern"),
        (lambda: kaleido.solve("Reflection of a Car"), "'Reflection of a Car': did you mean car?"),
        (lambda: kaleido.count(["car", "twelve"]), "'twelve'] names 2 boards, expected one"),
        (lambda: Puzzle("tetrominoes", "5x4"), "'5x4' is a board, expected a set of pieces"),
        (lambda: kaleido.solve("5x4", "tetrominoes"), "in Python pieces=SET;"),
        (lambda: Puzzle("2x3", "A oo/o.\nB oo/o."), "line 1: 'A oo/o.': before the first piece"),
        (lambda: kaleido.check("car", "car"), "'car' is a str, expected a solution: an Answer"),
        (lambda: kaleido.named_pattern(5), "5 is an int, expected a text for name"),
        (lambda: kaleido.count("car", report=5), "5 is an int, expected a function for report"),
        (lambda: kaleido.suite().facts("car"), "'car' is no board of the Suite"),
        (
            lambda: kaleido.solve(Position("first-steps", ["V@A3"]), pieces="classic"),
            "pieces are laid on that board: leave out pieces, or give its puzzle",
        ),
    ],
)
def test_a_mistake_is_named(mistake, message):
    with pytest.raises(KaleidoError) as caught:
        mistake()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_spellings_of_a_strategy():
    assert kaleido.solve("car", "paper_plus").strategy == "paper-plus"


def test_pieces_take_the_place_of_those_of_a_puzzle():
    puzzle, own = Puzzle("pentomino-6x10"), "one-sided-pentominoes"
    for laid in (puzzle, Position(puzzle)):
        with pytest.raises(KaleidoError) as asked:
            kaleido.solve(laid, pieces=own)
        with pytest.raises(KaleidoError) as made:
            Puzzle(laid, own)
        assert str(asked.value) == str(made.value)
    car = Puzzle("car")
    assert kaleido.count(car, pieces="classic").solutions == 32
    assert kaleido.hint(car, pieces="classic") == car.hint()
    assert Puzzle(Position(car)) == car


def test_lists_of_colours_are_boards():
    words, rows = ["black", "red"] * 4, [list("xr" * 4)] * 8
    assert Puzzle([words] * 8) == Puzzle(words * 8) == Puzzle([1, 2] * 32) == Puzzle(rows)


def test_a_data_frame_is_a_board():
    pandas = pytest.importorskip("pandas")
    rows = [list("xr" * 4), list("rx" * 4)] * 4
    assert Puzzle(pandas.DataFrame(rows)) == Puzzle(rows)


@pytest.mark.parametrize(
    ("name", "near"), [("solver", "solve"), ("Solve", "solve"), ("patterns", "pattern_names")]
)
def test_a_name_that_is_not_there(name, near):
    with pytest.raises(AttributeError, match=rf"kaleido has no {name}. Did you mean '{near}'"):
        getattr(kaleido, name)


def test_a_set_is_its_text():
    text = "# sides: mirrored\nA oo/o.\nB oo/o.\n"
    puzzle = Puzzle("2x3", text)
    assert puzzle.pieces.size == 6
    assert {piece.name for piece in puzzle.pieces} == {"A", "B"}
    assert kaleido.solve("2x3", pieces=text.replace("\n", "\r\n")).status.value == "solved"
