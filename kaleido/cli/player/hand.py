"""A piece in the hand: held over the board, turned, turned over and moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from kaleido.base.arguments import checked_arguments
from kaleido.draw.geometry import middle
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices.lattice import Point
from kaleido.model.piece import Face, Orientation, Piece
from kaleido.model.placement import Placement
from kaleido.search.placing import laid, turn_name


@checked_arguments
@dataclass(frozen=True)
class Hand:
    """A piece over the board, where all its cells lie between the sides of the board.

    The numbers of its face and of the orientation of that face, and the cell of the board under the
    first cell of the orientation, say how it lies.

    Examples
    --------
    >>> from kaleido import CLASSIC, named_pattern
    >>> hand = Hand.over(named_pattern("car").grid, CLASSIC["domino"])
    >>> hand.placement.cells, hand.moved(0, 1).turned().moved(1, 0).placement.cells
    (((3, 3), (3, 4)), ((3, 4), (4, 4)))
    """

    grid: Grid
    piece: Piece
    face: int
    number: int
    first: Cell

    @classmethod
    def over(cls, grid: Grid, piece: Piece, middle: Point | None = None) -> Hand | None:
        """Return a piece as it is drawn, near some point, by default the middle of the board.

        It is turned if only that makes it fit between the sides; None if nothing does.
        """
        near = middle or ((grid.rows - 1) / 2, (grid.cols - 1) / 2)
        return next(_near(near, cls._poses(grid, piece)), None)

    @classmethod
    def holding(cls, grid: Grid, piece: Piece, placement: Placement) -> Hand:
        """Return a piece from the board, with its face and turn there."""
        return next(
            replace(hand, first=first)
            for hand in cls._poses(grid, piece)
            for first, cells in hand.homes.items()
            if hand.up.name == placement.face and {*cells} == {*placement.cells}
        )

    @classmethod
    def _poses(cls, grid: Grid, piece: Piece) -> Iterator[Hand]:
        for face, up in enumerate(piece.faces):
            for number in range(len(up.orientations)):
                yield cls(grid, piece, face, number, (0, 0))

    @property
    def up(self) -> Face:
        """The face that is up."""
        return self.piece.faces[self.face]

    @property
    def shape(self) -> Orientation:
        """The piece as it is turned."""
        return self.up.orientations[self.number]

    @property
    def turn(self) -> str:
        """The name of the turn; empty for none."""
        return turn_name(self.number, self.piece.lattice)

    @property
    def homes(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """The cells that the shape covers, in its own order, by the cell under its first one."""
        return _homes(self.shape, self.grid)

    @property
    def coloured(self) -> dict[Cell, str]:
        """The cells under the piece, with the letters of its colours."""
        return dict(zip(self.homes[self.first], self.shape.colours, strict=True))

    @property
    def placement(self) -> Placement:
        """The placement that the piece makes where it is held."""
        return Placement(self.piece.name, self.up.name, tuple(sorted(self.homes[self.first])))

    @property
    def middle(self) -> Point:
        """The middle of the cells under the piece."""
        return middle(self.homes[self.first])

    def turned(self) -> Hand:
        """Return the piece turned on, about its middle, as far as it must to fit on the board."""
        count = len(self.up.orientations)
        numbers = ((self.number + step) % count for step in range(1, count + 1))
        return next(_near(self.middle, (replace(self, number=number) for number in numbers)))

    def turned_over(self) -> Hand:
        """Return the piece with its other face up; as it is if it has none."""
        face = (self.face + 1) % len(self.piece.faces)
        count = len(self.piece.faces[face].orientations)
        numbers = ((self.number + step) % count for step in range(count))
        hands = (replace(self, face=face, number=number) for number in numbers)
        return next(_near(self.middle, chain(hands, [self])))

    def moved(self, down: int, right: int) -> Hand:
        """Return the piece one home further along a column or a row, around joined sides, too.

        Where cells of its kind lie aside of that line alone, it goes there.
        """
        grid = self.grid
        around = grid.wraps_rows * grid.rows if down else grid.wraps_cols * grid.cols
        ways = {}
        for home in self.homes:
            rows, cols = (to - at for to, at in zip(home, self.first, strict=True))
            ahead, aside = rows * down + cols * right, abs(cols if down else rows)
            if around:
                ahead %= around
            if 0 < ahead >= aside:
                # Rows before columns: on triangles, every other cell of a column is of their kind.
                ways[home] = (ahead + aside, ahead if down else aside)
        return replace(self, first=min(ways, key=ways.__getitem__)) if ways else self


@lru_cache(maxsize=256)
def _homes(shape: Orientation, grid: Grid) -> dict[Cell, tuple[Cell, ...]]:
    return {
        first: cells
        for first in grid.every_cell
        if (cells := laid(shape, first, grid, ordered=False)) is not None
        and all(0 <= row < grid.rows and 0 <= col < grid.cols for row, col in cells)
    }


def _near(place: Point, hands: Iterable[Hand]) -> Iterator[Hand]:
    """Yield those of some hands that fit on the board, each at its home nearest to a point."""
    for hand in hands:
        far = {
            home: sum((a - b) ** 2 for a, b in zip(middle(cells), place, strict=True))
            for home, cells in hand.homes.items()
        }
        if far:
            yield replace(hand, first=min(far, key=far.__getitem__))
