"""The outline of a set of cells."""

from collections.abc import Collection

from kaleido.draw.look import Loop
from kaleido.model.grid import Cell


def outline(cells: Collection[Cell]) -> tuple[Loop, ...]:
    """Return the outline of a set of cells as the corners of loops, clockwise around the cells.

    There is one loop for each part and one for each hole.

    Examples
    --------
    >>> outline([(0, 0), (0, 1)])
    (((0, 0), (0, 2), (1, 2), (1, 0)),)
    """
    filled = set(cells)
    # The ends of unit sides, which have their cell to the right, by the point where they start.
    sides: dict[Cell, list[Cell]] = {}
    for row, col in sorted(filled):
        corners = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]
        beyond = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for place, neighbour in enumerate(beyond):
            if neighbour not in filled:
                sides.setdefault(corners[place], []).append(corners[(place + 1) % 4])
    loops = []
    while sides:
        first = next(iter(sides))
        points: list[Cell] = []
        point = first
        while not points or point != first:
            points.append(point)
            ends = sides[point]
            point = ends.pop()
            if not ends:
                del sides[points[-1]]
        loops.append(_corners(points))
    return tuple(loops)


def _corners(points: list[Cell]) -> Loop:
    """Return the points at which a loop turns."""
    kept = []
    for place, (row, col) in enumerate(points):
        before, after = points[place - 1], points[(place + 1) % len(points)]
        if not (before[0] == row == after[0] or before[1] == col == after[1]):
            kept.append((row, col))
    return tuple(kept)
