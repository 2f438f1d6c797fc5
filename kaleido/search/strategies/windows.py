"""Windows that slide over an island, where the paper's method looks for the next move.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
"""

from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from kaleido.model.edges import BoolArray, EdgeMap
from kaleido.model.grid import Cell, bits
from kaleido.model.piece_set import PieceSet
from kaleido.search.found import Window
from kaleido.search.problem import Problem
from kaleido.search.strategies.survey import Box, Island

Shape = tuple[int, int]

WHOLE: Box = (slice(None), slice(None))
"""The box of the whole board."""

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


def _slide(
    edges: EdgeMap, island: BoolArray, shapes: Iterable[Shape], box: Box = WHOLE, least: int = 1
) -> Iterator[Window]:
    """Yield the windows over an island's box that hold `least` cells or more, in reading order."""
    cells = island[box]
    around = np.where(cells, edges.around[box], 0)
    top, left = box[0].start or 0, box[1].start or 0
    for shape in shapes:
        if shape[0] > cells.shape[0] or shape[1] > cells.shape[1]:
            continue
        inside = sliding_window_view(cells, shape).sum(axis=(2, 3))
        sides = sliding_window_view(around, shape).sum(axis=(2, 3))
        for row, col in np.argwhere(inside >= least).tolist():
            corner = row + top, col + left
            yield Window(shape, corner, int(inside[row, col]), int(sides[row, col]))


def find_windows(
    edges: EdgeMap, island: BoolArray, size: int, blocks: tuple[Shape, ...] = BLOCKS
) -> list[Window]:
    """Return the windows that can hold a piece of `size` cells in an island, densest first.

    The island is a bool array (rows, cols); `blocks` are the windows to slide, besides those for
    lines of four.

    Examples
    --------
    >>> from kaleido import implied_edges, named_pattern
    >>> edges = implied_edges(named_pattern("checkerboard"))
    >>> windows = find_windows(edges, np.ones((8, 8), bool), 4)
    >>> len(windows), windows[0].corner, windows[0].edges
    (92, (0, 0), 5)
    """
    lines = LINES if size == 4 and min(island.shape) >= 4 else ()
    found = [
        window
        for window in _slide(edges, island, (*blocks, *lines), least=size)
        if window.shape not in LINES or window.edges >= LINE_EDGES
    ]
    found.sort(key=lambda window: -window.density)
    return found


def best_windows(
    edges: EdgeMap, island: Island, blocks: tuple[Shape, ...] = BLOCKS
) -> list[Window]:
    """Return the windows of an island that the paper's program opens, in reading order.

    A small island's windows are ranked by how many of its cells they hold, a large one's by their
    edges; those with the four best values are opened, 2 × 3 before 3 × 2. An island whose bounding
    box is no larger than a window is one window.

    Examples
    --------
    >>> from kaleido import implied_edges, named_pattern
    >>> edges = implied_edges(named_pattern("checkerboard"))
    >>> windows = best_windows(edges, Island(np.ones((8, 8), bool)))
    >>> len(windows), windows[0].edges, min(window.edges for window in windows)
    (84, 5, 0)
    """
    rows, cols = (side.stop - side.start for side in island.box)
    if rows * cols <= max(height * width for height, width in blocks):
        return list(_slide(edges, island.cells, [(rows, cols)], island.box))
    fitting = [shape for shape in blocks if shape[0] <= rows and shape[1] <= cols]
    if not fitting:
        fitting = [(min(height, rows), min(width, cols)) for height, width in blocks]
    windows = list(_slide(edges, island.cells, dict.fromkeys(fitting), island.box))
    rank = attrgetter("cells" if island.size < LARGE else "edges")
    best = sorted({rank(window) for window in windows}, reverse=True)[:VALUES]
    return [window for window in windows if rank(window) in best]


def line_windows(edges: EdgeMap, island: Island, where: str = "ends") -> Iterator[Window]:
    """Yield the windows for lines of four in an island.

    They lie at the start and at the end of a run of open cells, with at least five edges; a run of
    four has two that are the same. If `where` is "covered", they lie wherever edges cover a whole
    long side and an end.
    """
    horizontal, vertical = edges.horizontal, edges.vertical
    for shape, cells, long, short in (
        ((1, 4), island.cells, horizontal, vertical),
        ((4, 1), island.cells.T, vertical.T, horizontal.T),
    ):
        for line, start in _run_ends(cells) if where == "ends" else _fours(cells):
            sides = [long[line + side, start : start + 4] for side in (0, 1)]
            between = short[line, start : start + 5]
            # An edge between two of the cells lies beside both.
            count = sum(int(side.sum()) for side in sides) + int(
                between.sum() + between[1:-1].sum()
            )
            covered = any(side.all() for side in sides) and (between[0] or between[-1])
            if covered if where == "covered" else count >= LINE_EDGES:
                corner = (line, start) if shape == (1, 4) else (start, line)
                yield Window(shape, corner, 4, count)


def _run_ends(cells: BoolArray) -> Iterator[tuple[int, int]]:
    """Yield the line and the start of the first and the last four cells of each run of cells."""
    steps = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, stops = np.argwhere(steps == 1), np.argwhere(steps == -1)
    for (line, start), (_, stop) in zip(starts.tolist(), stops.tolist(), strict=True):
        if stop - start >= 4:
            yield line, start
            yield line, stop - 4


def _fours(cells: BoolArray) -> Iterator[tuple[int, int]]:
    """Yield the line and the start of every four cells in a row."""
    if cells.shape[1] >= 4:
        for line, start in np.argwhere(sliding_window_view(cells, (1, 4)).all(axis=(2, 3))):
            yield int(line), int(start)


class WindowTable:
    """The placements of a problem by the windows that hold them.

    Attributes
    ----------
    held : int
        The set of placements that lie in any window.
    blocks : tuple of (rows, columns)
        The windows that the pieces need, besides those for lines of four.
    """

    def __init__(self, problem: Problem) -> None:
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

    def densest(self, edges: EdgeMap, island: BoolArray, number: int) -> Window | None:
        """Return the densest window that holds placement `number` in its island, or None.

        Examples
        --------
        >>> from kaleido import Placement, Puzzle, implied_edges, named_pattern
        >>> puzzle = Puzzle(named_pattern("checkerboard"))
        >>> edges, island = implied_edges(puzzle.pattern), np.ones((8, 8), bool)
        >>> mono = puzzle.problem.number_of(Placement("mono-r", "front", ((0, 0),)))
        >>> WindowTable(puzzle.problem).densest(edges, island, mono)
        Window(shape=(2, 3), corner=(0, 0), cells=6, edges=5)
        """
        if not self.held >> number & 1:
            return None
        windows = find_windows(edges, island, self._masks[number].bit_count(), self.blocks)
        return next((each for each in windows if self.inside(each) >> number & 1), None)
