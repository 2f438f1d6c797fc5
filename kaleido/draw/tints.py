"""The background colours of islands."""

from itertools import product

import numpy as np
import numpy.typing as npt

from kaleido.draw.look import TINTS


def choose_tints(labels: npt.NDArray[np.int_], count: int) -> npt.NDArray[np.int_]:
    """Choose background colours that differ between islands that touch, while there are enough.

    `labels` holds the number of the island of each cell, from 1 to `count`, and 0 for cells on
    none. The array returned holds indices into `TINTS`, and -1 for those cells. Islands touch
    if they share a side or a corner.

    Examples
    --------
    >>> choose_tints(np.array([[1, 0, 2], [1, 3, 2]]), 3)
    array([[ 1, -1,  2],
           [ 1,  3,  2]])
    """
    around: list[set[int]] = [set() for _ in range(count + 1)]
    padded = np.pad(labels, 1)
    rows, cols = labels.shape
    for down, right in product((0, 1, 2), repeat=2):
        beside = padded[down : down + rows, right : right + cols]
        for one, other in zip(labels.flat, beside.flat, strict=True):
            around[one].add(int(other))
    tints = np.full(count + 1, -1)
    for label in range(1, count + 1):
        taken = [int(tints[other]) for other in around[label]]
        # A tint that is rarest among the neighbours; the first try depends on the label, so
        # that islands of consecutive numbers differ.
        tints[label] = min(
            range(len(TINTS)), key=lambda tint: (taken.count(tint), (tint - label) % len(TINTS))
        )
    return tints[labels]
