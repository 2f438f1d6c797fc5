"""One strategy against another, board by board."""

import textwrap
from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.pairing import Paired, cost, pair_runs, say_p, set_against
from kaleido.analysis.run import Cost, Run
from kaleido.arguments import named_options
from kaleido.plot.comparing.runs import (
    COLOURS,
    GREY,
    UNITS,
    by_strategy,
    check_cost,
    finish,
    legend_below,
)
from kaleido.plot.figure import describe, make_axes

_MARGIN = 0.09
"""The width of the margin for runs that gave up, as a share of the scale."""

_LINE = 62
"""The longest line of the title, in letters."""


@named_options
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
    by : {"nodes", "backtracks", "seconds"}, optional

    Returns
    -------
    Figure
        Runs that gave up are crosses in a grey margin; the legend counts them. The title says what
        `kaleido.Comparison.paired` does: how many times as much the first needs where both
        finished, with its 95 % interval, how often each needs less, and the p-value of Wilcoxon's
        test.

    Raises
    ------
    OptionError
        There are no runs, a strategy has none, the strategies have no board and seed in
        common, or `by` is unknown.
    """
    check_cost(by)
    pairs = pair_runs(by_strategy(runs), first, second)
    costs = np.array([[cost(run, by) for run in pair] for pair in pairs])
    lost = np.array([[run.gave_up for run in pair] for pair in pairs])
    low, high = costs.min() / 1.3, costs.max() * 1.3
    wide = (high / low) ** _MARGIN
    end, margin = (high * wide, high * wide**0.5) if lost.any() else (high, high)
    x, y = np.where(lost, margin, costs).T

    ax = make_axes(ax, 5.2, 6.0)
    ax.plot([low, high], [low, high], color=GREY, linewidth=1, zorder=1)
    if lost.any():
        for shade in (ax.axvspan, ax.axhspan):
            shade(high, end, color="0.92", linewidth=0, zorder=0)
    for number, (count, marker, name) in enumerate(
        ((0, "o", "both finished"), (1, "x", "one gave up"), (2, "P", "both gave up"))
    ):
        own = lost.sum(axis=1) == count
        if own.any():
            label = f"{name}: {own.sum()}"
            ax.scatter(
                x[own],
                y[own],
                s=(22, 34, 60)[number],
                color=COLOURS[number],
                marker=marker,
                label=label,
                alpha=1 if marker == "x" else 0.6,
                linewidth=1.3 if marker == "x" else 0,
                zorder=3,
            )
    ax.set(xscale="log", yscale="log", xlim=(low, end), ylim=(low, end), aspect="equal")
    ax.set(xlabel=f"{first}: {UNITS[by]}", ylabel=f"{second}: {UNITS[by]}")
    finish(ax.xaxis, ax.yaxis)
    found = set_against(pairs, by)
    ax.set_title(_title(found), fontsize="medium", parse_math=False)
    legend_below(ax, 3, handletextpad=0.2, columnspacing=1.2)
    return describe(ax, f"A point for each pattern and seed, by {by}. {found}.")


def _title(found: Paired) -> str:
    lines = (
        f"{found.first} against {found.second}",
        found.effect,
        f"{found.counts}; p {say_p(found.p_value)}",
    )
    return "\n".join(part for line in lines for part in textwrap.wrap(line, _LINE))
