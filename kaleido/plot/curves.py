"""Curves over a search: the edges known and the scores of the moves."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.analysis.captions import heading
from kaleido.analysis.progress import solved_edges
from kaleido.analysis.recording import Recording
from kaleido.draw.look import ACCENT, IMPLIED, INK, MUTED, SHADES
from kaleido.plot.figure import FEW, figure_of, legend_above, make_axes
from kaleido.text import plural

SIZE = (7.5, 3.4)
"""The size of a figure made for one curve, in inches."""


def edge_curve(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the number of inner edges known after every move, from the implied ones to all.

    Moves that lead to the solution (or to the fullest board) stand out from those that were
    taken back.

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
    given, ax = ax, make_axes(ax, *SIZE)
    start = recording.start.inner_edges
    full = solved_edges(recording.start.problem)
    edges = np.array([start, *(step.place.state.inner_edges for step in recording.steps)])
    moves = np.arange(len(edges))
    line = np.array([0, *(number + 1 for number in recording.line)])
    marker = "o" if len(edges) <= FEW else ""
    ax.axhspan(0, start, color=IMPLIED, alpha=0.25, linewidth=0)
    ax.axhline(full, color=INK, linewidth=0.8, linestyle=":")
    if len(line) < len(edges):
        tried = np.setdiff1d(moves, line)
        ax.plot(moves, edges, color=MUTED, linewidth=0.8, label="" if marker else "taken back")
        if marker:
            ax.plot(tried, edges[tried], "x", color=MUTED, label="taken back")
    ax.plot(line, edges[line], color=ACCENT, linewidth=2, marker=marker, markersize=4, label="kept")
    if start > full / 10:
        ax.text(0, start - 1, f" {start} known at the start", color=INK, fontsize="small", va="top")
    ax.set(xlabel="moves tried", ylabel="inner edges", ylim=(0, full * 1.06))
    ax.set_yticks([*range(0, full - 5, 10), full])
    ax.set_xlim(0, max(len(edges) - 1, 1) * 1.01)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(line) < len(edges):
        ax.legend(loc="lower right", frameon=False)
    alt = (
        f"The inner edges known rise from {start} to {edges[line[-1]]} of {full}; "
        f"{plural(len(recording.steps), 'move')} tried, {len(edges) - len(line):,} taken back."
    )
    return figure_of(ax, given, title=heading(recording.answer), alt=alt)


def score_curve(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the score of every move: the part of its edges, and the part of its shape.

    Matched edges are dots, and window edges are crosses. Moves that were taken back are grey.

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
    given, ax = ax, make_axes(ax, *SIZE)
    scores = [step.place.score for step in recording.steps]
    count = len(scores)
    moves = np.arange(1, count + 1)
    kept = np.isin(np.arange(count), recording.line)
    total = np.array([score.total for score in scores])
    shape = np.array([score.crookedness + score.span for score in scores])
    if count:
        width = _bar_width(ax, count)
        edges = "edges, lookahead" if any(score.ahead for score in scores) else "edges"
        for which, colour, label in ((kept, ACCENT, edges), (~kept, MUTED, "taken back")):
            if which.any():
                bars = (total - shape)[which]
                ax.vlines(moves[which], 0, bars, color=colour, linewidth=width, label=label)
        ax.vlines(
            moves[shape != 0],
            (total - shape)[shape != 0],
            total[shape != 0],
            color=SHADES["y"].fill,
            linewidth=width,
            label="crookedness, span",
        )
    if 0 < count <= FEW:
        matched = [score.matched for score in scores]
        window = [score.window for score in scores]
        ax.plot(moves, matched, "o", color=INK, markersize=4, label="matched edges")
        if any(window):
            ax.plot(moves, window, "x", color=INK, markersize=5, label="window edges")
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.set(xlabel="moves tried", ylabel="score", xlim=(0.5, count + 0.5) if count else (0, 1))
    ax.set_ylim(top=max([1.0, *total]) * 1.08)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if count:
        legend_above(ax)
    alt = f"The scores of {plural(count, 'move')}"
    alt += f", from {total.min():g} to {total.max():g}." if count else "."
    return figure_of(ax, given, title=heading(recording.answer), alt=alt)


def _bar_width(ax: Axes, count: int) -> float:
    """Return the width of each of `count` bars in points."""
    gap = 0.75 if count <= FEW else 1.0
    inches = ax.get_position().width * ax.figure.bbox.width / ax.figure.dpi
    return max(0.4, inches * 72 / count * gap)
