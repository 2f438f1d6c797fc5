"""Windows that slide over an island, where the paper's method looks for the next move."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import chain
from operator import itemgetter, or_
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.model.grid import Cell, Grid, bits
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.paper.edges import Sides
from kaleido.paper.islands import BoundingBox
from kaleido.search.fork import Window
from kaleido.search.problem import Problem

Shape = tuple[int, int]

BLOCKS: tuple[Shape, ...] = ((2, 3), (3, 2))
"""The windows of all pieces that fit into 2 × 3 cells: all classic ones but the lines."""

LINES: tuple[Shape, ...] = ((1, 4), (4, 1))
"""The windows of the small wand and other lines of four."""

LINE_EDGES = 5
"""The fewest edges in a line's window: as many as an end and a long side have."""

LARGE = 12
"""From this many open cells on, an island's windows are valued by edges, below by cells."""

SQUARE: Shape = (2, 2)


class Opening(NamedTuple):
    """A place for a window, the placements tried at its top left corner, and squares at its end."""

    shape: Shape
    corner: Cell
    cells: int
    starts: int
    end: int
    ends: int


@checked_arguments
class WindowTable:
    """The places for windows on a board, with the placements that are tried in them."""

    def __init__(self, problem: Problem) -> None:
        self.blocks = blocks_of(problem.pieces)
        self._grid = problem.grid
        self._corners: dict[Cell, int] = {}
        self._boxes: dict[Shape, int] = {}
        for number, mask in enumerate(problem.masks):
            top, left, height, width = BoundingBox.around(problem.grid, mask)
            for sets, key in ((self._corners, (top, left)), (self._boxes, (height, width))):
                sets[key] = sets.get(key, 0) | 1 << number
        pieces = zip(problem.placeable, problem.piece_options, strict=True)
        squares = (own for piece, own in pieces if piece.size == 4)
        self._squares = reduce(or_, squares, 0) & self._boxes.get(SQUARE, 0)
        self.openings = cache(self._find_openings)

    def starting(self, shape: Shape, corner: Cell) -> int:
        """Return the placements that lie in a window at its top left corner."""
        boxes = self._boxes.items()
        held = (own for box, own in boxes if box[0] <= shape[0] and box[1] <= shape[1])
        return reduce(or_, held, 0) & self._corners.get(corner, 0)

    def _find_openings(self, box: BoundingBox) -> tuple[Opening, ...]:
        """Return the windows in the box of an island: 2 × 3 before 3 × 2, in reading order.

        A box that has no more cells than a window is one window itself.
        """
        blocks: Sequence[Shape] = self.blocks
        if box.height * box.width <= max(height * width for height, width in blocks):
            blocks = [(box.height, box.width)]
        found = []
        for shape in blocks:
            for row in range(box.top, box.top + box.height - shape[0] + 1):
                for col in range(box.left, box.left + box.width - shape[1] + 1):
                    cells, end, ends = self._grid.rectangle(shape, (row, col)), 0, 0
                    if min(shape) > 1 and max(shape) > 2:
                        other = row + shape[0] - 2, col + shape[1] - 2
                        end = self._grid.rectangle(SQUARE, other)
                        ends = self._squares & self.starting(SQUARE, other)
                    starts = self.starting(shape, (row, col))
                    found.append(Opening(shape, (row, col), cells, starts, end, ends))
        return tuple(found)


def opened(openings: Sequence[Opening], sides: Sides, cells: int) -> list[tuple[int, Opening]]:
    """Return the windows of an island that are opened with their values, the best first.

    A window's value is the number of open cells in it while the island has fewer than 12, else the
    number of their edges. Windows with the best distinct values are opened: never 0, and 1 only if
    there is no other. Of the remaining values, the best four count if two or more windows have the
    very best, otherwise the best three.
    """
    if cells.bit_count() < LARGE:
        values = [(each.cells & cells).bit_count() for each in openings]
    else:
        values = [sides.count(each.cells & cells) for each in openings]
    best = sorted(set(values) - {0}, reverse=True)
    if len(best) > 1 and best[-1] == 1:
        best.pop()
    least = best[: 4 if values.count(best[0]) > 1 else 3][-1] if best else LARGE
    found = [each for each in zip(values, openings, strict=True) if each[0] >= least]
    found.sort(key=itemgetter(0), reverse=True)
    return found


def line_windows(grid: Grid, sides: Sides, cells: int, *, every: bool = False) -> Iterator[Window]:
    """Yield the windows for the small wand in an island, which hold at least five edges.

    They lie in two lines: the last row that has a run of four or more open cells, and the last such
    column. Of the first run there, the first four cells are a window and the last four another; in
    a run of four they are the same. With `every`, they lie at both ends of all runs in all lines.
    """
    for shape, step, first, last in (
        (LINES[0], 1, grid.first_col, grid.last_col),
        (LINES[1], grid.cols, 0, 0),
    ):
        fours = cells
        for _ in range(3):
            fours = cells & (fours & ~first) >> step
        # The first four cells of each run, and the last four.
        heads, tails = fours & ~((fours & ~last) << step), fours & ~((fours & ~first) >> step)

        def line(four: int, step: int = step) -> Cell:
            row, col = divmod(four, grid.cols)
            return (row, col) if step == 1 else (col, row)

        runs = list(zip(sorted(bits(heads), key=line), sorted(bits(tails), key=line), strict=True))
        if runs and not every:
            last_line = line(runs[-1][0])[0]
            runs = [run for run in runs if line(run[0])[0] == last_line][:1]
        for four in chain.from_iterable(runs):
            corner = divmod(four, grid.cols)
            edges = sides.count(grid.rectangle(shape, corner))
            if edges >= LINE_EDGES:
                yield Window(shape, corner, 4, edges)


@cache
def blocks_of(pieces: PieceSet) -> tuple[Shape, ...]:
    """Return the windows of a set of pieces: 2 × 3 and the boxes of larger crooked pieces.

    Examples
    --------
    >>> from kaleido.library import named_set
    >>> blocks_of(named_set("pentominoes"))
    ((2, 3), (3, 2), (2, 4), (3, 3), (4, 2))
    """
    boxes = {box for piece in pieces for box in piece.boxes}
    return (*BLOCKS, *sorted(box for box in boxes if min(box) > 1 and sum(box) > 5))


def is_held(piece: Piece, blocks: Sequence[Shape]) -> bool:
    """Return whether a window holds a piece: that of a line of four, or a block."""
    return any(
        box in LINES or any(box[0] <= height and box[1] <= width for height, width in blocks)
        for box in piece.boxes
    )


@cache
def unheld(pieces: PieceSet, blocks: tuple[Shape, ...]) -> frozenset[int]:
    """Return the numbers of the pieces that no window holds, as the wand."""
    return frozenset(n for n, piece in enumerate(pieces) if not is_held(piece, blocks))
