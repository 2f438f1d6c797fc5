"""Performance profiles: how often each strategy is within so many times the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import both, percent, plural
from kaleido.lab.pairing import cost
from kaleido.lab.run import Cost, Run, match_all
from kaleido.lab.statistics import FloatArray
from kaleido.plot.comparing import finish, grouped_runs, show_percent
from kaleido.plot.documented import documented
from kaleido.plot.ends import End, draw_steps, name_ends
from kaleido.plot.figure import describe, make_axes
from kaleido.plot.themes import current_theme

SIZE = (6.4, 4.0)  # the size of a new figure, in inches
_ROOM = 1.15  # how far the scale goes beyond the largest ratio


class Profile(NamedTuple):
    """The shares of boards on which a strategy is within some ratios of the best, ascending.

    The `lowest` takes a run that gave up for one that would never end; the `highest` for one that
    would have ended at once after it gave up.
    """

    ratios: FloatArray
    lowest: FloatArray
    highest: FloatArray

    @classmethod
    def of(cls, ratios: FloatArray, lost: npt.NDArray[np.bool_], end: float) -> Profile:
        """Return the profile up to the ratio `end`; `lost` marks runs that gave up."""
        places = np.unique([1.0, *ratios[ratios <= end], end])
        finished = (ratios[~lost] <= places[:, None]).sum(axis=1)
        possible = (ratios[lost] <= places[:, None]).sum(axis=1)
        return cls(places, finished / len(ratios), (finished + possible) / len(ratios))


@documented
def performance_profile(
    runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes"
) -> Figure:
    """Draw on which share of boards each strategy needs at most so many times the least cost.

    The least is that of any of the strategies on the same board with the same seed, so that the
    curve begins with the share on which a strategy is the best (ties count for each), and ends with
    the share that it solves or refutes. Only boards and seeds count that all strategies have a run
    of; a board on which all of them gave up counts for none.

    A run that gave up is never within any ratio: beyond the ratio at which the first of them gave
    up, which a bar marks, a curve is the least share that is possible. For up to four strategies a
    band leads up to the largest.

    References
    ----------
    E. D. Dolan, J. J. Moré, "Benchmarking optimization software with performance profiles",
    Mathematical Programming 91, 2002.

    Examples
    --------
    >>> from kaleido import compare
    >>> runs = compare(["car", "key"], ["constrained", "random"], max_nodes=300)
    >>> performance_profile(runs).alt.partition(". ")[2]
    'constrained: best on 100 %, 100 % in all; random: best on 0 %, 0 % in all.'
    """
    grouped = grouped_runs(runs, by)
    ratios, lost = _ratios(grouped, by)
    finished = ratios[~lost]
    end = max(finished.max(initial=1.0), *ratios[lost & np.isfinite(ratios)], 1.5) * _ROOM
    ax = make_axes(ax, *SIZE)
    told, ends = [], []
    for number, strategy in enumerate(grouped):
        profile = Profile.of(ratios[:, number], lost[:, number], end)
        unsure = np.flatnonzero(profile.highest > profile.lowest)
        cut = int(unsure[0]) if unsure.size else None
        draw_steps(ax, profile.ratios, profile.lowest, profile[1:], number, len(grouped), cut)
        best, most = profile.lowest[[0, -1]]
        told.append(f"{strategy}: best on {percent(best)}, {percent(most)} in all")
        ends.append(End(end, most, strategy, number))
    theme = current_theme()
    ax.set(xscale="log", xlim=(1, end), ylim=(-0.02, 1.03), ylabel="share of boards and seeds")
    least = "shortest time" if by == "seconds" else f"fewest {by}"
    told_of_bars = "\n(from a bar on: at least this share)" if lost.any() else ""
    ax.set_xlabel(f"times the {least} of any strategy{told_of_bars}")
    finish(ax.xaxis)
    show_percent(ax.yaxis)
    ax.grid(axis="y", color=theme.faint)
    name_ends(ax, ends)
    count = plural(len(ratios), "board")
    ax.set_title(f"Performance profile by {by}")
    return describe(ax, f"Performance profile by {by} on {count} and seeds. {'; '.join(told)}.")


def _ratios(grouped: Mapping[str, list[Run]], by: Cost) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Return costs in multiples of the least on the same board and seed, and which gave up."""
    rows = match_all(list(grouped.values()))
    if not rows:
        raise OptionError(f"strategies {both(grouped)} have no board and seed in common")
    costs = np.array([[cost(run, by) for run in row] for row in rows])
    lost = np.array([[run.gave_up for run in row] for row in rows])
    least = np.where(lost, np.inf, costs).min(axis=1, keepdims=True)
    # Where all gave up, nothing is known of the ratios.
    return np.where(np.isinf(least), np.inf, costs / least), lost
