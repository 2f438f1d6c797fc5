"""All free polyominoes of a size, grown cell by cell."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from kaleido.model.symmetry import SquareSymmetry
from kaleido.polyominoes.box import Box, Masks


def grow(size: int) -> dict[Box, Masks]:
    """Return the free polyominoes of a size, each once, by the box they span.

    Every polyomino is a smaller one with a cell added: a leaf of a tree that spans it can be
    taken away without the rest falling apart. The box then stays as it is or loses one row or
    one column, so that boxes no higher than wide come from such boxes.

    Returns
    -------
    dict of Box to ndarray of uint64
        Boxes no higher than wide, in order of height and width; in each the canonical
        drawings, in order.

    Examples
    --------
    >>> {(box.height, box.width): len(masks) for box, masks in grow(5).items()}
    {(1, 5): 1, (2, 3): 2, (2, 4): 3, (3, 3): 6}
    """
    level = {Box(1, 1): np.ones(1, np.uint64)}
    for _ in range(size - 1):
        level = _next(level)
    return level


def _next(level: dict[Box, Masks]) -> dict[Box, Masks]:
    found: defaultdict[tuple[int, int], list[Masks]] = defaultdict(list)
    for box, masks in level.items():
        height, width = box.height, box.width
        found[height, width].append(distinct(box.canonical(box.grown(masks))))
        # A square's drawings grow in both directions; transposed, they grow by columns alone.
        sources = (
            np.concatenate([masks, box.image(masks, SquareSymmetry.DIAGONAL)])
            if box.is_square
            else masks
        )
        wider = Box(height, width + 1)
        found[height, width + 1].append(distinct(wider.canonical(box.widened(sources))))
        if not box.is_square:
            higher = Box(height + 1, width)
            found[height + 1, width].append(distinct(higher.canonical(box.heightened(masks))))
    return {
        Box(*shape): distinct(np.concatenate(parts))
        for shape, parts in sorted(found.items())
        if any(map(len, parts))
    }


def distinct(masks: Masks) -> Masks:
    """Return every number once, the largest first, which is the order of the drawings."""
    # np.unique hashes integers in new versions of NumPy, which takes ten times as long.
    ordered = np.sort(masks)[::-1]
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]
