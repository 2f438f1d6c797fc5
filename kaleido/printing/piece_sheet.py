"""Sheets of pieces to cut out, at true size, with a scale."""

from collections.abc import Iterator, Sequence
from itertools import product, repeat
from typing import NamedTuple, Self

from kaleido.base.errors import OptionError
from kaleido.base.text import quote
from kaleido.draw.look import INK, SHADES, Shade, piece_shades
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import Scene
from kaleido.model.grid import Cell
from kaleido.model.names import piece_labels
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.boards import paint
from kaleido.printing.page import CELL, Page
from kaleido.printing.paper import MARGIN, PaperSize


class Net(NamedTuple):
    """The outline to cut out for a piece: its front and, mirrored at the fold, its back.

    The fold has the top of each of its unit sides; a piece with one face has no fold.
    """

    piece: Piece
    label: str
    scene: Scene
    fold: tuple[Cell, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.scene.grid.rows, self.scene.grid.cols


def make_nets(pieces: PieceSet) -> Iterator[Net]:
    """Yield a net for each piece of a set, and for each of its copies."""
    shades, labels = piece_shades(pieces), piece_labels(pieces)
    for piece, copies in zip(pieces, pieces.counts, strict=True):
        yield from repeat(make_net(piece, shades[piece.name], labels[piece.name]), copies)


def make_net(piece: Piece, shade: Shade, label: str) -> Net:
    """Return the net of a piece with its name for people; `shade` is that of one without colours.

    The front is turned so that the fold is as long as it can be, and then the net as narrow.
    """
    front = min(piece.front.orientations, key=lambda each: (-len(_hinge(each)), each.width))
    coloured = list(front.coloured())
    if piece.back is not None:
        mirror = front.mirrored()
        back = next(each for each in piece.back.orientations if each.cells == mirror.cells)
        coloured += (((row, col + front.width), letter) for (row, col), letter in back.coloured())
    cells = tuple(cell for cell, _ in coloured)
    scene = Scene(
        f"Piece {label}, to cut out",
        SquareGrid(front.height, front.width * len(piece.faces)),
        {cell: shade if piece.is_plain else SHADES[letter] for cell, letter in coloured},
        (Placement(piece.name, piece.front.name, cells, label),),
        0,
        frozenset(),
    )
    return Net(piece, label, scene, () if piece.back is None else _hinge(front))


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

    def overlaps(self, other: Self) -> bool:
        """Return whether two nets overlap."""
        is_beside = self.x >= other.x + other.width or other.x >= self.x + self.width
        return not is_beside and self.y < other.y + other.height and other.y < self.y + self.height


def pack(
    nets: Sequence[Net], width: float, height: float, cell: float, gap: float
) -> list[list[Spot]]:
    """Lay nets on pages: the tallest first, each on the first page and as high up as it fits.

    Every net must fit on a page by itself. It is put against the edges of the page or of other
    nets, with a gap.
    """
    pages: list[list[Spot]] = []
    for net in sorted(nets, key=lambda net: (-net.size[0], -net.size[1])):
        high, wide = (side * cell + gap for side in net.size)
        for page in pages:
            lefts = sorted({0.0, *(spot.x + spot.width for spot in page)})
            tops = sorted({0.0, *(spot.y + spot.height for spot in page)})
            places = (Spot(net, left, top, wide, high) for top, left in product(tops, lefts))
            inside = (
                spot
                for spot in places
                if spot.x + wide <= width + gap and spot.y + high <= height + gap
            )
            free = next((spot for spot in inside if not any(map(spot.overlaps, page))), None)
            if free is not None:
                page.append(free)
                break
        else:
            pages.append([Spot(net, 0.0, 0.0, wide, high)])
    return pages


GAP = 5.5  # the space between nets, which has the name of the net above
LEAST_CELL = 5.0  # the least side of a cell of a piece that can be cut out
_TOP = 23.0  # the height above the nets, for the instructions
_SCALE = 16.0  # the height that the scale takes above the lower margin

_FOLDED = (
    "Cut along the outlines, fold along the dashed lines with the print outside, and glue the "
    "halves together."
)
_FLAT = "Cut along the outlines."


def piece_pages(
    pieces: PieceSet, paper: PaperSize, cell: float = CELL, marks: str = "hatches"
) -> Iterator[Page]:
    """Yield pages with the pieces of a set to cut out.

    A piece with two faces has both side by side. Cut out in one, folded and glued, they are a
    piece with the front on one side and the back, turned over, on the other.

    Parameters
    ----------
    cell : float, optional
        The side of a cell in millimetres.
    marks : {"none", "letters", "hatches"}, optional
        Letters or hatches on cells.
    """
    if not pieces.lattice.is_square:
        raise OptionError(
            f"the pieces of {quote(pieces.name)} cannot be printed: expected pieces of squares, "
            f"not of {pieces.lattice.cells}"
        )
    nets = list(make_nets(pieces))
    width, height = paper.inside[0], paper.height - _TOP - MARGIN - _SCALE
    most = min(min(height / net.size[0], width / net.size[1]) for net in nets)
    most = int(2 * most) / 2
    if not LEAST_CELL <= cell <= most:
        raise OptionError(
            f"cells of {cell:g} mm: expected {LEAST_CELL:g} to {most:g} mm for these pieces on "
            f"{paper.name} paper"
        )
    folded = any(net.fold for net in nets)
    title = pieces.title or pieces.name
    for number, spots in enumerate(pack(nets, width, height, cell, GAP), start=1):
        page = Page(paper)
        head = title if number == 1 else f"{title}, continued"
        page.write(MARGIN, 14, f"{head}: pieces to cut out", size=13, bold=True, room=width)
        page.write(MARGIN, 19.5, _FOLDED if folded else _FLAT, size=8.5)
        for spot in spots:
            _draw_net(page, spot, cell, marks)
        _draw_scale(page, cell)
        yield page


def _draw_net(page: Page, spot: Spot, cell: float, marks: str) -> None:
    net, x, y = spot.net, MARGIN + spot.x, _TOP + spot.y
    ax = page.draw(net.scene, x, y, cell, marks=marks)
    sides = [((row, col), (row + 1, col)) for row, col in net.fold]
    paint(ax, [Stroke("casing", (side,), "#ffffff", 0.06) for side in sides], zorder=3)
    for (row, col), (end, _) in sides:
        ax.plot([col, col], [row, end], color=INK, linewidth=1.1, linestyle=(0, (3, 2)), zorder=4)
    left = min(col for row, col in net.scene.cells if row == net.size[0] - 1)
    page.write(x + left * cell, y + net.size[0] * cell + 3.4, net.label, size=6)


def _draw_scale(page: Page, cell: float) -> None:
    """Draw a scale in centimetres, to be measured before cutting."""
    length = 10
    top = page.bottom - 8
    ax = page.axes(MARGIN, top - 3, 10.0 * length, 3)
    ax.set(xlim=(0, length), ylim=(0, 1))
    ax.set_axis_off()
    ax.plot([0, length], [0, 0], color=INK, linewidth=1.4, clip_on=False)
    for mark in range(length + 1):
        ax.plot(
            [mark] * 2, [0, 1 if mark % 5 == 0 else 0.6], color=INK, linewidth=0.8, clip_on=False
        )
        page.write(MARGIN + 10 * mark, top + 3.6, str(mark), size=7, align="center")
    page.write(MARGIN + 10 * length + 6, top, "cm. Print at 100 %, not “fit to page”.", size=8)
    page.write(MARGIN + 10 * length + 6, top + 3.8, f"Each cell is {cell:g} mm wide.", size=8)
