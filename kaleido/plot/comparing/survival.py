"""Step curves of many runs: those that are done, and those that still search, by their cost."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from kaleido.analysis.answer import Status
from kaleido.analysis.pairing import LEAST, cost, sample_of
from kaleido.analysis.run import Cost, Run
from kaleido.analysis.statistics import FloatArray
from kaleido.analysis.survival import Sample
from kaleido.arguments import named_options
from kaleido.plot.comparing.runs import (
    PALE,
    UNITS,
    by_strategy,
    check_cost,
    finish,
    legend_below,
    look,
    mark_limit,
)
from kaleido.plot.figure import describe, make_axes

SIZE = (6.4, 4.4)
"""The size of a new figure without its legend, in inches."""

MOST_BANDS = 4
"""Bands of more strategies than these would hide each other."""

_SHORT = 42
"""The longest name, in letters, of which two stand side by side in the legend."""

_STEPS: dict[str, Any] = {"drawstyle": "steps-post", "linewidth": 1.8}


@named_options
def cactus(runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the share of runs that each strategy solves within a number of nodes or seconds.

    Parameters
    ----------
    runs : iterable of Run
    ax : Axes, optional
        By default those of a new figure.
    by : {"nodes", "backtracks", "seconds"}, optional

    Returns
    -------
    Figure
        A step curve for each strategy, and for up to four of them the band of its 95 % intervals.
        A proof that there is no solution counts as well. The curve of a strategy that gave up
        some runs ends with a marker where the last of them did. The legend counts both.

    Raises
    ------
    OptionError
        There are no runs, or `by` is unknown.

    Examples
    --------
    >>> from kaleido import compare
    >>> cactus(compare(["car", "key"], ["constrained"])).alt
    'Runs solved within a number of nodes. constrained: 2 of 2 solved.'
    """
    grouped, ax = _begin(runs, ax, by)
    end = max(cost(run, by) for own in grouped.values() for run in own)
    for number, (strategy, own) in enumerate(grouped.items()):
        sample = _sample(own, by)
        nodes, shares, low, high = _curve(sample)
        if not sample.censored.any():
            nodes, shares, low, high = (np.append(nodes, end), *_level(shares, low, high))
        _draw(ax, number, nodes, 1 - shares, _label(strategy, own), sample)
        _shade(ax, number, len(grouped), nodes, 1 - high, 1 - low)
    proofs = any(run.status == Status.NO_SOLUTION for own in grouped.values() for run in own)
    what = "solved or refuted" if proofs else "solved"
    ax.set(xscale="log", xlabel=UNITS[by], ylabel=f"share of runs {what}", ylim=(0, 1.03))
    ax.set_title(f"Runs {what} within a number of {by}", pad=16)
    ax.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    ax.grid(axis="y", color=PALE)
    _end(ax, grouped, by)
    return describe(ax, _alt(ax, grouped))


@named_options
def tails(runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the share of runs that still search after a number of nodes.

    On two log scales a straight line that falls slowly is a heavy tail: now and then a run is
    unlucky early on and takes a hundred times as long. Restarts cut such a tail; to see it,
    compare ``partial(Constrained, run_nodes=None)`` with `Constrained` over many seeds.

    Parameters
    ----------
    runs : iterable of Run
    ax : Axes, optional
        By default those of a new figure.
    by : {"nodes", "backtracks", "seconds"}, optional

    Returns
    -------
    Figure
        A step curve for each strategy, and for up to four of them the band of its 95 % intervals.
        It ends with the last run that has an answer, which may be that there is no solution; if
        runs gave up, it ends where they did, at the marker of the strategy.

    Raises
    ------
    OptionError
        There are no runs, or `by` is unknown.

    References
    ----------
    C. Gomes, B. Selman, N. Crato, H. Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems", Journal of Automated Reasoning 24, 2000.
    """
    grouped, ax = _begin(runs, ax, by)
    start = min(cost(run, by) for own in grouped.values() for run in own)
    least = 1.0
    for number, (strategy, own) in enumerate(grouped.items()):
        sample = _sample(own, by)
        nodes, shares, low, high = _curve(sample, start)
        least = min(least, *shares[shares > 0])
        _draw(ax, number, nodes, shares, _label(strategy, own), sample)
        _shade(ax, number, len(grouped), nodes, low, high)
    ax.set(xscale="log", yscale="log", xlabel=UNITS[by], ylabel="share of runs still searching")
    ax.set_title(f"Runs still searching after a number of {by}", pad=16)
    ax.set_ylim(least / 1.6, 1.15)
    _end(ax, grouped, by)
    finish(ax.yaxis)
    ax.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    return describe(ax, _alt(ax, grouped))


def _alt(ax: Axes, grouped: Mapping[str, list[Run]]) -> str:
    """Return the title and the legend as a sentence."""
    return f"{ax.get_title()}. {'; '.join(_label(*each) for each in grouped.items())}."


def _begin(runs: Iterable[Run], ax: Axes | None, by: Cost) -> tuple[dict[str, list[Run]], Axes]:
    check_cost(by)
    grouped = by_strategy(runs)
    width, height = SIZE
    return grouped, make_axes(ax, width, height + 0.17 * len(grouped))


def _end(ax: Axes, grouped: Mapping[str, list[Run]], by: Cost) -> None:
    if lost := [cost(run, by) for own in grouped.values() for run in own if run.gave_up]:
        mark_limit(ax, max(lost))
    finish(ax.xaxis)
    # Long names need a line each.
    widest = max(len(_label(*each)) for each in grouped.items())
    legend_below(ax, 2 if widest <= _SHORT else 1, handlelength=3)


def _sample(own: list[Run], by: Cost) -> Sample:
    # A log scale has no 0.
    made = sample_of(own, by)
    return Sample(np.maximum(made.costs, LEAST[by]), made.censored, made.clusters)


def _label(strategy: str, own: list[Run]) -> str:
    statuses = [run.status for run in own]
    ends = [f"{statuses.count(Status.SOLVED)} of {len(own)} solved"]
    for status, text in ((Status.NO_SOLUTION, "refuted"), (Status.GAVE_UP, "gave up")):
        if number := statuses.count(status):
            ends.append(f"{number} {text}")
    return f"{strategy}: {', '.join(ends)}"


Curve = tuple[FloatArray, FloatArray, FloatArray, FloatArray]


def _curve(sample: Sample, start: float | None = None) -> Curve:
    """Return costs with the survival after each and its interval, from 1 on."""
    first = sample.times[0] if start is None else start
    shares = (sample.survival, *sample.band())
    costs = np.concatenate([[first], sample.times])
    return costs, *(np.concatenate([[1.0], each]) for each in shares)  # type: ignore[return-value]


def _level(*curves: FloatArray) -> tuple[FloatArray, ...]:
    return tuple(np.append(each, each[-1]) for each in curves)


def _draw(
    ax: Axes, number: int, costs: FloatArray, shares: FloatArray, label: str, sample: Sample
) -> None:
    # The marker at the end stands for the runs that gave up.
    ends = [len(costs) - 1] if sample.censored.any() else []
    ax.plot(costs, shares, markevery=ends, label=label, **_STEPS | look(number))


def _shade(
    ax: Axes, number: int, strategies: int, costs: FloatArray, low: FloatArray, high: FloatArray
) -> None:
    if strategies <= MOST_BANDS:
        colour = look(number)["color"]
        ax.fill_between(costs, low, high, step="post", color=colour, alpha=0.13, linewidth=0)
