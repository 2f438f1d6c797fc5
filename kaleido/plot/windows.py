"""Windows of the paper's method: one as a frame over an island, and the moves found in one."""

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.geometry import outline
from kaleido.draw.look import ACCENT, IMPLIED, INK
from kaleido.draw.picture import window_strokes
from kaleido.draw.scene import Thing, scene_of
from kaleido.errors import OptionError
from kaleido.model.edges import BoolArray
from kaleido.model.grid import Cell, need_squares
from kaleido.model.names import cell_name
from kaleido.plot.board import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.edges import ABOVE, TITLE, highlight, strokes
from kaleido.plot.figure import describe, figure_of, write
from kaleido.plot.known import WINDOWS, Known, block, cells_of
from kaleido.plot.panels import FONT, make_panels
from kaleido.search.events import Place
from kaleido.search.found import Found, Window
from kaleido.search.state import State
from kaleido.text import plural


@documented
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
    corner : (row, col)
        The top left cell of the window.
    shape : (int, int)
        Its rows and columns: (2, 3), (3, 2), (1, 4) or (4, 1) for the classic pieces.
    cell : (row, col), optional
        A cell of the island. By default the island that has the most cells in the window is
        taken, or the first of these in reading order.

    Raises
    ------
    OptionError
        The window does not lie on the board or holds no cell of the island.
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
    scene = replace(known.scene, pale=frozenset(cells_of(~island)))
    given, ax = ax, show(scene, ax=ax, marks=marks)
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


@documented
def window_moves(
    place: Place, *, figure: Figure | None = None, width: float = 10.5, marks: str = "none"
) -> Figure:
    """Draw a window that was opened, and the moves found in it with their scores, best first.

    The first board is the one before the move, with the cells and edges that the window holds.
    Each of the others has one move more. Its number is its rank among the moves of all windows
    that were opened; the best of these are kept, and the others are deferred.

    Parameters
    ----------
    place : Place
        A move that was found in a window.

    Returns
    -------
    Figure
        It has axes for each board.

    Raises
    ------
    OptionError
        The move was not found in a window.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
    """
    found, before = place.fork.found, place.state.parent
    window = None if place.found is None else place.found.window
    if found is None or before is None or window is None:
        raise OptionError(f"{place.placement}: the move was not found in a window")
    fork = place.fork
    ranks = [rank for rank in range(len(fork.moves)) if found(rank).window == window]
    grid = before.problem.grid
    heading = f"{plural(len(ranks), 'move')} in the {Found('window', window)}"
    figure, axes = make_panels(
        1 + len(ranks),
        figure=figure,
        width=width,
        ratio=(grid.rows + 2.4) / (grid.cols + 0.5),
        heading=heading,
    )
    held = f"{plural(window.cells, 'cell')}, {plural(window.edges, 'edge')}"
    _draw(axes[0], before, window, ("before the move", "", held), marks)
    for ax, rank in zip(axes[1:], ranks, strict=True):
        number = fork.moves[rank]
        placement = before.problem.placement(number)
        title = f"{rank + 1}  {placement.piece} {placement.face}"
        note = "kept" if rank < place.kept else "deferred"
        _draw(ax, before.place(number), window, (title, note, fork.score(rank).line), marks)
    best = fork.score(ranks[0]).total
    alt = f"{heading}, which holds {held}; the best has a score of {best:g}."
    return describe(figure, alt)


def _draw(ax: Axes, state: State, window: Window, words: tuple[str, str, str], marks: str) -> None:
    """Draw a board with a window, a title and a note above it, and a line below."""
    title, note, line = words
    scene = scene_of(state, implied=True)
    show(scene if note else replace(scene, moved=None), ax=ax, marks=marks)
    paint(ax, window_strokes(window.corner, window.shape), zorder=4)
    rows, cols = scene.grid.rows, scene.grid.cols
    write(ax, 0, -0.3, title, FONT, va="bottom", fontweight="bold")
    write(ax, cols, -0.3, note, FONT, va="bottom", ha="right")
    write(ax, 0, rows + 0.35, line, FONT, va="top")
    ax.set(xlim=(-0.25, cols + 0.25), ylim=(rows + 1.2, -1.2))
