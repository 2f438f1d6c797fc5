"""A count: its limits, a meter of its time and memory, and its result.

Nothing here imports the array libraries that counting needs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import MAX_MEMORY, MEMORY
from kaleido.base.contract import Hidden, Natural, PlainNumber, Rounded
from kaleido.base.errors import TooLargeError
from kaleido.base.text import plural
from kaleido.search.core import Engine, engine
from kaleido.search.stopping import Deadline, check_seconds

GIGABYTE = 10**9
"""In bytes, for limits of memory."""

MAX_SUBSET_PIECES = 24
"""The most pieces whose subsets are numbered: tables grow with 2 to the number of pieces."""

MAX_FIRST = 1000
"""The most solutions that can be asked for by number where they are too many to be counted."""


@checked_arguments
@dataclass(frozen=True)
class CountLimits:
    """Limits and tuning of a count.

    Attributes
    ----------
    bytes : int
        Memory that the count may take.
    small : int
        Transitions tried in plain Python dicts before arrays take over.
    block : int
        State transitions worked on at once.
    allowed : int
        The memory that the user allowed, in bytes, for messages.
    seconds : float
        Roughly how long a count may take, in wall time: the clock is read after each layer of
        arrays, and every few milliseconds elsewhere.
    """

    bytes: int = MAX_MEMORY
    small: int = 250_000
    block: int = 500_000
    allowed: int = MAX_MEMORY
    seconds: float = math.inf

    @classmethod
    def within(cls, max_memory: int, workers: int = 1, *, seconds: float = math.inf) -> CountLimits:
        """Return the limits of each of several workers that share `max_memory` bytes."""
        MEMORY.check(max_memory, "max_memory")
        check_seconds(seconds, "seconds")
        return cls(bytes=max_memory // workers, allowed=max_memory, seconds=seconds)


ASK_AFTER = 0.25
"""Seconds of a sweep after which its rival is asked for an estimate."""

OUTLOOK = 8.0
"""A rival estimates up to this many times the time of the sweep so far; beyond that, it is asked
again later."""

TIMES_BEYOND = 4
"""A sweep gives up early if it is projected to take this many times the memory allowed."""

MAX_TOLD = 10**15
"""The largest projected number of bytes that a message names."""

Report = Callable[[float], None]
"""Called with the fraction of a count that is done, from 0 to 1."""

Rival = Callable[[float], float]
"""Estimates the seconds of another algorithm for the same count; it may stop at a limit."""


def scaled(report: Report | None, done: int, total: int) -> Report | None:
    """Return a `report` for one of several placements that reports the share of all of them."""
    return report and (lambda fraction: report((done + fraction) / total))


class Meter:
    """The states that a count has visited so far: in all, and in the largest layer.

    `report` is called with the fraction of the current placement that is done, from 0 to 1. A sweep
    gives up once it has taken longer than the estimate of its rival, so that its cost is at most
    about that of the rival; both are estimated in processor time, so that other programs do not
    decide between them. `beside` says how many bytes are held besides those that are checked.

    Meters of one count share a `deadline`; by default it is that of the limits, from now on.
    """

    def __init__(
        self, limits: CountLimits, report: Report | None = None, deadline: Deadline | None = None
    ) -> None:
        self.limits, self.report = limits, report
        self.deadline = deadline or Deadline(limits.seconds)
        self.states = self.peak_states = self.beside = 0
        self._rival: Rival | None = None
        self.outrun = False
        self._began, self._patience = time.thread_time(), math.inf

    def start(self, rival: Rival | None = None) -> None:
        """Begin a sweep, which has a rival or none."""
        self._rival, self._began, self.outrun = rival, time.thread_time(), False
        self._patience = math.inf if rival is None else ASK_AFTER

    def add_layer(self, states: int) -> None:
        """Add the states of a finished layer."""
        self.states += states
        self.peak_states = max(self.peak_states, states)

    def check(self, needed: int, seconds: float = 0.0, projected: int = 0) -> None:
        """Raise TooLargeError when `needed` bytes are more than allowed, or the time is up.

        The same holds for a sweep that is `projected` to need `TIMES_BEYOND` times as many. A sweep
        with a rival may say about how many `seconds` its next step takes.
        """
        if self.deadline.passed:
            raise TooLargeError(f"takes longer than {self.limits.seconds:g} s")
        beyond = f"needs more than {self.limits.allowed / GIGABYTE:g} GB"
        if needed + self.beside > self.limits.bytes:
            raise TooLargeError(beyond)
        if projected > TIMES_BEYOND * self.limits.bytes:
            least = min(projected, MAX_TOLD) / GIGABYTE
            raise TooLargeError(f"{beyond}, as projected over {least:,.0f} GB")
        seconds += time.thread_time() - self._began
        if seconds > self._patience:
            self._ask_rival(seconds)
            if seconds > self._patience:
                self.outrun = True
                raise TooLargeError("takes longer than another way to count")

    def _ask_rival(self, seconds: float) -> None:
        """Wait for as long as the rival takes, or ask it again later if that is much longer."""
        if self._rival is not None:
            outlook = OUTLOOK * seconds
            promised = self._rival(outlook)
            self._patience = max(self._patience, min(promised, outlook))
            if promised < outlook:
                self._rival = None


@dataclass(frozen=True)
class Count(PlainNumber):
    """The exact number of solutions of a board: an int, with how it was found.

    Attributes
    ----------
    solutions : int
        The exact number of solutions; turned and mirrored ones count separately.
    symmetric : int
        The number of solutions up to the symmetries of the board: the turns, reflections and shifts
        around seams that map the board and the pieces placed to themselves, and the placements of
        each piece to those of one piece.
    turned : int
        The number of solutions up to those of the symmetries that do without a reflection.
    states : int
        The number of states visited.
    peak_states : int
        The number of states in the largest layer.
    seconds : float
        The duration in seconds.
    by_placement : mapping of int to int
        By placement of the largest piece left, the solutions that contain it. Empty when the
        board was counted as a whole.
    searched : bool
        Whether some of the solutions were counted by a search, because it was estimated to be
        faster than sweeping or because sweeping would have taken too much memory.
    engine : {"core", "python"}
        Which engine counted: the compiled core, or Python.
    """

    solutions: Natural
    symmetric: Natural
    turned: Natural
    states: Natural
    peak_states: Natural
    seconds: Rounded = field(compare=False)
    by_placement: Hidden[Mapping[int, int]] = field(repr=False)
    searched: Hidden[bool] = False
    engine: Engine = field(default_factory=engine, compare=False)
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return f"{plural(self.solutions, 'solution')}, {self.symmetric:,} up to symmetry"
