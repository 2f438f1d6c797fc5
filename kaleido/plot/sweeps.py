"""Sensitivity: the cost of searches at each value of a weight of the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import both, quote
from kaleido.lab.comparison import Comparison
from kaleido.lab.pairing import cost
from kaleido.lab.run import Cost, Run
from kaleido.lab.survival import Sample, sample_of
from kaleido.plot.comparing import (
    MOST_BANDS,
    NAMED_SIZE,
    UNITS,
    End,
    curve_looks,
    finish,
    grouped_runs,
    name_ends,
)
from kaleido.plot.documented import documented
from kaleido.plot.figure import describe, make_axes
from kaleido.plot.given import runs_of
from kaleido.plot.themes import current_theme
from kaleido.search.score import Weights

_SPREAD = 0.16  # how far the runs of a value lie around it, in steps between values

_BESIDE = 0.012  # how far strategies lie apart, as a share of the range of values

_Steps = dict[str, dict[float, list[Run]]]


@documented(runs_of)
def sensitivity(runs: Comparison, *, ax: Axes | None = None, by: Cost = "nodes") -> Figure:
    """Draw the cost of searches at each value of a weight, or of another number.

    There is a line through the medians, whose 95 % intervals are bars, and for up to four
    strategies the middle half of the runs as a band. A median beyond the limit is an arrow at the
    limit. Of a single strategy each run is a point, or a cross where it gave up. If the number is a
    weight of the score, a dotted line shows the paper's.

    Parameters
    ----------
    runs : iterable of Run
        Those of `kaleido.compare` with a `kaleido.heuristics.sweep`: labels end with the name of
        the number and its value, such as ``paper corner=0.26``. An `OptionError` is raised for
        others.

    Examples
    --------
    >>> from kaleido import compare
    >>> from kaleido.heuristics import sweep
    >>> runs = compare(["car", "key"], sweep("paper-plus", "corner", [0, 0.26]), max_nodes=500)
    >>> sensitivity(runs).alt
    'The median nodes by corner. paper-plus: 18 (18 to > 19) at 0, 18 (18 to > 19) at 0.26.'
    """
    grouped = grouped_runs(runs, by)
    weight, steps = _read_labels(grouped)
    ax = make_axes(ax, *NAMED_SIZE)
    theme, ends, told = current_theme(), list[End](), []
    limits = [cost(run, by) for own in grouped.values() for run in own if run.gave_up]
    beside: dict[str, Any] = {"color": theme.grey, "fontsize": "small"}
    beside |= {"textcoords": "offset points", "annotation_clip": False}
    usual = _usual(weight)
    if usual is not None:
        ax.axvline(usual, color=theme.grey, linewidth=0.8, linestyle=":", zorder=1)
        ax.annotate("the paper's", (usual, 0), (3, 3), xycoords=ax.get_xaxis_transform(), **beside)
    for number, (name, values) in enumerate(steps.items()):
        samples = {value: sample_of(own, by) for value, own in values.items()}
        if len(steps) == 1:
            _draw_runs(ax, values, by)
        last = _draw_medians(ax, samples, number, len(steps))
        ends.append(End(max(values), last, name, number))
        medians = (f"{each.quantile(0.5):,.9g} at {value:g}" for value, each in samples.items())
        told.append(f"{name}: {', '.join(medians)}")
    ax.set(yscale="log", xlabel=weight if usual is None else f"weight of the score: {weight}")
    ax.set(ylabel=UNITS[by])
    own = f" of {ends[0].name}" if len(ends) == 1 else ""
    half = " and the middle half of the runs" if len(ends) <= MOST_BANDS else ""
    ax.set_title(f"Medians{own}, with 95 % intervals{half}")
    if limits:
        ax.axhline(max(limits), color=theme.grey, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        at = (0, max(limits)), (3, 3)
        ax.annotate("limit", *at, xycoords=ax.get_yaxis_transform(), **beside)
    finish(ax.yaxis)
    if len(ends) > 1:
        name_ends(ax, ends)
    return describe(ax, f"The median {by} by {weight}. {'; '.join(told)}.")


def _read_labels(grouped: Mapping[str, list[Run]]) -> tuple[str, _Steps]:
    """Return the name of the number that labels end with, and the runs by strategy and value."""
    steps: _Steps = {}
    weights: dict[str, None] = {}
    for label, own in grouped.items():
        name, _, step = label.rpartition(" ")
        weight, sign, text = step.partition("=")
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not (weight and sign and isfinite(value)):
            told = "expected labels such as 'paper corner=0.26', as kaleido.heuristics.sweep makes"
            raise OptionError(f"{quote(label)} is no step of a sweep: {told}")
        weights[weight] = None
        steps.setdefault(name or weight, {})[value] = own
    if len(weights) > 1:
        raise OptionError(f"the labels end with {both(weights)}: expected the values of one")
    return next(iter(weights)), {
        name: dict(sorted(values.items())) for name, values in steps.items()
    }


def _usual(weight: str) -> float | None:
    found = getattr(Weights(), weight.replace("-", "_"), None)
    return found if isinstance(found, float) else None


def _draw_runs(ax: Axes, values: Mapping[float, Sequence[Run]], by: Cost) -> None:
    """Draw the runs of one strategy around the value that they had."""
    step = min(np.diff(list(values)), default=1.0)
    for value, own in values.items():
        costs = np.array([cost(run, by) for run in own])
        lost = np.array([run.gave_up for run in own])
        places = value + step * _SPREAD * np.linspace(-1, 1, len(own))
        looks: dict[str, Any] = {"color": current_theme().muted, "zorder": 1.5}
        ax.scatter(places[~lost], costs[~lost], s=9, linewidth=0, alpha=0.7, **looks)
        ax.scatter(places[lost], costs[lost], s=16, marker="x", linewidth=0.9, **looks)


def _draw_medians(ax: Axes, samples: Mapping[float, Sample], number: int, count: int) -> float:
    """Draw the medians with their intervals, and return the last."""
    looks, values = curve_looks(number, count) | {"markevery": None}, np.array(list(samples))
    # Beside those of other strategies.
    values += (number - (count - 1) / 2) * _BESIDE * np.ptp(values)
    found = np.array([[*each.quantile(0.5)] for each in samples.values()])
    limits = np.array([each.limit for each in samples.values()])
    median, low, high = np.minimum(found, limits[:, None]).T
    ax.plot(values, median, **looks)
    ax.vlines(values, low, high, color=looks["color"], linewidth=1.2)
    if count <= MOST_BANDS:
        half = [[each.value(share) for each in samples.values()] for share in (0.25, 0.75)]
        fill: dict[str, Any] = {"color": looks["color"], "alpha": 0.13, "linewidth": 0}
        ax.fill_between(values, *np.minimum(half, limits), **fill)
    beyond = np.isinf(found[:, 0])
    arrow: dict[str, Any] = {"color": looks["color"], "marker": "^", "markersize": 9}
    ax.plot(values[beyond], median[beyond], linestyle="", **arrow)
    return float(median[-1])
