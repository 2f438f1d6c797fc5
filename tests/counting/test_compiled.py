"""Sweeps in the compiled core count what Python counts, and stop where they are told to."""

import math
import threading
import time

import pytest
from hypothesis import given, strategies as st

from kaleido import Board, PieceSet, Placement, Position, Puzzle, named_pattern, named_set
from kaleido.base.errors import TooLargeError
from kaleido.counting import CountLimits, count_solutions
from kaleido.counting.compiled import CompiledCount, kinds_of, telling_groups
from kaleido.counting.completions import CompletionCounter
from kaleido.search.core import load_core
from kaleido.search.state import State
from kaleido.search.symmetry import placement_orbits

ARRAYS = CountLimits(small=0)
"""No dicts: Python sweeps with arrays even what is small."""


@pytest.fixture(autouse=True)
def _core(monkeypatch):
    monkeypatch.delenv("KALEIDO_ENGINE", raising=False)
    if load_core() is None:
        pytest.skip("the compiled core is not there")


def swept(puzzle: Puzzle, monkeypatch, limits: CountLimits | None = None) -> list[dict[int, int]]:
    """Return what sweeps by the core and by Python find for each placement of the largest piece."""
    state = State.empty(puzzle.problem)
    found = []
    for engine in ("core", "python"):
        monkeypatch.setenv("KALEIDO_ENGINE", engine)
        counter = CompletionCounter(state, limits or CountLimits())
        orbits = placement_orbits(state, counter.largest)
        found.append({first: counter.count(first) for first in sorted(set(orbits.values()))})
    return found


@pytest.mark.parametrize("limits", [None, ARRAYS], ids=["dicts", "arrays"])
@pytest.mark.parametrize("name", ["car", "fancy-chessboard", "tree", "arrow", "twelve"])
@pytest.mark.few(3)
def test_patterns_are_swept_alike(name, limits, monkeypatch):
    core, python = swept(Puzzle(named_pattern(name)), monkeypatch, limits)
    assert core == python
    assert sum(core.values())


@pytest.mark.few(1)
@pytest.mark.parametrize(("board", "solutions"), [("3x20", 8), ("4x15", 1472)])
def test_plain_boards_are_swept_alike(board, solutions, monkeypatch):
    puzzle = Puzzle(Board.parse(board), named_set("pentominoes"))
    core, python = swept(puzzle, monkeypatch)
    assert core == python
    assert puzzle.count().solutions == solutions


def test_a_torus_is_swept_alike(monkeypatch):
    board = Board.parse("4x7", wrap="columns")
    core, python = swept(Puzzle(board, named_set("tetrominoes-one-sided")), monkeypatch)
    assert core == python
    assert sum(core.values())


SMALL = PieceSet.parse(
    "small", "# sides: mirrored\nI ooo\nL oo/o.\nD oo\nM o\nN o\nO oo/oo\nT ooo/.o."
)


@given(st.sets(st.integers(0, 23), min_size=18, max_size=18))
def test_random_boards_have_as_many_solutions_as_a_search_finds(cells):
    rows = ("".join(".#"[6 * row + col in cells] for col in range(6)) for row in range(4))
    puzzle = Puzzle(Board.parse("/".join(rows)), SMALL)
    state = State.empty(puzzle.problem).refuted()
    if state.dead:
        return
    counter = CompletionCounter(state, CountLimits())
    orbits = placement_orbits(state, counter.largest)
    found = sum(counter.count(first) for first in orbits)
    assert found == sum(1 for _ in puzzle.solutions(max_nodes=200_000))


def test_ways_of_more_than_64_bits_are_counted_exactly():
    pieces = "\n".join(["# sides: mirrored", *(f"{letter} oo" for letter in "ABCDEFGHIJKLMNOPQRS")])
    puzzle = Puzzle(Board.parse("2x19"), PieceSet.parse("dominoes", pieces))
    state = State.empty(puzzle.problem)
    counter = CompletionCounter(state, CountLimits())
    upright = puzzle.problem.number_of(Placement("A", "front", ((0, 0), (1, 0))))
    assert upright in placement_orbits(state, counter.largest)
    # The other eighteen have 4181 ways to lie, which is a number of Fibonacci, in any order.
    assert counter.count(upright) == 4181 * math.factorial(18) > 2**64


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (CountLimits(seconds=0.1), "takes longer than 0.1 s"),
        (CountLimits(bytes=4_000_000, allowed=4_000_000), "needs more than 0.004 GB"),
    ],
)
def test_limits_end_a_sweep_soon(limits, why):
    state = State.empty(Puzzle("checkerboard").problem)
    counter = CompletionCounter(state, limits)
    began = time.thread_time()
    firsts = placement_orbits(state, counter.largest)
    with pytest.raises(TooLargeError, match=why):
        sum(map(counter.count, firsts))
    assert time.thread_time() - began < 1.5


def test_no_memory_is_one_clear_error(monkeypatch):
    go_on = CompiledCount.__call__

    def without_memory(count, name, *arguments):
        return -1 if name == "run" else go_on(count, name, *arguments)

    monkeypatch.setattr(CompiledCount, "__call__", without_memory)
    with pytest.raises(MemoryError, match="no memory left for the count"):
        count_solutions(State.empty(Puzzle(named_pattern("heart")).problem))


def test_counts_run_in_threads_at_once():
    found: dict[str, int] = {}

    def count(name: str) -> None:
        found[name] = count_solutions(State.empty(Puzzle(named_pattern(name)).problem)).solutions

    expected = {"car": 32, "fancy-chessboard": 118, "twelve": 63, "key": 16}
    threads = [threading.Thread(target=count, args=(name,)) for name in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_a_move_of_the_largest_piece_is_counted_with_all(monkeypatch):
    counted = []
    count = Position.count
    monkeypatch.setattr(
        Position, "count", lambda own, **given: counted.append(own) or count(own, **given)
    )
    position = Position("fancy-chessboard")
    largest = CompletionCounter(position.state, CountLimits()).largest
    name = position.problem.placeable.pieces[largest].name
    moves = [each for each in position.legal_placements if each.piece == name]
    holds = []
    for move in moves:
        counted.clear()
        found, hold = position.count_with(move)
        holds.append(hold)
        assert len(counted) <= 1 or not hold
    assert sum(holds) == found.solutions == 118
    other = next(each for each in position.legal_placements if each.piece != name)
    assert position.count_with(other)[1] == count(position.push(other)).solutions


PIECES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12)
"""How many cells of either colour each piece covers."""


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
