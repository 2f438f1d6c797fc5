"""Windows that slide over an island, where the paper's method looks for the next move.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kaleido.model.grid import Cell, Grid
from kaleido.model.piece_set import PieceSet
from kaleido.model.sides import Sides
from kaleido.model.tallies import Tallies
from kaleido.search.found import Window
from kaleido.search.strategies.survey import Box, Island
from kaleido.text import both

Shape = tuple[int, int]

BLOCKS: tuple[Shape, ...] = ((2, 3), (3, 2))
"""The windows of all pieces that fit into 2 × 3 cells: all classic ones but the lines."""

LINES = ((1, 4), (4, 1))
"""The windows of a line of four."""

LINE_EDGES = 5
"""The fewest edges in a line's window: as many as an end and a long side have."""

LARGE = 12
"""From this many cells on, an island's windows are ranked by edges, below by cells."""

VALUES = 4
"""Windows with this many of the best values are opened."""

_CELL_SIDES = 4

WITHOUT_WINDOWS = ("constrained", "tuned", "probing", "edge-matching", "random")
"""The strategies that use no windows, so that they work on any lattice."""

FOR_SQUARES = f"windows are for squares, and {both(WITHOUT_WINDOWS)} need none"
"""Why a strategy with windows refuses a board."""


@cache
def blocks_of(pieces: PieceSet) -> tuple[Shape, ...]:
    """Return the windows of a set of pieces: 2 × 3 and the boxes of larger crooked pieces.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> from kaleido.library.piece_sets import named_set
    >>> blocks_of(CLASSIC) == BLOCKS
    True
    >>> blocks_of(named_set("pentominoes"))
    ((2, 3), (3, 2), (2, 4), (3, 3), (4, 2))
    """
    boxes = {
        (shape.height, shape.width)
        for piece in pieces
        for face in piece.faces
        for shape in face.orientations
    }
    return (*BLOCKS, *sorted(box for box in boxes if min(box) > 1 and sum(box) > 5))


@cache
def window_cells(grid: Grid, shape: Shape, corner: Cell = (0, 0)) -> int:
    """Return the cells of a window as an int.

    Examples
    --------
    >>> bin(window_cells(Grid(2, 4), (2, 2), (0, 1)))
    '0b1100110'
    """
    (height, width), (row, col) = shape, corner
    line = (1 << width) - 1 << col
    return sum(line << (row + down) * grid.cols for down in range(height))


@cache
def _corners(grid: Grid, shape: Shape, box: Box) -> Mapping[int, Cell]:
    """Return the top left cells of the windows that lie in a box, in reading order.

    They are numbers, each with its row and column.
    """
    (height, width), (top, left, rows, cols) = shape, box
    return {
        row * grid.cols + col: (row, col)
        for row in range(top, top + rows - height + 1)
        for col in range(left, left + cols - width + 1)
    }


class Slide(NamedTuple):
    """A window that slides over an island.

    Attributes
    ----------
    shape : (int, int)
    corners : mapping of int to (row, col)
        The top left cell of each of its positions, in reading order.
    cells, edges : sequence of int
        By the number of the top left cell, how many of the island's cells lie in it, and how many
        of their sides are edges.
    """

    shape: Shape
    corners: Mapping[int, Cell]
    cells: Sequence[int]
    edges: Sequence[int]

    def holding(self, size: int) -> list[int]:
        """Return the positions that can hold a piece of so many cells, in reading order."""
        cells, edges = self.cells, self.edges
        if self.shape in LINES:
            return [at for at in self.corners if cells[at] >= size and edges[at] >= LINE_EDGES]
        return [at for at in self.corners if cells[at] >= size]

    def window(self, corner: int) -> Window:
        """Return the window at one of its positions."""
        return Window(self.shape, self.corners[corner], self.cells[corner], self.edges[corner])


def slide(
    sides: Sides, island: int, shapes: Iterable[Shape], box: Box | None = None
) -> list[Slide]:
    """Return the windows of some shapes that slide over an island's box, or over the whole grid."""
    grid = sides.grid
    box = box or Box(0, 0, grid.rows, grid.cols)
    shapes = list(shapes)
    largest = max([height * width for height, width in shapes], default=0)
    tallies = Tallies.up_to(grid, _CELL_SIDES * largest)
    cells = tallies.of(island)
    edges = tallies.within(sides.tally(tallies), cells)
    return [
        Slide(
            shape,
            _corners(grid, shape, box),
            tallies.sums(cells, *shape),
            tallies.sums(edges, *shape),
        )
        for shape in shapes
    ]


def shapes_for(grid: Grid, size: int, blocks: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the windows for pieces of a size: the blocks, and for four cells the lines."""
    return (*blocks, *LINES) if size == 4 and min(grid.rows, grid.cols) >= 4 else blocks


def find_windows(
    sides: Sides, island: int, size: int, blocks: tuple[Shape, ...] = BLOCKS
) -> list[Window]:
    """Return the windows that can hold a piece of `size` cells in an island, densest first.

    The island is a set of cells; `blocks` are the windows to slide, besides those for lines of
    four.

    Examples
    --------
    >>> grid = Grid(8, 8)
    >>> windows = find_windows(Sides(grid, grid.frame), grid.all_cells, 4)
    >>> len(windows), windows[0].corner, windows[0].edges
    (92, (0, 0), 5)
    """
    slides = slide(sides, island, shapes_for(sides.grid, size, blocks))
    found = [each.window(corner) for each in slides for corner in each.holding(size)]
    found.sort(key=lambda window: -window.density)
    return found


class Opened(NamedTuple):
    """The windows of an island that are opened: those with the best values.

    Attributes
    ----------
    slides : list of Slide
    values : list of sequence of int
        The value of each position of each slide, by the number of its top left cell.
    least : int
        The least value of a window that is opened.
    """

    slides: list[Slide]
    values: list[Sequence[int]]
    least: int

    @property
    def windows(self) -> Iterator[Window]:
        """The windows that hold a cell of the island, slide by slide, in reading order."""
        for each, values in zip(self.slides, self.values, strict=True):
            for corner in each.corners:
                if values[corner] >= self.least and each.cells[corner]:
                    yield each.window(corner)


def best_windows(sides: Sides, island: Island, blocks: tuple[Shape, ...] = BLOCKS) -> Opened:
    """Return the windows of an island that the paper's program opens.

    A small island's windows are ranked by how many of its cells they hold, a large one's by their
    edges; those with the four best values are opened, 2 × 3 before 3 × 2. An island whose bounding
    box is no larger than a window is one window.

    Examples
    --------
    >>> grid = Grid(8, 8)
    >>> opened = best_windows(Sides(grid, grid.frame), Island(grid, grid.all_cells))
    >>> windows = list(opened.windows)
    >>> len(windows), windows[0].edges, min(window.edges for window in windows)
    (84, 5, 0)
    """
    box = island.box
    rows, cols = box.height, box.width
    if rows * cols <= max([height * width for height, width in blocks]):
        shapes: list[Shape] = [(rows, cols)]
    else:
        shapes = [shape for shape in blocks if shape[0] <= rows and shape[1] <= cols]
        if not shapes:
            shapes = [(min(height, rows), min(width, cols)) for height, width in blocks]
    slides = slide(sides, island.mask, dict.fromkeys(shapes), box)
    values = [each.cells if island.size < LARGE else each.edges for each in slides]
    found = {
        own[corner] for each, own in zip(slides, values, strict=True) for corner in each.corners
    }
    return Opened(slides, values, sorted(found)[-VALUES:][0])
