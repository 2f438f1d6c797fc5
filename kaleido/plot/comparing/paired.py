"""One strategy against another, board by board."""

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.comparison import Run
from kaleido.analysis.pairing import pair_runs
from kaleido.plot.comparing.runs import COLOURS, Cost, by_strategy, cost, finish, gave_up
from kaleido.plot.figure import figure_of, make_axes

_GREY = "0.55"


def paired(
    runs: Iterable[Run],
    first: str,
    second: str,
    *,
    ax: Axes | None = None,
    by: Cost = "nodes",
) -> Figure:
    """Draw one strategy against another, with a point for each board and seed.

    Parameters
    ----------
    runs : iterable of Run
    first, second : str
        The strategies on the x axis and on the y axis. The first needs less above the diagonal.
    ax : Axes, optional
        By default those of a new figure.
    by : {"nodes", "seconds"}, optional

    Returns
    -------
    Figure
        Runs that gave up are crosses on a dashed margin. The title says how often each
        strategy needs less; a run that gave up counts as more than any other.

    Raises
    ------
    OptionError
        There are no runs, a strategy has none, the strategies have no board and seed in
        common, or `by` is unknown.
    """
    pairs = pair_runs(by_strategy(runs), first, second)
    costs = np.array([[cost(run, by) for run in pair] for pair in pairs])
    lost = np.array([[gave_up(run) for run in pair] for pair in pairs])
    low, margin = costs.min() / 1.5, costs.max() * 1.5
    x, y = np.where(lost, margin, costs).T

    given, ax = ax, make_axes(ax, 5.2, 5.4)
    ax.plot([low, margin], [low, margin], color=_GREY, linewidth=1, zorder=1)
    if lost.any():
        for line in (ax.axvline, ax.axhline):
            line(margin, color=_GREY, linewidth=1, linestyle="--", zorder=1)
    done = ~lost.any(axis=1)
    ax.scatter(x[done], y[done], 22, COLOURS[0], alpha=0.6, linewidth=0, label="both done")
    if not done.all():
        ax.scatter(x[~done], y[~done], 34, COLOURS[1], marker="x", label="given up", zorder=3)
        ax.legend(frameon=False)
    ax.set(xscale="log", yscale="log", xlabel=f"{by}, {first}", ylabel=f"{by}, {second}")
    ax.set(xlim=(low, margin * 1.15), ylim=(low, margin * 1.15), aspect="equal")
    finish(ax.xaxis, ax.yaxis)
    ax.set_title(
        f"of {len(pairs)} runs {first} needs less in {(x < y).sum()},\n"
        f"{second} in {(x > y).sum()}, both as much in {(x == y).sum()}",
        fontsize="medium",
    )
    said = " ".join(ax.get_title().split())
    return figure_of(ax, given, alt=f"{first} against {second} by {by}: {said}.")
