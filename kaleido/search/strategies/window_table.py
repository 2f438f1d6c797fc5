"""The placements of a problem by the windows that hold them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from kaleido.model.grid import Cell
from kaleido.model.sides import Sides
from kaleido.model.squares import need_squares
from kaleido.search.found import Window
from kaleido.search.problem import Problem
from kaleido.search.strategies.survey import Box
from kaleido.search.strategies.windows import (
    FOR_SQUARES,
    LINE_EDGES,
    LINES,
    Shape,
    blocks_of,
    shapes_for,
    window_cells,
)


class WindowTable:
    """The placements of a problem by the windows that hold them.

    A window holds what covers no cell above or below it, left or right of it. Its set is found when
    it is first asked for, because most searches ask for few of them.

    Raises
    ------
    OptionError
        The cells are no squares.

    Attributes
    ----------
    held : int
        The set of placements that lie in any window.
    lines : int
        Those of four cells that lie in a window for a line of four.
    blocks : tuple of (rows, columns)
        The windows that the pieces need, besides those for lines of four.
    """

    def __init__(self, problem: Problem) -> None:
        need_squares(problem.grid, FOR_SQUARES)
        self.blocks = blocks_of(problem.pieces)
        self._grid = grid = problem.grid
        self._masks = problem.masks
        options, cols = problem.cell_options, grid.cols
        self._rows = _Lines([options[row * cols : (row + 1) * cols] for row in range(grid.rows)])
        self._cols = _Lines([options[col::cols] for col in range(cols)])
        self._every = (1 << len(problem)) - 1
        pairs = zip(problem.placeable, problem.piece_options, strict=True)
        self._fours = reduce(or_, (own for piece, own in pairs if piece.size == 4), 0)
        self._inside: dict[tuple[Shape, Cell], int] = {}
        self._boxes: dict[int, Box] = {}
        self.lines = self._in_any(LINES)
        self.held = self.lines | self._in_any(self.blocks)

    def _in_any(self, shapes: Iterable[Shape]) -> int:
        """Return the set of placements that lie in a window of some shapes."""
        held = 0
        for height, width in shapes:
            for row in range(self._grid.rows - height + 1):
                for col in range(self._grid.cols - width + 1):
                    held |= self._find_inside((height, width), (row, col))
        return held

    def _find_inside(self, shape: Shape, corner: Cell) -> int:
        within = self._within(shape, corner)
        return within & self._fours if shape in LINES else within

    def _within(self, shape: Shape, corner: Cell) -> int:
        """Return the set of placements that cover no cell outside a rectangle."""
        (height, width), (row, col) = shape, corner
        rows, cols = self._rows, self._cols
        beside = rows.before[row] | rows.after[row + height]
        return self._every & ~(beside | cols.before[col] | cols.after[col + width])

    def box(self, number: int) -> Box:
        """Return the bounding box of placement `number`."""
        found = self._boxes.get(number)
        if found is None:
            found = self._boxes[number] = Box.around(self._grid, self._masks[number])
        return found

    def corners(self, number: int, shape: Shape) -> Iterator[int]:
        """Yield the top left cells of the windows of a shape that hold placement `number`."""
        (height, width), grid = shape, self._grid
        top, left, rows, cols = self.box(number)
        for row in range(max(top + rows - height, 0), min(top, grid.rows - height) + 1):
            for col in range(max(left + cols - width, 0), min(left, grid.cols - width) + 1):
                yield row * grid.cols + col

    def starting(self, box: Box) -> int:
        """Return the number of the top left cell of a box."""
        return box.top * self._grid.cols + box.left

    def ending(self, box: Box) -> int:
        """Return the number of the bottom right cell of a box."""
        return (box.top + box.height - 1) * self._grid.cols + box.left + box.width - 1

    def inside(self, shape: Shape, corner: Cell) -> int:
        """Return the set of placements that lie in a window; for a line, those of four cells."""
        found = self._inside.get((shape, corner))
        if found is None:
            found = self._inside[shape, corner] = self._find_inside(shape, corner)
        return found

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
        grid, best = self._grid, None
        for shape in shapes_for(grid, self._masks[number].bit_count(), self.blocks):
            for first in self.corners(number, shape):
                corner = divmod(first, grid.cols)
                inside = window_cells(grid, shape, corner) & island
                window = Window(shape, corner, inside.bit_count(), sides.count(inside))
                if shape in LINES and window.edges < LINE_EDGES:
                    continue
                if best is None or window.density > best.density:
                    best = window
        return best


class _Lines:
    """The sets of placements that cover a cell of a row or column, of one before or one after it.

    Parameters
    ----------
    options : sequence of sequence of int
        The options of the cells of each line.
    """

    def __init__(self, options: Sequence[Sequence[int]]) -> None:
        self.on = [reduce(or_, line, 0) for line in options]
        self.before = list(accumulate(self.on, or_, initial=0))
        # Of the lines from a number on.
        self.after = list(accumulate(reversed(self.on), or_, initial=0))[::-1]
