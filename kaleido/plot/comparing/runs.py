"""What the figures of many runs share: costs, looks and axes."""

from collections.abc import Iterable
from typing import Literal

from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from kaleido.analysis import pairing
from kaleido.analysis.answer import Status
from kaleido.analysis.comparison import Run
from kaleido.errors import OptionError
from kaleido.text import unknown

Cost = Literal["nodes", "seconds"]
"""A measure of a run."""

_LEAST = {"nodes": 1.0, "seconds": 1e-6}
"""The least cost that is drawn, because a log scale has no 0."""

# The colours of Okabe and Ito, which colour-blind readers can tell apart. Their yellow is left
# out: it is too pale for a line.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")

PALE = "0.9"
"""The grey of grids."""


def look(number: int) -> dict[str, str]:
    """Return the colour, line style and marker of a strategy, by its place among them."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": _LINES[number % len(_LINES)],
        "marker": _MARKERS[number % len(_MARKERS)],
    }


def by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """Group runs by their strategy, in the order in which the strategies first appear."""
    grouped = pairing.by_strategy(runs)
    if not grouped:
        raise OptionError("there are no runs to draw, expected one or more")
    return grouped


def cost(run: Run, by: str) -> float:
    """Return the nodes or seconds of a run, at least as many as a log scale can show."""
    if by not in _LEAST:
        raise OptionError(unknown("cost", by, _LEAST))
    return max(float(getattr(run, by)), _LEAST[by])


def gave_up(run: Run) -> bool:
    """Whether a run ended without an answer."""
    return run.status == Status.GAVE_UP


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
