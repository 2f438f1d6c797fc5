"""Limits of what requests may take: bytes, seconds, memory, places in a queue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

MEGABYTE = 10**6
GIGABYTE = 10**9

BASE_MEMORY = GIGABYTE
"""Bytes of address space that a worker process takes when it is idle."""

MAX_SECONDS = 30.0
"""The longest search that a request may ask for, in seconds."""

MAX_NODES = 1_000_000
"""The longest search that a request may ask for, in nodes."""

MAX_EVENTS = 20_000
"""The longest search that is sent event by event, in nodes."""

EVENTS_NODES = 2_000
"""The length of such a search unless a request says otherwise, in nodes."""

HINT_SECONDS = 1.0
"""How long a hint may take unless a request says otherwise, in seconds."""

MAX_HINT_SECONDS = 8.0
"""The longest time that a request may allow for a hint, in seconds."""

MAX_SOLUTIONS = 50
"""The most solutions in one reply."""

MAX_URL = 4096
"""The longest path and query of a request, in characters."""

MAX_TEXT = 16 * 1024
"""The longest text of a set of pieces in a request, in characters."""

MAX_PLACED = 1024
"""The most pieces that a request may place or choose."""

MAX_PIECES = 256
"""The most pieces that a set in a request may have, copies apart."""

MAX_PLACEMENTS = 25_000
"""The most placements that the puzzle of a request may have; their table grows with the square."""


@dataclass(frozen=True)
class PoolLimits:
    """The size of a pool of worker processes and the limits of its jobs.

    Attributes
    ----------
    workers : int
        Processes, started when they are first needed.
    seconds : float
        The time after which a job is stopped.
    memory : int
        Bytes that a job may take.
    kept : int
        Bytes that a process may hold when it is idle; one that holds more is replaced.
    nice : int
        How far its processes give way to others.
    queue : int
        Requests that may wait.
    patience : float
        Seconds that a request may wait.
    """

    workers: int
    seconds: float
    memory: int = GIGABYTE
    kept: int = 300 * MEGABYTE
    nice: int = 0
    queue: int = 128
    patience: float = 120.0


POOLS: Mapping[str, PoolLimits] = MappingProxyType(
    {
        "quick": PoolLimits(workers=2, seconds=10),
        "solve": PoolLimits(workers=2, seconds=MAX_SECONDS + 5, nice=5),
        "stream": PoolLimits(workers=3, seconds=2 * MAX_SECONDS, nice=5, queue=32),
        "count": PoolLimits(workers=1, seconds=2, nice=5),
        "heavy": PoolLimits(workers=1, seconds=120, memory=2 * GIGABYTE, nice=10, queue=64),
        "design": PoolLimits(workers=2, seconds=45, nice=10, queue=32),
        "browse": PoolLimits(workers=1, seconds=60, memory=2 * GIGABYTE, nice=5, queue=32),
        "read": PoolLimits(workers=1, seconds=20, memory=2 * GIGABYTE, nice=5, queue=16),
    }
)
"""The pools by name. Hints never wait behind searches, nor searches behind counts."""

JOB_POOLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hint": ("quick",),
        "judge": ("quick",),
        "solve": ("solve",),
        "events": ("stream",),
        "pieces": ("quick",),
        # Most counts are short. A long one moves to another pool, so that they need not wait.
        "count": ("count", "heavy"),
        "rate": ("count", "heavy"),
        "assess": ("count", "heavy"),
        "fill": ("design",),
        "nearest": ("design",),
        "solutions": ("browse",),
        "first-solutions": ("solve",),
        "read": ("read",),
    }
)
"""The pools of each kind of job; what exceeds the limits of one starts again in the next."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server.

    Attributes
    ----------
    url, headers : int
        Characters of a request's path and query, bytes of its headers.
    body, image : int
        Bytes of a request's body, and of one with an image.
    held : int
        Bytes of all bodies that are held at once.
    requests, connections : int
        Requests and connections at the same time.
    header_seconds, body_seconds : float
        Time for a client to send a request's headers, and its body.
    stall_seconds : float
        The time after which a client that does not read counts as gone.
    cached : int
        Answers that are kept for other requests that ask the same.
    pools : mapping of str to PoolLimits
    """

    url: int = MAX_URL
    headers: int = 16 * 1024
    body: int = 64 * 1024
    image: int = 20 * MEGABYTE
    held: int = 100 * MEGABYTE
    requests: int = 256
    connections: int = 512
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    stall_seconds: float = 20.0
    cached: int = 1024
    pools: Mapping[str, PoolLimits] = field(default_factory=lambda: POOLS)

    def with_pool(self, name: str, limits: PoolLimits) -> Limits:
        """Return the same limits with those of one pool replaced."""
        return replace(self, pools={**self.pools, name: limits})
