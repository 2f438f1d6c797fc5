"""Texts of a figure that cover each other or leave the figure."""

from collections.abc import Iterator
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

APART = 2.0
"""The least space between two texts beside each other, in pixels."""

SLACK = 1.0
"""How far the boxes of two lines may reach into each other, in pixels: letters do not fill them."""


def clashes(figure: Figure) -> list[tuple[str, str]]:
    """Return the pairs of texts that overlap, or that leave the figure (then with "")."""
    figure.draw_without_rendering()
    shown = [(text.get_text(), text.get_window_extent()) for text in written(figure)]
    found = [
        (one, other)
        for (one, box), (other, beside) in combinations(shown, 2)
        if min(box.x1, beside.x1) - max(box.x0, beside.x0) > -APART
        and min(box.y1, beside.y1) - max(box.y0, beside.y0) > SLACK
    ]
    paper = figure.bbox
    return found + [(text, "") for text, box in shown if not inside(box, paper)]


def inside(box: Bbox, paper: Bbox) -> bool:
    return (
        box.x0 >= paper.x0 - SLACK
        and box.x1 <= paper.x1 + SLACK
        and box.y0 >= paper.y0 - SLACK
        and box.y1 <= paper.y1 + SLACK
    )


def written(figure: Figure) -> list[Text]:
    """Return the texts that are seen: without ticks beyond the axes or of axes that are off."""
    unseen = {id(text) for ax in figure.axes for text in unseen_ticks(ax)}
    texts = figure.findobj(Text)
    return [
        text
        for text in texts
        if text.get_visible() and text.get_text().strip() and id(text) not in unseen
    ]


def unseen_ticks(ax: Axes) -> Iterator[Text]:
    for axis in (ax.xaxis, ax.yaxis):
        low, high = sorted(axis.get_view_interval())
        room = (high - low) * 1e-6
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
            if not ax.axison or not low - room <= tick.get_loc() <= high + room:
                yield from (tick.label1, tick.label2)
        if not ax.axison:
            yield from (axis.label, axis.get_offset_text())
