"""The seconds that a count takes and estimates, and the states that its workers add."""

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

import pytest

from kaleido import Board, PieceSet, Puzzle, named_pattern
from kaleido.base.errors import TooLargeError
from kaleido.counting import CountLimits, count_solutions
from kaleido.counting.enumerating import STEP, Enumeration
from kaleido.counting.meter import Meter
from kaleido.parallel import Workers
from kaleido.search.core import load_core


@pytest.fixture
def puzzle() -> Puzzle:
    """A puzzle whose solutions the core counts one by one for about a second."""
    if load_core() is None:
        pytest.skip("the core is not built here")
    return Puzzle("pentomino-6x10")


def test_the_rest_of_a_count_is_promised_at_its_pace_so_far(puzzle: Puzzle):
    whole, part = Enumeration(puzzle.state), Enumeration(puzzle.state)
    assert (part.share, part.seconds) == (0, 0)
    steps = part.promise() / STEP
    assert whole.run(Meter(CountLimits()))
    assert whole.solutions == 4 * 2339
    assert whole.promise() == 0
    assert steps == pytest.approx(whole.counts[0], rel=0.1)
    assert not part.run(Meter(CountLimits()), seconds=1e-9)
    assert 0 < part.share < 0.1
    part.seconds = 3.0 * part.counts[0]
    assert part.promise() == pytest.approx(3 * steps * (1 - part.share))


def test_the_seconds_of_a_count_are_those_of_the_core_and_add_up(puzzle: Puzzle):
    count, meter = Enumeration(puzzle.state), Meter(CountLimits())
    began = time.thread_time()
    assert not count.run(meter, seconds=0.05)
    first, took = count.seconds, time.thread_time() - began
    assert 0.05 <= first <= took < 0.3
    assert not count.run(meter, seconds=0.05)
    assert first + 0.05 <= count.seconds <= time.thread_time() - began
    assert meter.states == count.nodes > 0


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("rows", "pieces"), [("bxbx", "A xbxb y/x/y/x"), ("xbx", "A x b\nB bx yx")]
)
def test_the_time_of_a_count_may_end_at_any_moment(rows: str, pieces: str, monkeypatch):
    puzzle = Puzzle(Board(rows), PieceSet.parse("own", f"# sides: two-faced\n{pieces}"))
    right, found = puzzle.count().solutions, []
    for last in range(30):
        calls = count()
        clock = lambda calls=calls, last=last: 1e6 * (next(calls) > last)  # noqa: E731
        monkeypatch.setattr("time.perf_counter", clock)
        with suppress(TooLargeError):
            found.append(Puzzle(puzzle).count(timeout=1.0).solutions)
    assert {*found} == {right}


class Here(Workers):
    """Workers that are this process; they deliver late if `waits`."""

    size = per_machine = 1

    def __init__(self, *, waits: bool) -> None:
        self._waits = waits

    def map_unordered(self, function, tasks) -> Iterator[tuple[int, object]]:
        tasks = list(tasks)
        found = list(enumerate(map(function, tasks)))
        while self._waits and not tasks[0][-1].passed:
            time.sleep(0.01)
        yield from found

    def close(self) -> None:
        pass


def test_a_count_has_the_states_of_its_workers_too(monkeypatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", -1.0)
    # A search takes the place of a sweep where the clock says that it is faster.
    monkeypatch.setattr("kaleido.counting.searching.Searching.beats", lambda *_: False)
    state = Puzzle(named_pattern("fancy-chessboard")).state
    alone, shared = count_solutions(state), count_solutions(state, workers=Here(waits=False))
    assert shared == alone
    assert shared.states > 0


def test_a_count_ends_with_the_time_when_workers_are_late(monkeypatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", -1.0)
    state = Puzzle(named_pattern("fancy-chessboard")).state
    with pytest.raises(TooLargeError, match="takes longer than 1 s"):
        count_solutions(state, CountLimits(seconds=1.0), workers=Here(waits=True))
