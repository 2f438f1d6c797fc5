"""A year of a calendar: the number of solutions of each day."""

from collections.abc import Mapping
from math import log

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kaleido.base.errors import OptionError
from kaleido.base.text import plural, quote
from kaleido.counting.meter import Count
from kaleido.library.puzzles import FIELDS, Day, read_parts
from kaleido.plot.documented import documented
from kaleido.plot.figure import figure_of, make_axes, write
from kaleido.plot.themes import current_theme

LIGHTEST, DARKEST = 0.08, 0.62  # how opaque the days with the fewest and the most solutions are
FONT = 6.5


def days_of(given: Mapping[Day, Count | int]) -> dict[tuple[int, int], int]:
    """Return the number of solutions by month and day from 0, of which there must be some."""
    found: dict[tuple[int, int], int] = {}
    for name, number in given.items():
        parts = read_parts(name.rpartition("@")[2] if isinstance(name, str) else name)
        if not parts.keys() >= {"month", "day"}:
            raise OptionError(f"{quote(str(name))} names no day of a year")
        at = FIELDS["month"].index(parts["month"]), FIELDS["day"].index(parts["day"])
        if at in found:
            raise OptionError(f"{parts['day']} {parts['month']} is given twice: expected one year")
        found[at] = int(number)
    if not found:
        raise OptionError("there are no days to draw, expected one or more")
    return found


@documented(days_of)
def year(days: dict[tuple[int, int], int], *, ax: Axes | None = None) -> Figure:
    """Draw how many solutions a calendar has on each day: a row for a month, a column for a day.

    The more solutions, the stronger is the colour, on a logarithmic scale; × is a day without one.

    Parameters
    ----------
    days : mapping of date or str to Count or int
        The number of solutions by date, such as "31-feb", or by the name of a calendar on it.

    Raises
    ------
    OptionError
        A name is no date, a day is given twice, or there are no days.

    Examples
    --------
    >>> year({"calendar@2026-05-30": 40, "calendar@2026-05-31": 60}).alt
    'Solutions on each of 2 days: 40 (30 May) to 60 (31 May).'
    """
    given, ax, theme = ax, make_axes(ax, 10.5, 4.4), current_theme()
    least, most = min(days, key=days.__getitem__), max(days, key=days.__getitem__)
    span = log(1 + days[most]) - log(1 + days[least])
    for (month, day), number in days.items():
        share = (log(1 + number) - log(1 + days[least])) / span if span else 1.0
        alpha = LIGHTEST + (DARKEST - LIGHTEST) * share
        fill = (theme.accent, alpha)
        ax.add_patch(Rectangle((day + 0.5, month - 0.5), 1, 1, fc=fill, ec=theme.ground))
        said = str(number or "\N{MULTIPLICATION SIGN}")
        write(ax, day + 1, month, said, FONT, ha="center", va="center", color=theme.ink)
    values = FIELDS["month"], FIELDS["day"]
    ax.set(xlim=(0.5, len(values[1]) + 0.5), ylim=(len(values[0]) - 0.5, -0.5), aspect="equal")
    ax.set_xticks(range(1, len(values[1]) + 1))
    ax.set_yticks(range(len(values[0])), [name[:3] for name in values[0]])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ends = (f"{days[at]:,} ({values[1][at[1]]} {values[0][at[0]]})" for at in (least, most))
    title = f"Solutions on each of {plural(len(days), 'day')}: {' to '.join(ends)}"
    return figure_of(ax, given, title=title, alt=f"{title}.")
