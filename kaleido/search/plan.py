"""The plan with which the compiled core makes the moves of a strategy."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.events import Looks
from kaleido.search.fork import Found, MethodEnd
from kaleido.search.score import Matching, Score
from kaleido.search.state import State

MOST = (1 << 31) - 1
"""The largest number that is passed to the core; no search reaches it."""


class Option(NamedTuple):
    """A move of a fork, and what the core notes about it."""

    state: State | None  # the board before it, where the plan looks at that
    number: int  # that of the placement
    matched: int  # how many of its sides are edges
    piece: int  # the number of its piece
    notes: Sequence[int]  # first about the fork, then about the move


class Plan(NamedTuple):
    """The numbers that a strategy passes to the core, and how to read the notes of the core."""

    numbers: Numbers  # that of the strategy, then those that its class in the core reads
    reals: Sequence[float]  # those it reads that need not be whole
    score: Callable[[Option], Score]
    # how an option was found, if the strategy can say
    found: Callable[[Option], Found] | None = None
    ends: Sequence[MethodEnd] = ()  # where the method ends, by the code of the core
    looked: Callable[[Looks], None] | None = None  # called with how far the core looks ahead
    looks_at_boards: bool = False  # whether a score needs more of an option than numbers


def seed_numbers(seed: int) -> Numbers:
    """Return a seed as the core reads it: its absolute value in words of 32 bits."""
    words = -(-abs(seed).bit_length() // 32)
    numbers = Numbers("i", [words])
    numbers.frombytes(abs(seed).to_bytes(4 * words, "little"))
    return numbers


def makes_own_moves(strategy: object, known: type, *names: str) -> bool:
    """Return whether a strategy overrides methods of a class that the core knows."""
    own = type(strategy)
    if own is known:
        return False
    return any(getattr(own, name) is not getattr(known, name) for name in names)


def reading_order(matching: Matching, seed: object, switches: Sequence[bool]) -> Plan | None:
    """Return the plan of a strategy that fills the board in reading order.

    The switches are whether it shuffles the moves of a cell, sorts them by their matched edges, and
    draws conclusions.
    """
    if not isinstance(seed, int):
        return None
    numbers = Numbers("i", [StrategyCode.READING_ORDER, *seed_numbers(seed), *switches])
    return Plan(numbers, (), lambda option: matching.with_matched(option.matched, option.piece))
