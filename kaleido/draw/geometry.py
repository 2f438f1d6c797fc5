"""The places of cells, their sides and their outlines in the picture of a board, on any lattice.

Layers of a board in space are side by side, the lowest first, each drawn as seen from above.
"""

from collections.abc import Callable, Collection, Iterator
from math import dist

from kaleido.draw.look import Loop, Point
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices.square import SQUARE, Upright

LAYER_GAP = 1  # the space between layers, in cells
CAPTION = 0.8  # the height of the captions below layers, in cells
# How exactly corners are compared: those of neighbouring cells may differ by rounding.
_DIGITS = 6


def corners(grid: Grid, cell: Cell) -> Loop:
    """Return the corners of a cell in the picture, clockwise."""
    layer, row = divmod(cell[0], grid.depth)
    drawn = grid.lattice.corners(row, cell[1])
    if not layer:
        return drawn
    wide = max(right for _, right in grid.lattice.corners(0, grid.cols - 1)) + LAYER_GAP
    return tuple((down, right + layer * wide) for down, right in drawn)


def centre(grid: Grid, cell: Cell) -> Point:
    """Return the middle of a cell in the picture."""
    return middle(corners(grid, cell))


def middle(loop: Loop) -> Point:
    """Return the middle of the corners of a polygon."""
    rows, cols = zip(*loop, strict=True)
    return sum(rows) / len(rows), sum(cols) / len(cols)


def inradius(loop: Loop) -> float:
    """Return about the radius of the inner circle of a regular polygon: 0.5 for squares."""
    centre = middle(loop)
    return min(dist(centre, middle((loop[place - 1], loop[place]))) for place in range(len(loop)))


def part_of(line: Loop, start: float, end: float) -> Loop:
    """Return the part of a straight line between two shares of its length."""
    (row, col), (down, right) = line
    return tuple((row + (down - row) * at, col + (right - col) * at) for at in (start, end))


def is_upright(grid: Grid) -> bool:
    """Return whether all sides of cells are level or upright."""
    return isinstance(grid.lattice, Upright)


def picture_size(grid: Grid) -> tuple[float, float]:
    """Return the height and the width of the picture of a board without labels around it."""
    points = [point for cell in grid.cells(grid.all_cells) for point in corners(grid, cell)]
    height, width = map(max, zip(*points, strict=True))
    return height + CAPTION * (grid.layers > 1), width


def beyond(grid: Grid, cell: Cell) -> tuple[Cell | None, ...]:
    """Return the neighbour across each side of a cell; seams are not crossed."""
    drawn, centre = len(corners(grid, cell)), grid.centres[cell[0] * grid.cols + cell[1]]
    across = (grid.numbers.get(other) for other in grid.lattice.touching(centre)[:drawn])
    return tuple(None if other is None else divmod(other, grid.cols) for other in across)


def lines(grid: Grid, edges: int) -> Iterator[tuple[Loop, tuple[Cell, Cell | None]]]:
    """Yield the ends of each edge of a set, and the cells on either side: None off the drawing."""
    for cell, side in grid.sides_of(edges):
        loop = corners(grid, cell)
        if side < len(loop):
            ends = loop[side], loop[(side + 1) % len(loop)]
            yield (min(ends), max(ends)), (cell, beyond(grid, cell)[side])


def sides(grid: Grid, edges: int) -> Iterator[Loop]:
    """Yield a set of edges as lines from one corner to another."""
    return (ends for ends, _ in lines(grid, edges))


def outline(
    cells: Collection[Cell], corners: Callable[[Cell], Loop] = lambda cell: SQUARE.corners(*cell)
) -> tuple[Loop, ...]:
    """Return the outlines of a set of cells, and of its holes, clockwise; by default of squares."""
    # The ends of sides, which have their cell to the right, by the point where they start.
    sides: dict[Point, list[Point]] = {}
    found: dict[tuple[Point, Point], None] = {}
    for cell in sorted(set(cells)):
        own = [(round(row, _DIGITS), round(col, _DIGITS)) for row, col in corners(cell)]
        found |= dict.fromkeys(zip(own, own[1:] + own[:1], strict=True))
    for start, end in found:
        if (end, start) not in found:
            sides.setdefault(start, []).append(end)
    loops = []
    while sides:
        first = point = next(iter(sides))
        points: list[Point] = []
        while not points or point != first:
            points.append(point)
            ends = sides[point]
            point = ends.pop()
            if not ends:
                del sides[points[-1]]
        loops.append(_corners(points))
    return tuple(loops)


def _corners(points: list[Point]) -> Loop:
    """Return the points at which a loop turns."""
    kept = []
    for place, (row, col) in enumerate(points):
        before, after = points[place - 1], points[(place + 1) % len(points)]
        turn = (row - before[0]) * (after[1] - col) - (col - before[1]) * (after[0] - row)
        if abs(turn) > 10.0**-_DIGITS * 10:
            kept.append((row, col))
    return tuple(kept)
