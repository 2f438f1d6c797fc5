"""The tree of a search: the line kept, dead branches and deferred siblings."""

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.analysis.captions import heading
from kaleido.analysis.recording import Recording
from kaleido.draw.look import ACCENT, INK, MUTED, PAPER
from kaleido.plot.figure import FEW, figure_of, legend_above, make_axes
from kaleido.text import plural

LEAST_WIDTH = 2
"""The least width of the tree, in leaves."""

BESIDE = 0.4
"""The distance between deferred siblings, in leaves."""

WITH_DEFERRED = 2_000
"""The most moves with which deferred siblings are drawn, too."""

_Point = tuple[float, float]
_Branch = tuple[_Point, _Point]


def search_tree(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the tree of a search, downwards: a node for every move tried.

    The line to the solution (or to the fullest board) stands out; crosses are the ends of dead
    branches; small rings are deferred siblings. y is the number of pieces on the board; x only
    keeps branches apart, in the order in which they were tried.

    Parameters
    ----------
    recording : Recording
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Figure
        That of the axes.
    """
    given, ax = ax, make_axes(ax, 7.5, 5.5)
    steps = recording.steps
    across = _spread([step.parent for step in steps])
    points = [
        (x, float(step.place.state.depth)) for x, step in zip(across.tolist(), steps, strict=True)
    ]
    root = (points[0][0] if steps else 0.0, float(recording.start.depth))
    starts = [root if step.parent is None else points[step.parent] for step in steps]
    rings = _deferred(recording, points, starts) if len(steps) <= WITH_DEFERRED else []
    _draw_branches(ax, recording, list(zip(starts, points, strict=True)), rings)
    _draw_nodes(ax, recording, root, points, [end for _, end in rings])
    ax.plot(*root, "s", color=INK, markersize=_node_size(recording))
    width = max([float(LEAST_WIDTH), *across, *(end for _, (end, _) in rings)])
    ax.set_xlim(-0.25 * width, 1.05 * width)
    ax.set(ylabel="pieces on the board", xticks=[])
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.invert_yaxis()
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    if steps:
        legend_above(ax)
    kept, waiting = (
        len(recording.line),
        sum(recording.steps[n].place.waiting for n in recording.line),
    )
    alt = (
        f"A search tree of {plural(len(steps), 'move')}: {kept} on the line kept, "
        f"{len(steps) - kept:,} taken back, {plural(waiting, 'sibling')} waiting beside the line."
    )
    return figure_of(ax, given, title=heading(recording.answer), alt=alt)


def _tried(recording: Recording) -> list[int]:
    """Return the numbers of the steps that were taken back."""
    line = set(recording.line)
    return [number for number in range(len(recording.steps)) if number not in line]


def _node_size(recording: Recording) -> float:
    return 5.0 if len(recording.steps) <= FEW else 2.5


def _draw_branches(
    ax: Axes, recording: Recording, branches: list[_Branch], rings: list[_Branch]
) -> None:
    for lines, colour, width, style in (
        (rings, MUTED, 0.7, ":"),
        ([branches[number] for number in _tried(recording)], MUTED, 0.9, "-"),
        ([branches[number] for number in recording.line], ACCENT, 2.2, "-"),
    ):
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=width, linestyles=style))


def _draw_nodes(
    ax: Axes, recording: Recording, root: _Point, points: list[_Point], rings: list[_Point]
) -> None:
    inner = {step.parent for step in recording.steps}
    ends = [points[number] for number in _tried(recording) if number not in inner]
    line = [points[number] for number in recording.line]
    size = _node_size(recording)
    _dots(ax, rings, "o", size - 1, PAPER, "sibling waiting")
    _dots(ax, ends, "x", size, MUTED, "taken back")
    _dots(ax, line, "o", size, ACCENT, "kept")
    if len(recording.steps) <= FEW:
        before = root
        for number in recording.line:
            # A branch that comes from the left passes above the name.
            is_below = before[0] < points[number][0]
            before = points[number]
            ax.annotate(
                recording.steps[number].place.placement.piece,
                points[number],
                xytext=(-7, -1 if is_below else 0),
                textcoords="offset points",
                ha="right",
                va="top" if is_below else "center",
                fontsize="small",
                color=INK,
                parse_math=False,
            )


def _dots(
    ax: Axes, points: list[_Point], marker: str, size: float, colour: str, label: str
) -> None:
    if points:
        edge = MUTED if colour == PAPER else colour
        options: dict[str, Any] = {"color": colour, "markeredgecolor": edge, "label": label}
        ax.plot(*zip(*points, strict=True), marker, markersize=size, **options)


def _deferred(recording: Recording, points: list[_Point], starts: list[_Point]) -> list[_Branch]:
    """Return branches to deferred siblings, beside the last one of their fork that was tried."""
    last = {(step.parent, id(step.place.fork)): n for n, step in enumerate(recording.steps)}
    return [
        (starts[number], (points[number][0] + BESIDE * (1 + place), points[number][1]))
        for number in last.values()
        for place in range(recording.steps[number].place.waiting)
    ]


def _spread(parents: list[int | None]) -> npt.NDArray[np.float64]:
    """Return the x of every node: leaves side by side, and others above their first child."""
    children: list[list[int]] = [[] for _ in parents]
    roots: list[int] = []
    for number, parent in enumerate(parents):
        (roots if parent is None else children[parent]).append(number)
    across = np.zeros(len(parents))
    walk, leaves = roots[::-1], 0
    order: list[int] = []
    while walk:
        number = walk.pop()
        order.append(number)
        walk += children[number][::-1]
        if not children[number]:
            across[number] = leaves
            leaves += 1
    for number in reversed(order):
        if children[number]:
            across[number] = across[children[number][0]]
    return across
