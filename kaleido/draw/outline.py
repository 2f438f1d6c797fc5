"""The outline of a set of cells."""

from collections.abc import Callable, Collection, Iterator

from kaleido.draw.look import Loop, Point
from kaleido.lattices import SQUARE
from kaleido.model.grid import Cell

# How exactly corners are compared: those of neighbouring cells may differ by rounding.
_DIGITS = 6

_Side = tuple[Point, Point]


def outline(
    cells: Collection[Cell], corners: Callable[[Cell], Loop] = lambda cell: SQUARE.corners(*cell)
) -> tuple[Loop, ...]:
    """Return the outline of a set of cells as the corners of loops, clockwise around the cells.

    There is one loop for each part and one for each hole.

    Parameters
    ----------
    cells : collection of (row, col)
    corners : callable, optional
        Returns the corners of a cell, clockwise; by default those of a square.

    Examples
    --------
    >>> outline([(0, 0), (0, 1)])
    (((0, 0), (0, 2), (1, 2), (1, 0)),)
    """
    # The ends of sides, which have their cell to the right, by the point where they start.
    sides: dict[Point, list[Point]] = {}
    for start, end in _outer_sides(cells, corners):
        sides.setdefault(start, []).append(end)
    loops = []
    while sides:
        first = next(iter(sides))
        points: list[Point] = []
        point = first
        while not points or point != first:
            points.append(point)
            ends = sides[point]
            point = ends.pop()
            if not ends:
                del sides[points[-1]]
        loops.append(_corners(points))
    return tuple(loops)


def _outer_sides(cells: Collection[Cell], corners: Callable[[Cell], Loop]) -> Iterator[_Side]:
    """Yield the sides with a cell on their right alone, in the order of the cells."""
    found: dict[_Side, None] = {}
    for cell in sorted(set(cells)):
        loop = [(round(row, _DIGITS), round(col, _DIGITS)) for row, col in corners(cell)]
        for place, start in enumerate(loop):
            found[start, loop[(place + 1) % len(loop)]] = None
    return (side for side in found if (side[1], side[0]) not in found)


def _corners(points: list[Point]) -> Loop:
    """Return the points at which a loop turns."""
    kept = []
    for place, (row, col) in enumerate(points):
        before, after = points[place - 1], points[(place + 1) % len(points)]
        turn = (row - before[0]) * (after[1] - col) - (col - before[1]) * (after[0] - row)
        if abs(turn) > 10.0**-_DIGITS * 10:
            kept.append((row, col))
    return tuple(kept)
