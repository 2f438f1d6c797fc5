"""Figures of many small boards that wrap to the figure's width."""

from __future__ import annotations

import math
import textwrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.look import INK
from kaleido.errors import OptionError
from kaleido.plot.axes import make_figure

NARROWEST = 1.7
"""Least width of a board with its captions, in inches."""

WIDEST = 2.6

FONT = 6.6
"""Of captions, in points."""

HEADING = 9.5
"""Of headings, in points."""

LINE = 0.16
"""Height of a line of the heading, in inches."""

MARGIN = 0.3


def make_panels(
    count: int,
    *,
    figure: Figure | None,
    width: float,
    ratio: float,
    heading: str = "",
    legend: str = "",
    below: float = 0.0,
) -> tuple[Figure, list[Axes]]:
    """Make axes for boards, in rows.

    Parameters
    ----------
    count : int
        How many boards.
    figure : Figure or None
        Where to put them; None: a new figure.
    width : float
        Width of a new figure, in inches; few boards take less.
    ratio : float
        Height of a board with its captions, in widths.
    heading, legend : str, optional
        Texts over and under all of them; they wrap.
    below : float, optional
        Height to keep for what comes under them, in inches.

    Returns
    -------
    Figure
    list of Axes

    Raises
    ------
    OptionError
        The width is less than one board needs.
    """
    if not NARROWEST <= width <= 200:
        raise OptionError(f"the width is {width:g} inches, expected {NARROWEST:g} to 200")
    if figure is not None:
        width = figure.bbox.width / figure.dpi
    across = max(1, min(int(width // NARROWEST), count))
    down = math.ceil(count / across)
    if figure is None:
        width = min(width, across * WIDEST)
    heading, legend = wrapped(heading, width), wrapped(legend, width, FONT)
    if figure is None:
        lines = (heading + "\n" + legend).count("\n")
        height = width / across * ratio * down + MARGIN + LINE * (1 + lines) + below
        figure = make_figure(width, height)
    figure.suptitle(heading, fontsize=HEADING, color=INK, parse_math=False)
    figure.supxlabel(legend, fontsize=FONT + 0.6, color=INK)
    axes = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for ax in axes[count:]:
        ax.remove()
    return figure, axes[:count]


def wrapped(text: str, width: float, size: float = HEADING) -> str:
    """Wrap a text of letters of `size` points to so many inches."""
    return textwrap.fill(text, max(1, int(width * 122 / size)))
