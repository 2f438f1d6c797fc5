"""What the pictures of edges and islands start from: the edges of a board and its islands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kaleido.analysis.questions import Solvable
from kaleido.arguments import check_type
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.errors import OptionError
from kaleido.model.edges import BoolArray, EdgeMap, find_islands
from kaleido.model.grid import Cell, Grid
from kaleido.search.state import State


@dataclass(frozen=True, eq=False)
class Known:
    """A board with the edges known on it and the islands that these leave.

    Attributes
    ----------
    scene : Scene
        The board as it is drawn, without its implied edges.
    frame, implied, bits : int
        The frame, the implied edges inside it, and all edges known.
    labels : ndarray of int, shape (rows, cols)
        The island of each free cell, from 1 in reading order; 0 for cells on none.
    count : int
        The number of islands.
    """

    scene: Scene
    frame: int
    implied: int
    bits: int
    labels: npt.NDArray[np.int_]
    count: int

    @classmethod
    def of(cls, thing: Thing) -> Known:
        """Return what is known of a board, a puzzle, a solution or a state."""
        scene = scene_of(thing, implied=True)
        grid = scene.grid
        frame = grid.border(scene.cells)
        implied = scene.implied or 0
        bits = scene.borders | implied
        bare = scene.cells.keys() - {cell for piece in scene.pieces for cell in piece.cells}
        islands = find_islands(grid, bits, grid.cell_bits(bare))
        labels = np.zeros((grid.rows, grid.cols), np.int_)
        for number, island in enumerate(islands, start=1):
            for cell in grid.cells(island):
                labels[cell] = number
        # Whoever shows the edges highlights them.
        scene = replace(scene, implied=None)
        return cls(scene, frame, implied, bits, labels, len(islands))

    @cached_property
    def edges(self) -> EdgeMap:
        """All edges known, as arrays, which only boards of squares have."""
        return EdgeMap.from_bits(self.scene.grid, self.bits)

    @property
    def islands(self) -> list[BoolArray]:
        """The islands by their numbers, each as a bool array (rows, cols)."""
        return [self.labels == number for number in range(1, self.count + 1)]

    def island_at(self, cell: Cell) -> BoolArray:
        """Return the island that holds a cell, or raise an `OptionError`."""
        if cell not in self.scene.cells or not self.labels[cell]:
            raise OptionError(f"there is no free cell at {cell}")
        found: BoolArray = self.labels == self.labels[cell]
        return found

    def edges_around(self, cells: BoolArray) -> int:
        """Return how many sides of some cells are edges, as it is counted for windows."""
        return int(self.edges.around[cells].sum())


# Why figures show squares alone.
CUT_OUT = "islands are cut out of boards of squares"
WINDOWS = "windows are blocks of squares"


def state_of(thing: Solvable | State) -> State:
    """Return the board to be drawn: a state, or that of a puzzle or position."""
    check_type(thing, (Solvable, State), "a Puzzle, a Position or a State")
    return thing.state if isinstance(thing, Solvable) else thing


def cells_of(island: BoolArray) -> list[Cell]:
    """Return the cells of an island in reading order."""
    return [(row, col) for row, col in np.argwhere(island).tolist()]


def block(grid: Grid, corner: Cell, shape: tuple[int, int]) -> tuple[slice, slice]:
    """Return the rows and columns of a block of cells; an `OptionError` if it is off the board."""
    (top, left), (height, width) = corner, shape
    if not (0 <= top < top + height <= grid.rows and 0 <= left < left + width <= grid.cols):
        raise OptionError(
            f"the window of {height} × {width} cells at {(top, left)} does not lie on the board "
            f"of {grid.rows} × {grid.cols} cells"
        )
    return slice(top, top + height), slice(left, left + width)
