"""What the figures of many runs share: looks, axes, and the line at the limit."""

from collections.abc import Iterable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter
from matplotlib.transforms import ScaledTranslation

from kaleido.analysis import pairing
from kaleido.analysis.comparison import Comparison
from kaleido.analysis.run import COSTS, Run
from kaleido.errors import OptionError
from kaleido.plot.figure import root_of
from kaleido.text import unknown

# The colours of Okabe and Ito, which colour-blind readers can tell apart. Their yellow is left
# out: it is too pale for a line.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")

PALE = "0.9"
"""The grey of grids."""

GREY = "0.45"
"""The grey of lines that help to read."""

_BELOW = 0.5
"""How far below the axes their legend is, in inches."""

UNITS = {
    "nodes": "nodes (placements tried)",
    "backtracks": "backtracks (placements taken back)",
    "seconds": "time (s)",
}
"""What an axis says of a cost."""


def look(number: int) -> dict[str, str]:
    """Return the colour, line style and marker of a strategy, by its place among them."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": _LINES[number % len(_LINES)],
        "marker": _MARKERS[number % len(_MARKERS)],
    }


def by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """Group runs by their strategy, in the order in which the strategies first appear.

    Raises
    ------
    OptionError
        There are no runs, or they are not runs; see `Comparison.of`.
    """
    kept = Comparison.of(runs)
    if not kept:
        raise OptionError("there are no runs to draw, expected one or more")
    return pairing.by_strategy(kept)


def check_cost(by: str) -> None:
    """Raise an error unless there is such a cost."""
    if by not in COSTS:
        raise OptionError(unknown("cost", str(by), COSTS))


def mark_limit(ax: Axes, limit: float) -> None:
    """Draw the line at which runs gave up, with its name above it."""
    ax.axvline(limit, color=GREY, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
    ax.annotate(
        "limit",
        (limit, 1),
        (0, 2),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize="small",
        color=GREY,
    )


def legend_below(ax: Axes, columns: int = 2, **looks: Any) -> None:
    """Put the legend below the axes and the name of the x axis, where it covers nothing."""
    figure = root_of(ax)
    ax.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=ax.transAxes + ScaledTranslation(0, -_BELOW, figure.dpi_scale_trans),
        borderaxespad=0,
        ncols=columns,
        frameon=False,
        fontsize="small",
        **looks,
    )


def finish(*logarithmic: Axis) -> None:
    """Put on logarithmic axes a pale grid and ticks in plain numbers: 1,000 instead of 10³."""
    for axis in logarithmic:
        low, high = axis.get_view_interval()
        # A short axis may hold no power of ten.
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
        axis.set_major_formatter(StrMethodFormatter("{x:,.9g}"))
        axis.set_minor_formatter(NullFormatter())
        axis.grid(color=PALE)
        axis.axes.set_axisbelow(True)
