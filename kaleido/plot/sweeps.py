"""Sensitivity: the cost of searches at each value of a weight, against that at a reference."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import both, percent, quote
from kaleido.lab.comparison import Comparison
from kaleido.lab.pairing import LEAST, MANY, cost_ratio, limit_of, pair_runs, say_cost
from kaleido.lab.run import Cost, Run
from kaleido.lab.statistics import Ratio, sample_of
from kaleido.plot.comparing import NAMED_SIZE, End, curve_looks, finish, grouped_runs, name_ends
from kaleido.plot.documented import documented, runs_of
from kaleido.plot.figure import describe, make_axes
from kaleido.plot.themes import current_theme
from kaleido.search.score import Weights

_BESIDE = 0.012  # how far strategies lie apart, as a share of the range of values
_LEAST_RANGE = 0.5, 2.0  # the ratios that are shown at least

_Steps = dict[str, dict[float, list[Run]]]


class _Step(NamedTuple):
    """The ratio at a value, and whether a run gave up in many of its pairs."""

    ratio: Ratio
    is_vague: bool


@documented(runs_of)
def sensitivity(
    runs: Comparison,
    *,
    ax: Axes | None = None,
    by: Cost = "nodes",
    reference: float | None = None,
) -> Figure:
    """Draw how many times as much searches need at each value of a weight as at one of them.

    The ratios are those of `kaleido.lab.cost_ratio`, of the same boards with the same seeds and
    within the limit, with their 95 % intervals as bars. A marker is hollow where a run gave up in
    20 % of the pairs or more: with another limit the ratio could be quite another one. Instead of a
    weight of the score it may be any other number.

    Parameters
    ----------
    runs : iterable of Run
        Those of `kaleido.compare` with a `kaleido.heuristics.sweep`: labels end with the name of
        the number and its value, such as ``paper corner=0.26``. An `OptionError` is raised for
        others.
    reference : float, optional
        The value that the others are compared with: by default the paper's, if it is among them,
        and otherwise the least.

    Examples
    --------
    >>> from kaleido import compare
    >>> from kaleido.heuristics import sweep
    >>> runs = compare(["car", "key"], sweep("paper-plus", "corner", [0, 0.26]), max_nodes=500)
    >>> sensitivity(runs).alt
    'The nodes of paper-plus, against those at corner = 0.26. paper-plus: 1.00 at 0, 1.00 at 0.26.'
    """
    grouped = grouped_runs(runs, by)
    weight, steps = _read_labels(grouped)
    reference = _reference(weight, steps, reference)
    limit = limit_of(*(sample_of(own, by) for own in grouped.values()))
    ax = make_axes(ax, *NAMED_SIZE)
    ax.set_yscale("log")
    ax.axhline(1, color=current_theme().grey, linewidth=1, zorder=1)
    ends, told = list[End](), []
    for number, (name, values) in enumerate(steps.items()):
        found = {
            value: _against(grouped, own, values[reference], limit, by)
            for value, own in values.items()
        }
        last = _draw_ratios(ax, found, number, len(steps))
        ends.append(End(max(values), last, name, number))
        said = (f"{'~' * each.is_vague}{each.ratio:.2f} at {at:g}" for at, each in found.items())
        told.append(f"{name}: {', '.join(said)}")
    low, high = ax.get_ylim()
    ax.set(ylim=(min(low, _LEAST_RANGE[0]), max(high, _LEAST_RANGE[1])))
    ax.set(xlabel=f"weight of the score: {weight}" if _usual(weight) is not None else weight)
    ax.set(ylabel=f"times the {by} at {reference:g}")
    finish(ax.yaxis)
    within = f" within {say_cost(limit, by)}" if isfinite(limit) else ""
    own = f" of {ends[0].name}" if len(ends) == 1 else ""
    heading = f"The {by}{own}{within}, against those at {weight} = {reference:g}"
    hollow = f" (hollow: {percent(MANY)} of pairs or more gave up)" if "~" in "".join(told) else ""
    ax.set_title(f"{heading},\nwith 95 % intervals{hollow}")
    if len(ends) > 1:
        name_ends(ax, ends)
    return describe(ax, f"{heading}. {'; '.join(told)}.")


def _reference(weight: str, steps: _Steps, given: float | None) -> float:
    """Return the value that the others are compared with, which every strategy must have."""
    shared = sorted(set.intersection(*(set(values) for values in steps.values())))
    if given is None and (usual := _usual(weight)) in shared:
        return usual
    if not shared or given not in (None, *shared):
        known = ", ".join(f"{value:g}" for value in shared) or "none"
        raise OptionError(
            f"reference is {given}, expected a value that every strategy has: there are {known}"
        )
    return shared[0] if given is None else given


def _against(
    grouped: Mapping[str, list[Run]],
    own: Sequence[Run],
    base: Sequence[Run],
    limit: float,
    by: Cost,
) -> _Step:
    """Return how some runs compare with those at the reference."""
    pairs = pair_runs(grouped, own[0].strategy, base[0].strategy)
    first, second = (sample_of(each, by) for each in zip(*pairs, strict=True))
    lost = (first.censored | second.censored).mean()
    return _Step(cost_ratio(first, second, limit, least=LEAST[by]), bool(lost >= MANY))


def _draw_ratios(ax: Axes, found: Mapping[float, _Step], number: int, count: int) -> float:
    """Draw the ratios with their intervals, and return the last."""
    looks, values = curve_looks(number, count) | {"markevery": None}, np.array(list(found))
    # Beside those of other strategies.
    values += (number - (count - 1) / 2) * _BESIDE * np.ptp(values)
    ratios = np.array([each.ratio for each in found.values()])
    ax.plot(values, ratios[:, 0], **looks)
    known = np.isfinite(ratios).all(axis=1)  # a single pair has no interval
    ax.vlines(values[known], *ratios[known, 1:].T, color=looks["color"], linewidth=1.2)
    vague = np.array([each.is_vague for each in found.values()])
    hollow: dict[str, Any] = {**looks, "linestyle": "", "markerfacecolor": current_theme().ground}
    ax.plot(values[vague], ratios[vague, 0], **hollow)
    return float(ratios[-1, 0])


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
