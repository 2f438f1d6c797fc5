"""Figures of many runs: which strategy solves more, with less, and how its bad luck looks.

Each takes runs as `kaleido.compare` gives them and draws on axes of your own or on new ones.
Strategies keep their order and with it their colour, line and marker.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, StrMethodFormatter

from kaleido.analysis.answer import Status
from kaleido.analysis.comparison import Run
from kaleido.errors import OptionError
from kaleido.plot.axes import make_axes
from kaleido.text import quote

Cost = Literal["nodes", "seconds"]
"""What a run is measured by."""

_LEAST = {"nodes": 1.0, "seconds": 1e-6}
"""By what a run is measured by: the least that is drawn, as a log scale has no 0."""

# Okabe and Ito's colours, which the colour-blind tell apart, without their yellow: it is too
# pale for a line.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")

_GREY = "0.55"
_PALE = "0.9"


class _Look(NamedTuple):
    colour: str
    line: str
    marker: str


def cactus(runs: Iterable[Run], *, ax: Axes | None = None, by: Cost = "nodes") -> Axes:
    """Draw how many runs each strategy solves within so many nodes.

    Parameters
    ----------
    runs : iterable of Run
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.
    by : {"nodes", "seconds"}, optional

    Returns
    -------
    matplotlib.axes.Axes
        A step curve for each strategy, which ends level at the largest cost of all runs. The
        legend says how many runs are solved, of how many; one that is not solved never counts.

    Raises
    ------
    OptionError
        There are no runs, or `by` is neither.

    Examples
    --------
    >>> from kaleido import compare
    >>> ax = cactus(compare(["car", "key"], ["constrained"]))
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['constrained (2/2)']
    """
    grouped = _by_strategy(runs)
    ax = make_axes(ax, 6.4, 4.2)
    end = max(_cost(run, by) for own in grouped.values() for run in own)
    for number, (strategy, own) in enumerate(grouped.items()):
        look = _look(number)
        costs = sorted(_cost(run, by) for run in own if run.status == Status.SOLVED)
        ax.plot(
            [*costs[:1], *costs, end],
            [0, *range(1, len(costs) + 1), len(costs)] if costs else [0],
            drawstyle="steps-post",
            color=look.colour,
            linestyle=look.line,
            linewidth=1.8,
            label=f"{strategy} ({len(costs)}/{len(own)})",
        )
    ax.set(xscale="log", xlabel=by, ylabel="runs solved")
    ax.set_ylim(0, 1.04 * max(len(own) for own in grouped.values()))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.grid(axis="y", color=_PALE)
    _finish(ax.xaxis)
    ax.legend(frameon=False)
    return ax


def paired(
    runs: Iterable[Run],
    first: str,
    second: str,
    *,
    ax: Axes | None = None,
    by: Cost = "nodes",
) -> Axes:
    """Draw one strategy against another, a point for each board and seed.

    Parameters
    ----------
    runs : iterable of Run
    first, second : str
        Strategies: across and upwards. Above the diagonal, the first needs less.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.
    by : {"nodes", "seconds"}, optional

    Returns
    -------
    matplotlib.axes.Axes
        Runs that a strategy gave up lie on a dashed margin, as crosses. The title says
        who needs less how often; a run given up needs more than any other.

    Raises
    ------
    OptionError
        There are no runs, or none of a strategy, or none of both on the same board and seed,
        or `by` is neither "nodes" nor "seconds".
    """
    grouped = _by_strategy(runs)
    for name in (first, second):
        if name not in grouped:
            raise OptionError(
                f"no runs of strategy {quote(name)}: there are runs of {', '.join(grouped)}"
            )
    across, upwards = (
        {(run.pattern, run.seed): run for run in grouped[name]} for name in (first, second)
    )
    both = [key for key in across if key in upwards]
    if not both:
        raise OptionError(
            f"strategies {quote(first)} and {quote(second)} have no board and seed in common"
        )
    costs = np.array([[_cost(each[key], by) for each in (across, upwards)] for key in both])
    lost = np.array([[_gave_up(each[key]) for each in (across, upwards)] for key in both])
    low, margin = costs.min() / 1.5, costs.max() * 1.5
    ends = np.where(lost, margin, costs)

    ax = make_axes(ax, 5.2, 5.4)
    ax.plot([low, margin], [low, margin], color=_GREY, linewidth=1, zorder=1)
    if lost.any():
        for line in (ax.axvline, ax.axhline):
            line(margin, color=_GREY, linewidth=1, linestyle="--", zorder=1)
    done = ~lost.any(axis=1)
    x, y = ends.T
    ax.scatter(x[done], y[done], 22, _COLOURS[0], alpha=0.6, linewidth=0, label="both done")
    if not done.all():
        ax.scatter(x[~done], y[~done], 34, _COLOURS[1], marker="x", label="given up", zorder=3)
        ax.legend(frameon=False)
    ax.set(xscale="log", yscale="log", xlabel=f"{by}, {first}", ylabel=f"{by}, {second}")
    ax.set(xlim=(low, margin * 1.15), ylim=(low, margin * 1.15), aspect="equal")
    _finish(ax.xaxis, ax.yaxis)
    wins, losses = (ends[:, 0] < ends[:, 1]).sum(), (ends[:, 0] > ends[:, 1]).sum()
    ax.set_title(
        f"of {len(both)} runs {first} needs less in {wins},\n"
        f"{second} in {losses}, both as much in {len(both) - wins - losses}",
        fontsize="medium",
    )
    return ax


def tails(runs: Iterable[Run], *, ax: Axes | None = None) -> Axes:
    """Draw the share of runs that still search after so many nodes.

    On these two log scales a straight line that falls slowly is a heavy tail: now and then a
    run is unlucky early on and takes a hundred times as long. Restarts cut such a tail; to
    see it, compare ``partial(Constrained, run_nodes=None)`` with `Constrained` over seeds.

    Parameters
    ----------
    runs : iterable of Run
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        A step curve for each strategy. It ends with its last run that comes to an answer, be
        it that there is no solution; if runs were given up it ends where they did, with the
        strategy's marker.

    Raises
    ------
    OptionError
        There are no runs.

    References
    ----------
    C. Gomes, B. Selman, N. Crato, H. Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems", 2000.
    """
    grouped = _by_strategy(runs)
    ax = make_axes(ax, 6.4, 4.2)
    start = min(_cost(run, "nodes") for own in grouped.values() for run in own)
    for number, (strategy, own) in enumerate(grouped.items()):
        look = _look(number)
        done = sorted(_cost(run, "nodes") for run in own if not _gave_up(run))
        lost = [_cost(run, "nodes") for run in own if _gave_up(run)]
        shares = 1 - np.arange(len(done) + 1) / len(own)
        nodes = [start, *done]
        if lost:
            nodes, shares = [*nodes, max(*nodes, *lost)], np.append(shares, shares[-1])
        ax.plot(
            nodes,
            shares,
            drawstyle="steps-post",
            color=look.colour,
            linestyle=look.line,
            linewidth=1.8,
            marker=look.marker,
            markevery=[len(nodes) - 1],
            label=f"{strategy} ({len(lost)} given up)",
        )
    ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="share of runs still searching")
    _finish(ax.xaxis, ax.yaxis)
    ax.legend(frameon=False)
    return ax


def ablation(runs: Iterable[Run], *, ax: Axes | None = None) -> Axes:
    """Draw the nodes of all runs of each strategy, a row for each, the first one on top.

    Parameters
    ----------
    runs : iterable of Run
        Of strategies that build on each other, such as those of
        `kaleido.search.strategies.ablation.ABLATION`, or of any.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        A point for each run, a cross for one that was given up; a bar across the middle half
        of them, a stroke at the median. Runs given up count with what they had used. On the
        right is how many runs are solved, of how many.

    Raises
    ------
    OptionError
        There are no runs.
    """
    grouped = _by_strategy(runs)
    ax = make_axes(ax, 7.2, 0.9 + 0.62 * len(grouped))
    for row, own in enumerate(grouped.values()):
        look = _look(row)
        costs = np.array([_cost(run, "nodes") for run in own])
        lost = np.array([_gave_up(run) for run in own])
        heights = row + _spread(len(own))
        ax.scatter(costs[~lost], heights[~lost], s=14, color=look.colour, alpha=0.55, linewidth=0)
        ax.scatter(costs[lost], heights[lost], s=18, marker="x", color=look.colour, linewidth=1)
        low, median, high = np.quantile(costs, (0.25, 0.5, 0.75), method="inverted_cdf")
        ax.plot([low, high], [row, row], color="black", linewidth=2.5, solid_capstyle="butt")
        ax.plot(median, row, marker="|", color="black", markersize=16, markeredgewidth=2.5)
        solved = sum(run.status == Status.SOLVED for run in own)
        beside = ax.get_yaxis_transform()
        ax.annotate(f"{solved}/{len(own)}", (1.015, row), xycoords=beside, va="center")
    ax.annotate("solved", (1.015, 1.02), xycoords="axes fraction")
    ax.set(xscale="log", xlabel="nodes", ylim=(len(grouped) - 0.45, -0.55))
    ax.set_yticks(range(len(grouped)), labels=list(grouped))
    ax.tick_params(axis="y", length=0)
    _finish(ax.xaxis)
    return ax


def _by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    grouped: dict[str, list[Run]] = {}
    for run in runs:
        grouped.setdefault(run.strategy, []).append(run)
    if not grouped:
        raise OptionError("there are no runs to draw, expected one or more")
    return grouped


def _cost(run: Run, by: str) -> float:
    if by not in _LEAST:
        raise OptionError(f"by is {quote(by)}, expected one of {', '.join(_LEAST)}")
    return max(float(getattr(run, by)), _LEAST[by])


def _gave_up(run: Run) -> bool:
    return run.status == Status.GAVE_UP


def _look(number: int) -> _Look:
    return _Look(*(each[number % len(each)] for each in (_COLOURS, _LINES, _MARKERS)))


def _finish(*logarithmic: Axis) -> None:
    """Give these axes a pale grid and ticks that are plain numbers: 1,000, not 10³."""
    for axis in logarithmic:
        low, high = axis.get_view_interval()
        # A short axis may hold no power of ten.
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
        axis.set_major_formatter(StrMethodFormatter("{x:,.9g}"))
        axis.set_minor_formatter(NullFormatter())
        axis.grid(color=_PALE)
        axis.axes.set_axisbelow(True)


def _spread(number: int) -> npt.NDArray[np.float64]:
    """Spread points over the height of a row: evenly, the same every time, in no visible order."""
    golden = (math.sqrt(5) - 1) / 2
    return np.array([0.6 * (place * golden % 1 - 0.5) for place in range(number)])
