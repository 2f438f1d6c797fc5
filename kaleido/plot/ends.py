"""Curves of several strategies: apart where they are one, and named beside their ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from kaleido.lab.statistics import FloatArray
from kaleido.plot.comparing import MOST_BANDS, legend_below
from kaleido.plot.figure import write
from kaleido.plot.themes import look

_GAP = 1.025  # where names begin, in widths of the axes
_HANDLE = 0.07  # the length of the line before a name, as a share of the width of the axes
_LINE_HEIGHT = 0.19  # the least distance of names, in inches
_NAME = 8.5  # their font size, in points
_LETTERS = 24  # of longer names, which would leave little room, there is a legend


class End(NamedTuple):
    """The end of a curve, with its name and its number among all."""

    place: float
    value: float
    name: str
    number: int


def curve_looks(number: int, count: int) -> dict[str, Any]:
    """Return the looks of a curve among so many.

    Those below others are wider, to be seen where they are one, and no two have their markers at
    the same places.
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
) -> None:
    """Draw a step curve among so many with its band, if few have one, and a bar where it is cut."""
    looks = curve_looks(number, count)
    ax.plot(places, values, drawstyle="steps-post", **looks)
    if cut is not None:
        bar: dict[str, Any] = {"marker": "|", "markersize": 12, "markeredgewidth": 2}
        ax.plot(places[cut], values[cut], color=looks["color"], linestyle="", zorder=3, **bar)
    if count <= MOST_BANDS:
        fill: dict[str, Any] = {"color": looks["color"], "alpha": 0.15, "linewidth": 0}
        ax.fill_between(places, *band, step="post", **fill)


def handles_of(names: Sequence[str]) -> dict[str, Any]:
    """Return what a legend says of curves."""
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
