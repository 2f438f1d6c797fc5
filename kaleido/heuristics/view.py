"""A state as strategies of users see it: the board, its open items, and each possible move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from kaleido.base.errors import NoSolutionError, OptionError
from kaleido.base.text import plural
from kaleido.model.board import EDGE, Board
from kaleido.model.grid import Cell, Grid, bits, need_squares
from kaleido.model.piece import FACE_NAMES
from kaleido.model.placement import Placement
from kaleido.paper.edges import Sides
from kaleido.paper.islands import BoundingBox, count_splits
from kaleido.paper.windows import LINE_EDGES, LINES, Shape, blocks_of
from kaleido.search.fork import Window
from kaleido.search.score import LookaheadTerms, Weights, matching_of
from kaleido.search.state import State
from kaleido.search.strategies import FOR_SQUARES
from kaleido.search.strategies.lookahead import Lookahead


class IslandView(NamedTuple):
    """An island before the move: its cells in reading order, and the size of its bounding box.

    The height and the width are in rows and columns of the drawing of the board.
    """

    cells: tuple[Cell, ...]
    height: int
    width: int

    @classmethod
    def of(cls, grid: Grid, cells: int) -> Self:
        """Return the view of the island of a set of cells."""
        return cls(tuple(grid.cells(cells)), *BoundingBox.around(grid, cells)[2:])

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

    Attributes are computed when they are read; `kaleido.lab.attribute_costs` measures them.
    Where the explanation says "after", the move is thought of as made.
    """

    def __init__(self, board: BoardView, number: int) -> None:
        self._board = board
        self._problem = board.state.problem
        self._mask = self._problem.masks[number]
        self.number = number

    def __repr__(self) -> str:
        return f"<Candidate {self.placement}>"

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
        return self._board.colours(self._mask)

    @property
    def crookedness(self) -> float:
        """The paper's value of a shape that is hard to place later: 0.26 for an L, 0.78 for a Z."""
        return self._board.shapes[self._problem.piece_numbers[self.number]][0]

    @property
    def span(self) -> float:
        """The paper's value of a line of four, 0.25; 0 for other pieces."""
        return self._board.shapes[self._problem.piece_numbers[self.number]][1]

    @property
    def border(self) -> int:
        """The number of unit edges around the piece."""
        return self._problem.borders[self.number].bit_count()

    @property
    def matched(self) -> int:
        """How many of the unit edges around the piece are edges already: it matches them."""
        return (self._problem.borders[self.number] & self._board.state.edges).bit_count()

    @property
    def unmatched(self) -> int:
        """How many of the unit edges around the piece are not edges yet: the move makes them."""
        return (self._problem.borders[self.number] & ~self._board.state.edges).bit_count()

    @property
    def frame_distance(self) -> int:
        """The number of steps from its nearest cell to the frame or to a hole; 0 beside them."""
        distances = _frame_distances(self._problem.pattern)
        return min(distances[cell] for cell in bits(self._mask))

    @cached_property
    def _island(self) -> int:
        return next(cells for cells in self._board.island_masks if cells & self._mask)

    @property
    def island(self) -> IslandView:
        """The island in which it lies."""
        return IslandView.of(self._problem.grid, self._island)

    @cached_property
    def window(self) -> int:
        """The edges around the island's cells in the densest window that holds it; 0 without one.

        This is the paper's window, which counts half in its score. Boards of other cells than
        squares have none: there, an `OptionError` says so.
        """
        windows = self._board.windows(self._island, self.size)
        return next((window.edges for cells, window in windows if not self._mask & ~cells), 0)

    @cached_property
    def splits(self) -> int:
        """The number of islands too many that the move leaves of its own, as the paper counts."""
        left = list(self._board.state.sizes_left)
        left.remove(self.size)
        return count_splits(self._problem.grid, self._island, self._mask, tuple(left))

    @property
    def cell_placements(self) -> tuple[int, ...]:
        """The number of placements left, before the move, that cover each of its cells."""
        return tuple(self._board.cell_counts[cell] for cell in bits(self._mask))

    @property
    def piece_placements(self) -> int:
        """The number of placements left, before the move, of its piece."""
        own = self._problem.piece_options[self._problem.piece_numbers[self.number]]
        return (self._board.state.live & own).bit_count()

    @property
    def pieces_after(self) -> tuple[str, ...]:
        """The names of the pieces left after the move, one for each copy."""
        left = list(self._board.pieces_left)
        left.remove(self.piece)
        return tuple(left)

    @property
    def colours_after(self) -> Mapping[str, int]:
        """The number of open cells left after the move of each colour, by its letter."""
        return self._board.colours(self._board.state.free & ~self._mask)

    @cached_property
    def placements_after(self) -> int:
        """The number of placements left after the move."""
        state, problem = self._board.state, self._problem
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
        return self._board.lookahead.terms(self.number)

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
        return self._board.state.place(self.number)


@dataclass(eq=False, repr=False, slots=True)
class Item:
    """An open cell or a piece not yet placed: one of its placements is in every solution.

    It has a `cell` (row, col) or the name of a `piece`; the other one is None. Its `options` are
    the set of placements left that cover it, as in `Problem`.
    """

    _board: BoardView
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
        return [Candidate(self._board, number) for number in bits(self.options)]


class BoardView:
    """A board during the search, in readable values; the search keeps it as a `State`.

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

    def __init__(self, state: State) -> None:
        self.state = state
        self._windows: dict[tuple[int, int], list[tuple[int, Window]]] = {}

    def _cell(self, number: int) -> Item:
        problem = self.state.problem
        options = self.state.live & problem.cell_options[number]
        return Item(self, options, divmod(number, problem.grid.cols), None)

    def _piece(self, number: int) -> Item:
        problem = self.state.problem
        options = self.state.live & problem.piece_options[number]
        return Item(self, options, None, problem.placeable.pieces[number].name)

    @property
    def scarcest(self) -> Item:
        """The cell or piece with the fewest placements left.

        A `NoSolutionError` says that the board is dead, an `OptionError` that it is solved.
        """
        options, problem = self.state.scarcest, self.state.problem
        first = self._first_of(options)
        # It may be any of the cells of its placements, or their piece.
        cells = (self._cell(cell) for cell in bits(problem.masks[first]))
        found = (item for item in cells if item.options == options)
        return next(found, None) or self._piece(problem.piece_numbers[first])

    @property
    def first_cell(self) -> Item:
        """The first open cell in reading order."""
        return self._cell(self._first_of(self.state.free))

    def _first_of(self, numbers: int) -> int:
        # The StopIteration of a bare `next` would quietly end the `map` of a caller.
        for first in bits(numbers):
            return first
        if self.state.dead:
            raise NoSolutionError("the board is dead: it has no solution, so no move is next")
        raise OptionError("the board is solved: no cell and no piece is open")

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
        """The pieces left, except those that may be left over and those with several copies.

        Such a piece need not be covered by itself: covering the cells sees to that.
        """
        counts, needed = self.state.problem.placeable.counts, self.state.problem.placeable.needed
        left = self.state.pieces_left
        return [self._piece(each) for each in left if counts[each] == needed[each] == 1]

    @property
    def candidates(self) -> list[Candidate]:
        """All placements left, in the order of the table of pieces."""
        return [Candidate(self, number) for number in bits(self.state.live)]

    @property
    def islands(self) -> list[IslandView]:
        """The islands, smallest first."""
        return [IslandView.of(self.state.problem.grid, cells) for cells in self.island_masks]

    @cached_property
    def pieces_left(self) -> tuple[str, ...]:
        """The names of the pieces not yet placed, one for each copy."""
        pieces = self.state.problem.placeable.pieces
        return tuple(pieces[number].name for number in self.state.pieces_left)

    @property
    def colours_left(self) -> Mapping[str, int]:
        """The number of open cells of each colour, by its letter on the board."""
        return self.colours(self.state.free)

    @property
    def depth(self) -> int:
        """The number of pieces on the board."""
        return self.state.depth

    # Shared by its candidates; sets of cells are ints, as in `Grid`.

    def colours(self, cells: int) -> Mapping[str, int]:
        """Return how many of some cells have each colour, by its letter."""
        rows, grid = self.state.problem.pattern.rows, self.state.problem.grid
        return Counter(rows[row][col] for row, col in grid.cells(cells))

    @cached_property
    def shapes(self) -> Sequence[tuple[float, float]]:
        """The crookedness and the span of each piece."""
        return matching_of(self.state.problem.placeable, Weights()).shapes

    @cached_property
    def cell_counts(self) -> Mapping[int, int]:
        """The number of placements left that cover each open cell, by its number."""
        live, options = self.state.live, self.state.problem.cell_options
        return {cell: (live & options[cell]).bit_count() for cell in bits(self.state.free)}

    @cached_property
    def lookahead(self) -> Lookahead:
        """The lookahead at this state."""
        lookahead = Lookahead(self.state.problem)
        lookahead.set_state(self.state)
        return lookahead

    @cached_property
    def island_masks(self) -> list[int]:
        """The cells of each island as the edges known leave it, the smallest first."""
        return sorted(self.state.islands, key=int.bit_count)

    def windows(self, island: int, size: int) -> list[tuple[int, Window]]:
        """Return the windows that can hold a piece of a size in an island, with their cells.

        The densest come first.
        """
        if (island, size) not in self._windows:
            problem, grid = self.state.problem, self.state.problem.grid
            need_squares(grid, FOR_SQUARES)
            sides, blocks = Sides.of(grid, self.state.edges), blocks_of(problem.pieces)
            self._windows[island, size] = [
                (grid.rectangle(window.shape, window.corner), window)
                for window in densest_windows(grid, sides, island, size, blocks)
            ]
        return self._windows[island, size]


@lru_cache(maxsize=16)
def _frame_distances(board: Board) -> Mapping[int, int]:
    """Return the number of steps from each cell to the nearest at the frame or at a hole.

    On a torus without holes all are 0.
    """
    grid, cells, reached = board.grid, board.mask, board.zone(EDGE)
    distances = dict.fromkeys(bits(reached), 0)
    steps = 0
    while fresh := grid.spread(reached) & cells & ~reached:
        steps += 1
        distances |= dict.fromkeys(bits(fresh), steps)
        reached |= fresh
    return distances or dict.fromkeys(bits(cells), 0)


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
