"""Maps of the window densities of a board."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.captions import heading, score_line
from kaleido.analysis.recording import Recording
from kaleido.draw.look import INK, SHADES
from kaleido.draw.outline import outline
from kaleido.model.edges import EdgeMap
from kaleido.plot.heat import add_scale, caption, heat
from kaleido.plot.panels import FONT, make_panels
from kaleido.search.events import Place
from kaleido.search.state import State
from kaleido.search.strategies.density import window_densities

DENSEST = 3.0
"""The edges per cell at the end of the scale."""

LABEL = "edges per cell of the densest window"


def window_map(state: State, *, ax: Axes | None = None, move: Place | None = None) -> Axes:
    """Draw the density of the densest window over each free cell.

    Parameters
    ----------
    state : State
    ax : Axes, optional
        The axes to draw on; by default those of a new figure, with a colour bar.
    move : Place, optional
        The move that was chosen next, to be framed.

    Returns
    -------
    Axes
        The image shows edges per cell from 0 to 3; cells in no window are empty. The lines
        are the edges known.
    """
    ax = heat(window_densities(state), ax=ax, top=DENSEST, label=LABEL)
    edges = EdgeMap.from_bits(state.problem.grid, state.edges)
    rows, cols = edges.horizontal.nonzero()
    ax.hlines(rows, cols, cols + 1, color=INK, linewidth=1.0)
    rows, cols = edges.vertical.nonzero()
    ax.vlines(cols, rows, rows + 1, color=INK, linewidth=1.0)
    if move is not None:
        for loop in outline(move.placement.cells):
            down, across = zip(*loop, loop[0], strict=True)
            ax.plot(across, down, color=SHADES["r"].fill, linewidth=2.4)
    return ax


def window_maps(
    recording: Recording, *, figure: Figure | None = None, width: float = 10.5
) -> Figure:
    """Draw the window densities before every move of the line, with the move framed.

    Parameters
    ----------
    recording : Recording
    figure : Figure, optional
        The figure to draw on; a new one by default.
    width : float, optional
        The width of a new figure in inches; the boards wrap to it.

    Returns
    -------
    Figure
        It has axes for each board, and one for the colour bar.

    Raises
    ------
    OptionError
        The width is less than that of one board.
    """
    moves = [recording.steps[number].place for number in recording.line]
    figure, axes = make_panels(
        max(len(moves), 1),
        figure=figure,
        width=width,
        ratio=0.3 + recording.start.problem.grid.rows / recording.start.problem.grid.cols,
        heading=heading(recording.answer),
        below=0.6,
    )
    if not moves:
        window_map(recording.start, ax=axes[0])
    before = [recording.start, *(move.state for move in moves[:-1])]
    for ax, state, move in zip(axes, before, moves, strict=False):
        window_map(state, ax=ax, move=move)
        caption(ax, f"{move.state.depth}  {move.placement.piece}\n{score_line(move)}", FONT)
    add_scale(figure, axes, LABEL)
    return figure
