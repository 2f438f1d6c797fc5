"""What requests may take: bytes, seconds, memory, places in a queue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

MEGABYTE = 10**6
GIGABYTE = 10**9

BASE_MEMORY = GIGABYTE
"""Address space of a worker process that has nothing to do."""

MAX_SECONDS = 30.0
"""Of a search that a request asks for."""

MAX_NODES = 1_000_000
"""Of a search that a request asks for."""

MAX_EVENTS = 20_000
"""Placements of a search that is told event by event."""


@dataclass(frozen=True)
class LanePlan:
    """A lane: worker processes of its own for one kind of work, and a queue before them.

    Attributes
    ----------
    workers : int
        Processes, started when they are first needed.
    seconds : float
        After so long a job is stopped.
    memory : int
        Bytes that a process may take.
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
    nice: int = 0
    queue: int = 128
    patience: float = 120.0


LANES: Mapping[str, LanePlan] = MappingProxyType(
    {
        "quick": LanePlan(workers=2, seconds=10),
        "solve": LanePlan(workers=2, seconds=MAX_SECONDS + 5, nice=5),
        "stream": LanePlan(workers=3, seconds=2 * MAX_SECONDS, nice=5, queue=32),
        "count": LanePlan(workers=1, seconds=2, nice=5),
        "heavy": LanePlan(workers=1, seconds=120, memory=2 * GIGABYTE, nice=10, queue=64),
        "read": LanePlan(workers=1, seconds=20, memory=2 * GIGABYTE, nice=5, queue=16),
    }
)
"""The lanes by name. Hints never wait behind searches, nor searches behind counts."""

ROADS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hint": ("quick",),
        "judge": ("quick",),
        "solve": ("solve",),
        "events": ("stream",),
        # Most counts take a moment: a long one moves on, and short ones need not wait for it.
        "count": ("count", "heavy"),
        "rate": ("count", "heavy"),
        "read": ("read",),
    }
)
"""By kind of work, the lanes it may take; what is too long for one goes on in the next."""


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
        How many at once.
    header_seconds, body_seconds : float
        Time for a client to send a request's headers, and its body.
    stall_seconds : float
        After so long without reading, a client counts as gone.
    kept : int
        Answers that are kept for the next who asks the same.
    lanes : mapping of str to LanePlan
    """

    url: int = 4096
    headers: int = 16 * 1024
    body: int = 64 * 1024
    image: int = 20 * MEGABYTE
    held: int = 100 * MEGABYTE
    requests: int = 256
    connections: int = 512
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    stall_seconds: float = 20.0
    kept: int = 1024
    lanes: Mapping[str, LanePlan] = field(default_factory=lambda: LANES)

    def with_lane(self, name: str, plan: LanePlan) -> Limits:
        """Give the same limits with another plan for a lane."""
        return replace(self, lanes={**self.lanes, name: plan})
