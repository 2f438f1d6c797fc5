"""One opened window, and every move that was found in it."""

from dataclasses import replace
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.arguments import named_options
from kaleido.draw.look import INK
from kaleido.draw.scene import scene_of
from kaleido.draw.window import window_frame
from kaleido.errors import OptionError
from kaleido.plot.board import paint, show
from kaleido.plot.figure import describe
from kaleido.plot.panels import FONT, make_panels
from kaleido.search.events import Place
from kaleido.search.found import Found, Window
from kaleido.search.state import State
from kaleido.text import plural


@named_options
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
    figure : Figure, optional
        By default a new one.
    width : float, optional
        The width of a new figure in inches; the boards wrap to it.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Figure
        It has axes for each board.

    Raises
    ------
    OptionError
        The move was not found in a window, the width is less than that of one board, or `marks` is
        unknown.

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


def _draw(
    ax: Axes,
    state: State,
    window: Window,
    words: tuple[str, str, str],
    marks: str,
) -> None:
    """Draw a board with a window, a title and a note above it, and a line below."""
    title, note, line = words
    scene = scene_of(state, implied=True)
    show(scene if note else replace(scene, moved=None), ax=ax, marks=marks)
    paint(ax, window_frame(window.corner, window.shape), zorder=4)
    rows, cols = scene.grid.rows, scene.grid.cols
    text: dict[str, Any] = {"fontsize": FONT, "color": INK, "parse_math": False}
    ax.text(0, -0.3, title, va="bottom", fontweight="bold", **text)
    ax.text(cols, -0.3, note, va="bottom", ha="right", **text)
    ax.text(0, rows + 0.35, line, va="top", **text)
    ax.set(xlim=(-0.25, cols + 0.25), ylim=(rows + 1.2, -1.2))
