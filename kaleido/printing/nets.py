"""Nets of pieces: both faces side by side, so that folded they are a piece with both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kaleido.draw.look import SHADES, Shade, piece_shade
from kaleido.draw.scene import Scene
from kaleido.errors import OptionError
from kaleido.model.grid import Cell
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid


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
    if not pieces.lattice.is_square:
        raise OptionError(
            f"pieces to cut out are made of squares; those of {pieces.name} of "
            f"{pieces.lattice.cells}"
        )
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
        SquareGrid(front.height, front.width * len(piece.faces)),
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
    """The place of a net on a page: its top left corner, its width and its height."""

    net: Net
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Spot) -> bool:
        """Return whether two nets take the same place."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


def pack(
    nets: Sequence[Net], width: float, height: float, cell: float, gap: float
) -> list[list[Spot]]:
    """Lay nets on pages: the tallest first, each on the first page and as high up as it fits.

    Every net must fit on a page by itself, and has a gap to the next one.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> [len(page) for page in pack(list(make_nets(CLASSIC)), 180, 240, 18, 5)]
    [10, 8]
    """
    pages: list[list[Spot]] = []
    for net in sorted(nets, key=lambda net: (-net.size[0], -net.size[1])):
        high, wide = (side * cell + gap for side in net.size)
        for page in pages:
            free = _first_place(page, net, (wide, high), (width + gap, height + gap))
            if free is not None:
                page.append(free)
                break
        else:
            pages.append([Spot(net, 0.0, 0.0, wide, high)])
    return pages


def _first_place(
    page: list[Spot], net: Net, size: tuple[float, float], room: tuple[float, float]
) -> Spot | None:
    """Return the highest free place on a page, of these the leftmost; None if there is none.

    In it, the net lies against the edges of the page or of other nets.
    """
    lefts = sorted({0.0, *(spot.x + spot.width for spot in page)})
    tops = sorted({0.0, *(spot.y + spot.height for spot in page)})
    for top in tops:
        for left in lefts:
            spot = Spot(net, left, top, *size)
            is_inside = left + spot.width <= room[0] and top + spot.height <= room[1]
            if is_inside and not any(map(spot.overlaps, page)):
                return spot
    return None
