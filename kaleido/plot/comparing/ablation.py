"""The nodes of all runs of each strategy, side by side."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.answer import Status
from kaleido.analysis.comparison import Run
from kaleido.analysis.statistics import quantiles
from kaleido.plot.comparing.runs import by_strategy, cost, finish, gave_up, look
from kaleido.plot.figure import figure_of, make_axes
from kaleido.text import both


def ablation(runs: Iterable[Run], *, ax: Axes | None = None) -> Figure:
    """Draw the nodes of all runs, in a row for each strategy, the first one on top.

    Parameters
    ----------
    runs : iterable of Run
        Those of strategies that build on each other, such as the ones in
        `kaleido.search.strategies.ablation.ABLATION`, or of any others.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Figure
        A point for each run, or a cross if it gave up; a bar across the middle half of the
        runs, and a stroke at their median. Runs that gave up count with the nodes they used.
        The numbers on the right say how many runs are solved.

    Raises
    ------
    OptionError
        There are no runs.
    """
    grouped = by_strategy(runs)
    given, ax = ax, make_axes(ax, 7.2, 0.9 + 0.62 * len(grouped))
    for row, own in enumerate(grouped.values()):
        colour = look(row)["color"]
        costs = np.array([cost(run, "nodes") for run in own])
        lost = np.array([gave_up(run) for run in own])
        heights = row + _spread(len(own))
        ax.scatter(costs[~lost], heights[~lost], s=14, color=colour, alpha=0.55, linewidth=0)
        ax.scatter(costs[lost], heights[lost], s=18, marker="x", color=colour, linewidth=1)
        low, median, high = quantiles(costs, (0.25, 0.5, 0.75))
        ax.plot([low, high], [row, row], color="black", linewidth=2.5, solid_capstyle="butt")
        ax.plot(median, row, marker="|", color="black", markersize=16, markeredgewidth=2.5)
        solved = sum(run.status == Status.SOLVED for run in own)
        beside = ax.get_yaxis_transform()
        ax.annotate(f"{solved}/{len(own)}", (1.015, row), xycoords=beside, va="center")
    ax.annotate("solved", (1.015, 1.02), xycoords="axes fraction")
    ax.set(xscale="log", xlabel="nodes", ylim=(len(grouped) - 0.45, -0.55))
    ax.set_yticks(range(len(grouped)), labels=list(grouped))
    ax.tick_params(axis="y", length=0)
    finish(ax.xaxis)
    alt = f"The nodes of the runs of {both(grouped)}."
    return figure_of(ax, given, title="Nodes of each run", alt=alt)


def _spread(number: int) -> npt.NDArray[np.float64]:
    """Spread points evenly over the height of a row, always the same, in no visible order.

    They follow the additive recurrence of the golden ratio.
    """
    golden = (math.sqrt(5) - 1) / 2
    return 0.6 * (np.arange(float(number)) * golden % 1 - 0.5)
