"""Counting a region in plain Python: quicker than arrays while there are few states."""

from __future__ import annotations

from collections.abc import Mapping

from kaleido.counting.limits import Meter
from kaleido.counting.region import Region

EARLY_SHARE = 5
"""In the first third of the cells, no more than one part in so many of the budget is spent."""


def count_small(
    region: Region, start: Mapping[int, int], pieces: int, meter: Meter
) -> dict[int, int] | None:
    """Count the ways to fill a region, by the set of pieces used in the end.

    Parameters
    ----------
    region : Region
    start : mapping of int to int
        By set of pieces used before, in how many ways.
    pieces : int
        How many pieces there are.
    meter : Meter
        Told of the states; its limits say when to give up.

    Returns
    -------
    dict of int to int, or None
        None when there are too many states for this road.
    """
    budget = meter.limits.small
    # A state is one int: the cells filled above the pieces used.
    layers: list[dict[int, int]] = [{} for _ in range(region.size + 1)]
    layers[0] = dict(start)
    states = transitions = 0
    for cell, moves in enumerate(region.moves):
        layer = layers[cell]
        states += len(layer)
        transitions += len(layer) * len(moves)
        # What is large early on only grows: find out before most of the budget is spent.
        if transitions > (budget // EARLY_SHARE if 3 * cell < region.size else budget):
            return None
        steps = [mask << pieces | 1 << piece for mask, piece, _ in moves]
        for state, ways in layer.items():
            for step in steps:
                if not state & step:
                    after = state | step
                    filled = after >> pieces
                    target = layers[(~filled & filled + 1).bit_length() - 1]
                    target[after] = target.get(after, 0) + ways
        layers[cell] = {}
    meter.layer(states, transitions)
    used = (1 << pieces) - 1
    return {state & used: ways for state, ways in layers[-1].items()}
