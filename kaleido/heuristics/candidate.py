"""A candidate: a possible move at a state, with everything that a heuristic may want to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple, Self

from kaleido.heuristics.tables import StateTables
from kaleido.model.grid import Cell, Grid
from kaleido.model.piece import FACE_NAMES
from kaleido.model.placement import Placement
from kaleido.paper.islands import Island, count_splits
from kaleido.search.score import LookaheadTerms
from kaleido.search.state import State


class IslandFacts(NamedTuple):
    """An island, before the move.

    Attributes
    ----------
    cells : tuple of (row, col)
        Its cells in reading order.
    height, width : int
        The size of its bounding box, in rows and columns of the drawing of the board.
    """

    cells: tuple[Cell, ...]
    height: int
    width: int

    @classmethod
    def of(cls, grid: Grid, island: Island) -> Self:
        """Return the facts of an island of a grid."""
        return cls(tuple(grid.cells(island.cells)), island.box.height, island.box.width)

    @property
    def size(self) -> int:
        """The number of its cells."""
        return len(self.cells)

    @property
    def density(self) -> float:
        """The share of its bounding box that it fills."""
        return self.size / (self.height * self.width)


class Candidate:
    """A possible move: a placement that fits on the board as it is.

    Attributes are computed when they are read; `kaleido.analysis.attribute_costs` measures them.
    Where the explanation says "after", the move is thought of as made.
    """

    def __init__(self, tables: StateTables, number: int) -> None:
        self._tables = tables
        self._problem = tables.problem
        self.number = number

    def __repr__(self) -> str:
        return f"<Candidate {self.placement}>"

    # The placement itself.

    @property
    def placement(self) -> Placement:
        """The placement as a value."""
        return self._problem.placement(self.number)

    @property
    def piece(self) -> str:
        """The name of the piece."""
        problem = self._problem
        return problem.placeable.pieces[problem.piece_numbers[self.number]].name

    @property
    def face(self) -> str:
        """The face that is up: front or back."""
        return FACE_NAMES[self._problem.faces[self.number]]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells (row, column) that it covers, in reading order."""
        return tuple(self._problem.grid.cells(self._problem.masks[self.number]))

    @property
    def size(self) -> int:
        """The number of cells that it covers."""
        return self._problem.masks[self.number].bit_count()

    @property
    def colours(self) -> Mapping[str, int]:
        """The number of cells that it covers of each colour, by its letter: x, r, y or b."""
        grid, rows = self._problem.grid, self._problem.pattern.rows
        return Counter(rows[row][col] for row, col in grid.cells(self._problem.masks[self.number]))

    @property
    def crookedness(self) -> float:
        """The paper's value of a shape that is hard to place later: 0.26 for an L, 0.78 for a Z."""
        return self._tables.tables.shapes[self._problem.piece_numbers[self.number]][0]

    @property
    def span(self) -> float:
        """The paper's value of a line of four, 0.25; 0 for other pieces."""
        return self._tables.tables.shapes[self._problem.piece_numbers[self.number]][1]

    # Edges.

    @property
    def border(self) -> int:
        """The number of unit edges around the piece."""
        return self._problem.borders[self.number].bit_count()

    @property
    def matched(self) -> int:
        """How many of the unit edges around the piece are edges already: it matches them."""
        return (self._problem.borders[self.number] & self._tables.state.edges).bit_count()

    @property
    def unmatched(self) -> int:
        """How many of the unit edges around the piece are not edges yet: the move makes them."""
        return (self._problem.borders[self.number] & ~self._tables.state.edges).bit_count()

    @property
    def frame_distance(self) -> int:
        """The number of steps from its nearest cell to the frame or to a hole; 0 beside them."""
        distances, grid = self._tables.tables.frame_distances, self._problem.grid
        return min(distances[row * grid.cols + col] for row, col in self.cells)

    # The island and the window in which it lies.

    @cached_property
    def _island(self) -> int:
        mask = self._problem.masks[self.number]
        islands = self._tables.islands
        return next(place for place, island in enumerate(islands) if island.cells & mask)

    @property
    def island(self) -> IslandFacts:
        """The island in which it lies."""
        return IslandFacts.of(self._problem.grid, self._tables.islands[self._island])

    @cached_property
    def window(self) -> int:
        """The edges around the island's cells in the densest window that holds it; 0 without one.

        This is the paper's window, which counts half in its score. Boards of other cells than
        squares have none: there, an `OptionError` says so.
        """
        windows = self._tables.windows(self._island, self.size)
        mask = self._problem.masks[self.number]
        found = (window for cells, window in windows if not mask & ~cells)
        window = next(found, None)
        return 0 if window is None else window.edges

    @cached_property
    def splits(self) -> int:
        """The number of islands too many that the move leaves of its own, as the paper counts."""
        tables, mask = self._tables, self._problem.masks[self.number]
        left = list(tables.state.sizes_left)
        left.remove(mask.bit_count())
        cells = tables.islands[self._island].cells
        return count_splits(self._problem.grid, cells, mask, tuple(left))

    # What is left.

    @property
    def cell_placements(self) -> tuple[int, ...]:
        """The number of placements left, before the move, that cover each of its cells."""
        counts = self._tables.cell_counts
        return tuple(counts[cell] for cell in self.cells)

    @property
    def piece_placements(self) -> int:
        """The number of placements left, before the move, of its piece."""
        return self._tables.piece_counts[self.piece]

    @property
    def pieces_after(self) -> tuple[str, ...]:
        """The names of the pieces left after the move, one for each copy."""
        left = list(self._tables.pieces_left)
        left.remove(self.piece)
        return tuple(left)

    @property
    def colours_after(self) -> Mapping[str, int]:
        """The number of open cells left after the move of each colour, by its letter."""
        grid, rows = self._problem.grid, self._problem.pattern.rows
        free = self._tables.state.free & ~self._problem.masks[self.number]
        return Counter(rows[row][col] for row, col in grid.cells(free))

    @cached_property
    def placements_after(self) -> int:
        """The number of placements left after the move."""
        state, problem = self._tables.state, self._problem
        live = state.live & problem.compatible[self.number]
        return (live & problem.affordable[state.budget - problem.costs[self.number]]).bit_count()

    @property
    def dead(self) -> bool:
        """Whether the move is a dead end: a cell or a piece has no placement left after it."""
        return self.state_after.dead

    @cached_property
    def lookahead(self) -> LookaheadTerms | None:
        """How scarce placements become around the piece, as `kaleido.search.LookaheadTerms`.

        It is None if a cell there has no placement left.
        """
        return self._tables.lookahead.terms(self.number)

    @cached_property
    def fewest_after(self) -> int:
        """The placements left after the move of the scarcest cell or piece; 0 at a dead end.

        A move that completes the board leaves nothing scarce; then it is the number of all
        placements.
        """
        after = self.state_after
        return after.scarcest.bit_count() if after.items else len(self._problem)

    @cached_property
    def state_after(self) -> State:
        """The board after the move, as the search keeps it."""
        return self._tables.state.place(self.number)
