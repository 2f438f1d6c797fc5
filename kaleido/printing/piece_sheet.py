"""Sheets of pieces to cut out, at true size, with a scale."""

from collections.abc import Iterator

from kaleido.draw.look import INK
from kaleido.draw.picture import Stroke
from kaleido.errors import OptionError
from kaleido.model.piece_set import PieceSet
from kaleido.plot.board import paint
from kaleido.printing.nets import Net, Spot, make_nets, pack
from kaleido.printing.page import Page
from kaleido.printing.paper import CELL, MARGIN, Paper
from kaleido.text import quote

GAP = 5.5
"""The space between nets, in which the name of the one above stands."""

LEAST_CELL = 5.0
"""The least side of a cell of a piece that can be cut out."""

_TOP = 23.0
"""Where the nets begin; above them stands how to cut them out."""

_SCALE = 16.0
"""The height that the scale takes above the lower margin."""

_FOLDED = (
    "Cut along the outlines, fold along the dashed lines with the print outside, and glue the "
    "halves together."
)
_FLAT = "Cut along the outlines."


def piece_pages(
    pieces: PieceSet, paper: Paper, cell: float = CELL, marks: str = "hatches"
) -> Iterator[Page]:
    """Yield pages with the pieces of a set to cut out.

    A piece with two faces has both side by side. Cut out in one, folded and glued, they are a
    piece with the front on one side and the back, turned over, on the other.

    Parameters
    ----------
    pieces : PieceSet
    paper : Paper
    cell : float, optional
        The side of a cell in millimetres.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Raises
    ------
    OptionError
        A piece does not fit on the paper, the cells are too small to be cut, or they are no
        squares.
    """
    if not pieces.lattice.is_square:
        raise OptionError(
            f"the pieces of {quote(pieces.name)} cannot be printed: expected pieces of squares, "
            f"not of {pieces.lattice.cells}"
        )
    nets = list(make_nets(pieces))
    width, height = paper.inside[0], paper.height - _TOP - MARGIN - _SCALE
    _check_cell(nets, paper, cell, width, height)
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


def _check_cell(nets: list[Net], paper: Paper, cell: float, width: float, height: float) -> None:
    """Raise an `OptionError` unless all nets fit and can be cut out."""
    most = min(min(height / net.size[0], width / net.size[1]) for net in nets)
    most = int(2 * most) / 2
    if not LEAST_CELL <= cell <= most:
        raise OptionError(
            f"cells of {cell:g} mm: expected {LEAST_CELL:g} to {most:g} mm for these pieces on "
            f"{paper.name} paper"
        )


def _draw_net(page: Page, spot: Spot, cell: float, marks: str) -> None:
    net, x, y = spot.net, MARGIN + spot.x, _TOP + spot.y
    ax = page.draw(net.scene, x, y, cell, marks=marks)
    sides = [((row, col), (row + 1, col)) for row, col in net.fold]
    paint(ax, [Stroke("casing", (side,), "#ffffff", 0.06) for side in sides], zorder=3)
    for (row, col), (end, _) in sides:
        ax.plot([col, col], [row, end], color=INK, linewidth=1.1, linestyle=(0, (3, 2)), zorder=4)
    left = min(col for row, col in net.scene.cells if row == net.size[0] - 1)
    page.write(x + left * cell, y + net.size[0] * cell + 3.4, net.piece.name, size=6)


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
