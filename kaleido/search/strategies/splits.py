"""Splits: the islands too many that a move leaves."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import scipy.ndimage

from kaleido.search.strategies.progression import Sizes, alternatives
from kaleido.search.strategies.survey import Island, Survey

SMALL_PART = 3
"""A smaller part of a split island does no harm if pieces left can fill it."""

# One board per layer: cells touch within a layer, never across layers.
_LAYERED = np.zeros((3, 3, 3), np.bool_)
_LAYERED[1] = scipy.ndimage.generate_binary_structure(2, 1)


def count_splits(survey: Survey, moves: Sequence[tuple[int, Island]]) -> list[int]:
    """Return the number of additional parts that each move leaves of its island.

    A move is given by the number of its placement and the island in which it lies. A part of fewer
    than three cells that pieces left can fill does not count.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """
    if not moves:
        return []
    after = [island.cells & ~survey.cells_of(number) for number, island in moves]
    labels, _ = scipy.ndimage.label(np.stack(after), _LAYERED)
    return [
        _parts_too_many(layer, survey.left_after(number))
        for layer, (number, _) in zip(labels, moves, strict=True)
    ]


def _parts_too_many(layer: npt.NDArray[np.int32], left: Sizes) -> int:
    sizes = [int(size) for size in np.bincount(layer[layer > 0]) if size]
    harmless = sum(size < SMALL_PART and bool(alternatives(size, left)) for size in sizes)
    return max(len(sizes) - 1 - harmless, 0)
