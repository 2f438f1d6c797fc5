"""Limits end every command and every function: with one line, and never as if they had proved."""

import math
import pickle
import time
from itertools import count as numbers

import pytest

import kaleido
from kaleido.designing import Sketch, complete, design
from kaleido.errors import GaveUpError
from kaleido.search.stopping import Deadline

DOMINOES = kaleido.PieceSet.parse("dominoes", "# sides: mirrored\nD oo x500")


def gives_up(ask):
    """Return whether a question ends with the error of a limit."""
    try:
        ask()
    except GaveUpError:
        return True
    return False


WAYS_TO_GIVE_UP = {
    "count": lambda: gives_up(lambda: kaleido.count("checkerboard", seconds=60)),
    "large": lambda: gives_up(lambda: kaleido.Puzzle("25x40", DOMINOES).count(seconds=60)),
    "solutions": lambda: gives_up(
        lambda: list(kaleido.Puzzle("checkerboard").solutions(timeout=60))
    ),
    "solve": lambda: kaleido.solve("checkerboard", "paper", timeout=60).status == "gave-up",
    "hint": lambda: kaleido.hint("checkerboard", timeout=60).reason.kind == "unknown",
    "design": lambda: gives_up(lambda: list(design(Sketch.free(), timeout=60))),
    "completions": lambda: not complete(Sketch.free(), timeout=60).is_sure,
}


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("gave_up", WAYS_TO_GIVE_UP.values(), ids=WAYS_TO_GIVE_UP)
def test_limits_of_seconds_are_wall_time(gave_up, monkeypatch):
    # This process hardly runs, and an hour passes between two looks at the clock.
    monkeypatch.setattr(time, "perf_counter", numbers(0, 3600).__next__)
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    assert gave_up()


def test_a_deadline_goes_to_another_process_as_the_seconds_left(monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 1000.0)
    sent = pickle.dumps(Deadline(60)), pickle.dumps(Deadline())
    monkeypatch.setattr(time, "perf_counter", lambda: 5.0)  # the clock of another machine
    received, endless = map(pickle.loads, sent)
    assert (received.left, endless.left) == (60, math.inf)
    monkeypatch.setattr(time, "perf_counter", lambda: 66.0)
    assert received.passed
    assert not endless.passed
