"""The gauges of an animation: bars for the parts of a score, and curves over the moves."""

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from kaleido.analysis.moments import Frame, Moment
from kaleido.analysis.progress import solved_edges
from kaleido.analysis.recording import Recording
from kaleido.draw.look import ACCENT, INK, MUTED
from kaleido.plot.figure import FEW

_PARTS = ("matched", "window", "shape")

_LONGEST = 18
"""The perimeter of the longest classic piece, which no part of a score exceeds with it."""


class Parts:
    """The parts of a move's score as bars, with their names to the left of the axes.

    Attributes
    ----------
    artists : tuple of Artist
        In the order in which they are drawn.
    """

    def __init__(self, ax: Axes) -> None:
        ax.set(xlim=(0, _LONGEST), ylim=(len(_PARTS) - 0.5, -0.5))
        ax.set_axis_off()
        text: dict[str, Any] = {"fontsize": 8.5, "va": "center", "color": INK}
        rows = range(len(_PARTS))
        names = [ax.text(-0.5, row, _PARTS[row], ha="right", **text) for row in rows]
        self._bars = [Rectangle((0, row - 0.32), 0, 0.64, linewidth=0) for row in rows]
        for bar in self._bars:
            ax.add_patch(bar)
        self._values = [ax.text(0, row, "", **text) for row in rows]
        self.artists: tuple[Artist, ...] = (*names, *self._bars, *self._values)

    def show(self, frame: Frame) -> None:
        """Show the score of the move of a frame, if it has one."""
        for artist in self.artists:
            artist.set_visible(frame.place is not None)
        if frame.place is None:
            return
        score = frame.place.score
        values = (score.matched, score.window, score.crookedness + score.span)
        for bar, text, value in zip(self._bars, self._values, values, strict=True):
            # With learned weights, the part of the shape may be negative or very large.
            length = min(max(value, 0), _LONGEST)
            bar.set_width(length)
            bar.set_color(MUTED if frame.moment is Moment.BACK else ACCENT)
            text.set_text(f"{value:g}")
            text.set_x(length + 0.3)


class Curves:
    """The curves of the edges known and of the scores, one above the other, over the moves tried.

    The recording sets the ranges of the axes.

    Attributes
    ----------
    artists : tuple of Artist
        As those of `Parts`.
    """

    def __init__(self, edges: Axes, scores: Axes, recording: Recording) -> None:
        steps = recording.steps
        last = max(len(steps), 1)
        full, start = solved_edges(recording.start.problem), recording.start.inner_edges
        self._known = np.array([start, *(step.place.state.inner_edges for step in steps)])
        self._scores = np.array([np.nan, *(step.place.score.total for step in steps)])
        self._last = recording.line[-1] + 1 if recording.line else 0
        self._kept = np.isin(np.arange(len(steps) + 1) - 1, recording.line)
        for ax in (edges, scores):
            ax.set_xlim(-0.02 * last, 1.02 * last)
            ax.tick_params(labelsize=8, colors=INK, length=2.5, pad=2)
            ax.spines[["top", "right"]].set_visible(False)
        low = min(start, full - 1)
        # More edges may be known on a dead board than on any solved one.
        high = max(full, *self._known)
        room = 0.06 * (high - low)
        edges.set(ylim=(low - room, high + room), xticks=[], yticks=[low, full])
        edges.axhline(full, color=INK, linewidth=0.8, linestyle=":")
        edges.plot(self._known, color=MUTED, linewidth=0.7, alpha=0.35)
        best = max([1.0, *self._scores[1:]])
        worst = min([0.0, *self._scores[1:]])
        scores.set(ylim=(worst, best * 1.12), xticks=[0, last], yticks=[0, round(best)])
        scores.set_xticklabels(["0", f"{last:,}"])
        scores.set_xlabel("moves tried", fontsize=8, color=INK, labelpad=-8)
        size = 4 if last <= FEW else 2
        (self._curve,) = edges.plot([], [], color=ACCENT, linewidth=1.4)
        (self._now,) = edges.plot([], [], "o", color=INK, markersize=5)
        (self._tried,) = scores.plot([], [], "o", color=MUTED, markersize=size, markeredgewidth=0)
        (self._played,) = scores.plot([], [], "o", color=ACCENT, markersize=size + 1)
        self.artists = (self._curve, self._now, self._tried, self._played)

    def show(self, frame: Frame) -> None:
        """Show the curves up to a frame; the moves of the line stand out."""
        moves = np.arange(frame.nodes + 1)
        self._curve.set_data(moves, self._known[moves])
        # The last frame shows the fullest board, which may have come much earlier.
        now = self._last if frame.moment is Moment.END else frame.nodes
        self._now.set_data([now], [frame.state.inner_edges])
        kept = self._kept[moves]
        for dots, which in ((self._tried, moves[~kept]), (self._played, moves[kept])):
            dots.set_data(which, self._scores[which])
