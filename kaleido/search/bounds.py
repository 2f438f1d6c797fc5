"""What the type of a parameter says beside its kind: its bounds, and which fields count."""

from __future__ import annotations

from typing import NamedTuple


class Bounds(NamedTuple):
    """The least and the most that a number of a strategy is set to by name, or on the page.

    A parameter whose type has bounds can be adjusted wherever a strategy is named.

    Examples
    --------
    >>> from typing import Annotated
    >>> from kaleido import Candidate, heuristic
    >>> @heuristic
    ... def tightest(candidate: Candidate, *, loose: Annotated[float, Bounds(0, 3)] = 1.0) -> float:
    ...     return candidate.matched - loose * candidate.unmatched
    """

    least: float
    most: float


class Fields(NamedTuple):
    """Which fields of a parameter the strategy makes use of."""

    names: tuple[str, ...]
