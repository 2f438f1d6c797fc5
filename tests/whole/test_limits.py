"""Limits end every command and every function: with one line, and never as if they had proved."""

import json
import math
import pickle
import subprocess
import sys
import time
from functools import cache
from itertools import count as numbers, product

import pytest

import kaleido
from kaleido.base.errors import GaveUpError
from kaleido.counting import CountLimits, count_at_most
from kaleido.designing import Sketch, complete, design
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
    "count": lambda: gives_up(lambda: kaleido.count("checkerboard", timeout=60)),
    "large": lambda: gives_up(lambda: kaleido.Puzzle("25x40", DOMINOES).count(timeout=60)),
    "at most": lambda: gives_up(
        lambda: count_at_most(kaleido.Puzzle("checkerboard").state, 10**9, CountLimits(seconds=60))
    ),
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


COMMANDS = (
    "count car --json",
    "solve car --json",
    "hint car --json",
    "rate car --json",
    "solutions tulip -n 2 --json",
    "batch count car --workers 1",
    "batch solve car --workers 2",
)


def run_within(limit, command):
    """Run a command within a limit of the shell; return its code, its answers and its notes."""
    words = [sys.executable, "-m", "kaleido", *command.split()]
    done = subprocess.run(
        ["sh", "-c", f'{limit}; exec "$@"', "sh", *words],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    answers = [json.loads(line) | {"seconds": None} for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr.splitlines()


@cache
def unlimited(command):
    return run_within(":", command)


MEMORY = (*range(30_000, 90_000, 7_000), *range(90_000, 450_000, 23_000))
TIGHT = (*(f"ulimit -v {kilobytes}" for kilobytes in MEMORY),
         *(f"ulimit -n {files}" for files in range(6, 30)))  # fmt: skip
"""Limits of memory and of open files, with which nearly every command has to give up."""


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of a shell on Linux")
@pytest.mark.parametrize(
    ("limit", "command"),
    [
        ("ulimit -v 120000", "count car --json"),
        ("ulimit -v 60000", "solve car --json"),
        ("ulimit -n 14", COMMANDS[-1]),
        *(pytest.param(*case, marks=pytest.mark.long) for case in product(TIGHT, COMMANDS)),
    ],
)
def test_a_command_without_memory_or_files_answers_or_gives_up_in_one_line(limit, command):
    found = run_within(limit, command)
    if found != unlimited(command):
        code, answers, notes = found
        # A batch goes on after a board for which there is no memory.
        gave_up = answers and all(each["status"] == "gave-up" for each in answers)
        assert code == (0 if gave_up else 3), found
        assert len(notes) == 1, found
        # With --json, the line is an object.
        assert gave_up or notes[0].startswith(("kaleido: gave up: ", '{"schema": 1, "code": 3')), (
            found
        )
