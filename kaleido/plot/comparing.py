"""Figures of many runs: how many boards each strategy solves, and at what cost.

Strategies keep their order, and with it their colours, lines and markers. The numbers are those of
`kaleido.Comparison`.
"""

import math
import textwrap
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter, StrMethodFormatter
from matplotlib.transforms import ScaledTranslation

from kaleido.base.errors import OptionError
from kaleido.base.text import both, percent, plural
from kaleido.lab.comparison import Comparison
from kaleido.lab.pairing import (
    LEAST,
    cost,
    cost_ratio,
    limit_of,
    pair_runs,
    say_p,
    set_against,
)
from kaleido.lab.run import Cost, Run, by_strategy, check_cost, match_all
from kaleido.lab.statistics import FloatArray, Sample, sample_of
from kaleido.plot.documented import documented, runs_of
from kaleido.plot.figure import describe, make_axes, root_of, write
from kaleido.plot.themes import current_theme, look
from kaleido.search.result import Status

_BELOW = 0.5  # how far below the axes their legend is, in inches
_LEGEND: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "borderaxespad": 0}
_LEGEND |= {"frameon": False, "fontsize": "small"}
SIZE = (5.7, 3.5)  # the size of a new figure without its legend, in inches
NAMED_SIZE = (6.4, 4.0)  # that of one whose curves are named beside their ends
MOST_BANDS = 4  # the bands of more strategies would hide each other
BARS = 6  # the number of costs at which the curves of more strategies have bars
_SHORT = 42  # the longest name, in letters, of which two stand side by side in the legend

_MEDIAN: dict[str, Any] = {"marker": "D", "markersize": 6}
_BEYOND: dict[str, Any] = {"marker": ">", "markersize": 7}
# The lines of intervals by their level, as ArviZ and others draw them: wide and thin, then thick.
_INTERVALS: dict[float, dict[str, Any]] = {
    0.95: {"linewidth": 1.4, "solid_capstyle": "butt"},
    0.5: {"linewidth": 4.5, "solid_capstyle": "butt"},
}

# The looks of pairs of runs, by how many of them gave up.
_PAIRS: dict[str, Any] = {
    "both finished": {"marker": "o", "s": 22, "alpha": 0.6, "linewidth": 0},
    "one gave up": {"marker": "x", "s": 34, "alpha": 1, "linewidth": 1.3},
    "both gave up": {"marker": "P", "s": 60, "alpha": 0.6, "linewidth": 0},
}

# The label of an axis by its cost.
UNITS = {
    "nodes": "nodes (placements tried)",
    "work": "work (all placements tried)",
    "backtracks": "backtracks (placements taken back)",
    "seconds": "time (s)",
}

_GAP = 1.025  # where names begin, in widths of the axes
_HANDLE = 0.07  # the length of the line before a name, as a share of the width of the axes
_LINE_HEIGHT = 0.19  # the least distance of names, in inches
_NAME = 8.5  # the font size of names, in points
_LETTERS = 24  # of longer names, which would leave little room, there is a legend

_ROOM = 1.15  # how far the scale goes beyond the largest ratio
_BARS = 0.36  # how far below the middle of a row its bars are
_LIMITS = 60  # the number of limits for which a ratio is drawn
_MARGIN = 0.09  # the width of the margin for runs that gave up, as a share of the scale
_LINE = 62  # the longest line of the title, in letters


def grouped_runs(runs: Comparison, by: Cost) -> dict[str, list[Run]]:
    """Return runs by strategy; an `OptionError` is raised if this cost cannot compare them."""
    check_cost(by)
    return by_strategy(runs)


def mark_limit(ax: Axes, grouped: Mapping[str, list[Run]], by: Cost) -> bool:
    """Draw the line at which runs gave up, with its name above it, and return whether any did."""
    lost = (cost(run, by) for own in grouped.values() for run in own if run.gave_up)
    if limit := max(lost, default=0):
        grey = current_theme().grey
        ax.axvline(limit, color=grey, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        at: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
        at |= {"ha": "center", "va": "bottom", "fontsize": "small", "color": grey}
        ax.annotate("limit", (limit, 1), (0, 2), **at)
    return bool(limit)


def legend_below(ax: Axes, columns: int = 2, **looks: Any) -> None:
    """Put the legend below the axes and the name of the x axis, where it covers nothing."""
    below = ax.transAxes + ScaledTranslation(0, -_BELOW, root_of(ax).dpi_scale_trans)
    ax.legend(ncols=columns, bbox_transform=below, **_LEGEND, **looks)


def finish(*logarithmic: Axis) -> None:
    """Put on logarithmic axes a pale grid and ticks in plain numbers: 1,000 instead of 10³."""
    for axis in logarithmic:
        low, high = axis.get_view_interval()
        # A short axis may hold no power of ten.
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
        axis.set_major_formatter(StrMethodFormatter("{x:,.9g}"))
        axis.set_minor_formatter(NullFormatter())
        axis.grid(color=current_theme().faint)
        axis.axes.set_axisbelow(True)


def show_percent(axis: Axis) -> None:
    """Label an axis of shares of 1 in per cent."""
    axis.set_major_formatter(PercentFormatter(1, symbol=" %"))


class End(NamedTuple):
    """The end of a curve, with its name and its number among all."""

    place: float
    value: float
    name: str
    number: int


def curve_looks(number: int, count: int) -> dict[str, Any]:
    """Return the looks of one of `count` curves.

    Where curves coincide, those below are wider, and no two have their markers at the same places.
    """
    every = 0.04 + 0.025 * (number % 8), 0.22
    width = min(1.4 + 0.3 * (count - 1 - number), 3.5)
    return {"linewidth": width, "markersize": 5, "markevery": every, **look(number)}


def draw_steps(
    ax: Axes,
    places: FloatArray,
    values: FloatArray,
    band: tuple[FloatArray, FloatArray],
    number: int,
    count: int,
    cut: int | None,
    label: str = "",
) -> None:
    """Draw one of `count` step curves, with its band if they are few, and a bar where it is cut."""
    looks = curve_looks(number, count)
    ax.plot(places, values, drawstyle="steps-post", label=label, **looks)
    if cut is not None:
        bar: dict[str, Any] = {"marker": "|", "markersize": 12, "markeredgewidth": 2}
        ax.plot(places[cut], values[cut], color=looks["color"], linestyle="", zorder=3, **bar)
    if count <= MOST_BANDS:
        fill: dict[str, Any] = {"color": looks["color"], "alpha": 0.15, "linewidth": 0}
        ax.fill_between(places, *band, step="post", **fill)


def handles_of(names: Sequence[str]) -> dict[str, Any]:
    """Return the lines and labels of a legend of curves."""
    count = len(names)
    lines = [Line2D([], [], **curve_looks(number, count)) for number in range(count)]
    return {"handles": lines, "labels": names}


def name_ends(ax: Axes, ends: Sequence[End]) -> None:
    """Write the names of curves beside their ends, apart, or in a legend if there is no room."""
    gap = _LINE_HEIGHT / (ax.get_position().height * ax.figure.bbox.height / ax.figure.dpi)
    if gap * len(ends) > 1 or max(len(end.name) for end in ends) > _LETTERS:
        legend_below(ax, 2, **handles_of([end.name for end in ends]))
        return
    _, right = ax.set_xlim(ax.get_xlim())
    ends = sorted(ends, key=lambda end: (-end.value, end.number))
    heights = (ax.transData - ax.transAxes).transform([end[:2] for end in ends])[:, 1].tolist()
    at = list(accumulate(heights, lambda above, own: min(own, above - gap)))
    lift = max(0.0, gap / 2 - at[-1])
    beside: dict[str, Any] = {"transform": ax.transAxes, "clip_on": False}
    for end, height, place in zip(ends, heights, (each + lift for each in at), strict=True):
        lead: dict[str, Any] = {"color": look(end.number)["color"], "linewidth": 0.8}
        ax.hlines(end.value, end.place, right, linestyle=":", zorder=1.5, **lead)
        ax.add_artist(Line2D([1, _GAP], [height, place], **lead, **beside))
        line = _GAP + np.array([0, _HANDLE / 2, _HANDLE])
        looks = curve_looks(end.number, len(ends)) | {"markevery": [1]}
        ax.add_artist(Line2D(line, [place] * 3, **looks, **beside))
        write(ax, line[-1] + 0.02, place, end.name, _NAME, va="center", transform=ax.transAxes)


@documented(runs_of)
def cactus(
    runs: Comparison, *, ax: Axes | None = None, by: Cost = "nodes", tails: bool = False
) -> Figure:
    """Draw the share of runs that each strategy solves within a number of nodes or seconds.

    There is a step curve for each strategy with its 95 % intervals: a band, or with more than
    four strategies bars at a few places. A proof that there is no solution counts as well. The
    curve of a strategy that gave up some runs ends with a bar where the last of them did. The
    legend counts both.

    Parameters
    ----------
    tails : bool, optional
        Draw the share of runs that still search instead, on two log scales. A straight line that
        falls slowly is then a heavy tail: now and then a run is unlucky early on and takes a
        hundred times as long. Restarts cut such a tail; to see it, compare
        ``partial(Constrained, run_nodes=None)`` with `Constrained` over many seeds.

    References
    ----------
    C. Gomes, B. Selman, N. Crato, H. Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems", Journal of Automated Reasoning 24, 2000.

    Examples
    --------
    >>> from kaleido import compare
    >>> cactus(compare(["car", "key"], ["constrained"])).alt
    'Runs solved within a number of nodes. constrained: 2 of 2 solved.'
    """
    grouped = grouped_runs(runs, by)
    costs = [cost(run, by) for run in runs]
    if tails:
        curves = {strategy: _curve(own, by, min(costs)) for strategy, own in grouped.items()}
        least = min(share for _, shares, *_ in curves.values() for share in shares if share > 0)
        title = f"Runs still searching after a number of {by}"
        ax = _draw(ax, grouped, curves, by, title)
        ax.set(yscale="log", ylabel="share of runs still searching", ylim=(least / 1.6, 1.15))
        finish(ax.yaxis)
    else:
        curves = {strategy: _curve(own, by) for strategy, own in grouped.items()}
        for strategy, curve in curves.items():
            if not any(run.gave_up for run in grouped[strategy]):
                curves[strategy] = curve = np.column_stack([curve, [max(costs), *curve[1:, -1]]])
            curve[1:] = 1 - curve[1:]
        proofs = any(run.status == Status.NO_SOLUTION for run in runs)
        what = "solved or refuted" if proofs else "solved"
        title = f"Runs {what} within a number of {by}"
        ax = _draw(ax, grouped, curves, by, title)
        ax.set(ylabel=f"share of runs {what}", ylim=(0, 1.03))
        ax.grid(axis="y", color=current_theme().faint)
    show_percent(ax.yaxis)
    return describe(ax, f"{title}. {'; '.join(_label(*each) for each in grouped.items())}.")


def _draw(
    ax: Axes | None,
    grouped: Mapping[str, list[Run]],
    curves: Mapping[str, FloatArray],
    by: Cost,
    title: str,
) -> Axes:
    ax = make_axes(ax, SIZE[0], SIZE[1] + 0.17 * len(grouped))
    labels = [_label(*each) for each in grouped.items()]
    ax.set(xscale="log", xlabel=UNITS[by])
    for number, (strategy, (costs, shares, low, high)) in enumerate(curves.items()):
        # The bar at the end shows that runs gave up.
        cut = len(costs) - 1 if any(run.gave_up for run in grouped[strategy]) else None
        draw_steps(ax, costs, shares, (low, high), number, len(grouped), cut, labels[number])
        if len(grouped) > MOST_BANDS:
            _draw_intervals(ax, curves, number)
    # A single pattern has no intervals.
    has_ends = any(np.isfinite(curve[2:]).any() for curve in curves.values())
    ax.set_title(title + ",\nwith 95 % intervals" * has_ends, pad=16)
    mark_limit(ax, grouped, by)
    finish(ax.xaxis)
    # Long names need a line each.
    legend_below(ax, 2 if max(map(len, labels)) <= _SHORT else 1, handlelength=3)
    return ax


def _draw_intervals(ax: Axes, curves: Mapping[str, FloatArray], number: int) -> None:
    """Draw the intervals of a curve as bars at a few costs, beside those of the other curves."""
    least = min(costs[0] for costs, *_ in curves.values())
    most = max(costs[-1] for costs, *_ in curves.values())
    step = (most / least) ** (1 / BARS)
    # The bars of all curves take the middle half of each step.
    share = 0.25 + 0.5 * number / max(len(curves) - 1, 1)
    at = least * step ** (np.arange(BARS) + share)
    costs, _, low, high = list(curves.values())[number]
    at = at[at <= costs[-1]]
    place = np.searchsorted(costs, at, side="right") - 1
    looks: dict[str, Any] = {"color": look(number)["color"], "linewidth": 1.2, "alpha": 0.75}
    ax.vlines(at, low[place], high[place], **looks)


def _label(strategy: str, own: list[Run]) -> str:
    statuses = [run.status for run in own]
    ends = [f"{statuses.count(Status.SOLVED)} of {len(own)} solved"]
    for status, text in ((Status.NO_SOLUTION, "refuted"), (Status.GAVE_UP, "gave up")):
        if number := statuses.count(status):
            ends.append(f"{number} {text}")
    return f"{strategy}: {', '.join(ends)}"


def _curve(own: list[Run], by: Cost, start: float | None = None) -> FloatArray:
    """Return costs, the survival after each, and the ends of its interval, from 1 on, as rows."""
    made = sample_of(own, by)
    # A log scale has no 0.
    sample = Sample(np.maximum(made.costs, LEAST[by]), made.censored, made.clusters)
    start = sample.times[0] if start is None else start
    after = np.vstack([sample.times, sample.survival, *sample.band()])
    return np.column_stack([[start, 1.0, 1.0, 1.0], after])


@documented(runs_of)
def ablation(runs: Comparison, *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the cost of all runs, in a row for each strategy, the first one on top.

    There is a point for each run, or a cross where it gave up; below them a diamond at their
    median, with a thick line for its 50 % interval and a thin one for its 95 % interval. What is
    beyond the limit ends there with an arrow. The strategies may be those of
    `kaleido.heuristics.ablation`, which build on each other.
    """
    grouped = grouped_runs(runs, by)
    ax = make_axes(ax, 6.4, 1.6 + 0.55 * len(grouped))
    for row, own in enumerate(grouped.values()):
        if row % 2 == 0:
            ax.axhspan(row - 0.5, row + 0.5, color=current_theme().faint, alpha=0.4, linewidth=0)
        colour = look(row)["color"]
        costs = np.array([cost(run, by) for run in own])
        lost = np.array([run.gave_up for run in own])
        heights = row - 0.12 + _spread(len(own))
        ax.scatter(costs[~lost], heights[~lost], s=16, color=colour, alpha=0.7, linewidth=0)
        ax.scatter(costs[lost], heights[lost], s=18, marker="x", color=colour, linewidth=1)
        _draw_bars(ax, own, by, row + _BARS)
        words = f"{sum(run.status == Status.SOLVED for run in own)} of {len(own)}"
        beside: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "va": "center"}
        ax.annotate(words, (1.025, row), fontsize="small", **beside)
    ax.annotate("solved", (1.025, 1.01), xycoords="axes fraction", fontsize="small")
    ax.set(xscale="log", xlabel=UNITS[by], ylim=(len(grouped) - 0.5, -0.5))
    ax.set_title(f"{by.capitalize()} of each run", pad=16)
    ax.set_yticks(range(len(grouped)), labels=list(grouped))
    ax.tick_params(axis="y", length=0)
    crosses = mark_limit(ax, grouped, by)
    finish(ax.xaxis)
    _explain(ax, crosses=crosses)
    medians = (f"{name} {sample_of(own, by).quantile(0.5):,.9g}" for name, own in grouped.items())
    return describe(ax, f"The {by} of each run; medians: {', '.join(medians)}.")


def _draw_bars(ax: Axes, own: list[Run], by: Cost, height: float) -> None:
    sample, theme = sample_of(own, by), current_theme()
    least, most = sample.costs.min(), sample.costs.max()
    median = sample.quantile(0.5)
    for level, looks in _INTERVALS.items():
        _, *ends = sample.quantile(0.5, level)
        if not math.isnan(ends[0]):  # a single run has no interval
            ax.plot(np.clip(ends, least, most), [height] * 2, color=theme.ink, **looks)
    looks = _BEYOND if math.isinf(median.value) else _MEDIAN
    ax.plot(np.clip(median.value, least, most), height, zorder=4, **looks, **_filled())


def _filled() -> dict[str, Any]:
    return {"markerfacecolor": current_theme().ground, "markeredgecolor": current_theme().ink}


def _explain(ax: Axes, *, crosses: bool) -> None:
    theme = current_theme()
    run = {"color": theme.grey, "markersize": 5}
    line = {"linestyle": "-", "color": theme.ink}
    names: dict[str, Any] = {
        "a run": run | {"marker": "o", "markersize": 4},
        **({"gave up": run | {"marker": "x"}} if crosses else {}),
        "median": _MEDIAN | _filled(),
        **({"beyond the limit": _BEYOND | _filled()} if crosses else {}),
        **{f"its {percent(level)} interval": line | each for level, each in _INTERVALS.items()},
    }
    for name, looks in names.items():
        ax.add_line(Line2D([], [], label=name, **{"linestyle": ""} | looks))
    legend_below(ax, 3)


def _spread(number: int) -> npt.NDArray[np.float64]:
    """Spread points over the height of a row by the additive recurrence of the golden ratio."""
    golden = (math.sqrt(5) - 1) / 2
    return 0.55 * (np.arange(float(number)) * golden % 1 - 0.5)


@documented(runs_of)
def paired(
    runs: Comparison, first: str, second: str, *, ax: Axes | None = None, by: Cost = "nodes"
) -> Figure:
    """Draw one strategy against another, with a point for each board and seed.

    Runs that gave up are crosses in a grey margin. The title says what `kaleido.Comparison.paired`
    does, and so do the errors.

    Parameters
    ----------
    first, second : str
        The strategies on the x axis and on the y axis. The first needs less above the diagonal,
        the second below it, where the ground is shaded.
    """
    pairs = pair_runs(grouped_runs(runs, by), first, second)
    costs = np.array([[cost(run, by) for run in pair] for pair in pairs])
    lost = np.array([[run.gave_up for run in pair] for pair in pairs])
    low, high = costs.min() / 1.3, costs.max() * 1.3
    wide = (high / low) ** _MARGIN
    end, margin = (high * wide, high * wide**0.5) if lost.any() else (high, high)
    x, y = np.where(lost, margin, costs).T

    ax = make_axes(ax, 4.6, 5.4)
    theme = current_theme()
    axes: dict[str, Any] = {"transform": ax.transAxes, "fontsize": "small"}
    ax.plot([low, high], [low, high], color=theme.grey, linewidth=1, zorder=1)
    ax.fill_between([low, high], [low, high], low, color=theme.faint, alpha=0.5, linewidth=0)
    ax.text(0.03, 0.97, f"{first} needs less", va="top", **axes)
    ax.text(0.97, 0.03, f"{second} needs less", ha="right", **axes)
    if lost.any():
        for shade in (ax.axvspan, ax.axhspan):
            shade(high, end, color=theme.faint, linewidth=0, zorder=0)
    for count, (name, looks) in enumerate(_PAIRS.items()):
        own = lost.sum(axis=1) == count
        if own.any():
            label = f"{name}: {own.sum()}"
            ax.scatter(x[own], y[own], color=look(count)["color"], zorder=3, label=label, **looks)
    ax.set(xscale="log", yscale="log", xlim=(low, end), ylim=(low, end), aspect="equal")
    ax.set(xlabel=f"{first}: {UNITS[by]}", ylabel=f"{second}: {UNITS[by]}")
    finish(ax.xaxis, ax.yaxis)
    found = set_against(pairs, by)
    lines = f"{first} against {second}", found.effect, f"{found.counts}; p {say_p(found.p_value)}"
    title = "\n".join(part for line in lines for part in textwrap.wrap(line, _LINE))
    ax.set_title(title, fontsize="medium", parse_math=False)
    legend_below(ax, 3, handletextpad=0.2, columnspacing=1.2)
    return describe(ax, f"A point for each pattern and seed, by {by}. {found}.")


@documented(runs_of)
def ratio_curve(
    runs: Comparison, first: str, second: str, *, ax: Axes | None = None, by: Cost = "nodes"
) -> Figure:
    """Draw how many times as much a strategy needs as another, within each limit.

    Within a low limit most runs give up, and the ratio is near 1. The band is the 95 % interval
    over patterns; at its right end is the ratio that `kaleido.Comparison.paired` tells.

    Parameters
    ----------
    first, second : str
        The labels of two strategies. Below 1 the first needs less.
    """
    pairs = pair_runs(grouped_runs(runs, by), first, second)
    one, other = (sample_of(own, by) for own in zip(*pairs, strict=True))
    costs = np.maximum(np.concatenate([one.costs, other.costs]), LEAST[by])
    end = min(limit_of(one, other), float(costs.max()))
    limits = np.geomspace(float(costs.min()), end, _LIMITS)
    ratios = np.array([cost_ratio(one, other, each, least=LEAST[by]) for each in limits])
    ax = make_axes(ax, *SIZE)
    colour = look(0)["color"]
    ax.axhline(1, color=current_theme().grey, linewidth=1, zorder=1)
    ax.fill_between(limits, ratios[:, 1], ratios[:, 2], color=colour, alpha=0.15, linewidth=0)
    ax.plot(limits, ratios[:, 0], color=colour, linewidth=1.8)
    ax.set(xscale="log", yscale="log", xlabel=f"limit: {UNITS[by]}")
    ax.set(ylabel=f"{by} of {first} / {by} of {second}")
    title = textwrap.wrap(f"{first} against {second}, within each limit,", _LINE)
    ax.set_title("\n".join([*title, "with its 95 % interval"]))
    finish(ax.xaxis, ax.yaxis)
    return describe(ax, f"The ratio of the {by} within each limit. {set_against(pairs, by)}.")


@documented(runs_of)
def performance_profile(runs: Comparison, *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the share of boards on which each strategy needs at most a multiple of the least cost.

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
    ax = make_axes(ax, *NAMED_SIZE)
    told, ends = [], []
    for number, strategy in enumerate(grouped):
        places, lowest, highest = _profile(ratios[:, number], lost[:, number], end)
        unsure = np.flatnonzero(highest > lowest)
        cut = int(unsure[0]) if unsure.size else None
        draw_steps(ax, places, lowest, (lowest, highest), number, len(grouped), cut)
        best, most = lowest[[0, -1]]
        told.append(f"{strategy}: best on {percent(best)}, {percent(most)} in all")
        ends.append(End(end, most, strategy, number))
    theme = current_theme()
    ax.set(xscale="log", xlim=(1, end), ylim=(-0.02, 1.03), ylabel="share of boards and seeds")
    least = {"seconds": "shortest time", "work": "least work"}.get(by, f"fewest {by}")
    told_of_bars = "\n(from a bar on: at least this share)" if lost.any() else ""
    ax.set_xlabel(f"times the {least} of any strategy{told_of_bars}")
    finish(ax.xaxis)
    show_percent(ax.yaxis)
    ax.grid(axis="y", color=theme.faint)
    name_ends(ax, ends)
    count = plural(len(ratios), "board")
    ax.set_title(f"Performance profile by {by}")
    return describe(ax, f"Performance profile by {by} on {count} and seeds. {'; '.join(told)}.")


def _profile(
    ratios: FloatArray, lost: npt.NDArray[np.bool_], end: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return ratios up to `end`, with the least and the greatest share of boards within each.

    The least share takes a run that gave up, marked by `lost`, for one that would never end; the
    greatest for one that would have ended at once after it gave up.
    """
    places = np.unique([1.0, *ratios[ratios <= end], end])
    finished = (ratios[~lost] <= places[:, None]).sum(axis=1)
    possible = (ratios[lost] <= places[:, None]).sum(axis=1)
    return places, finished / len(ratios), (finished + possible) / len(ratios)


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
