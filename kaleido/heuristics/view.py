"""What a strategy of one's own sees: the board, what is open, and each possible move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from kaleido.arguments import named_options
from kaleido.heuristics.tables import ProblemTables, StateTables
from kaleido.model.grid import Cell, Grid, bits
from kaleido.model.piece import FACE_NAMES
from kaleido.model.placement import Placement
from kaleido.paper.islands import Island, count_splits
from kaleido.search.score import LookaheadTerms
from kaleido.search.state import State
from kaleido.text import plural


class IslandView(NamedTuple):
    """An island before the move: its cells in reading order, and the size of its bounding box.

    The height and the width are in rows and columns of the drawing of the board.
    """

    cells: tuple[Cell, ...]
    height: int
    width: int

    @classmethod
    def of(cls, grid: Grid, island: Island) -> Self:
        """Return the view of an island of a grid."""
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
        self._mask = tables.problem.masks[number]
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
        return tuple(self._problem.grid.cells(self._mask))

    @property
    def size(self) -> int:
        """The number of cells that it covers."""
        return self._mask.bit_count()

    @property
    def colours(self) -> Mapping[str, int]:
        """The number of cells that it covers of each colour, by its letter: x, r, y or b."""
        return self._tables.colours(self._mask)

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
        islands = enumerate(self._tables.islands)
        return next(place for place, island in islands if island.cells & self._mask)

    @property
    def island(self) -> IslandView:
        """The island in which it lies."""
        return IslandView.of(self._problem.grid, self._tables.islands[self._island])

    @cached_property
    def window(self) -> int:
        """The edges around the island's cells in the densest window that holds it; 0 without one.

        This is the paper's window, which counts half in its score. Boards of other cells than
        squares have none: there, an `OptionError` says so.
        """
        windows = self._tables.windows(self._island, self.size)
        return next((window.edges for cells, window in windows if not self._mask & ~cells), 0)

    @cached_property
    def splits(self) -> int:
        """The number of islands too many that the move leaves of its own, as the paper counts."""
        left = list(self._tables.state.sizes_left)
        left.remove(self.size)
        cells = self._tables.islands[self._island].cells
        return count_splits(self._problem.grid, cells, self._mask, tuple(left))

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
        return self._tables.colours(self._tables.state.free & ~self._mask)

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


@dataclass(eq=False, repr=False, slots=True)
class Item:
    """An open cell or a piece not yet placed: one of its placements is in every solution.

    Attributes
    ----------
    cell : (row, col) or None
        The cell, or None for a piece.
    piece : str or None
        The name of the piece, or None for a cell.
    options : int
        The set of placements left that cover it, as in `Problem`.
    """

    _tables: StateTables
    options: int
    cell: Cell | None
    piece: str | None

    def __repr__(self) -> str:
        what = f"cell {self.cell}" if self.cell is not None else f"piece {self.piece}"
        return f"<Item {what}, {plural(self.count, 'placement')}>"

    @property
    def count(self) -> int:
        """The number of placements left that cover it."""
        return self.options.bit_count()

    @property
    def candidates(self) -> list[Candidate]:
        """These placements, in the order of the table of pieces."""
        return [Candidate(self._tables, number) for number in bits(self.options)]


@named_options
class BoardView:
    """A board during the search, in readable values.

    Parameters
    ----------
    state : State
        The board as the search keeps it.
    tables : ProblemTables, optional
        What views of the same problem share.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> from kaleido.search import State
    >>> view = BoardView(State.empty(Puzzle(named_pattern("car")).problem))
    >>> len(view.cells), len(view.pieces), view.pieces_left[0], len(view.candidates)
    (64, 18, 'wand', 270)
    >>> view.scarcest
    <Item piece wand, 2 placements>
    >>> [candidate.matched for candidate in view.scarcest.candidates]
    [16, 16]
    """

    def __init__(self, state: State, tables: ProblemTables | None = None) -> None:
        self.state = state
        self._tables = StateTables(state, tables or ProblemTables(state.problem))

    def _cell(self, number: int) -> Item:
        """Return the item of a cell."""
        problem = self.state.problem
        options = self.state.live & problem.cell_options[number]
        return Item(self._tables, options, divmod(number, problem.grid.cols), None)

    def _piece(self, number: int) -> Item:
        """Return the item of a piece."""
        problem = self.state.problem
        options = self.state.live & problem.piece_options[number]
        return Item(self._tables, options, None, problem.placeable.pieces[number].name)

    @property
    def scarcest(self) -> Item:
        """The cell or piece with the fewest placements left."""
        options, problem = self.state.scarcest, self.state.problem
        first = next(bits(options))
        # It may be any of the cells of its placements, or their piece.
        cells = (self._cell(cell) for cell in bits(problem.masks[first]))
        found = (item for item in cells if item.options == options)
        return next(found, None) or self._piece(problem.piece_numbers[first])

    @property
    def first_cell(self) -> Item:
        """The first open cell in reading order."""
        return self._cell(next(bits(self.state.free)))

    @cached_property
    def items(self) -> list[Item]:
        """The open cells and the pieces that must be placed."""
        return [*self.cells, *self.pieces]

    @cached_property
    def cells(self) -> list[Item]:
        """The open cells, in reading order."""
        return [self._cell(cell) for cell in bits(self.state.free)]

    @cached_property
    def pieces(self) -> list[Item]:
        """The pieces left, but for those that may be left over and those with several copies.

        Such a piece need not be covered by itself: covering the cells sees to that.
        """
        counts, needed = self.state.problem.placeable.counts, self.state.problem.placeable.needed
        left = self.state.pieces_left
        return [self._piece(each) for each in left if counts[each] == needed[each] == 1]

    @property
    def candidates(self) -> list[Candidate]:
        """All placements left, in the order of the table of pieces."""
        return [Candidate(self._tables, number) for number in bits(self.state.live)]

    @property
    def islands(self) -> list[IslandView]:
        """The islands, smallest first."""
        return [IslandView.of(self.state.problem.grid, island) for island in self._tables.islands]

    @property
    def pieces_left(self) -> tuple[str, ...]:
        """The names of the pieces not yet placed, one for each copy."""
        return self._tables.pieces_left

    @property
    def colours_left(self) -> Mapping[str, int]:
        """The number of open cells of each colour, by its letter on the board."""
        return self._tables.colours(self.state.free)

    @property
    def depth(self) -> int:
        """The number of pieces on the board."""
        return self.state.depth
