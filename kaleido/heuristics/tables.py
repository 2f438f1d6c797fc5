"""What candidates have in common: tables of a search and of a state, and the densest windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from kaleido.model.grid import Cell, Grid, bits, need_squares
from kaleido.paper.edges import Sides
from kaleido.paper.islands import Island
from kaleido.paper.windows import LINE_EDGES, LINES, Shape, blocks_of
from kaleido.search.found import Window
from kaleido.search.matching import Matching
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies import FOR_SQUARES
from kaleido.search.strategies.lookahead import Lookahead


def densest_windows(
    grid: Grid, sides: Sides, cells: int, size: int, blocks: Sequence[Shape]
) -> list[Window]:
    """Return the windows that can hold a piece of a size in an island, densest first.

    The densest have the most edges per cell. Other windows than `blocks` are for lines of four,
    and hold at least five edges.
    """
    found = []
    for shape, corner, place in _places(grid, (*blocks, *(LINES if size == 4 else ()))):
        inside = place & cells
        count = inside.bit_count()
        if count >= size:
            edges = sides.count(inside)
            if shape in blocks or edges >= LINE_EDGES:
                found.append(Window(shape, corner, count, edges))
    return sorted(found, key=lambda window: -window.density)


@lru_cache(maxsize=64)
def _places(grid: Grid, shapes: tuple[Shape, ...]) -> list[tuple[Shape, Cell, int]]:
    """Return all places for windows of some shapes on a grid: shape, corner and cells."""
    return [
        (shape, (row, col), grid.rectangle(shape, (row, col)))
        for shape in shapes
        for row in range(grid.rows - shape[0] + 1)
        for col in range(grid.cols - shape[1] + 1)
    ]


class ProblemTables:
    """What stays the same during a search."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        # The crookedness and the span of each piece.
        self.shapes = Matching(problem, Weights()).shapes

    @cached_property
    def frame_distances(self) -> Mapping[int, int]:
        """The number of steps from each cell to the nearest at the frame or at a hole.

        On a torus without holes all are 0.
        """
        problem = self.problem
        grid, cells = problem.grid, problem.pattern.mask
        reached = grid.cell_bits(
            cell for cell in grid.cells(cells) if grid.border([cell]) & problem.frame
        )
        distances = dict.fromkeys(bits(reached), 0)
        steps = 0
        while fresh := grid.spread(reached) & cells & ~reached:
            steps += 1
            distances |= dict.fromkeys(bits(fresh), steps)
            reached |= fresh
        return distances or dict.fromkeys(bits(cells), 0)


class StateTables:
    """What is the same for all candidates at one state; each part is computed when first asked."""

    def __init__(self, state: State, tables: ProblemTables) -> None:
        self.state = state
        self.problem = state.problem
        self.tables = tables
        self._windows: dict[tuple[int, int], list[tuple[int, Window]]] = {}

    def colours(self, cells: int) -> Mapping[str, int]:
        """Return how many of some cells have each colour, by its letter."""
        rows = self.problem.pattern.rows
        return Counter(rows[row][col] for row, col in self.problem.grid.cells(cells))

    @cached_property
    def cell_counts(self) -> Mapping[Cell, int]:
        """The number of placements left that cover each open cell."""
        problem, live = self.problem, self.state.live
        cols, options = problem.grid.cols, problem.cell_options
        return {
            divmod(cell, cols): (live & options[cell]).bit_count() for cell in bits(self.state.free)
        }

    @cached_property
    def piece_counts(self) -> Mapping[str, int]:
        """The number of placements left of each piece that is not used up."""
        problem, live = self.problem, self.state.live
        pieces = problem.placeable.pieces
        return {
            pieces[number].name: (live & problem.piece_options[number]).bit_count()
            for number in dict.fromkeys(self.state.pieces_left)
        }

    @cached_property
    def pieces_left(self) -> tuple[str, ...]:
        """The names of the pieces not yet placed, one for each copy."""
        pieces = self.problem.placeable.pieces
        return tuple(pieces[number].name for number in self.state.pieces_left)

    @cached_property
    def lookahead(self) -> Lookahead:
        """The lookahead at this state."""
        lookahead = Lookahead(self.problem)
        lookahead.set_state(self.state)
        return lookahead

    @cached_property
    def islands(self) -> list[Island]:
        """The islands as the edges known leave them, smallest first."""
        state, grid = self.state, self.problem.grid
        found = sorted(grid.islands(state.edges, state.free), key=int.bit_count)
        return [Island.of(grid, cells) for cells in found]

    def windows(self, island: int, size: int) -> list[tuple[int, Window]]:
        """Return the windows of an island that can hold a piece of a size, densest first.

        Each comes with the set of its cells.
        """
        key = island, size
        if key not in self._windows:
            grid = self.problem.grid
            need_squares(grid, FOR_SQUARES)
            cells, sides = self.islands[island].cells, Sides.of(grid, self.state.edges)
            blocks = blocks_of(self.problem.pieces)
            self._windows[key] = [
                (grid.rectangle(window.shape, window.corner), window)
                for window in densest_windows(grid, sides, cells, size, blocks)
            ]
        return self._windows[key]
