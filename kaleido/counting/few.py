"""Counting up to a limit, by a search that stops as soon as it is passed."""

from kaleido.arguments import named_options
from kaleido.counting.count import count_solutions
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.searching import MAX_PIECES, Searching
from kaleido.errors import TooLargeError
from kaleido.search.state import State

MAX_NODES = 10_000
"""A board that takes a search more placements is counted as a whole."""


@named_options
def count_at_most(state: State, most: int, limits: CountLimits | None = None) -> int:
    """Count the solutions that contain a board, up to `most`.

    Where there are more, some number above `most` is returned, as soon as that is known. Few
    solutions are found by a search in a fraction of the time that a sweep takes to set up; what
    takes a search long is left to `count_solutions`, within its limits.

    Raises
    ------
    TooLargeError
        The count would take more memory than the limits allow.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> car = State.empty(Puzzle(named_pattern("car")).problem)
    >>> count_at_most(car, 100), count_at_most(car, 32), count_at_most(car, 1) > 1
    (32, 32, True)
    """
    limits = limits or CountLimits()
    if len(state.pieces_left) <= MAX_PIECES:
        try:
            return Searching(Meter(limits)).count(state, most, MAX_NODES)
        except TooLargeError:
            pass
    return count_solutions(state, limits).solutions
