"""Figures of many small boards, which wrap to the width of the figure."""

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.geometry import picture_size
from kaleido.draw.look import INK
from kaleido.errors import OptionError
from kaleido.model.grid import Grid
from kaleido.plot.figure import HEADING, make_figure, wrapped

NARROWEST = 1.7  # the least width of a board with its captions, in inches
WIDEST = 2.6  # the greatest width of a board in a new figure, in inches
# The greatest height of a board with its captions, in multiples of the width of its place.
TALLEST = 1.8
FONT = 6.6  # the font size of captions, in points
TITLE = 8  # the font size of the line above a board that has nothing else, in points
LINE = 0.16  # the height of a line of the heading, in inches

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
    """Return a figure with axes for boards, row by row.

    The parameter `width` is that of a new figure, in inches; few boards take less. `ratio` is
    the height of a board with its captions, in multiples of its width. The heading stands above
    all boards and the legend below; both wrap. `below` is the height to keep free below the
    boards, in inches. An `OptionError` is raised if not even one board fits.
    """
    check_width(width)
    if figure is not None:
        width = figure.bbox.width / figure.dpi
    # A tall board would make the figure very long, and a wide one takes more of the width, so that
    # the cells of all are about as large.
    ratio = min(ratio, TALLEST)
    wider = max(1.0, min(math.sqrt(0.9 / ratio), width / NARROWEST))
    across = max(1, min(int(width // (NARROWEST * wider)), count))
    down = math.ceil(count / across)
    if figure is None:
        width = min(width, across * WIDEST * wider)
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


def bare_panels(
    count: int, grid: Grid, *, figure: Figure | None, width: float, heading: str
) -> tuple[Figure, list[Axes]]:
    """Return a figure with axes for boards that have nothing but a title; see `make_panels`."""
    high, wide = picture_size(grid)
    ratio = 0.15 + high / wide
    return make_panels(count, figure=figure, width=width, ratio=ratio, heading=heading)


def title_panel(ax: Axes, text: str, size: float = TITLE) -> None:
    """Write the title of one of many boards above it."""
    ax.set_title(text, fontsize=size, color=INK, pad=3, parse_math=False)


def check_width(width: float) -> None:
    """Raise an `OptionError` if not even one board fits into a width in inches."""
    if not NARROWEST <= width <= 200:
        raise OptionError(f"the width is {width:g} inches, expected {NARROWEST:g} to 200")
