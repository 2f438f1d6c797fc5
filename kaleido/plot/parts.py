"""Parts of boards, drawn apart in rows of equal slots and on one scale."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.look import BARE, INK, Shade
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import Scene
from kaleido.model.grid import Cell, Grid
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.board import paint, show
from kaleido.plot.figure import HEADING, make_figure, wrapped
from kaleido.plot.panels import FONT, LINE, NARROWEST, check_width

SMALLEST, LARGEST = 0.155, 0.24
"""The least and the greatest side of a cell in a new figure, in inches."""

CAPTION = 0.36
"""The height of a caption of two lines with the space below it, in inches."""

BLANK = 0.07
"""The width of the lines around blank squares, in cells."""


class Part(NamedTuple):
    """A part of a board, or words alone.

    Cells are counted from the part's own top left corner.

    Attributes
    ----------
    words : str
        What is written below it.
    cells : mapping of (row, col) to Shade
    pieces : tuple of Placement
        The pieces among the cells.
    walls : tuple of pairs of (row, col)
        Neighbouring cells between which an edge is known, the upper or left one first.
    pale : set of (row, col)
        The cells that are drawn pale.
    blank : tuple of (row, col)
        Places without a cell that are drawn as empty squares.
    """

    words: str
    cells: Mapping[Cell, Shade] = {}
    pieces: tuple[Placement, ...] = ()
    walls: tuple[tuple[Cell, Cell], ...] = ()
    pale: frozenset[Cell] = frozenset()
    blank: tuple[Cell, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns."""
        places = [*self.cells, *self.blank]
        return (
            max((row for row, _ in places), default=-1) + 1,
            max((col for _, col in places), default=-1) + 1,
        )


def show_parts(
    parts: Sequence[Part],
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    heading: str = "",
    marks: str = "none",
) -> Figure:
    """Draw parts in rows from left to right, with their words below them.

    The parameter `width` is that of a new figure, in inches. An `OptionError` is raised if not
    even one slot fits, or if `marks` is unknown.
    """
    check_width(width)
    if figure is not None:
        width = figure.get_figwidth()
    widest = max(part.size[1] for part in parts) + 1
    across = max(1, min(int(width // max(NARROWEST, SMALLEST * widest)), len(parts)))
    side = min(LARGEST, width / across / widest)
    slot = max(widest, math.floor(min(width / across, 2.5) / side))
    corners, rows = _arrange(parts, across, slot, math.ceil(CAPTION / side))
    if figure is None:
        width = min(width, side * slot * across)
    heading = wrapped(heading, width)
    if figure is None:
        height = side * rows + LINE * (2 + heading.count("\n"))
        figure = make_figure(width, height)
    figure.suptitle(heading, fontsize=HEADING, color=INK, parse_math=False)
    grid = SquareGrid(rows, slot * across)
    ax = show(_scene(parts, corners, grid), ax=figure.subplots(), marks=marks)
    ax.set_anchor("N")
    for part, corner in zip(parts, corners, strict=True):
        _write(ax, part, corner)
    return figure


def _arrange(parts: Sequence[Part], across: int, slot: int, caption: int) -> tuple[list[Cell], int]:
    """Return the corners of parts, and the rows that all of them take."""
    corners: list[Cell] = []
    top = 0
    for start in range(0, len(parts), across):
        row = parts[start : start + across]
        corners += [(top, place * slot) for place in range(len(row))]
        top += max(part.size[0] for part in row) + caption
    return corners, top


def _scene(parts: Sequence[Part], corners: Sequence[Cell], grid: Grid) -> Scene:
    """Return all parts as one scene."""
    cells: dict[Cell, Shade] = {}
    pieces: list[Placement] = []
    pale: set[Cell] = set()
    borders = 0
    for part, corner in zip(parts, corners, strict=True):
        moved = {cell: _moved(cell, corner) for cell in part.cells}
        cells |= {moved[cell]: shade for cell, shade in part.cells.items()}
        borders |= grid.border(moved.values())
        for piece in part.pieces:
            there = tuple(moved[cell] for cell in piece.cells)
            pieces.append(Placement(piece.piece, piece.face, there))
            borders |= grid.border(there)
        for before, after in part.walls:
            beside = grid.cell_bits([_moved(before, corner)])
            borders |= grid.between(beside, grid.cell_bits([moved[after]]))
        pale |= {moved[cell] for cell in part.pale}
    return Scene("", grid, cells, tuple(pieces), borders, frozenset(pale))


def _write(ax: Axes, part: Part, corner: Cell) -> None:
    """Draw the blank squares of a part and write its words."""
    top, left = corner
    for row, col in (_moved(cell, corner) for cell in part.blank):
        square = ((row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col))
        paint(ax, [Stroke("blank", (square,), BARE, BLANK)], zorder=0.5)
    options: dict[str, Any] = {"fontsize": FONT, "color": INK, "va": "top", "linespacing": 1.2}
    under = top + part.size[0] + 0.3
    weight = "normal" if part.cells else "bold"
    ax.text(left, under, part.words, fontweight=weight, parse_math=False, **options)


def _moved(cell: Cell, corner: Cell) -> Cell:
    return cell[0] + corner[0], cell[1] + corner[1]
