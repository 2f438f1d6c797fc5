"""Sweeps of arrays: the order of their cells, large counts in small integers, cheap promises."""

import math
import random
import string
import time
from hashlib import sha256

import pytest
from hypothesis import given, strategies as st

from kaleido import Board, PieceSet, Puzzle, named_pattern, named_set
from kaleido.counting import CountLimits, Ranking, count_solutions, sample_solutions
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.meter import Meter
from kaleido.counting.ranking import Traceback
from kaleido.counting.region import choose_order, openness, reach_of
from kaleido.counting.searching import Searching, estimate_seconds
from kaleido.counting.tasks import count_by_placement
from kaleido.model.grid import bits
from kaleido.search import State

ARRAYS = CountLimits(small=0)
"""No dicts: arrays sweep even what is small."""

WINDING = "/".join(["#########"] * 3 + ["......###"] * 2 + ["#########"] * 3)
"""A corridor of 60 cells, three wide, around two corners."""


def singles(count: int) -> Puzzle:
    """Return the puzzle of some single cells, each a piece of its own."""
    letters = string.ascii_uppercase[:count]
    pieces = "\n".join(["# sides: fixed", *(f"{letter} o" for letter in letters)])
    return Puzzle(Board.parse(f"1x{count}"), PieceSet.parse("singles", pieces))


FEW = PieceSet.parse(
    "few",
    "# sides: mirrored\nI oooo\nL ooo/o..\nS oo./.oo\nT ooo/.o.\n"
    "O oo/oo\nV oo/o.\nB ooo\nM o\nY oooo/.o..",
)
CORNERS = Puzzle(Board.parse("#######/#######/.....##/.....##/#######/#######"), FEW)
"""A smaller corridor, two wide, with pieces that fill it."""


def test_counts_beyond_32_bits_are_exact_in_arrays():
    # A state in the middle has 6! ways before it and 7! behind it, and there are 1716.
    count = count_solutions(State.empty(singles(13).problem), ARRAYS)
    assert count.solutions == math.factorial(13) > 1 << 32
    assert not count.searched


def test_samples_are_drawn_from_counts_beyond_32_bits():
    puzzle = singles(14)
    found = set(sample_solutions(State.empty(puzzle.problem), 20, random.Random(2), ARRAYS))
    # Of 14! solutions, twenty are different: all but surely, and always with this seed.
    assert len(found) == 20
    assert all(len(set(each)) == 14 for each in found)


def test_a_corridor_is_swept_along_its_length():
    board = Board.parse(WINDING)
    problem = Puzzle(board, named_set("pentominoes")).problem
    masks, cells = set(problem.masks), list(bits(board.mask))
    order = choose_order(board.mask, masks, problem.grid.cols)
    assert sorted(order) == cells
    reach = reach_of(board.mask, masks)
    columns = sorted(cells, key=lambda cell: cell % problem.grid.cols)
    assert openness(order, reach) < min(openness(cells, reach), openness(columns, reach)) / 2


@given(st.sets(st.integers(0, 47), min_size=1), st.integers(1, 4))
def test_every_cell_is_swept_once(cells, length):
    part = sum(1 << cell for cell in cells)
    bars = [sum(1 << place + step for step in range(length)) for place in range(48)]
    masks = [bar for bar in bars if not bar & ~part]
    assert sorted(choose_order(part, masks, 8)) == sorted(cells)


def test_a_winding_board_has_as_many_solutions_as_the_search_finds():
    count = count_solutions(State.empty(CORNERS.problem), ARRAYS)
    assert count.solutions == sum(1 for _ in CORNERS.solutions())
    assert count.solutions


def test_a_hopeless_search_is_told_by_a_few_lines(monkeypatch):
    state = State.empty(Puzzle("checkerboard").problem)
    placed = []
    place = State.place
    monkeypatch.setattr(
        State, "place", lambda self, number: placed.append(number) or place(self, number)
    )
    assert not Searching(Meter(CountLimits())).beats(0.001, state)
    # A line makes at most 18 moves; two hundred of them would make thousands.
    assert 0 < len(placed) < 100
    assert estimate_seconds(state, limit=1e-3) >= 1e-3


def test_a_rival_is_asked_again_when_the_sweep_has_come_further(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: clock[0])
    asked = []

    def rival(outlook: float) -> float:
        asked.append(outlook)
        return min(5.0, outlook)

    meter = Meter(CountLimits())
    meter.start(rival)
    for clock[0] in (0.1, 0.3, 1.0, 2.5, 4.9):
        meter.check(0)
    assert len(asked) == 2
    assert asked == sorted(asked)
    clock[0] = 5.1
    with pytest.raises(Exception, match="takes longer than another way"):
        meter.check(0)
    assert meter.outrun


@pytest.mark.parametrize(
    ("puzzle", "known"),
    [
        (Puzzle(named_pattern("car")), (629, 53)),
        (Puzzle(named_pattern("tree")), (32715, 2711)),
        (CORNERS, (9295, 310)),
    ],
    ids=["car", "tree", "corners"],
)
def test_orders_keep_the_states_few(monkeypatch, puzzle, known):
    # Worse ones count as exactly; if better ones are found, these numbers may fall.
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    _, (meter,) = count_by_placement(CompletionCounter(State.empty(puzzle.problem), ARRAYS))
    assert (meter.states, meter.peak_states) == known


def test_layers_that_are_kept_are_weighed():
    counter = CompletionCounter(State.empty(Puzzle(named_pattern("tree")).problem), ARRAYS)
    options = counter.state.live & counter.problem.piece_options[counter.largest]
    parts = {}
    traced = Traceback(counter, min(bits(options)), parts)
    assert len(parts) == 2
    held = traced.held + sum(part.held for part in parts.values())
    # A state takes four bytes of count and four of column number; the few sums are held, too.
    assert 8 * counter.meter.states < held < 9 * counter.meter.states


@pytest.mark.parametrize(("limits", "known"), [(CountLimits(), "ca11fdea"), (ARRAYS, "69891bee")])
def test_a_solution_keeps_its_number(limits, known):
    # Equal keys are sorted in the same order by each version of NumPy and on each processor.
    ranking = Ranking(State.empty(CORNERS.problem), limits)
    paths = [ranking[rank] for rank in range(0, ranking.total, 59)]
    assert sha256(repr(paths).encode()).hexdigest()[:8] == known
