"""What the tests give workers to do; workers import it."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from kaleido import Puzzle
from kaleido.batch import Verb
from kaleido.batch.verbs import CountRecord
from kaleido.search import Constrained


def square(number: int) -> int:
    return number * number


def die(_: int = 0) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Deadly(Constrained):
    """A strategy whose searches end their process."""

    def runs(self, _):
        return die()


def square_or_die(number: int) -> int:
    return die() if number < 0 else square(number)


def die_once(task: tuple[str, int]) -> int:
    """Square a number; the first who does it with that folder ends over it."""
    folder, number = task
    try:
        Path(folder, str(number)).touch(exist_ok=False)
    except FileExistsError:
        return square(number)
    return die()


def wait_or_go(task: tuple[str, str]) -> None:
    """Wait until another task says go."""
    folder, what = task
    sign = Path(folder, "go")
    if what == "go":
        sign.touch()
    while what == "wait" and not sign.exists():
        time.sleep(0.01)


def fail(number: int) -> int:
    raise ValueError(f"{number} is not liked")


def process(_: object) -> int:
    time.sleep(0.05)
    return os.getpid()


def sleep_for(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@dataclass(frozen=True)
class DeadlyVerb(Verb):
    """Ends its process over patterns whose rows are all alike."""

    name = "touch"
    form = CountRecord
    answers = ("survived",)

    def _ask(self, puzzle: Puzzle) -> dict[str, str]:
        if len(set(puzzle.pattern.rows)) == 1:
            die()
        return {"status": "survived"}
