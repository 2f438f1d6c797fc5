"""The gauges of an animation: bars for the parts of a score, and curves over the moves."""

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from kaleido.analysis.recording import Frame, Moment, Recording, solved_edges
from kaleido.draw.look import ACCENT, INK, MUTED
from kaleido.plot.curves import STEPS, Bins
from kaleido.plot.figure import FEW
from kaleido.plot.score_parts import limits, parts_of, stacked

_ACROSS = 4  # the names of parts in a row


class Parts:
    """The parts of a move's score, stacked to its total on one bar, with their names below it.

    The recording sets the range of the bar.

    Attributes
    ----------
    artists : tuple of Artist
        In the order in which they are drawn.
    """

    def __init__(self, ax: Axes, recording: Recording) -> None:
        self._scores = [step.place.score for step in recording.steps]
        stacks = stacked(parts_of(self._scores))
        low, high = limits(stacks)
        ax.set(xlim=(low, high), ylim=(2.6, -0.5))
        ax.set_axis_off()
        self._kinds = [stack.kind for stack in stacks]
        self._bars = {kind: Rectangle((0, 0), 0, 0.9, linewidth=0) for kind in self._kinds}
        for bar in self._bars.values():
            ax.add_patch(bar)
        zero = ax.vlines(0, -0.15, 1.05, color=INK, linewidth=0.8)
        names: list[Artist] = []
        for place, kind in enumerate(self._kinds):
            across, down = (place % _ACROSS) / _ACROSS, 1.45 + 0.75 * (place // _ACROSS)
            at: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center"}
            names.append(ax.text(across, down, "■", color=kind.colour, fontsize=8, **at))
            name = kind.name.removesuffix(" edges")
            names.append(ax.text(across + 0.055, down, name, color=INK, fontsize=8, **at))
        self.artists: tuple[Artist, ...] = (*self._bars.values(), zero, *names)

    def show(self, frame: Frame) -> None:
        """Show the score of the move of a frame, if it has one."""
        for artist in self.artists:
            artist.set_visible(frame.place is not None)
        if frame.place is None:
            return
        shown = {stack.kind: stack for stack in stacked(parts_of([frame.place.score]))}
        is_back = frame.moment is Moment.BACK
        for kind, bar in self._bars.items():
            stack = shown.get(kind)
            bar.set_visible(stack is not None)
            if stack is not None:
                bar.set_x(float(stack.starts[0]))
                bar.set_width(float(stack.parts[0]))
                bar.set(facecolor=kind.colour, alpha=0.4 if is_back else 1.0)
                bar.set(hatch="////" if is_back else "", edgecolor=INK)


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
        known = [start, *(step.place.state.inner_edges for step in steps)]
        self._known = np.array(known, float)
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
        bins = Bins.of(len(self._known))
        ends, least, most = bins.band(self._known)
        if bins.width > 1:
            band: dict[str, Any] = {"step": "post", "color": MUTED, "alpha": 0.5, "linewidth": 0}
            edges.fill_between(ends, least, most, **band)
        else:
            edges.plot(self._known, color=MUTED, linewidth=0.7, alpha=0.5, **STEPS)
        worst, best = limits(stacked(parts_of([step.place.score for step in steps])))
        room = 0.1 * (best - worst)
        scores.set(ylim=(worst - room, best + room), xticks=[0, last], yticks=[0, round(best)])
        scores.set_xticklabels(["0", f"{last:,}"])
        scores.set_xlabel("moves tried", fontsize=8, color=INK, labelpad=-8)
        self._scores = np.clip(self._scores, worst, best)
        # With many moves each is a bin wide at least: a step to the greatest number in its bin.
        self._heights = np.repeat(most[:-1], bins.width)[: len(self._known)]
        (self._curve,) = edges.plot([], [], color=ACCENT, linewidth=1.4, **STEPS)
        (self._now,) = edges.plot([], [], "o", color=INK, markersize=5)
        size = 4 if last <= FEW else 2.5
        few: dict[str, Any] = {"markersize": size, "markeredgewidth": 1}
        self._means = self._binned_scores(bins) if bins.width > 1 else None
        if self._means is None:
            (self._tried,) = scores.plot([], [], "x", color=MUTED, **few)
        else:
            (self._tried,) = scores.plot([], [], color=MUTED, linewidth=1.2, **STEPS)
        (self._played,) = scores.plot([], [], "o", color=ACCENT, markersize=size + 1)
        self.artists = (self._curve, self._now, self._tried, self._played)

    def _binned_scores(self, bins: Bins) -> npt.NDArray[np.float64]:
        """Return for each move the mean score of its bin."""
        means = bins.means(np.nan_to_num(self._scores))
        return np.repeat(means, bins.width)[: len(self._known)]

    def show(self, frame: Frame) -> None:
        """Show the curves up to a frame; the moves of the line stand out."""
        moves = np.arange(frame.nodes + 1)
        self._curve.set_data(moves, self._heights[moves])
        # The last frame shows the fullest board, which may have come much earlier.
        now = self._last if frame.moment is Moment.END else frame.nodes
        self._now.set_data([now], [frame.state.inner_edges])
        kept = self._kept[moves]
        self._played.set_data(moves[kept], self._scores[moves[kept]])
        if self._means is None:
            self._tried.set_data(moves[~kept], self._scores[moves[~kept]])
        else:
            self._tried.set_data(moves, self._means[moves])
