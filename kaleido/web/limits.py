"""Limits of requests: bytes, seconds, memory, pieces."""

from collections.abc import Mapping
from dataclasses import dataclass, field

MEGABYTE = 10**6
GIGABYTE = 10**9

BASE_MEMORY = GIGABYTE  # of address space, which a worker process takes when it is idle

# The longest search that a request may ask for, in seconds and in nodes.
MAX_SECONDS = 30.0
MAX_NODES = 1_000_000

# The nodes of a search that is sent event by event, the seconds that a hint may take, and the seeds
# of a comparison, unless a request says otherwise.
EVENTS_NODES = 2_000
HINT_SECONDS = 1.0
COMPARED_SEEDS = 20

MAX_CANDIDATES = 20  # that a reply lists for a position

MAX_PIECES = 256  # in a set, copies apart
MAX_CELLS = 1024  # of a board on the page, holes included
MAX_PLACEMENTS = 25_000  # of a puzzle; their table grows with the square

JOB_SECONDS: Mapping[str, float] = {
    **dict.fromkeys(("hint", "judge", "pieces", "survey"), 10.0),
    **dict.fromkeys(("solve", "first-solutions"), MAX_SECONDS + 5),
    **dict.fromkeys(("events", "solutions"), 2 * MAX_SECONDS),
    **dict.fromkeys(("fill", "nearest", "deal", "complete"), 45.0),
    **dict.fromkeys(("wish", "booklet"), 90.0),
    **{"read": 20.0, "left": 60.0},
    **dict.fromkeys(("count", "rate", "assess", "compare"), 120.0),
}
"""The time after which a job of each kind is stopped."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server for the players of a home."""

    workers: int = 6  # processes that compute, started when they are first needed
    memory: int = 2 * GIGABYTE  # bytes that a job may take
    # bytes that a process may hold when it is idle; one that holds more is replaced
    kept: int = 300 * MEGABYTE
    patience: float = 120.0  # seconds that a request may wait for a process
    seconds: Mapping[str, float] = field(default_factory=lambda: JOB_SECONDS)
    body: int = 64 * 1024  # bytes of a request's body
    image: int = 20 * MEGABYTE  # bytes of a body with an image
    cached: int = 1024  # answers that are kept for other requests that ask the same
