"""When a search gives up: after a number of nodes or seconds."""

import math
import time

from kaleido.bounds import NODES, SECONDS
from kaleido.model.cause import Cause

LOOK_EVERY = 8
"""The clock is read once in this many nodes, because reading it takes about as long as a node."""

REFUTE_AFTER = 125 * LOOK_EVERY
"""After this many nodes a proof by colouring is sought, which takes as long as some hundred nodes.
"""


def check_limits(max_nodes: int | None, timeout: float | None) -> None:
    """Check the limits of a search.

    Raises
    ------
    OptionError
        One is neither a number within its bounds nor None; seconds may also be endless.

    Examples
    --------
    >>> check_limits(max_nodes=-1, timeout=None)
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: max_nodes is -1, expected 0 or more
    """
    if max_nodes is not None:
        NODES.check(max_nodes, "max_nodes")
    check_seconds(timeout, "timeout")


def check_seconds(seconds: float | None, name: str) -> None:
    """Check a limit of seconds that is called so, as `check_limits` does."""
    if seconds not in (None, math.inf):
        SECONDS.check(seconds, name)


class StoppingRule:
    """Stops a search after a number of nodes or seconds."""

    def __init__(self, max_nodes: int | None, timeout: float | None) -> None:
        self._max_nodes = max_nodes
        self._timeout = timeout
        self._deadline = math.inf if timeout is None else time.perf_counter() + timeout

    def reached(self, nodes: int) -> Cause | None:
        """Return which limit is reached after a number of nodes."""
        if self._max_nodes is not None and nodes >= self._max_nodes:
            return Cause("limit", {"nodes": self._max_nodes})
        return self.out_of_time if nodes % LOOK_EVERY == 0 else None

    @property
    def out_of_time(self) -> Cause | None:
        """The limit of seconds, if it is reached."""
        is_late = time.perf_counter() >= self._deadline
        return Cause("limit", {"seconds": self._timeout}) if is_late else None

    def next_look(self, nodes: int, stretch: int = LOOK_EVERY) -> int:
        """Return the number of nodes at which the limits must be checked next."""
        later = nodes - nodes % stretch + stretch
        return later if self._max_nodes is None else min(later, self._max_nodes)
