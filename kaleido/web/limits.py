"""Limits of what requests may take: bytes, seconds, memory, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MEGABYTE = 10**6
GIGABYTE = 10**9

BASE_MEMORY = GIGABYTE
"""Bytes of address space that a worker process takes when it is idle."""

# The longest search that a request may ask for, in seconds and in nodes.
MAX_SECONDS = 30.0
MAX_NODES = 1_000_000

# The longest search that is sent event by event, and its length unless a request says otherwise.
MAX_EVENTS = 20_000
EVENTS_NODES = 2_000

# The seconds that a hint may take unless a request says otherwise, and the most it may ask for.
HINT_SECONDS = 1.0
MAX_HINT_SECONDS = 8.0

MAX_SOLUTIONS = 50
"""The most solutions in one reply."""

MAX_URL = 4096
"""The longest field of a query, in characters."""

MAX_TEXT = 16 * 1024
"""The longest text of a set of pieces in a request, in characters."""

MAX_PLACED = 1024
"""The most pieces that a request may place or choose."""

MAX_PIECES = 256
"""The most pieces that a set in a request may have, copies apart."""

MAX_PLACEMENTS = 25_000
"""The most placements that the puzzle of a request may have; their table grows with the square."""

MAX_SKIPPED = 99
"""How many patterns that fit a sketch may be passed over."""

JOB_SECONDS: Mapping[str, float] = MappingProxyType(
    {
        "hint": 10.0,
        "judge": 10.0,
        "pieces": 10.0,
        "solve": MAX_SECONDS + 5,
        "first-solutions": MAX_SECONDS + 5,
        "events": 2 * MAX_SECONDS,
        "solutions": 60.0,
        "fill": 45.0,
        "nearest": 45.0,
        "read": 20.0,
        "count": 120.0,
        "rate": 120.0,
        "assess": 120.0,
    }
)
"""The time after which a job of each kind is stopped."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server for the players of a home.

    Attributes
    ----------
    workers : int
        Processes that compute, started when they are first needed.
    memory : int
        Bytes that a job may take.
    kept : int
        Bytes that a process may hold when it is idle; one that holds more is replaced.
    patience : float
        Seconds that a request may wait for a process.
    seconds : mapping of str to float
        As `JOB_SECONDS`.
    body, image : int
        Bytes of a request's body, and of one with an image.
    cached : int
        Answers that are kept for other requests that ask the same.
    """

    workers: int = 6
    memory: int = 2 * GIGABYTE
    kept: int = 300 * MEGABYTE
    patience: float = 120.0
    seconds: Mapping[str, float] = field(default_factory=lambda: JOB_SECONDS)
    body: int = 64 * 1024
    image: int = 20 * MEGABYTE
    cached: int = 1024
