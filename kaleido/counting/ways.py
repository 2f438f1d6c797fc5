"""The choice between the two algorithms for a count: sweep, or search where that is faster."""

from collections.abc import Callable
from functools import partial

from kaleido.counting.completions import largest_piece
from kaleido.counting.meter import Meter
from kaleido.counting.orbits import placement_orbits
from kaleido.counting.searching import Searching
from kaleido.errors import TooLargeError
from kaleido.search.state import State

MAX_SEARCH = 60.0
"""A search that is estimated to take longer than this, in seconds, does not replace a sweep."""


def swept_or_searched(
    sweep: Callable[[], int], state: State, meter: Meter, searching: Searching | None
) -> int:
    """Return the count of a sweep, or of a search if the sweep runs out of memory.

    The sweep also stops when it has taken longer than the search is estimated to take.
    """
    meter.start(partial(_promise, state, searching) if searching else None)
    try:
        return sweep()
    except TooLargeError:
        if searching is None or not (meter.outrun or searching.beats(MAX_SEARCH, state)):
            raise
        return _searched(state, searching)


def _promise(state: State, searching: Searching, limit: float) -> float:
    """Estimate the seconds of `_searched`; see `Searching.promise`."""
    orbits = _orbits(state)
    share = len(set(orbits.values())) / len(orbits) if orbits else 1
    return searching.promise(state, limit / share) * share


def _orbits(state: State) -> dict[int, int]:
    """Return the orbits of the largest piece left; none if not every solution has it once."""
    piece, pieces = largest_piece(state), state.problem.placeable
    if pieces.counts[piece] > 1 or not pieces.needed[piece]:
        return {}
    return placement_orbits(state, piece)


def _searched(state: State, searching: Searching) -> int:
    """Count by a search, which looks at one placement of each orbit."""
    orbits = _orbits(state)
    if not orbits:
        return searching.count(state)
    counted = {first: searching.count(state.place(first)) for first in set(orbits.values())}
    return sum(counted[first] for first in orbits.values())
