"""The tree of a search: forks kept, branches that died, siblings that wait."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import MaxNLocator

from kaleido.analysis.recording import Recording
from kaleido.draw.look import ACCENT, INK, MUTED, PAPER
from kaleido.plot.axes import make_axes

NAMED = 60
"""Up to so many moves, the pieces on the line have their names beside them."""

_Point = tuple[float, float]

LEAST_WIDTH = 6
"""Of the tree, in leaves."""

BESIDE = 0.4
"""How far apart siblings that wait are drawn, in leaves."""

WITH_WAITING = 2_000
"""Up to so many moves, siblings that wait are drawn, too."""


def search_tree(recording: Recording, *, ax: Axes | None = None) -> Axes:
    """Draw the tree of a search, downwards: a node for every move tried.

    Parameters
    ----------
    recording : Recording
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        The line to the solution (or to the fullest board) stands out; crosses end the
        branches that died; small rings are siblings that still wait. x has no meaning but to
        keep branches apart, in the order in which they were tried; y is the number of pieces
        on the board.
    """
    ax = make_axes(ax, 7.5, 5.5)
    steps = recording.steps
    across = _spread([step.parent for step in steps])
    depths = np.array([step.place.state.depth for step in steps], float)
    root = (float(across[0]) if steps else 0.0, float(recording.start.depth))
    points = list(zip(across.tolist(), depths.tolist(), strict=True))
    starts = [root if step.parent is None else points[step.parent] for step in steps]
    segments = list(zip(starts, points, strict=True))
    rings = _waiting(recording, points, starts) if len(steps) <= WITH_WAITING else []
    line = set(recording.line)
    tried = [number for number in range(len(steps)) if number not in line]
    inner = {step.parent for step in steps}
    ends = [number for number in tried if number not in inner]
    for lines, colour, width, style in (
        ([(start, ring) for start, ring in rings], MUTED, 0.7, ":"),
        ([segments[number] for number in tried], MUTED, 0.9, "-"),
        ([segments[number] for number in recording.line], ACCENT, 2.2, "-"),
    ):
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=width, linestyles=style))
    size = 5.0 if len(steps) <= NAMED else 2.5
    _dots(ax, [ring for _, ring in rings], "o", size - 1, PAPER, "sibling waiting")
    _dots(ax, [points[number] for number in ends], "x", size, MUTED, "taken back")
    _dots(ax, [points[number] for number in recording.line], "o", size, ACCENT, "kept")
    if len(steps) <= NAMED:
        for number in recording.line:
            ax.annotate(
                steps[number].place.placement.piece,
                points[number],
                xytext=(-7, 0),
                textcoords="offset points",
                ha="right",
                va="center",
                fontsize="small",
                color=INK,
                parse_math=False,
            )
    ax.plot(*root, "s", color=INK, markersize=size)
    width = max([float(LEAST_WIDTH), *across, *(ring[0] for _, ring in rings)])
    ax.set_xlim(-0.2 * width, 1.05 * width)
    ax.set(ylabel="pieces on the board", xticks=[])
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.invert_yaxis()
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    if steps:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)
    return ax


def _dots(
    ax: Axes, points: list[_Point], marker: str, size: float, colour: str, label: str
) -> None:
    if points:
        across, depths = zip(*points, strict=True)
        ax.plot(
            across,
            depths,
            marker,
            color=colour,
            markeredgecolor=MUTED if colour == PAPER else colour,
            markersize=size,
            label=label,
        )


def _waiting(
    recording: Recording, points: list[_Point], starts: list[_Point]
) -> list[tuple[_Point, _Point]]:
    """Put the siblings that were never tried beside the last of their fork that was."""
    last = {(step.parent, id(step.place.fork)): n for n, step in enumerate(recording.steps)}
    return [
        (starts[number], (points[number][0] + BESIDE * (1 + place), points[number][1]))
        for number in last.values()
        for place in range(recording.steps[number].place.waiting)
    ]


def _spread(parents: list[int | None]) -> npt.NDArray[np.float64]:
    """Give each node an x: leaves in the order of a walk, the others above their first child."""
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
