"""Maps of where the pieces lie in many solutions."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.frequencies import cell_frequencies
from kaleido.model.solution import Solution
from kaleido.plot.heat import add_scale, caption, heat
from kaleido.plot.panels import FONT, make_panels

LABEL = "share of solutions in which the piece covers the cell"


def piece_map(solutions: Sequence[Solution], piece: str, *, ax: Axes | None = None) -> Axes:
    """Draw the share of solutions in which a piece covers each cell.

    Parameters
    ----------
    solutions : sequence of Solution
        Solutions of one pattern, such as random ones from `Puzzle.sample`.
    piece : str
        The name of the piece.
    ax : Axes, optional
        The axes to draw on; by default those of a new figure, with a colour bar.

    Returns
    -------
    Axes

    Raises
    ------
    OptionError
        There are no solutions.
    PieceError
        No piece has the name.
    """
    shares = cell_frequencies(solutions)
    share = shares[solutions[0].pieces[piece].name]
    return heat(share, ax=ax, top=float(share.max()), label=LABEL)


def piece_maps(
    solutions: Sequence[Solution], *, figure: Figure | None = None, width: float = 10.5
) -> Figure:
    """Draw the share of solutions in which each piece covers each cell, on one scale.

    Parameters
    ----------
    solutions : sequence of Solution
        Solutions of one pattern.
    figure : Figure, optional
        The figure to draw on; a new one by default.
    width : float, optional
        The width of a new figure in inches; the boards wrap to it.

    Returns
    -------
    Figure
        It has axes for each piece, and one for the colour bar.

    Raises
    ------
    OptionError
        There are no solutions, or the width is less than that of one board.
    """
    shares = cell_frequencies(solutions)
    top = max(float(share.max()) for share in shares.values())
    pattern = solutions[0].pattern
    figure, axes = make_panels(
        len(shares),
        figure=figure,
        width=width,
        ratio=0.2 + pattern.grid.rows / pattern.grid.cols,
        heading=f"{pattern.title or 'Pattern'}, {len(solutions):,} solutions",
        below=0.7,
    )
    for ax, (name, share) in zip(axes, shares.items(), strict=True):
        heat(share, ax=ax, top=top, label=LABEL)
        caption(ax, name, FONT + 1)
    add_scale(figure, axes, LABEL)
    return figure
