"""The cells' colours weighed together: what counts of colours a board can have."""

from functools import cache

import numpy as np
import numpy.typing as npt

from kaleido.model.pattern import COLOURS
from kaleido.model.piece_set import CLASSIC
from kaleido.search.budget import budget_of

Probabilities = npt.NDArray[np.float64]
"""How likely each colour is in each cell: (64, 4), in the order of `COLOURS`."""

DOUBT = 2e-3
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


def counts_away(choice: npt.NDArray[np.int_]) -> int:
    """Return how many of these 64 colours, given as 0 to 3, differ from the nearest counts.

    Examples
    --------
    >>> counts_away(np.repeat([0, 1, 2, 3], [32, 32, 0, 0])), counts_away(np.zeros(64, int))
    (0, 29)
    """
    counts = np.bincount(choice, minlength=len(COLOURS))
    possible = np.array(sorted(possible_counts()))
    return int(np.abs(possible - counts).sum(axis=1).min()) // 2


def weigh_counts(table: Probabilities) -> Probabilities:
    """Return how likely each colour is in each cell, given what counts are possible.

    The marginals are computed by the forward-backward algorithm over the counts of black, yellow
    and blue; what remains is red.
    """
    sizes = tuple(_most(colour) + 1 for colour in _COUNTED)
    after = np.zeros(sizes)
    for counts in possible_counts():
        after[tuple(counts[colour] for colour in _COUNTED)] = 1 - DOUBT
    # How likely the counts of all cells are possible, by the counts up to there.
    backward = [after]
    for cell in table[:0:-1]:
        backward.append(np.tensordot(cell[_ORDER], _moved(backward[-1], -1), axes=1))
    before = np.zeros(sizes)
    before[0, 0, 0] = 1.0
    weighed = np.empty_like(table)
    for number, (cell, after) in enumerate(zip(table, backward[::-1], strict=True)):
        likely = (_moved(after, -1) * before).sum(axis=(1, 2, 3))
        weights = cell[_ORDER] * (likely + DOUBT)
        weighed[number, _ORDER] = weights / weights.sum()
        before = np.tensordot(cell[_ORDER], _moved(before, 1), axes=1)
    return weighed


_COUNTED = (0, 2, 3)
"""The colours whose cells are counted: black, yellow and blue."""

_ORDER = [1, *_COUNTED]
"""The colours in the order of `_moved`: red changes no count."""


def _most(colour: int) -> int:
    return max(counts[colour] for counts in possible_counts())


def _moved(counts: npt.NDArray[np.float64], step: int) -> npt.NDArray[np.float64]:
    """Return a table over the counts as a further cell of each colour moves it."""
    moved = np.zeros((4, *counts.shape))
    moved[0] = counts
    for axis in range(3):
        ahead = [slice(None)] * 3
        behind = [slice(None)] * 3
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        to, of = (ahead, behind) if step > 0 else (behind, ahead)
        moved[axis + 1][tuple(to)] = counts[tuple(of)]
    return moved
