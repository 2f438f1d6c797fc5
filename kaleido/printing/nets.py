"""Nets of pieces: both faces side by side, so that folded they are a piece with both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kaleido.draw.look import SHADES, Shade, piece_shade
from kaleido.draw.scene import Scene
from kaleido.model.grid import Cell, Grid
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement


class Net(NamedTuple):
    """What is cut out for a piece.

    Attributes
    ----------
    piece : Piece
    scene : Scene
        The front and, mirrored at the fold, the back.
    fold : tuple of (row, col)
        The tops of the unit sides along which it is folded; none for a piece with one face.
    """

    piece: Piece
    scene: Scene
    fold: tuple[Cell, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.scene.grid.rows, self.scene.grid.cols


def make_nets(pieces: PieceSet) -> Iterator[Net]:
    """Yield a net for each piece of a set, and for each of its copies.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> sum(len(net.scene.cells) for net in make_nets(CLASSIC))
    128
    """
    for number, (piece, copies) in enumerate(zip(pieces, pieces.counts, strict=True)):
        net = make_net(piece, piece_shade(number, piece.name))
        for _ in range(copies):
            yield net


def make_net(piece: Piece, shade: Shade) -> Net:
    """Return the net of a piece; `shade` is that of one without colours.

    The front is turned so that the fold is as long as it can be, and then the net as narrow.
    """
    front = min(piece.front.orientations, key=lambda each: (-len(_hinge(each)), each.width))
    hinge: tuple[Cell, ...] = ()
    coloured = list(front.coloured())
    if piece.back is not None:
        mirror = front.mirrored()
        back = next(each for each in piece.back.orientations if each.cells == mirror.cells)
        coloured += (((row, col + front.width), letter) for (row, col), letter in back.coloured())
        hinge = _hinge(front)
    cells = tuple(cell for cell, _ in coloured)
    scene = Scene(
        f"Piece {piece.name}, to cut out",
        Grid(front.height, front.width * len(piece.faces)),
        {cell: shade if piece.is_plain else SHADES[letter] for cell, letter in coloured},
        (Placement(piece.name, piece.front.name, cells),),
        0,
        frozenset(),
    )
    return Net(piece, scene, hinge)


def _hinge(face: Orientation) -> tuple[Cell, ...]:
    """Return the tops of the unit sides at the right end of a face."""
    return tuple((row, col + 1) for row, col in face.cells if col + 1 == face.width)


class Spot(NamedTuple):
    """The place of a net on a page: its top left corner, in cells or any other unit."""

    net: Net
    x: float
    y: float


def pack(
    nets: Sequence[Net], width: float, height: float, cell: float, gap: float
) -> list[list[Spot]]:
    """Lay nets on pages: on shelves, the tallest first, and below one another where they fit.

    Every net takes the gap to its right and below it. It must fit on a page by itself.
    """
    pages: list[_Sheet] = []
    for net in sorted(nets, key=lambda net: (-net.size[0], -net.size[1])):
        high, wide = (side * cell + gap for side in net.size)
        if not any(page.add(net, wide, high) for page in pages):
            pages.append(_Sheet(width, height))
            pages[-1].add(net, wide, high)
    return [page.spots for page in pages]


class _Sheet:
    """A page with shelves below one another."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.spots: list[Spot] = []
        self._shelves: list[_Shelf] = []

    def add(self, net: Net, wide: float, high: float) -> bool:
        """Return whether there is room for a net, and take it."""
        place = next(
            filter(None, (each.add(wide, high, self.width) for each in self._shelves)), None
        )
        if place is None:
            top = sum(each.height for each in self._shelves)
            if top + high > self.height:
                return False
            self._shelves.append(_Shelf(top, high))
            place = self._shelves[-1].add(wide, high, self.width)
            assert place is not None  # it is not wider than the page
        self.spots.append(Spot(net, *place))
        return True


class _Shelf:
    """A row of columns of nets; each column is as wide as the net at its top."""

    def __init__(self, top: float, height: float) -> None:
        self.top, self.height = top, height
        self._columns: list[list[float]] = []  # left, width and used height of each

    def add(self, wide: float, high: float, width: float) -> tuple[float, float] | None:
        """Return the corner of a net that is added, or None if there is no room."""
        for column in self._columns:
            left, room, used = column
            if wide <= room and used + high <= self.height:
                column[2] += high
                return left, self.top + used
        left = sum(self._columns[-1][:2]) if self._columns else 0.0
        if high > self.height or left + wide > width:
            return None
        self._columns.append([left, wide, high])
        return left, self.top
