"""Counting by searching, where sweeping takes longer or too much memory."""

import tracemalloc

import pytest

from kaleido import Board, PieceSet, Puzzle, named_puzzle, named_set
from kaleido.base.errors import TooLargeError
from kaleido.counting import CountLimits, count_at_most, count_solutions
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.meter import Meter
from kaleido.counting.searching import Searching, estimate_seconds
from kaleido.model.grid import bits
from kaleido.parallel import Serial, make_workers
from kaleido.search.state import State

SCANT = CountLimits(bytes=20_000, small=100)
"""Too little memory for a sweep of sixty cells."""


DOMINOES = PieceSet.parse("dominoes", "# sides: mirrored\nD oo x18")
SPARE = PieceSet.parse(
    "few", "# sides: mirrored\n# use: some\nI oooo x4\nL ooo/o.. x4\nS oo./.oo x3"
)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("3x20", named_set("pentominoes")),
        ("6x6", DOMINOES),
        ("4x6", SPARE),
    ],
    ids=["single pieces", "copies", "spare pieces"],
)
def test_a_sweep_without_memory_gives_way_to_a_search(text, pieces, monkeypatch):
    # The core would not sweep boards as small as these.
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    start = State.empty(Puzzle(Board.parse(text), pieces).problem)
    usual, scant = count_solutions(start), count_solutions(start, SCANT)
    assert (usual.solutions, usual.symmetric) == (scant.solutions, scant.symmetric)
    assert usual.solutions
    assert (usual.searched, scant.searched) == (False, True)


@pytest.mark.long
def test_a_search_that_would_take_years_is_not_begun():
    with pytest.raises(TooLargeError, match="needs more than"):
        count_solutions(State.empty(Puzzle("checkerboard").problem), SCANT)


@pytest.mark.parametrize("name", ["car", "orders-3x3", "tetromino-tube"])
@pytest.mark.usefixtures("engine")
def test_a_count_ends_with_the_first_solution_too_many(name):
    start = State.empty(Puzzle(name).problem)
    total = count_solutions(start).solutions
    for most in {0, 1, total // 2, total - 1}:
        assert most < count_at_most(start, most) <= total
    assert count_at_most(start, total) == count_at_most(start, 2 * total) == total
    # Once a second solution is found, no further placement is made.
    whole, cut = Searching(Meter(CountLimits())), Searching(Meter(CountLimits()))
    assert whole.count(start) == total
    assert 1 < cut.count(start, 1) <= total
    assert cut.nodes < whole.nodes
    # What was cut off is not taken for a count later.
    assert cut.count(start) == total


@pytest.mark.usefixtures("engine")
def test_a_long_search_for_few_solutions_gives_way_to_a_count(monkeypatch):
    start = State.empty(Puzzle("fancy-chessboard").problem)
    with pytest.raises(TooLargeError, match="would make more than 50 placements"):
        Searching(Meter(CountLimits())).count(start, max_nodes=50)
    monkeypatch.setattr("kaleido.counting.count.MAX_NODES", 50)
    assert count_at_most(start, 10**6) == 118
    many = Board.parse("2x500")  # one call for each piece would be too many
    dominoes = PieceSet.parse("dominoes", "# sides: mirrored\nD oo x500")
    assert count_at_most(State.empty(Puzzle(many, dominoes).problem), 7) > 7


@pytest.mark.usefixtures("engine")
def test_a_count_up_to_a_limit_ends_with_the_time():
    with pytest.raises(TooLargeError, match="takes longer"):
        count_at_most(State.empty(Puzzle("checkerboard").problem), 10**9, CountLimits(seconds=0))


def test_a_search_ends_with_the_time():
    searching = Searching(Meter(CountLimits(seconds=0)))
    with pytest.raises(TooLargeError, match="takes longer"):
        searching.count(State.empty(named_puzzle("pentomino-6x10").problem))


def test_an_estimate_is_of_the_order_of_the_search():
    state = State.empty(named_puzzle("pentomino-3x20").problem)
    assert 0 < estimate_seconds(state) < 3600


def test_workers_search_where_a_sweep_takes_longer(monkeypatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    monkeypatch.setattr("kaleido.counting.meter.ASK_AFTER", 0.0)
    # The parent does not see it coming; each sweep is then compared with a search.
    monkeypatch.setattr(Searching, "beats", lambda *_: False)
    monkeypatch.setattr(Searching, "promise", lambda *_: 0.0)
    count = Puzzle("digit-4").count(workers=Serial())
    assert (count.solutions, count.searched) == (600, True)


@pytest.mark.long
def test_workers_count_the_pyramid():
    """Most of its sweeps would take minutes and gigabytes."""
    with make_workers(2) as workers:
        count = Puzzle("kanoodle-pyramid").count(workers=workers)
    assert (count.solutions, count.symmetric, count.searched) == (2448, 306, True)


def test_profiles_take_no_more_memory_than_allowed():
    state = State.empty(named_puzzle("kanoodle-pyramid").problem)
    counter = CompletionCounter(state, CountLimits(bytes=5_000_000))
    first = min(bits(state.problem.piece_options[counter.largest]))
    tracemalloc.start()
    with pytest.raises(TooLargeError, match="needs more than"):
        counter.count(first)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


@pytest.mark.usefixtures("one_process")
def test_the_command_says_that_it_searched(output_of, monkeypatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    monkeypatch.setattr(Searching, "beats", lambda *_: True)
    assert "600 solutions" in (out := output_of("count digit-4"))
    assert "counted in part by searching" in out
