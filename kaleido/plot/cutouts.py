"""Parts of a board drawn apart from each other, side by side, each with a caption."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from kaleido.draw.look import INK, MUTED, Shade
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import Scene
from kaleido.model.grid import Cell, Grid
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.model.squares import need_squares
from kaleido.plot.board import paint, show
from kaleido.plot.known import CUT_OUT, Known

FONT = 8
"""The font size of captions, in points."""

LETTERS = 6.0
"""How many letters of a caption are as wide as a cell."""

ACROSS = 22
"""The width to which the parts wrap, in cells."""

LINE = 0.45
"""The height of a line of a caption, in cells."""


class Cutout(NamedTuple):
    """A part of a board: its cells, what is written below it, and the pieces drawn on it."""

    cells: list[Cell]
    caption: str
    pieces: tuple[Placement, ...] = ()

    @property
    def corner(self) -> Cell:
        """The top left cell of its bounding box."""
        return min(row for row, _ in self.cells), min(col for _, col in self.cells)

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of its bounding box."""
        top, left = self.corner
        rows, cols = (max(each) for each in zip(*self.cells, strict=True))
        return rows - top + 1, cols - left + 1

    def moved(self, corner: Cell) -> dict[Cell, Cell]:
        """Return the new place of each cell once the bounding box has another corner."""
        down, right = (new - old for new, old in zip(corner, self.corner, strict=True))
        return {(row, col): (row + down, col + right) for row, col in self.cells}

    @property
    def slot(self) -> tuple[int, int]:
        """The rows and columns that it takes with its caption and a margin."""
        lines = self.caption.split("\n")
        height, width = self.size
        text = max(map(len, lines)) / LETTERS
        return height + int(np.ceil(LINE * len(lines) + 0.5)), int(max(width, np.ceil(text))) + 1


def show_cutouts(
    known: Known, parts: Sequence[Cutout], *, ax: Axes | None = None, marks: str = "none"
) -> Axes:
    """Draw parts of a board side by side, with their bounding boxes and captions."""
    need_squares(known.scene.grid, CUT_OUT)
    corners, rows, cols = _arrange(parts)
    grid = SquareGrid(rows, cols)
    cells: dict[Cell, Shade] = {}
    placed: list[Placement] = []
    borders = 0
    for part, corner in zip(parts, corners, strict=True):
        moved = part.moved(corner)
        cells |= {new: known.scene.cells[old] for old, new in moved.items()}
        borders |= grid.border(moved.values()) | _inside(known, moved, grid)
        for piece in part.pieces:
            there = tuple(moved[cell] for cell in piece.cells)
            placed.append(Placement(piece.piece, piece.face, there))
            borders |= grid.border(there)
    apart = Scene(known.scene.title, grid, cells, tuple(placed), borders, frozenset())
    ax = show(apart, ax=ax, marks=marks)
    for part, (top, left) in zip(parts, corners, strict=True):
        height, width = part.size
        bottom, right = top + height, left + width
        box = ((top, left), (top, right), (bottom, right), (bottom, left))
        paint(ax, [Stroke("box", (box,), MUTED, 0.03)], zorder=0.5)
        ax.text(
            left + width / 2,
            bottom + 0.2,
            part.caption,
            fontsize=FONT,
            color=INK,
            ha="center",
            va="top",
            linespacing=1.1,
            parse_math=False,
        )
    return ax


def _inside(known: Known, moved: dict[Cell, Cell], grid: Grid) -> int:
    """Return the edges between cells of one part, at their new places."""
    inside = 0
    for (row, col), (down, right) in moved.items():
        above, *_, left = grid.cell_sides[down * grid.cols + right]
        if (row - 1, col) in moved and known.edges.horizontal[row, col]:
            inside |= 1 << above
        if (row, col - 1) in moved and known.edges.vertical[row, col]:
            inside |= 1 << left
    return inside


def _arrange(parts: Sequence[Cutout]) -> tuple[list[Cell], int, int]:
    """Return the new corner of each part, and the rows and columns that all of them take.

    The parts stand on shelves from left to right, each in the middle of its slot, and below one
    another where the shelf is high enough.
    """
    corners: list[Cell] = []
    top = height = left = width = used = widest = 0
    for part in parts:
        tall, wide = part.slot
        if used + tall > height or left + wide > ACROSS:
            left, width, used = left + width, 0, 0
        if left and left + wide > ACROSS:
            top, left, height = top + height, 0, 0
        corners.append((top + used, left + (wide - part.size[1]) // 2))
        width, used, height = max(width, wide), used + tall, max(height, used + tall)
        widest = max(widest, left + width)
    return corners, top + height, widest
