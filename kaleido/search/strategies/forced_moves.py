"""Forced moves: the only placements that some cells and pieces of a board have left."""

from kaleido.model.grid import bits
from kaleido.search.state import State


def clash(state: State) -> bool:
    """Return whether forced moves, and those that they force in turn, exclude each other.

    Then no solution contains the board. The moves are not made one after the other, as a search
    would do, but together.

    Examples
    --------
    >>> from kaleido import Problem, named_pattern
    >>> clash(State.empty(Problem(named_pattern("car"))))
    False
    """
    forced, live = state.forced, state.live
    # A single move is what the search makes next anyhow.
    if not forced & forced - 1:
        return False
    compatible, items = state.problem.compatible, state.items
    known = 0
    while forced != known:
        for move in bits(forced & ~known):
            live &= compatible[move] | 1 << move
        found = {options for item in items if not (options := item & live) & options - 1}
        if 0 in found:  # an item has no option left
            return True
        known = forced
        for move in found:
            forced |= move
    return False
