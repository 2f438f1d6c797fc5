"""Windows that slide over an island, where the paper's method looks for the next move.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from kaleido.model.edges import BoolArray, EdgeMap
from kaleido.model.grid import Cell
from kaleido.model.piece_set import PieceSet
from kaleido.search.problem import Problem

Shape = tuple[int, int]

BLOCKS: tuple[Shape, ...] = ((2, 3), (3, 2))
"""The windows of all pieces that fit into 2 × 3 cells: all classic ones but the lines."""

LINES = ((1, 4), (4, 1))
"""The windows of a line of four."""

LINE_EDGES = 5
"""The fewest edges in a line's window: an end and a long side of it lie on edges."""


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


class Window(NamedTuple):
    """A window and what it shows of one island.

    Attributes
    ----------
    shape : (int, int)
        Its rows and columns.
    corner : (row, col)
        Its top left cell.
    cells : int
        The number of the island's cells in it.
    edges : int
        The number of sides of those cells that are edges.
    """

    shape: tuple[int, int]
    corner: Cell
    cells: int
    edges: int

    @property
    def density(self) -> float:
        """Edges per cell."""
        return self.edges / self.cells


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
    around = np.where(island, edges.around, 0)
    found = []
    fitting = [
        shape for shape in blocks if shape[0] <= island.shape[0] and shape[1] <= island.shape[1]
    ]
    for shape in (*fitting, *(LINES if size == 4 and min(island.shape) >= 4 else ())):
        cells = sliding_window_view(island, shape).sum(axis=(2, 3))
        sides = sliding_window_view(around, shape).sum(axis=(2, 3))
        fits = cells >= size
        if shape in LINES:
            fits &= sides >= LINE_EDGES
        for row, col in np.argwhere(fits).tolist():
            found.append(Window(shape, (row, col), int(cells[row, col]), int(sides[row, col])))
    found.sort(key=lambda window: -window.density)
    return found


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
        boxes: dict[int, int] = {}
        for number, mask in enumerate(problem.masks):
            boxes[mask] = boxes.get(mask, 0) | 1 << number
        rows, cols = problem.grid.rows, problem.grid.cols
        for mask, numbers in boxes.items():
            cells = list(problem.grid.cells(mask))
            top, bottom = cells[0][0], cells[-1][0]
            left = min(col for _, col in cells)
            right = max(col for _, col in cells)
            for height, width in (*self.blocks, *LINES):
                if (height, width) in LINES and len(cells) != 4:
                    continue
                for row in range(max(bottom - height + 1, 0), min(top, rows - height) + 1):
                    for col in range(max(right - width + 1, 0), min(left, cols - width) + 1):
                        key = (height, width), (row, col)
                        self._inside[key] = self._inside.get(key, 0) | numbers
                        self.held |= numbers

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
