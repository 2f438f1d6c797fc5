"""A window of the paper's method as a frame over an island."""

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.look import ACCENT, IMPLIED, INK
from kaleido.draw.outline import outline
from kaleido.draw.scene import Thing
from kaleido.errors import OptionError
from kaleido.model.cell_names import cell_name
from kaleido.model.edges import BoolArray
from kaleido.model.grid import Cell
from kaleido.model.squares import need_squares
from kaleido.plot.board import paint, show
from kaleido.plot.edges import ABOVE, TITLE, highlight, strokes
from kaleido.plot.figure import figure_of
from kaleido.plot.known import WINDOWS, Known, block, cells_of
from kaleido.text import plural


def window_frame(
    thing: Thing,
    corner: Cell,
    shape: tuple[int, int],
    *,
    cell: Cell | None = None,
    ax: Axes | None = None,
    marks: str = "none",
) -> Figure:
    """Draw a window as a frame over an island, with the cells and the edges that it holds.

    As in the paper, the edges of a window are the sides of the island's cells in it that are
    edges. The rest of the board is pale.

    Parameters
    ----------
    thing : Board, Puzzle, Position or State
    corner : (row, col)
        The top left cell of the window.
    shape : (int, int)
        Its rows and columns: (2, 3), (3, 2), (1, 4) or (4, 1) for the classic pieces.
    cell : (row, col), optional
        A cell of the island. By default the island that has the most cells in the window is
        taken, or the first of these in reading order.
    ax : Axes, optional
        By default those of a new figure.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        The window does not lie on the board or holds no cell of the island, or `marks` is
        unknown.
    """
    known = Known.of(thing)
    need_squares(known.scene.grid, WINDOWS)
    window = np.zeros(known.labels.shape, np.bool_)
    window[block(known.scene.grid, corner, shape)] = True
    island = _main_island(known, window) if cell is None else known.island_at(cell)
    inside = island & window
    count = int(inside.sum())
    size, where = f"{shape[0]} × {shape[1]}", cell_name(corner)
    if not count:
        raise OptionError(f"the window of {size} cells at {corner} holds no cell of the island")
    given, ax = (
        ax,
        show(replace(known.scene, pale=frozenset(cells_of(~island))), ax=ax, marks=marks),
    )
    highlight(ax, known, known.bits & ~known.frame, IMPLIED)
    paint(ax, strokes(outline(cells_of(window)), ACCENT), zorder=ABOVE + 1)
    edges = known.edges_around(inside)
    held = f"{plural(count, 'cell')}, {plural(edges, 'edge')}: {edges / count:.2f} per cell"
    ax.set_title(f"{size} at {where}\n{held}", fontsize=TITLE - 1, color=INK)
    alt = f"{known.scene.title} with a window of {size} cells at {where}, which holds {held}."
    return figure_of(ax, given, alt=alt)


def _main_island(known: Known, window: BoolArray) -> BoolArray:
    """Return the island that has the most cells in a window, or no cells if there is none."""
    held = np.bincount(known.labels[window], minlength=known.count + 1)
    held[0] = 0
    found: BoolArray = (known.labels == held.argmax()) & (known.labels > 0)
    return found
