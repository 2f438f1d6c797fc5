"""The compiled core enumerates as many solutions as sweeps count and brute force finds."""

import math
import time

import pytest

from kaleido import Board, PieceSet, Puzzle, named_puzzle, named_set, pattern_names
from kaleido.base.errors import TooLargeError
from kaleido.counting import CountLimits, count_at_most, count_solutions
from kaleido.counting.enumerating import (
    Enumerating,
    Enumeration,
    count_if_few,
    enumerates,
)
from kaleido.counting.meter import Meter
from kaleido.counting.searching import Searching
from kaleido.model.grid import bits
from kaleido.search.core import load_core
from kaleido.search.state import State
from kaleido.search.symmetry import SolutionSymmetries


@pytest.fixture(autouse=True)
def the_core(monkeypatch):
    monkeypatch.delenv("KALEIDO_ENGINE", raising=False)
    if load_core() is None:
        pytest.skip("the core is not built here")


def enumerated(state):
    """Count the solutions of a board in the core alone."""
    if state.dead:
        return 0
    enumeration = Enumeration(state)
    assert enumeration.promise() >= 0
    assert enumeration.run(Meter(CountLimits()))
    assert enumeration.share == 1
    return enumeration.solutions


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("pentomino-6x10", 9356),
        ("pentomino-3x20", 8),
        ("soma-cube", 11520),
        ("solid-pentomino-2x3x10", 96),
        ("solid-pentomino-2x5x6", 2112),
        ("hexiamond-4x9", 148),
        ("tetromino-tube", None),
        ("orders-3x3", None),
    ],
)
@pytest.mark.few(4)
def test_named_puzzles(name, count):
    state = State.empty(named_puzzle(name).problem)
    found = count_solutions(state)
    assert enumerates(state)
    assert found.solutions == (enumerated(state) if count is None else count)


@pytest.mark.parametrize(("text", "count"), [("6x6", 6728), ("2x40", 165580141), ("1x80", 1)])
def test_copies_and_words(text, count):
    """Dominoes: Kasteleyn's number, a Fibonacci number, and one way in two words."""
    cells = math.prod(map(int, text.split("x")))
    pieces = PieceSet.parse("dominoes", f"# sides: mirrored\nD oo x{cells // 2}")
    state = State.empty(Puzzle(Board.parse(text), pieces).problem)
    if count > 10**6:
        assert count_solutions(state).solutions == count
    else:
        assert enumerated(state) == count


def test_pieces_that_stay_over():
    pieces = PieceSet.parse("bars", "# sides: mirrored\n# use: some\nD oo x9\nI ooo x2\nM o")
    state = State.empty(Puzzle(Board.parse("1x9"), pieces).problem)
    assert enumerated(state) == sum(
        math.comb(twos + threes + ones, twos) * math.comb(threes + ones, threes)
        for twos in range(10)
        for threes in range(3)
        for ones in range(2)
        if 2 * twos + 3 * threes + ones == 9
    )


def test_what_is_too_large_is_not_enumerated():
    dominoes = PieceSet.parse("dominoes", "# sides: mirrored\nD oo x150")
    assert not enumerates(State.empty(Puzzle(Board.parse("1x300"), dominoes).problem))


@pytest.mark.parametrize(
    ("name", "count", "is_short"), [("car", 32, True), ("fancy-chessboard", 118, False)]
)
def test_boards_with_colours(name, count, is_short):
    """The memo, the colour budget and the table of the core change no number."""
    state = State.empty(Puzzle(name).problem)
    assert state.is_untouched
    found = Enumeration(state)
    assert found.run(Meter(CountLimits()))
    looked_at = State.empty(state.problem)
    some = looked_at.place(next(bits(looked_at.scarcest)))
    assert enumerated(some) == Searching(Meter(CountLimits())).count(some) > 0
    assert enumerated(looked_at) == found.solutions == count
    assert count_if_few(state, Meter(CountLimits())) == (count if is_short else None)
    assert count_solutions(state).solutions == count


def test_symmetries_are_those_of_python(monkeypatch):
    def images():
        states = (State.empty(Puzzle(name).problem) for name in pattern_names("standard"))
        return [SolutionSymmetries(state).images for state in states]

    found = images()
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    assert found == images()
    assert any(found)


def test_a_count_ends_with_the_time():
    state = State.empty(named_puzzle("pentomino-tetromino-8x10").problem)
    began = time.thread_time()
    with pytest.raises(TooLargeError, match="takes longer"):
        Enumeration(state).run(Meter(CountLimits(seconds=0.05)))
    assert time.thread_time() - began < 0.3


def test_a_sweep_that_takes_longer_gives_way(monkeypatch):
    monkeypatch.setattr("kaleido.counting.enumerating.HEAD_START", 0.0)
    monkeypatch.setattr("kaleido.counting.enumerating.SWEEP_SECONDS", 0.0)
    state = State.empty(named_puzzle("pentomino-3x20").problem)
    meter = Meter(CountLimits())
    enumerating = Enumerating(Searching(meter))

    def sweep():
        meter.outrun = True
        raise TooLargeError("takes longer than another way to count")

    assert enumerating.count(sweep, state, meter) == 8
    assert enumerating.nodes
    assert Enumerating(Searching(meter)).count(lambda: 7, state, meter) == 7


def test_progress_is_reported():
    state = State.empty(Puzzle(Board.parse("3x20"), named_set("pentominoes")).problem)
    shares = []
    enumeration = Enumeration(state)
    assert enumeration.run(Meter(CountLimits()), report=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize(
    ("board", "lines", "known"),
    [
        ("1x2", [f"P{number} o x0-1" for number in range(64)], 64 * 63),
        ("1x2", [f"P{number} o x0-1" for number in range(65)], 65 * 64),
        ("16x16", ["P o x256"], 1),
        ("16x17", ["P o x272"], 1),
    ],
    ids=["64 pieces", "65 pieces", "256 cells", "272 cells"],
)
def test_boards_with_more_than_the_core_takes_are_counted(board, lines, known):
    pieces = PieceSet.parse("many", "\n".join(["# sides: fixed", *lines]))
    puzzle = Puzzle(Board.parse(board), pieces)
    assert (puzzle.count().solutions, count_at_most(puzzle.state, 10**6)) == (known, known)
