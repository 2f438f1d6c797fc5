"""The colour counts that some choice of faces reaches, and cells decided again within them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kaleido.model.classic import CLASSIC
from kaleido.model.pattern import COLOURS

Chances = npt.NDArray[np.float64]
"""How likely each colour is: (64, 4), in the order of `COLOURS`."""

MOST_FREE = 14
"""So many cells are weighed together at most."""

CLEAR = 0.9998
"""A cell as sure as this is weighed again only when the counts are impossible."""

DOUBT = 1e-4
"""How likely a board is that no choice of faces reaches: one in 445 published is one."""


@cache
def possible_counts() -> frozenset[tuple[int, ...]]:
    """Give the counts of x, r, y and b that some choice of faces reaches.

    Examples
    --------
    >>> len(possible_counts()), (32, 32, 0, 0) in possible_counts()
    (503, True)
    """
    sums: frozenset[tuple[int, ...]] = frozenset({(0,) * len(COLOURS)})
    for piece in CLASSIC:
        shown = {tuple(face.counts[letter] for letter in COLOURS) for face in piece.faces}
        sums = frozenset(
            tuple(a + b for a, b in zip(total, face, strict=True))
            for total in sums
            for face in shown
        )
    return sums


def is_possible(choice: npt.NDArray[np.int_]) -> bool:
    """Whether some choice of faces has the counts of these 64 colours, given as 0 to 3."""
    return tuple(np.bincount(choice, minlength=len(COLOURS)).tolist()) in possible_counts()


def weigh_counts(chances: Chances) -> Chances:
    """Weigh the colours of all cells together: how likely each is, given what counts can be.

    Parameters
    ----------
    chances : ndarray, shape (64, 4)
        How likely each colour of each cell is on its own.

    Returns
    -------
    ndarray, shape (64, 4)
        The same, given the others. The cells that are surest on their own are left alone.
    """
    sure = chances.max(axis=1)
    free = [int(cell) for cell in np.argsort(sure)[:MOST_FREE]]
    if is_possible(chances.argmax(axis=1)):
        free = [cell for cell in free if sure[cell] < CLEAR]
    fixed = np.ones(len(chances), bool)
    fixed[free] = False
    base = np.bincount(chances[fixed].argmax(axis=1), minlength=len(COLOURS))
    # Ways to colour the first cells, and the last ones, by what they add to the counts.
    before = [{(0,) * len(COLOURS): 1.0}]
    for cell in free:
        before.append(_extended(before[-1], chances[cell]))
    after = [{(0,) * len(COLOURS): 1.0}]
    for cell in reversed(free):
        after.append(_extended(after[-1], chances[cell]))
    after.reverse()
    possible = possible_counts()
    weighed = chances.copy()
    for place, cell in enumerate(free):
        weights = np.zeros(len(COLOURS))
        for one, ways in before[place].items():
            for other, others in after[place + 1].items():
                total = base + one + other
                for colour in range(len(COLOURS)):
                    total[colour] += 1
                    reached = tuple(total.tolist()) in possible
                    weights[colour] += ways * others * (1.0 if reached else DOUBT)
                    total[colour] -= 1
        weights *= chances[cell]
        weighed[cell] = weights / weights.sum()
    return weighed


def _extended(
    ways: dict[tuple[int, ...], float], chances: npt.NDArray[np.float64]
) -> dict[tuple[int, ...], float]:
    grown: dict[tuple[int, ...], float] = {}
    for counts, weight in ways.items():
        for colour, chance in enumerate(chances.tolist()):
            if chance < 1e-6:
                continue
            more = (*counts[:colour], counts[colour] + 1, *counts[colour + 1 :])
            grown[more] = grown.get(more, 0.0) + weight * chance
    return grown
