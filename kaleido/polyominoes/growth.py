"""All free polyominoes of a size, grown cell by cell."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from kaleido.model.square_grid import SquareSymmetry
from kaleido.polyominoes.box import Box, Masks


def grow(size: int) -> dict[Box, Masks]:
    """Return the free polyominoes of a size, each once, by the box they span.

    Every polyomino is a smaller one with a cell added: a leaf of a tree that spans it can be
    taken away without the rest falling apart. The box then stays as it is or loses one row or
    one column, so that boxes no higher than wide come from such boxes. The boxes returned are
    in order of height and width, and the canonical drawings of each in order.

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
    found: defaultdict[Box, list[Masks]] = defaultdict(list)
    for box, masks in level.items():
        for target, drawings in _grown(box, masks):
            found[target].append(distinct(target.canonical(drawings)))
    return {
        box: distinct(np.concatenate(found[box]))
        for box in sorted(found)
        if any(map(len, found[box]))
    }


def _grown(box: Box, masks: Masks) -> Iterator[tuple[Box, Masks]]:
    """Yield the drawings with one cell more, by the box that they span, with repetition."""
    yield box, box.grown(masks)
    if box.is_square:
        # A square's drawings grow in both directions; transposed, they grow by columns alone.
        masks = np.concatenate([masks, box.image(masks, SquareSymmetry.DIAGONAL)])
    else:
        yield Box(box.height + 1, box.width), box.heightened(masks)
    yield Box(box.height, box.width + 1), box.widened(masks)


def distinct(masks: Masks) -> Masks:
    """Return every number once, the largest first, which is the order of the drawings."""
    # np.unique hashes integers in new versions of NumPy, which takes ten times as long.
    ordered = np.sort(masks)[::-1]
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]
