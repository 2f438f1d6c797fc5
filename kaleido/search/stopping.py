"""When work gives up: at a deadline, and a search after a number of nodes, too."""

from __future__ import annotations

import math
import time

from kaleido.base.bounds import NODES, SECONDS
from kaleido.model.cause import Cause

LOOK_EVERY = 8
"""The clock is read once in this many nodes, because reading it takes about as long as a node."""

REFUTE_AFTER = 125 * LOOK_EVERY
"""After this many nodes a proof by colouring is sought, which takes as long as some hundred nodes.
"""


def check_limits(max_nodes: int | None, timeout: float | None) -> None:
    """Raise `OptionError` unless both limits of a search are None or numbers within their bounds.

    Seconds may also be endless.

    Examples
    --------
    >>> check_limits(max_nodes=-1, timeout=None)
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: max_nodes is -1, expected 0 or more
    """
    if max_nodes is not None:
        NODES.check(max_nodes, "max_nodes")
    check_seconds(timeout, "timeout")


def check_seconds(seconds: float | None, name: str) -> None:
    """Check a limit of seconds that is called so, as `check_limits` does."""
    if seconds not in (None, math.inf):
        SECONDS.check(seconds, name)


class Deadline:
    """The moment at which work gives up: some seconds of wall time from now, or never.

    A copy in another process has the seconds that were left, as clocks of machines differ.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end = math.inf if seconds is None else time.perf_counter() + seconds

    def __reduce__(self) -> tuple[type[Deadline], tuple[float]]:
        return Deadline, (self.left,)

    @property
    def left(self) -> float:
        """The seconds left, 0 or more; infinite without a deadline."""
        return max(0.0, self._end - time.perf_counter())

    @property
    def passed(self) -> bool:
        """Whether no time is left."""
        return time.perf_counter() >= self._end


class StoppingRule:
    """Stops a search after a number of nodes or seconds of wall time."""

    def __init__(self, max_nodes: int | None, timeout: float | None) -> None:
        self._max_nodes = max_nodes
        self._timeout = timeout
        self._deadline = Deadline(timeout)

    def reached(self, nodes: int) -> Cause | None:
        """Return which limit is reached after a number of nodes."""
        if self._max_nodes is not None and nodes >= self._max_nodes:
            return Cause("limit", {"nodes": self._max_nodes})
        reads_clock = self._timeout is not None and nodes % LOOK_EVERY == 0
        return self.out_of_time if reads_clock else None

    @property
    def out_of_time(self) -> Cause | None:
        """The limit of seconds, if it is reached."""
        return Cause("limit", {"seconds": self._timeout}) if self._deadline.passed else None

    def next_look(self, nodes: int, stretch: int = LOOK_EVERY) -> int:
        """Return the number of nodes at which the limits must be checked next."""
        later = nodes - nodes % stretch + stretch
        return later if self._max_nodes is None else min(later, self._max_nodes)
