"""Forced moves: the only placements that some cells and pieces of a board have left."""

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
    compatible, items, live = state.problem.compatible, state.items, state.live
    forced = 0
    while True:
        found = {move for item in items if not (move := item & live) & move - 1}
        if 0 in found:  # an item has no option left
            return True
        # A single move is what the search makes next anyhow.
        if len(found) < 2:
            return False
        known = forced
        for move in found:
            if not move & known:
                forced |= move
                live &= compatible[move.bit_length() - 1] | move
        if forced & ~live:
            return True
        if forced == known:
            return False
