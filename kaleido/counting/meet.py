"""Meeting in the middle: one sweep from each end, joined where they meet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.sparse import csr_array

from kaleido.counting.foresight import Outlook, views_of
from kaleido.counting.limits import Meter
from kaleido.counting.profiles import Profiles
from kaleido.counting.setspace import SetSpace
from kaleido.counting.sweep import BLIND, ENTRY_BYTES, Arithmetic, Sweep, Worth

FORESIGHT_MOVES = 60_000
"""In a smaller graph of profiles, looking ahead takes longer than the states it drops."""


def count_between(
    profiles: Profiles,
    space: SetSpace,
    start: Mapping[int, int],
    arithmetic: Arithmetic,
    meter: Meter,
) -> int | float:
    """Count the ways to fill a region with just the pieces that `start` has not used.

    Shapes met late in a sweep mostly have no end, so it is cheaper to come from both ends.
    Parameters are as for `Sweep`; the region and the sets of `start` cover everything.
    """
    ahead = seen = BLIND
    if len(profiles.after) >= FORESIGHT_MOVES:
        outlook = Outlook(profiles, views_of(space), start)
        profiles, words, views = outlook.profiles, outlook.words, outlook.views
        ahead = Worth(words, views.used)
        # The back counts the pieces it uses; the front has used the others by then.
        seen = Worth([each[::-1] for each in words], views.left)
    front = Sweep(profiles, space, start, arithmetic, meter, ahead)
    back = Sweep(profiles.reversed(), space, {0: 1}, arithmetic, meter, seen)
    while front.done + back.done + 1 < profiles.size:
        sweep = min(front, back, key=Sweep.cost)
        sweep.advance()
        meter.layer(sweep.layers[sweep.done].nnz, 0)
        meter.check(front.held + back.held)
        if meter.report is not None:
            meter.report(_share(front, back))
    return _join(front, back)


def _share(front: Sweep, back: Sweep) -> float:
    """Guess the share of the work done: moves into the layers done, of all but the gap's."""
    moves = front.profiles.after
    starts = front.profiles.starts
    ahead = np.count_nonzero(moves >= starts[front.done + 1])
    behind = np.count_nonzero(moves >= starts[front.profiles.size - back.done])
    return 1 - (ahead - behind) / max(len(moves), 1)


def _join(front: Sweep, back: Sweep) -> int | float:
    """Add up, over the moves from the front's layers into the back's, ways before × after."""
    size = front.profiles.size
    total: int | float = 0
    for area in range(front.done + 1, min(front.done + max(front.space.sizes), size) + 1):
        if size - area not in back.layers:
            continue
        rest = _turned(back, size - area, front.offset + area)
        low = int(front.profiles.starts[area])
        front.meter.check(front.held + back.held + ENTRY_BYTES * rest.nnz)
        for row, block in front.blocks(area):
            match = rest[row - low : row - low + block.shape[0]]
            total += _product(block, match, front.arithmetic)
    return total % front.arithmetic.modulus if front.arithmetic.modulus else total


def _turned(back: Sweep, area: int, wanted: int) -> csr_array:
    """Give a layer of the back as the front sees it: its rows, and sets used up to there."""
    layer = back.layers[area][::-1]
    columns = back.space.rest(area)[layer.indices]
    width = back.space.width(wanted) + 1
    return csr_array((layer.data, columns, layer.indptr), shape=(layer.shape[0], width))


def _product(one: csr_array, other: csr_array, arithmetic: Arithmetic) -> int | float:
    """Sum of the products of equal entries, exactly (the bin of `other` holds zeros)."""
    if not one.nnz or not other.nnz:
        return 0
    if arithmetic.modulus:
        one.data %= arithmetic.modulus
    if arithmetic.dtype is np.float64:
        return float(one.multiply(other).sum())
    bound = float(one.data.max()) * float(other.data.max()) * min(one.nnz, other.nnz)
    if bound < 2.0**62:
        return int(one.multiply(other).sum())
    # Too big for one product: split each count in four digits of 16 bits.
    total = 0
    for low in range(0, 64, 16):
        for high in range(0, 64, 16):
            first, second = _digit(one, low), _digit(other, high)
            total += int(first.multiply(second).sum()) << low + high
    return total


def _digit(matrix: csr_array, low: int) -> csr_array:
    data = matrix.data >> low & (1 << 16) - 1
    return csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)
