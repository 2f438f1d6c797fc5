"""Runs of fuzzers: cases from a seed, until the time or the number is up or one fails."""

from __future__ import annotations

import itertools
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, given, seed as seeded, settings

from fuzz.fuzzer import Fault, Fuzzer, Refused
from fuzz.shrinking import shrunk

ROUND = 100
"""Cases that are drawn together: each round begins with simple ones."""

PATIENCE = 60
"""Seconds of processor time after which a case counts as one that hangs."""


class Failure(NamedTuple):
    """A case that failed, made as small as possible.

    Attributes
    ----------
    case : value
    error : BaseException
    """

    case: Any
    error: BaseException

    @property
    def kind(self) -> tuple[str, str, int]:
        """What failed: the type of the error, and the line of the program that raised it."""
        *_, last = traceback.extract_tb(self.error.__traceback__)
        return type(self.error).__name__, last.filename, last.lineno or 0


@dataclass
class Outcome:
    """What came of a run.

    Attributes
    ----------
    name : str
        That of the fuzzer.
    tried, accepted : int
        How many cases were tried, and how many of them were not refused.
    failure : Failure or None
    """

    name: str
    tried: int = 0
    accepted: int = 0
    failure: Failure | None = None


def run(
    fuzzer: Fuzzer, seed: int, seconds: float | None = None, cases: int | None = None
) -> Outcome:
    """Try cases until one fails, or the seconds or the number of cases are up.

    Parameters
    ----------
    fuzzer : Fuzzer
    seed : int
        The same seed, the same cases.
    seconds : float or None, optional
    cases : int or None, optional
    """
    outcome = Outcome(fuzzer.name)
    end = None if seconds is None else time.monotonic() + seconds
    for number in itertools.count():
        left = ROUND if cases is None else min(ROUND, cases - outcome.tried)
        if left <= 0 or outcome.failure or (end is not None and time.monotonic() >= end):
            break
        _run_round(fuzzer, f"{fuzzer.name} {seed} {number}", left, end, outcome)
    if outcome.failure is not None:
        outcome.failure = _smaller(fuzzer, outcome.failure)
    return outcome


def try_case(fuzzer: Fuzzer, case: Any) -> Failure | None:
    """Try one case; return how it failed, if it did."""
    try:
        with _patience():
            fuzzer.check(case)
    except Refused:
        return None
    except Exception as error:
        return Failure(case, error)
    return None


def _run_round(fuzzer: Fuzzer, name: str, number: int, end: float | None, outcome: Outcome) -> None:
    @seeded(name)
    @settings(
        max_examples=number,
        derandomize=False,
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(fuzzer.cases())
    def attempt(case: Any) -> None:
        if outcome.failure is None:
            if end is not None and time.monotonic() >= end:
                return
            outcome.tried += 1
        try:
            with _patience():
                fuzzer.check(case)
        except Refused:
            return
        except Exception as error:
            # The last one is the smallest: Hypothesis ends with it.
            outcome.failure = Failure(case, error)
            raise
        outcome.accepted += outcome.failure is None

    try:
        attempt()
    except Exception:
        # A fault in what draws the cases is one of the fuzzer.
        if outcome.failure is None:
            raise


def _smaller(fuzzer: Fuzzer, failure: Failure) -> Failure:
    """Return a failure of the same kind, with as little text as possible."""

    def fails_so(case: Any) -> bool:
        found = try_case(fuzzer, case)
        return found is not None and found.kind == failure.kind

    case = shrunk(failure.case, fails_so)
    return try_case(fuzzer, case) or failure


@contextmanager
def _patience() -> Iterator[None]:
    """Raise `Fault` in what takes too long, where the system has a clock for that."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise Fault(f"it took more than {PATIENCE} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
