"""A fuzzer, what it checks of each case, and its runs: until a case fails or the time is up."""

import itertools
import signal
import time
import traceback
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from kaleido.base.errors import GAVE_UP, NO_SOLUTION, USAGE, KaleidoError

MAX_MESSAGE = 600  # the longest message of an error, in characters
MAX_TRIES = 2000  # how many smaller cases are tried
MAX_SHRINKING = 30  # and for how many seconds
ROUND = 100  # cases that are drawn together: each round begins with simple ones
PATIENCE = 60  # seconds of processor time after which a case counts as one that hangs

_SETTINGS = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))

Value = TypeVar("Value")

Kind = tuple[str, str, int | None]
"""What failed: the type of the error, and the file and the line that raised it."""


class Fault(AssertionError):  # noqa: N818 - one of the program under test
    """A promise was broken."""


class Refused(Exception):  # noqa: N818 - that a case is refused is no error
    """A case was refused as it should be, with one clear line."""


class Fuzzer(NamedTuple):
    """A part of Kaleido, how it is tried, and the modules without which it cannot be.

    `cases` returns the strategy that draws cases, or yields those of a round from a generator of
    random numbers (then `smaller` yields cases with less in them). They are plain values, such that
    Python reads them back as they are printed. `check` tries a case: it raises `Refused` where the
    case is refused, any other exception where it fails. `told` returns a case as people read it.
    Of the time for all fuzzers each has a share by its weight.
    """

    name: str
    about: str
    cases: Callable[..., SearchStrategy[Any] | Iterator[Any]]
    check: Callable[[Any], None]
    extras: tuple[str, ...] = ()
    smaller: Callable[[Any], Iterator[Any]] | None = None
    told: Callable[[Any], str] | None = None
    weight: int = 1

    @property
    def missing(self) -> list[str]:
        """The modules that it needs and that are not installed."""
        return [name for name in self.extras if find_spec(name) is None]


FUZZERS: dict[str, Fuzzer] = {}  # the fuzzers by name, in the order in which they run


def fuzzer(
    name: str,
    about: str,
    cases: Callable[..., SearchStrategy[Any] | Iterator[Any]],
    *extras: str,
    **others: Any,
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Make the function that checks a case a fuzzer."""

    def register(check: Callable[[Any], None]) -> Callable[[Any], None]:
        FUZZERS[name] = Fuzzer(name, about, cases, check, extras, **others)
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
    def kind(self) -> Kind:
        """What failed: the type of the error, and the line of the program that raised it."""
        trace = traceback.extract_tb(self.error.__traceback__)
        last = [each for each in trace if each.filename != __file__][-1]
        return type(self.error).__name__, last.filename, last.lineno


class Outcome(NamedTuple):
    """What came of a run: the cases tried, those of them that were not refused, and a failure."""

    tried: int
    accepted: int
    failure: Failure | None


class Share(NamedTuple):
    """A share of the rounds of a run: every so many, from one of them on, until it is stopped."""

    first: int = 0
    every: int = 1
    stopped: Callable[[], bool] = bool


def run(
    fuzzer: Fuzzer,
    seed: int,
    seconds: float | None = None,
    cases: int | None = None,
    *,
    share: Share = Share(),  # noqa: B008 - a value that never changes
    known: Container[Kind] = (),
) -> Outcome:
    """Try cases until one fails, or the seconds or the number of cases are up.

    The same seed makes the same cases. Failures of a known kind are passed over.
    """
    tried = accepted = 0
    failure: Failure | None = None
    end = time.monotonic() + seconds if seconds is not None else float("inf")

    def is_over() -> bool:
        return time.monotonic() >= end or share.stopped()

    def fails(case: Any) -> bool:
        nonlocal tried, accepted, failure
        if failure is None:
            if is_over():
                return False
            tried += 1
        found, is_accepted = _try(fuzzer, case)
        if found is not None and found.kind in known:
            return False
        # Once a case has failed, Hypothesis looks for smaller ones; it ends with the smallest.
        failure = found or failure
        accepted += is_accepted and failure is None
        return found is not None

    for number in itertools.count(share.first, share.every):
        left = ROUND if cases is None else min(ROUND, cases - tried)
        if left <= 0 or is_over():
            return Outcome(tried, accepted, None)
        random = Random(f"{fuzzer.name} {seed} {number}")
        if fuzzer.smaller is not None:
            any(map(fails, islice(fuzzer.cases(random), left)))
        else:
            options = settings(_SETTINGS, max_examples=left)
            with suppress(NoSuchExample):
                find(fuzzer.cases(), fails, settings=options, random=random)
        if failure is not None:
            break
    kind = failure.kind

    def fails_so(case: Any) -> bool:
        found = try_case(fuzzer, case)
        return found is not None and found.kind == kind

    case = shrunk(failure.case, fails_so, fuzzer.smaller)
    return Outcome(tried, accepted, try_case(fuzzer, case) or failure)


def try_case(fuzzer: Fuzzer, case: Any) -> Failure | None:
    """Try one case; return how it failed, if it did."""
    return _try(fuzzer, case)[0]


def _try(fuzzer: Fuzzer, case: Any) -> tuple[Failure | None, bool]:
    """Return how a case failed, if it did, and whether it was accepted."""
    try:
        with _patience():
            fuzzer.check(case)
    except Refused:
        return None, False
    except Exception as error:
        return Failure(case, error), False
    return None, True


@contextmanager
def _patience() -> Iterator[None]:
    """Raise `Fault` in what takes too long, where the system has a clock for that."""

    def stop(*_: object) -> None:
        raise Fault(f"it took more than {PATIENCE} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def shrunk(
    case: Any,
    fails: Callable[[Any], bool],
    smaller_cases: Callable[[Any], Iterator[Any]] | None = None,
) -> Any:
    """Return a case as small as possible that still fails.

    Hypothesis shrinks the choices of which it makes a case. Where it has changed a text of the
    collection, the rest of that text is left; here parts of it are left out, too.

    Examples
    --------
    >>> shrunk(("some text with an x in it", 3), lambda case: "x" in case[0])
    ('x', 3)
    """
    left, end = MAX_TRIES, time.monotonic() + MAX_SHRINKING
    while True:
        for smaller in (smaller_cases or _smaller)(case):
            left -= 1
            if left < 0 or time.monotonic() > end:
                return case
            if fails(smaller):
                case = smaller
                break
        else:
            return case


def _smaller(case: Any) -> Iterator[Any]:
    """Yield values with less in them, those with much less first."""
    size = len(case) if isinstance(case, str | bytes | list) else 0
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
