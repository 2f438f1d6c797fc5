"""Step curves of many runs: those solved, and those that still search, by their cost."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.analysis.answer import Status
from kaleido.analysis.comparison import Run
from kaleido.plot.comparing.runs import PALE, Cost, by_strategy, cost, finish, gave_up, look
from kaleido.plot.figure import figure_of, make_axes

SIZE = (6.4, 4.2)
"""The size of a new figure, in inches."""

STEPS: dict[str, Any] = {"drawstyle": "steps-post", "linewidth": 1.8}


def cactus(runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw how many runs each strategy solves within a number of nodes or seconds.

    Parameters
    ----------
    runs : iterable of Run
    ax : Axes, optional
        By default those of a new figure.
    by : {"nodes", "seconds"}, optional

    Returns
    -------
    Figure
        A step curve for each strategy, which ends level at the largest cost of all runs. The
        legend says how many of its runs are solved.

    Raises
    ------
    OptionError
        There are no runs, or `by` is unknown.

    Examples
    --------
    >>> from kaleido import compare
    >>> cactus(compare(["car", "key"], ["constrained"])).alt
    'Runs solved by nodes: constrained (2/2).'
    """
    grouped = by_strategy(runs)
    given, ax = ax, make_axes(ax, *SIZE)
    end = max(cost(run, by) for own in grouped.values() for run in own)
    for number, (strategy, own) in enumerate(grouped.items()):
        costs = sorted(cost(run, by) for run in own if run.status == Status.SOLVED)
        ax.plot(
            [*costs[:1], *costs, end],
            [0, *range(1, len(costs) + 1), len(costs)] if costs else [0],
            label=f"{strategy} ({len(costs)}/{len(own)})",
            **STEPS | look(number) | {"marker": ""},
        )
    ax.set(xscale="log", xlabel=by, ylabel="runs solved")
    ax.set_ylim(0, 1.04 * max(len(own) for own in grouped.values()))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.grid(axis="y", color=PALE)
    finish(ax.xaxis)
    ax.legend(frameon=False)
    alt = f"Runs solved by {by}: {_legend(ax)}."
    return figure_of(ax, given, title=f"Runs solved by {by}", alt=alt)


def tails(runs: Iterable[Run], *, ax: Axes | None = None) -> Figure:
    """Draw the share of runs that still search after a number of nodes.

    On two log scales a straight line that falls slowly is a heavy tail: now and then a run is
    unlucky early on and takes a hundred times as long. Restarts cut such a tail; to see it,
    compare ``partial(Constrained, run_nodes=None)`` with `Constrained` over many seeds.

    Parameters
    ----------
    runs : iterable of Run
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Figure
        A step curve for each strategy. It ends with the last run that has an answer, which
        may be that there is no solution; if runs gave up, it ends where they did, at the
        marker of the strategy.

    Raises
    ------
    OptionError
        There are no runs.

    References
    ----------
    C. Gomes, B. Selman, N. Crato, H. Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems", Journal of Automated Reasoning 24, 2000.
    """
    grouped = by_strategy(runs)
    given, ax = ax, make_axes(ax, *SIZE)
    start = min(cost(run, "nodes") for own in grouped.values() for run in own)
    for number, (strategy, own) in enumerate(grouped.items()):
        done = sorted(cost(run, "nodes") for run in own if not gave_up(run))
        lost = [cost(run, "nodes") for run in own if gave_up(run)]
        shares = 1 - np.arange(len(done) + 1) / len(own)
        nodes = [start, *done]
        if lost:
            nodes, shares = [*nodes, max(*nodes, *lost)], np.append(shares, shares[-1])
        ax.plot(
            nodes,
            shares,
            markevery=[len(nodes) - 1],
            label=f"{strategy} ({len(lost)} given up)",
            **STEPS | look(number),
        )
    ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="share of runs still searching")
    finish(ax.xaxis, ax.yaxis)
    ax.legend(frameon=False)
    alt = f"The share of runs still searching by nodes: {_legend(ax)}."
    return figure_of(ax, given, title="Runs still searching", alt=alt)


def _legend(ax: Axes) -> str:
    return ", ".join(str(line.get_label()) for line in ax.lines)
