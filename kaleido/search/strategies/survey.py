"""What the paper's method needs of a state: edges, islands and sizes left."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kaleido.model.grid import Cell, Grid
from kaleido.model.sides import Sides
from kaleido.search.state import State
from kaleido.search.strategies.progression import Sizes


class Box(NamedTuple):
    """A rectangle of cells.

    Attributes
    ----------
    top, left : int
        Its first row and column.
    height, width : int
    """

    top: int
    left: int
    height: int
    width: int

    @classmethod
    def around(cls, grid: Grid, cells: int) -> "Box":
        """Return the bounding box of a set of cells.

        Examples
        --------
        >>> grid = Grid(8, 8)
        >>> Box.around(grid, grid.cell_bits([(2, 5), (3, 4)]))
        Box(top=2, left=4, height=2, width=2)
        """
        places = list(grid.cells(cells))
        top, bottom = places[0][0], places[-1][0]
        cols = [col for _, col in places]
        return cls(top, min(cols), bottom - top + 1, max(cols) - min(cols) + 1)

    @property
    def area(self) -> int:
        """The number of its cells."""
        return self.height * self.width


class Island:
    """One island.

    Attributes
    ----------
    grid : Grid
    mask : int
        Its open cells, in the numbering of `Grid`.
    size : int
        The number of its open cells.
    found : int
        The number of cells that it had when it was found.
    sizes : tuple of int
        What is left of its size progression, if that is made once; for the last island, the
        sizes of the pieces left take its place.
    options : int
        A set of placements with all those in it that can be made there; by default all.
    """

    def __init__(
        self,
        grid: Grid,
        mask: int,
        *,
        box: Box | None = None,
        found: int | None = None,
        sizes: Sizes = (),
        options: int = -1,
    ) -> None:
        self.grid = grid
        self.mask = mask
        self.size = mask.bit_count()
        self._box = box
        self.found = self.size if found is None else found
        self.sizes = sizes
        self.options = options

    def reduced(self, mask: int, sizes: Sizes) -> "Island":
        """Return the same island with some of its cells and what is left of its progression."""
        return Island(
            self.grid, mask, box=self.box, found=self.found, sizes=sizes, options=self.options
        )

    @property
    def box(self) -> Box:
        """Its bounding box; that of all its cells when it was found, if it was found once."""
        if self._box is None:
            self._box = Box.around(self.grid, self.mask)
        return self._box

    @cached_property
    def is_connected(self) -> bool:
        """Whether its cells touch each other, edges or not; one that was split may not be."""
        return self.grid.joins(self.mask, self.mask)


class Survey:
    """What is known of a state.

    Parameters
    ----------
    state : State
    islands : list of Island, optional
        Its islands in the order in which they are filled; by default they are found anew, and
        taken by size.

    Attributes
    ----------
    islands : list of Island
    pieces : tuple of int
        The numbers of the pieces left, as in `State.pieces_left`.
    left : tuple of int
        Their sizes, descending.
    """

    def __init__(
        self,
        state: State,
        islands: list[Island] | None = None,
        *,
        sides: Sides | None = None,
        pieces: tuple[int, ...] | None = None,
        left: Sizes | None = None,
    ) -> None:
        self.state = state
        self._grid: Grid = state.problem.grid
        self._sides = sides
        self.islands = self._found_anew() if islands is None else islands
        self.pieces = state.pieces_left if pieces is None else pieces
        self.left = tuple(sorted(self.sizes, reverse=True)) if left is None else left

    def _found_anew(self) -> list[Island]:
        masks = self._grid.islands(self.state.edges, self.state.free)
        return [Island(self._grid, mask) for mask in sorted(masks, key=int.bit_count)]

    @property
    def sizes(self) -> Sizes:
        """The sizes of the pieces left, in the order of the pieces."""
        pieces = self.state.problem.placeable.pieces
        return tuple([pieces[number].size for number in self.pieces])

    @property
    def sides(self) -> Sides:
        """The edges known, seen from the cells."""
        if self._sides is None:
            self._sides = Sides(self._grid, self.state.edges)
        return self._sides

    def after(self, state: State, border: Sides, islands: list[Island] | None = None) -> "Survey":
        """Return the survey of a state one placement later.

        Only what the placement changes is looked at, so this takes less time than a new survey.

        Parameters
        ----------
        state : State
        border : Sides
            The sides of the border of the placement.
        islands : list of Island, optional
            As for `Survey`.
        """
        number = state.last
        assert number is not None  # the placement
        sides = self.sides.joined(border)
        return Survey(
            state,
            self._islands_after(sides, number) if islands is None else islands,
            sides=sides,
            pieces=without_one(self.pieces, state.problem.piece_numbers[number]),
            left=self.left_after(number),
        )

    def _islands_after(self, sides: Sides, number: int) -> list[Island]:
        """Return the islands found anew after a placement, which changes one of them."""
        cells = self.state.problem.masks[number]
        kept = [island for island in self.islands if not island.mask & cells]
        for island in self.islands:
            if island.mask & cells:
                rest = island.mask & ~cells
                beside = self._grid.spread(cells) & rest
                kept += [Island(self._grid, part) for part in sides.parts(rest, beside)]
        return sorted(kept, key=lambda island: (island.size, island.mask & -island.mask))

    def island_of(self, number: int) -> Island:
        """Return the island that placement `number` lies in."""
        mask = self.state.problem.masks[number]
        return next(island for island in self.islands if island.mask & mask)

    def edges_around(self, number: int) -> int:
        """Return how many sides of the cells of placement `number` are edges."""
        return self.sides.count(self.state.problem.masks[number])

    def cells(self, number: int) -> Iterator[Cell]:
        """Yield the cells (row, col) of placement `number`."""
        return self._grid.cells(self.state.problem.masks[number])

    def left_after(self, number: int) -> Sizes:
        """Return the sizes of the pieces left after placement `number`."""
        return without_one(self.left, self.state.problem.masks[number].bit_count())


def without_one(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return some numbers without the first that is `number`.

    Examples
    --------
    >>> without_one((4, 3, 3, 1), 3)
    (4, 3, 1)
    """
    place = numbers.index(number)
    return numbers[:place] + numbers[place + 1 :]
