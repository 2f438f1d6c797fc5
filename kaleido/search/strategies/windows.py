"""Windows that slide over an island, where the paper's method looks for the next move.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter

from kaleido.errors import OptionError
from kaleido.lattices import SQUARE
from kaleido.model.grid import Cell, Grid, bits
from kaleido.model.piece_set import PieceSet
from kaleido.model.sides import Sides
from kaleido.search.found import Window
from kaleido.search.problem import Problem
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

WITHOUT_WINDOWS = ("constrained", "tuned", "edge-matching", "random")
"""The strategies that use no windows, so that they work on any lattice."""


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


def _slide(
    sides: Sides, island: int, shapes: Iterable[Shape], box: Box | None = None, least: int = 1
) -> Iterator[Window]:
    """Yield the windows over an island's box that hold `least` cells or more, in reading order."""
    grid = sides.grid
    top, left, height, width = box or Box(0, 0, grid.rows, grid.cols)
    for shape in shapes:
        whole = window_cells(grid, shape)
        for row in range(top, top + height - shape[0] + 1):
            for col in range(left, left + width - shape[1] + 1):
                inside = whole << row * grid.cols + col & island
                count = inside.bit_count()
                if count >= least:
                    yield Window(shape, (row, col), count, sides.count(inside))


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
    grid = sides.grid
    lines = LINES if size == 4 and min(grid.rows, grid.cols) >= 4 else ()
    found = [
        window
        for window in _slide(sides, island, (*blocks, *lines), least=size)
        if window.shape not in LINES or window.edges >= LINE_EDGES
    ]
    found.sort(key=lambda window: -window.density)
    return found


def best_windows(sides: Sides, island: Island, blocks: tuple[Shape, ...] = BLOCKS) -> list[Window]:
    """Return the windows of an island that the paper's program opens, in reading order.

    A small island's windows are ranked by how many of its cells they hold, a large one's by their
    edges; those with the four best values are opened, 2 × 3 before 3 × 2. An island whose bounding
    box is no larger than a window is one window.

    Examples
    --------
    >>> grid = Grid(8, 8)
    >>> windows = best_windows(Sides(grid, grid.frame), Island(grid, grid.all_cells))
    >>> len(windows), windows[0].edges, min(window.edges for window in windows)
    (84, 5, 0)
    """
    rows, cols = island.box.height, island.box.width
    if island.box.area <= max(height * width for height, width in blocks):
        return list(_slide(sides, island.mask, [(rows, cols)], island.box))
    fitting = [shape for shape in blocks if shape[0] <= rows and shape[1] <= cols]
    if not fitting:
        fitting = [(min(height, rows), min(width, cols)) for height, width in blocks]
    windows = list(_slide(sides, island.mask, dict.fromkeys(fitting), island.box))
    rank = attrgetter("cells" if island.size < LARGE else "edges")
    best = sorted({rank(window) for window in windows}, reverse=True)[:VALUES]
    return [window for window in windows if rank(window) in best]


def line_windows(sides: Sides, island: Island, where: str = "ends") -> Iterator[Window]:
    """Yield the windows for lines of four in an island.

    They lie at the start and at the end of a run of open cells, with at least five edges; a run of
    four has two that are the same. If `where` is "covered", they lie wherever edges cover a whole
    long side and an end.
    """
    grid = sides.grid
    level, upright = (sides.above, sides.below), (sides.left, sides.right)
    for shape in LINES:
        is_level = shape == (1, 4)
        lines, length = (grid.rows, grid.cols) if is_level else (grid.cols, grid.rows)
        across, along = (grid.cols, 1) if is_level else (1, grid.cols)
        long, short = (level, upright) if is_level else (upright, level)
        for line in range(lines):
            cells = [line * across + at * along for at in range(length)]
            is_open = [island.mask >> cell & 1 for cell in cells]
            for start in _run_ends(is_open) if where == "ends" else _fours(is_open):
                first, last = cells[start], cells[start + 3]
                corner = (line, start) if is_level else (start, line)
                four = window_cells(grid, shape, corner)
                edges = sides.count(four)
                is_covered = any(not four & ~side for side in long) and (
                    short[0] >> first & 1 or short[1] >> last & 1
                )
                if is_covered if where == "covered" else edges >= LINE_EDGES:
                    yield Window(shape, corner, 4, edges)


def _run_ends(cells: Sequence[int]) -> Iterator[int]:
    """Yield the starts of the first and the last four cells of each run of open cells in a line."""
    start = 0
    for is_open, run in groupby(cells):
        length = len(list(run))
        if is_open and length >= 4:
            yield start
            yield start + length - 4
        start += length


def _fours(cells: Sequence[int]) -> Iterator[int]:
    """Yield the start of every four open cells in a line."""
    yield from (start for start in range(len(cells) - 3) if all(cells[start : start + 4]))


def check_windows(grid: Grid) -> None:
    """Check whether windows can slide over a board.

    Raises
    ------
    OptionError
        Its cells are no squares.
    """
    if grid.lattice != SQUARE:
        raise OptionError(
            f"windows are for squares, not for {grid.lattice.cells}: strategies without windows "
            f"are {both(WITHOUT_WINDOWS)}"
        )


class WindowTable:
    """The placements of a problem by the windows that hold them.

    Raises
    ------
    OptionError
        The cells are no squares.

    Attributes
    ----------
    held : int
        The set of placements that lie in any window.
    blocks : tuple of (rows, columns)
        The windows that the pieces need, besides those for lines of four.
    """

    def __init__(self, problem: Problem) -> None:
        check_windows(problem.grid)
        self.held = 0
        self.blocks = blocks_of(problem.pieces)
        self._masks = problem.masks
        self._inside: dict[tuple[tuple[int, int], Cell], int] = {}
        self._cornered: dict[tuple[Cell, bool], list[int]] = {}
        boxes: dict[int, int] = {}
        for number, mask in enumerate(problem.masks):
            boxes[mask] = boxes.get(mask, 0) | 1 << number
        rows, cols = problem.grid.rows, problem.grid.cols
        for mask, numbers in boxes.items():
            cells = list(problem.grid.cells(mask))
            top, bottom = cells[0][0], cells[-1][0]
            left = min(col for _, col in cells)
            right = max(col for _, col in cells)
            for corner in ((top, left), True), ((bottom, right), False):
                self._cornered.setdefault(corner, []).extend(bits(numbers))
            for height, width in (*self.blocks, *LINES):
                if (height, width) in LINES and len(cells) != 4:
                    continue
                for row in range(max(bottom - height + 1, 0), min(top, rows - height) + 1):
                    for col in range(max(right - width + 1, 0), min(left, cols - width) + 1):
                        key = (height, width), (row, col)
                        self._inside[key] = self._inside.get(key, 0) | numbers
                        self.held |= numbers
        for cornered in self._cornered.values():
            cornered.sort()

    def starting(self, corner: Cell) -> list[int]:
        """Return the placements whose bounding box has a cell as its top left corner."""
        return self._cornered.get((corner, True), [])

    def ending(self, corner: Cell) -> list[int]:
        """Return the placements whose bounding box has a cell as its bottom right corner."""
        return self._cornered.get((corner, False), [])

    def inside(self, window: Window) -> int:
        """Return the set of placements that lie in a window."""
        return self._inside.get((window.shape, window.corner), 0)

    def densest(self, sides: Sides, island: int, number: int) -> Window | None:
        """Return the densest window that holds placement `number` in its island, or None.

        Examples
        --------
        >>> from kaleido import Placement, Puzzle, named_pattern
        >>> problem = Puzzle(named_pattern("checkerboard")).problem
        >>> sides = Sides(problem.grid, problem.implied)
        >>> mono = problem.number_of(Placement("mono-r", "front", ((0, 0),)))
        >>> WindowTable(problem).densest(sides, problem.grid.all_cells, mono)
        Window(shape=(2, 3), corner=(0, 0), cells=6, edges=5)
        """
        if not self.held >> number & 1:
            return None
        windows = find_windows(sides, island, self._masks[number].bit_count(), self.blocks)
        return next((each for each in windows if self.inside(each) >> number & 1), None)
