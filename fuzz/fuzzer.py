"""A fuzzer: the cases it makes, and what it checks of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from hypothesis.strategies import SearchStrategy

from kaleido.errors import GAVE_UP, NO_SOLUTION, USAGE, KaleidoError

MAX_MESSAGE = 600
"""The longest message of an error, in characters."""

Value = TypeVar("Value")


class Fault(AssertionError):  # noqa: N818 - one of the program under test
    """A promise was broken."""


class Refused(Exception):  # noqa: N818 - that a case is refused is no error
    """A case was refused as it should be, with one clear line."""


class Fuzzer(NamedTuple):
    """A part of Kaleido, and how it is tried.

    Attributes
    ----------
    name : str
    about : str
        What is tried, in a few words.
    cases : callable
        Returns the strategy that draws cases. They are plain values, such that Python reads them
        back as they are printed.
    check : callable
        Tries a case: raises `Refused` where it is refused, any other exception where it fails.
    extras : tuple of str
        The modules without which it cannot run.
    """

    name: str
    about: str
    cases: Callable[[], SearchStrategy[Any]]
    check: Callable[[Any], None]
    extras: tuple[str, ...] = ()


def expect(is_so: bool, words: str) -> None:
    """Raise `Fault` unless something is so.

    Examples
    --------
    >>> expect(1 == 2, "one is two")
    Traceback (most recent call last):
    ...
    fuzz.fuzzer.Fault: not so: one is two
    """
    if not is_so:
        raise Fault(f"not so: {words}")


def same(one: object, other: object, words: str) -> None:
    """Raise `Fault` unless two values are equal."""
    if one != other:
        raise Fault(f"{words}: {one!r} is not {other!r}")


def attempt(call: Callable[..., Value], *given: Any, **options: Any) -> Value:
    """Return what a function returns; `Refused` if it refuses what it is given.

    Raises
    ------
    Fault
        The error is not one clear line.
    """
    try:
        return call(*given, **options)
    except KaleidoError as error:
        check_message(str(error))
        expect(error.exit_code in (USAGE, NO_SOLUTION, GAVE_UP), f"exit code {error.exit_code}")
        raise Refused(str(error)) from None


def check_message(message: str) -> None:
    """Raise `Fault` unless a message is one clear line."""
    expect(bool(message.strip()), "the error has a message")
    expect(message.isprintable(), f"the message {message!r} is one printable line")
    expect(len(message) <= MAX_MESSAGE, f"the message {message!r} is short")
