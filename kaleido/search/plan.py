"""The plan with which the compiled core makes the moves of a strategy."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.events import Looks
from kaleido.search.fork import MethodEnd
from kaleido.search.found import Found
from kaleido.search.score import Matching, Score
from kaleido.search.state import State

MOST = (1 << 31) - 1
"""The largest number that is passed to the core; no search reaches it."""


class Option(NamedTuple):
    """A move of a fork, and what the core notes about it.

    Attributes
    ----------
    state : State
        The board before it.
    number : int
        The number of the placement.
    matched : int
        How many of its sides are edges.
    piece : int
        The number of its piece.
    notes : sequence of int
        What the strategy in the core notes: first about the fork, then about the move.
    """

    state: State
    number: int
    matched: int
    piece: int
    notes: Sequence[int]


class Plan(NamedTuple):
    """The numbers that a strategy passes to the core, and how to read the notes of the core.

    Attributes
    ----------
    numbers : Numbers
        The number of the strategy, then the numbers that its class in the core reads.
    reals : sequence of float
        The numbers it reads that need not be whole.
    score : callable
        Returns the score of an `Option`.
    found : callable, optional
        Returns how an option was found, if the strategy can say.
    ends : sequence of MethodEnd
        Where the method ends, by the code that the core has for it.
    looked : callable, optional
        Called with how far the core has looked ahead in the search.
    """

    numbers: Numbers
    reals: Sequence[float]
    score: Callable[[Option], Score]
    found: Callable[[Option], Found] | None = None
    ends: Sequence[MethodEnd] = ()
    looked: Callable[[Looks], None] | None = None

    def told(self, option: Option) -> Callable[[], tuple[Score, Found | None]]:
        """Return a function that computes the score of an option and how it was found."""
        return lambda: (self.score(option), None if self.found is None else self.found(option))


def seed_numbers(seed: int) -> Numbers:
    """Return a seed as the core reads it: its absolute value in words of 32 bits."""
    words = -(-abs(seed).bit_length() // 32)
    numbers = Numbers("i", [words])
    numbers.frombytes(abs(seed).to_bytes(4 * words, "little"))
    return numbers


def makes_own_moves(strategy: object, known: type, *names: str) -> bool:
    """Return whether a strategy overrides methods of a class that the core knows."""
    return any(getattr(type(strategy), name) is not getattr(known, name) for name in names)


def reading_order(matching: Matching, seed: object, switches: Sequence[bool]) -> Plan | None:
    """Return the plan of a strategy that fills the board in reading order.

    The switches are whether it shuffles the moves of a cell, sorts them by their matched edges, and
    draws conclusions.
    """
    if not isinstance(seed, int):
        return None
    numbers = Numbers("i", [StrategyCode.READING_ORDER, *seed_numbers(seed), *switches])
    return Plan(numbers, (), lambda option: matching.with_matched(option.matched, option.piece))
