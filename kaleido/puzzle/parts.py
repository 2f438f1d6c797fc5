"""Congruent parts of a solution: the ways to group its pieces into equal shapes."""

from collections.abc import Iterable, Iterator, Sequence
from operator import add, sub
from typing import NamedTuple

from kaleido.base.errors import OptionError
from kaleido.base.text import plural
from kaleido.model.board import Board
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Vector, images
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution

# The placements of each part, in the order of the first cells.
Parts = tuple[tuple[Placement, ...], ...]


class Parted(NamedTuple):
    """A solution that falls into congruent parts, and one way in which it does."""

    solution: Solution
    parts: Parts


def check_parts(board: Board, number: int) -> None:
    """Raise an `OptionError` if a board cannot be shared out equally, or its sides are joined."""
    if board.wrap:
        raise OptionError("congruent parts are sought on boards whose sides are not joined")
    if number < 1 or board.size % number:
        size = plural(board.size, "cell")
        raise OptionError(f"a board of {size} does not fall into {number} equal parts")


def congruent_parts(solution: Solution, number: int) -> Iterator[Parts]:
    """Yield each way to group a solution's pieces into connected parts that are congruent."""
    check_parts(solution.pattern, number)
    grid = solution.pattern.grid
    masks = [grid.cell_bits(placement.cells) for placement in solution.placements]
    size = solution.pattern.size // number
    left = sum(masks)
    if left.bit_count() != size * number:
        return  # optional cells stay empty
    for first in _first_parts(grid, masks, size):
        outlines = _outlines(grid.lattice, [grid.centres[cell] for cell in bits(first)])
        for rest in _tilings(grid, masks, left & ~first, outlines):
            parts = (first, *sorted(rest, key=lambda part: part & -part))
            pieces = list(zip(solution.placements, masks, strict=True))
            yield tuple(tuple(own for own, mask in pieces if mask & part) for part in parts)


def _first_parts(grid: Grid, masks: list[int], size: int) -> Iterator[int]:
    """Yield each connected set of `size` cells made of whole pieces, with the first piece."""
    board = sum(masks)
    first = next(mask for mask in masks if mask & board & -board)

    def grow(part: int, excluded: int) -> Iterator[int]:
        missing = size - part.bit_count()
        if not missing:
            rest = board & ~part
            if all(not region.bit_count() % size for region in grid.regions(rest, rest)):
                yield part
            return
        around = grid.spread(part) & ~part & ~excluded
        # A piece is either in the part or in none of those that are yielded from here on.
        for mask in masks:
            if mask & around:
                if mask.bit_count() <= missing:
                    yield from grow(part | mask, excluded)
                excluded |= mask

    if first.bit_count() <= size:
        yield from grow(first, 0)


# The kind of the first cell of a shape, and the steps from there to all cells.
_Outline = tuple[Vector, Sequence[Vector]]


def _outlines(lattice: Lattice, centres: Sequence[Vector]) -> Iterable[_Outline]:
    """Return the different turns and mirror images of a shape."""
    found: dict[_Outline, None] = {}
    for matrix in lattice.symmetries:
        first, *_ = moved_by = sorted(images(matrix, centres))
        steps = tuple([tuple(map(sub, centre, first)) for centre in moved_by])
        found[lattice.kind_of(first), steps] = None
    return tuple(found)


def _tilings(
    grid: Grid, masks: list[int], left: int, outlines: Iterable[_Outline]
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to fill the cells left with images of a shape that cut no piece."""
    if not left:
        yield ()
        return
    # Of the cells left, the one with the least centre is that of its part.
    start = min([grid.centres[cell] for cell in bits(left)])
    kind = grid.lattice.kind_of(start)
    for own, steps in outlines:
        part = _lying(grid, start, steps, left) if own == kind else 0
        if part and all(mask & part in (0, mask) for mask in masks):
            for rest in _tilings(grid, masks, left & ~part, outlines):
                yield (part, *rest)


def _lying(grid: Grid, start: Vector, steps: Iterable[Vector], within: int) -> int:
    """Return the cells that some steps reach from a cell; 0 if they leave a set of cells."""
    part = 0
    for step in steps:
        cell = grid.numbers.get(tuple(map(add, start, step)))
        if cell is None or not within >> cell & 1:
            return 0
        part |= 1 << cell
    return part
