"""The board as a strategy of one's own sees it: what is open, and what can be placed there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from kaleido.arguments import named_options
from kaleido.heuristics.candidate import Candidate, IslandFacts
from kaleido.heuristics.tables import ProblemTables, StateTables
from kaleido.model.grid import Cell, bits
from kaleido.search.state import State
from kaleido.text import plural


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

    __slots__ = ("_tables", "cell", "options", "piece")

    def __init__(
        self, tables: StateTables, options: int, cell: Cell | None, piece: str | None
    ) -> None:
        self._tables = tables
        self.options = options
        self.cell = cell
        self.piece = piece

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

    @property
    def scarcest(self) -> Item:
        """The cell or piece with the fewest placements left."""
        state = self.state
        options = state.scarcest
        problem, number = state.problem, next(bits(options))
        # It may be any of the cells of its placements, or their piece.
        for cell in bits(problem.masks[number]):
            if state.live & problem.cell_options[cell] == options:
                return Item(self._tables, options, divmod(cell, problem.grid.cols), None)
        piece = problem.placeable.pieces[problem.piece_numbers[number]].name
        return Item(self._tables, options, None, piece)

    @property
    def first_cell(self) -> Item:
        """The first open cell in reading order."""
        state, problem = self.state, self.state.problem
        cell = next(bits(state.free))
        return Item(
            self._tables,
            state.live & problem.cell_options[cell],
            divmod(cell, problem.grid.cols),
            None,
        )

    @cached_property
    def items(self) -> list[Item]:
        """The open cells and the pieces that must be placed."""
        return [*self.cells, *self.pieces]

    @cached_property
    def cells(self) -> list[Item]:
        """The open cells, in reading order."""
        state, problem = self.state, self.state.problem
        cols, options = problem.grid.cols, problem.cell_options
        return [
            Item(self._tables, state.live & options[cell], divmod(cell, cols), None)
            for cell in bits(state.free)
        ]

    @cached_property
    def pieces(self) -> list[Item]:
        """The pieces left, but for those that may be left over and those with several copies.

        Such a piece need not be covered by itself: covering the cells sees to that.
        """
        state, problem = self.state, self.state.problem
        pieces = problem.placeable
        return [
            Item(
                self._tables,
                state.live & problem.piece_options[number],
                None,
                pieces.pieces[number].name,
            )
            for number in state.pieces_left
            if pieces.counts[number] == pieces.needed[number] == 1
        ]

    @property
    def candidates(self) -> list[Candidate]:
        """All placements left, in the order of the table of pieces."""
        return [Candidate(self._tables, number) for number in bits(self.state.live)]

    @property
    def islands(self) -> list[IslandFacts]:
        """The islands, smallest first."""
        return [IslandFacts.of(self.state.problem.grid, island) for island in self._tables.islands]

    @property
    def pieces_left(self) -> tuple[str, ...]:
        """The names of the pieces not yet placed, one for each copy."""
        return self._tables.pieces_left

    @property
    def colours_left(self) -> Mapping[str, int]:
        """The number of open cells of each colour, by its letter on the board."""
        grid, rows = self.state.problem.grid, self.state.problem.pattern.rows
        return Counter(rows[row][col] for row, col in grid.cells(self.state.free))

    @property
    def depth(self) -> int:
        """The number of pieces on the board."""
        return self.state.depth
