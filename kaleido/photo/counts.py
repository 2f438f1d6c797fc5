"""The cells' colours weighed together: what counts of colours a board can have."""

from functools import cache

import numpy as np
import numpy.typing as npt

from kaleido.model.classic import CLASSIC
from kaleido.model.pattern import COLOURS
from kaleido.search.budget import budget_of

Probabilities = npt.NDArray[np.float64]
"""How likely each colour is in each cell: (64, 4), in the order of `COLOURS`."""

MAX_OPEN = 14
"""Largest number of cells that are weighed together."""

CLEAR = 0.9998
"""A cell as certain as this is weighed again only if the counts are impossible."""

DOUBT = 1e-4
"""The prior probability of a board whose counts no choice of faces reaches, against one whose
counts can be reached. Of 445 published boards one is like that."""


@cache
def possible_counts() -> frozenset[tuple[int, ...]]:
    """Return the counts of x, r, y and b that some choice of faces has.

    Examples
    --------
    >>> len(possible_counts()), (32, 32, 0, 0) in possible_counts()
    (503, True)
    """
    reachable = budget_of(CLASSIC).reachable_counts()
    return frozenset(counts[: len(COLOURS)] for counts in reachable)


def is_possible(choice: npt.NDArray[np.int_]) -> bool:
    """Return whether some choice of faces has the counts of these 64 colours, given as 0 to 3."""
    return tuple(np.bincount(choice, minlength=len(COLOURS)).tolist()) in possible_counts()


def weigh_counts(table: Probabilities) -> Probabilities:
    """Return how likely each colour is in each cell, given what counts are possible.

    The marginals are computed by the forward-backward algorithm over the counts of r, y and b
    in the cells that are least certain; the others are left alone.
    """
    certainty = table.max(axis=1)
    cells = np.argsort(certainty)[:MAX_OPEN]
    if is_possible(table.argmax(axis=1)):
        cells = cells[certainty[cells] < CLEAR]
    size = len(cells) + 1
    others = np.delete(table, cells, axis=0).argmax(axis=1)
    fixed = np.bincount(others, minlength=len(COLOURS))[1:]
    # How likely the counts are of the cells that follow, by the counts up to there.
    after = np.full((size,) * 3, DOUBT)
    for counts in possible_counts():
        left = tuple(counts[1:] - fixed)
        if min(left) >= 0 and max(left) < size:
            after[left] = 1.0
    backward = [after]
    for cell in cells[::-1]:
        backward.append(np.tensordot(table[cell], _moved(backward[-1], -1), axes=1))
    before = np.zeros((size,) * 3)
    before[0, 0, 0] = 1.0
    weighed = table.copy()
    for cell, after in zip(cells, backward[-2::-1], strict=True):
        weights = table[cell] * (_moved(after, -1) * before).sum(axis=(1, 2, 3))
        weighed[cell] = weights / weights.sum()
        before = np.tensordot(table[cell], _moved(before, 1), axes=1)
    return weighed


def _moved(counts: npt.NDArray[np.float64], step: int) -> npt.NDArray[np.float64]:
    """Return a table over the counts of r, y and b as a further cell of each colour moves it."""
    # What is rolled over the edge is never read: counts are no larger than the cells so far.
    return np.stack([counts, *(np.roll(counts, step, axis) for axis in range(3))])
