"""The nodes of all runs of each strategy, side by side."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kaleido.analysis.answer import Status
from kaleido.analysis.pairing import cost, sample_of
from kaleido.analysis.run import Cost, Run
from kaleido.arguments import named_options
from kaleido.plot.comparing.runs import (
    GREY,
    UNITS,
    by_strategy,
    check_cost,
    finish,
    legend_below,
    look,
    mark_limit,
)
from kaleido.plot.figure import describe, make_axes

_BELOW = 0.36
"""How far below the middle of a row its bars are."""


@named_options
def ablation(runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the cost of all runs, in a row for each strategy, the first one on top.

    Parameters
    ----------
    runs : iterable of Run
        Those of strategies that build on each other, such as the ones in
        `kaleido.heuristics.ablation`, or of any others.
    ax : Axes, optional
        By default those of a new figure.
    by : {"nodes", "backtracks", "seconds"}, optional

    Returns
    -------
    Figure
        A point for each run, or a cross where it gave up; below them a thin line across the middle
        half of the runs, a diamond at their median, and a thick bar for its 95 % interval. What is
        beyond the limit ends there with an arrow. The numbers on the right say how many runs are
        solved.

    Raises
    ------
    OptionError
        There are no runs, or `by` is unknown.
    """
    check_cost(by)
    grouped = by_strategy(runs)
    ax = make_axes(ax, 7.2, 1.7 + 0.7 * len(grouped))
    limit = max(
        (cost(run, by) for own in grouped.values() for run in own if run.gave_up), default=0
    )
    for row, own in enumerate(grouped.values()):
        colour = look(row)["color"]
        costs = np.array([cost(run, by) for run in own])
        lost = np.array([run.gave_up for run in own])
        heights = row - 0.1 + _spread(len(own))
        ax.scatter(costs[~lost], heights[~lost], s=13, color=colour, alpha=0.5, linewidth=0)
        ax.scatter(costs[lost], heights[lost], s=18, marker="x", color=colour, linewidth=1)
        _draw_bars(ax, own, by, row + _BELOW)
        solved = sum(run.status == Status.SOLVED for run in own)
        beside = ax.get_yaxis_transform()
        ax.annotate(
            f"{solved} of {len(own)}", (1.025, row), xycoords=beside, va="center", fontsize="small"
        )
    ax.annotate("solved", (1.025, 1.01), xycoords="axes fraction", fontsize="small")
    ax.set(xscale="log", xlabel=UNITS[by], ylim=(len(grouped) - 0.4, -0.6))
    ax.set_title(f"{by.capitalize()} of each run", pad=16)
    ax.set_yticks(range(len(grouped)), labels=list(grouped))
    ax.tick_params(axis="y", length=0)
    if limit:
        mark_limit(ax, limit)
    finish(ax.xaxis)
    _explain(ax, crosses=bool(limit))
    medians = (f"{name} {sample_of(own, by).quantile(0.5):,.9g}" for name, own in grouped.items())
    return describe(ax, f"The {by} of each run; medians: {', '.join(medians)}.")


def _draw_bars(ax: Axes, own: list[Run], by: Cost, height: float) -> None:
    sample = sample_of(own, by)
    median = sample.quantile(0.5)
    least, most = min(cost(run, by) for run in own), max(cost(run, by) for run in own)
    for low, high, width in (
        (sample.value(0.25), sample.value(0.75), 1.2),
        (median.low, median.high, 4.5),
    ):
        if math.isnan(low):  # a single run has no interval
            continue
        low, high = (min(max(each, least), most) for each in (low, high))
        ax.plot([low, high], [height] * 2, color="black", linewidth=width, solid_capstyle="butt")
    beyond = math.isinf(median.value)
    place = min(max(median.value, least), most)
    ax.plot(
        place,
        height,
        color="white",
        marker=">" if beyond else "D",
        markersize=7 if beyond else 6,
        markeredgecolor="black",
        zorder=4,
    )


def _explain(ax: Axes, *, crosses: bool) -> None:
    """Say below the axes what the marks are."""
    names = {
        "a run": {"marker": "o", "markersize": 4, "color": GREY, "linestyle": ""},
        "gave up": {"marker": "x", "markersize": 5, "color": GREY, "linestyle": ""},
        "median": {
            "marker": "D", "markersize": 6, "color": "white", "markeredgecolor": "black",
            "linestyle": "",
        },
        "beyond the limit": {
            "marker": ">", "markersize": 7, "color": "white", "markeredgecolor": "black",
            "linestyle": "",
        },
        "its 95 % interval": {"color": "black", "linewidth": 4.5},
        "middle half": {"color": "black", "linewidth": 1.2},
    }  # fmt: skip
    if not crosses:
        del names["gave up"], names["beyond the limit"]
    for name, looks in names.items():
        ax.add_line(Line2D([], [], label=name, **looks))  # type: ignore[arg-type]
    legend_below(ax, 3)


def _spread(number: int) -> npt.NDArray[np.float64]:
    """Spread points evenly over the height of a row, always the same, in no visible order.

    They follow the additive recurrence of the golden ratio.
    """
    golden = (math.sqrt(5) - 1) / 2
    return 0.55 * (np.arange(float(number)) * golden % 1 - 0.5)
