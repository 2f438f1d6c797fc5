"""A fuzzer, what it checks of each case, and its runs: until a case fails or the time is up."""

from __future__ import annotations

import itertools
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed as seeded, settings
from hypothesis.strategies import SearchStrategy

from kaleido.errors import GAVE_UP, NO_SOLUTION, USAGE, KaleidoError

MAX_MESSAGE = 600
"""The longest message of an error, in characters."""

MAX_TRIES = 2000
"""How many smaller cases are tried."""

ROUND = 100
"""Cases that are drawn together: each round begins with simple ones."""

PATIENCE = 60
"""Seconds of processor time after which a case counts as one that hangs."""

Value = TypeVar("Value")


class Fault(AssertionError):  # noqa: N818 - one of the program under test
    """A promise was broken."""


class Refused(Exception):  # noqa: N818 - that a case is refused is no error
    """A case was refused as it should be, with one clear line."""


class Fuzzer(NamedTuple):
    """A part of Kaleido, how it is tried, and the modules without which it cannot be.

    `cases` returns the strategy that draws cases. They are plain values, such that Python reads
    them back as they are printed. `check` tries a case: it raises `Refused` where the case is
    refused, any other exception where it fails.
    """

    name: str
    about: str
    cases: Callable[[], SearchStrategy[Any]]
    check: Callable[[Any], None]
    extras: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """The modules that it needs and that are not installed."""
        return [name for name in self.extras if find_spec(name) is None]


FUZZERS: dict[str, Fuzzer] = {}
"""The fuzzers by name, in the order in which they run."""


def fuzzer(
    name: str, about: str, cases: Callable[[], SearchStrategy[Any]], *extras: str
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Make the function that checks a case a fuzzer."""

    def register(check: Callable[[Any], None]) -> Callable[[Any], None]:
        FUZZERS[name] = Fuzzer(name, about, cases, check, extras)
        return check

    return register


def expect(is_so: bool, words: str) -> None:
    """Raise `Fault` unless something is so."""
    if not is_so:
        raise Fault(f"not so: {words}")


def same(one: object, other: object, words: str) -> None:
    """Raise `Fault` unless two values are equal."""
    if one != other:
        raise Fault(f"{words}: {one!r} is not {other!r}")


def attempt(call: Callable[..., Value], *given: Any, **options: Any) -> Value:
    """Return what a function returns; raise `Refused` if it refuses, `Fault` if not in a line."""
    try:
        return call(*given, **options)
    except KaleidoError as error:
        check_message(str(error))
        expect(error.exit_code in (USAGE, NO_SOLUTION, GAVE_UP), f"exit code {error.exit_code}")
        raise Refused(str(error)) from None


def attempt_accepted(call: Callable[..., Value], *given: Any, words: str) -> Value:
    """Return what a function returns that must not refuse what was accepted before."""
    try:
        return call(*given)
    except KaleidoError as error:
        raise Fault(f"{words}: refused what was accepted: {error}") from error


def check_message(message: str) -> None:
    """Raise `Fault` unless a message is one clear line."""
    expect(bool(message.strip()), "the error has a message")
    expect(message.isprintable(), f"the message {message!r} is one printable line")
    expect(len(message) <= MAX_MESSAGE, f"the message {message!r} is short")


class Failure(NamedTuple):
    """A case that failed, made as small as possible, and how."""

    case: Any
    error: BaseException

    @property
    def kind(self) -> tuple[str, str, int | None]:
        """What failed: the type of the error, and the line of the program that raised it."""
        *_, last = traceback.extract_tb(self.error.__traceback__)
        return type(self.error).__name__, last.filename, last.lineno


@dataclass
class Outcome:
    """What came of a run: the cases tried, those of them that were not refused, and a failure."""

    tried: int = 0
    accepted: int = 0
    failure: Failure | None = None


def run(
    fuzzer: Fuzzer, seed: int, seconds: float | None = None, cases: int | None = None
) -> Outcome:
    """Try cases until one fails, or the seconds or the number of cases are up.

    The same seed makes the same cases.
    """
    outcome = Outcome()
    end = time.monotonic() + seconds if seconds is not None else float("inf")
    for number in itertools.count():
        left = ROUND if cases is None else min(ROUND, cases - outcome.tried)
        if left <= 0 or outcome.failure or time.monotonic() >= end:
            break
        _run_round(fuzzer, f"{fuzzer.name} {seed} {number}", left, end, outcome)
    if outcome.failure is not None:
        kind = outcome.failure.kind

        def fails_so(case: Any) -> bool:
            found = try_case(fuzzer, case)
            return found is not None and found.kind == kind

        case = shrunk(outcome.failure.case, fails_so)
        outcome.failure = try_case(fuzzer, case) or outcome.failure
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


def _run_round(fuzzer: Fuzzer, name: str, number: int, end: float, outcome: Outcome) -> None:
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
            if time.monotonic() >= end:
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


def shrunk(case: Any, fails: Callable[[Any], bool]) -> Any:
    """Return a case as small as possible that still fails.

    Hypothesis shrinks the choices of which it makes a case. Where it has changed a text of the
    collection, the rest of that text is left; here parts of it are left out, too.

    Examples
    --------
    >>> shrunk(("some text with an x in it", 3), lambda case: "x" in case[0])
    ('x', 3)
    """
    left = MAX_TRIES
    while True:
        for smaller in _smaller(case):
            left -= 1
            if left < 0:
                return case
            if fails(smaller):
                case = smaller
                break
        else:
            return case


def _smaller(case: Any) -> Iterator[Any]:
    """Yield values with less in them, those with much less first."""
    if isinstance(case, str | bytes | list):
        size = len(case)
        while size:
            for start in range(0, len(case), size):
                yield case[:start] + case[start + size :]
            size //= 2
    if isinstance(case, dict):
        for key in case:
            yield {own: value for own, value in case.items() if own != key}
            yield from ({**case, key: each} for each in _smaller(case[key]))
    if isinstance(case, tuple | list):
        for place, value in enumerate(case):
            for each in _smaller(value):
                yield type(case)([*case[:place], each, *case[place + 1 :]])
