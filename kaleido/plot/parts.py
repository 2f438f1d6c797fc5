"""Parts of boards, which are drawn apart from each other with words below them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.geometry import corners
from kaleido.draw.look import BARE, Shade
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import Scene
from kaleido.model.edges import EdgeMap
from kaleido.model.grid import Cell, Grid
from kaleido.model.placement import Placement
from kaleido.plot.boards import paint, show
from kaleido.plot.figure import FONT, LINE, make_figure, set_heading, wrapped, write

_BLANK = 0.07  # the width of the lines around blank squares, in cells


class Part(NamedTuple):
    """A part of a board with words below it, or words alone.

    Cells are counted from the part's own top left corner. Edges are known at the walls, each
    between two neighbours. Pale cells are drawn pale, and blanks, which are no cells, as empty
    squares.
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
        rows, cols = zip((-1, -1), *self.cells, *self.blank, strict=True)
        return max(rows) + 1, max(cols) + 1


def places(cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Return the place of each cell in the bounding box of all."""
    cells = list(cells)
    top, left = (min(each) for each in zip(*cells, strict=True))
    return {(row, col): (row - top, col - left) for row, col in cells}


def cut_out(
    words: str,
    at: Mapping[Cell, Cell],
    shades: Mapping[Cell, Shade],
    edges: EdgeMap,
    pieces: Iterable[Placement] = (),
) -> Part:
    """Return the cells of a board that get a place, with the edges between them and some pieces."""
    walls = []
    for row, col in at:
        for beside, known in ((row + 1, col), edges.horizontal), ((row, col + 1), edges.vertical):
            if beside in at and known[beside]:
                walls.append((at[row, col], at[beside]))
    moved = (Placement(each.piece, each.face, tuple(at[c] for c in each.cells)) for each in pieces)
    return Part(words, {at[cell]: shades[cell] for cell in at}, tuple(moved), tuple(walls))


def in_rows(
    parts: Sequence[Part], across: int, slot: int, caption: int, left: int = 0
) -> tuple[list[Cell], int]:
    """Return the corners of parts in rows of slots, and how many rows all take with captions."""
    corners: list[Cell] = []
    top = 0
    for start in range(0, len(parts), across):
        row = parts[start : start + across]
        corners += [(top, left + slot * place) for place in range(len(row))]
        top += max(part.size[0] for part in row) + caption
    return corners, top


def scene_of_parts(parts: Sequence[Part], corners: Sequence[Cell], grid: Grid) -> Scene:
    """Return all parts as one scene, each with its top left cell at a corner."""
    cells: dict[Cell, Shade] = {}
    pieces: list[Placement] = []
    pale: set[Cell] = set()
    borders = 0
    for part, (top, left) in zip(parts, corners, strict=True):
        moved = {(row, col): (row + top, col + left) for row, col in part.cells}
        cells |= {moved[cell]: shade for cell, shade in part.cells.items()}
        borders |= grid.border(moved.values())
        for piece in part.pieces:
            there = tuple(moved[cell] for cell in piece.cells)
            pieces.append(Placement(piece.piece, piece.face, there))
            borders |= grid.border(there)
        for wall in part.walls:
            borders |= grid.between(*(grid.cell_bits([moved[cell]]) for cell in wall))
        pale |= {moved[cell] for cell in part.pale}
    return Scene("", grid, cells, tuple(pieces), borders, frozenset(pale))


def draw_parts(
    parts: Sequence[Part],
    at: Sequence[Cell],
    grid: Grid,
    *,
    figure: Figure | None,
    width: float,
    side: float,
    heading: str,
    marks: str,
    gap: float = 0.3,
) -> tuple[Figure, Axes]:
    """Draw parts at their corners on a grid, with their words `gap` cells below them.

    A new figure is `width` inches wide, and each of its cells `side`. The heading wraps to it.
    """
    if figure is None:
        lines = wrapped(heading, width).count("\n")
        figure = make_figure(width, side * grid.rows + LINE * (2 + lines))
    set_heading(figure, heading, width)
    ax = show(scene_of_parts(parts, at, grid), ax=figure.subplots(), marks=marks)
    ax.set_anchor("N")
    for part, (top, left) in zip(parts, at, strict=True):
        squares = [corners(grid, (top + row, left + col)) for row, col in part.blank]
        paint(ax, [Stroke("blank", tuple(squares), BARE, _BLANK)], zorder=0.5)
        looks = {"va": "top", "linespacing": 1.2, "fontweight": "normal" if part.cells else "bold"}
        write(ax, left, top + part.size[0] + gap, part.words, FONT, **looks)
    return figure, ax
