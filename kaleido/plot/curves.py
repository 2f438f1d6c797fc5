"""Curves over a search: the edges known, and scores stacked from their parts; many are binned."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.base.text import plural
from kaleido.draw.look import ACCENT, INK, SHADES
from kaleido.plot.documented import documented, recording_of
from kaleido.plot.failed import frame_failed, kept_colour, kept_name, mark_end
from kaleido.plot.figure import FEW, figure_of, legend_above, make_axes
from kaleido.plot.themes import current_theme, seen
from kaleido.puzzle.recording import Recording
from kaleido.search.score import Score

SIZE = (7.5, 3.4)  # the size of a figure made for one curve, in inches

# A board stays as it is until the next move: there are no slopes in between.
STEPS: dict[str, Any] = {"drawstyle": "steps-post"}

# The looks of bars, which black and white printing tells apart, too.
KEPT: dict[str, Any] = {"linewidth": 0}
TAKEN_BACK: dict[str, Any] = {"hatch": "////", "alpha": 0.4, "linewidth": 0}

MANY = 300  # with more moves than this they are drawn in bins
MOST = 100  # the most bins

_BELOW = 1.0  # how far an axis may go below the better half of the scores, in heights of these

Values = npt.NDArray[np.float64]


class Bins(NamedTuple):
    """Bins with the same number of moves, except the last."""

    width: int
    number: int

    @classmethod
    def of(cls, moves: int) -> Self:
        """Return bins of a round number of moves: 1, 2 or 5 times 10ⁿ, and 1 if there are few."""
        width = _round_up(-(-moves // MOST)) if moves > MANY else 1
        return cls(width, -(-moves // width))

    @property
    def starts(self) -> npt.NDArray[np.int_]:
        """The number of the first move of each bin, from 0."""
        return np.arange(self.number) * self.width

    def means(self, values: Values) -> Values:
        """Return the mean of each bin."""
        sizes = np.diff([*self.starts, len(values)])
        return np.add.reduceat(values, self.starts) / sizes

    def band(self, values: Values) -> tuple[Values, Values, Values]:
        """Return the ends of the bins, and the least and the greatest value from each end on."""
        low, high = (each.reduceat(values, self.starts) for each in (np.minimum, np.maximum))
        ends = np.append(self.starts, len(values)).astype(float)
        return ends, np.append(low, low[-1]), np.append(high, high[-1])


class ScorePart(NamedTuple):
    """Parts of scores that share a name and a colour."""

    name: str
    colour: str
    parts: tuple[str, ...]


# Those of our strategies, in the order of stacking. Colour-blind readers tell them apart.
SCORE_PARTS = (
    ScorePart("matched edges", ACCENT, ("matched",)),
    ScorePart("window edges", "#8cc4f0", ("window",)),
    ScorePart("shape", SHADES["y"].fill, ("crookedness", "span")),
    ScorePart("splits", INK, ("splits",)),
    ScorePart("lookahead", "#8b3fa8", ("ahead",)),
    ScorePart("score", ACCENT, ("score",)),
)


class Stack(NamedTuple):
    """Where a part of some scores starts, at the end of the part before it, and its length."""

    kind: ScorePart
    starts: Values
    parts: Values


def kinds_of(scores: Sequence[Score]) -> tuple[ScorePart, ...]:
    """Return the parts that scores may have: `SCORE_PARTS`, or those of a user's heuristic."""
    named = dict.fromkeys(name for score in scores for name in score.named or ())
    if not named:
        return SCORE_PARTS
    colours = cycle(current_theme().series)
    # The heuristic may give some of its scores without parts.
    return tuple(map(ScorePart, own := [*named | {"score": None}], colours, zip(own)))


def stacked(
    scores: Sequence[Score], kinds: Sequence[ScorePart], bins: Bins | None = None
) -> list[Stack]:
    """Return the parts of scores, or their means in bins, as stacks, the first at the bottom."""
    told = [score.parts for score in scores]
    named = {name for each in told for name in each}
    above: Values | float = 0.0
    below: Values | float = 0.0
    stacks = []
    for kind in kinds:
        if own := [name for name in kind.parts if name in named]:
            values = np.sum([[each.get(name, 0.0) for each in told] for name in own], axis=0)
            values = values if bins is None else bins.means(values)
            stacks.append(Stack(kind, np.where(values > 0, above, below), values))
            above, below = above + np.maximum(values, 0), below + np.minimum(values, 0)
    return stacks


def limits(stacks: Sequence[Stack]) -> tuple[float, float]:
    """Return the least and the greatest value to show; a few very low scores are left below."""
    ends = [stack.starts + stack.parts for stack in stacks]
    if not ends or not ends[0].size:
        return 0.0, 1.0
    high = max(1.0, float(np.max(ends)))
    lowest = np.min(ends, axis=0)
    usual = min(0.0, float(np.median(lowest)))
    return max(min(0.0, float(lowest.min())), usual - _BELOW * (high - usual)), high


@documented(recording_of)
def edge_curve(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the number of inner edges known after every move, from 0 to those of a solved board.

    It begins with the implied ones, and stays until the next move. Moves that lead to the solution
    (or to the fullest board) stand out from those that were taken back, which with many moves are a
    band from the least to the greatest number in each bin. Without a solution the line has another
    colour and ends in a cross.
    """
    given, ax = ax, make_axes(ax, *SIZE)
    start = recording.start.inner_edges
    full = recording.start.problem.solved_edges
    edges = np.array([start, *(step.place.state.inner_edges for step in recording.steps)], float)
    moves = np.arange(len(edges))
    line = np.array([0, *(number + 1 for number in recording.line)])
    marker = "o" if len(edges) <= FEW else ""
    theme = current_theme()
    ax.axhspan(0, start, color=theme.implied, alpha=0.12, linewidth=0)
    ax.axhline(full, color=theme.ink, linewidth=0.8, linestyle=":")
    if len(line) < len(edges):
        _draw_tried(ax, edges, np.setdiff1d(moves, line))
    # The last board stays until the end of the search.
    until = [*line, moves[-1]] if line[-1] < moves[-1] else [*line]
    heights = edges[[*line, line[-1]][: len(until)]]
    marks: dict[str, Any] = {"marker": marker, "markevery": range(len(line)), "markersize": 4}
    looks: dict[str, Any] = {"color": seen(kept_colour(recording)), "linewidth": 2.2}
    ax.plot(until, heights, label=kept_name(recording), **looks, **STEPS, **marks)
    if recording.failed:
        mark_end(ax, until[-1], heights[-1], recording.end)
    if start > full / 10:
        at: dict[str, Any] = {"textcoords": "offset points", "fontsize": "small", "va": "top"}
        ax.annotate(f"{start} known at the start", (0, start), (4, -4), **at)
    tick = _round_up(-(-full // 7))
    ax.set_yticks([*range(0, full - tick // 2, tick), full])
    top = 1.06 * max(full, float(edges.max()), 1)
    ax.set(xlabel="moves tried", ylabel="inner edges known", ylim=(0, top))
    ax.set_xlim(0, max(len(edges) - 1, 1) * 1.01)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if recording.failed or len(line) < len(edges):
        ax.legend(loc="lower right", frameon=False)
    alt = f"The inner edges known rise from {start} to {edges[line[-1]]:.0f} of {full}; "
    alt += f"{recording.end}; " if recording.failed else ""
    alt += f"{plural(len(recording.steps), 'move')} tried, {len(edges) - len(line):,} taken back."
    return figure_of(ax, given, title=recording.answer.heading, alt=alt)


@documented(recording_of)
def score_curve(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the score of every move as a bar of its parts, which are stacked to the total.

    Negative parts hang below 0. Moves that were taken back are hatched and pale. With many moves
    a bar is the mean of several, and dots are the totals of the moves that were kept. Without a
    solution the bars are framed as a fullest board is.
    """
    given, ax = ax, make_axes(ax, *SIZE)
    theme, scores = current_theme(), [step.place.score for step in recording.steps]
    count = len(scores)
    bins = Bins.of(count)
    total = np.array([score.total for score in scores])
    kept = np.array(recording.line, int)
    stacks = stacked(scores, kinds_of(scores), bins)
    middles = bins.starts + (bins.width + 1) / 2
    low, high = limits(stacks)
    is_kept = np.isin(bins.starts, kept) if bins.width == 1 else np.ones(bins.number, bool)
    gap = 0.78 if count <= FEW else 1.0
    for kind, starts, parts in stacks:
        for which, look in ((is_kept, KEPT), (~is_kept, TAKEN_BACK)):
            bars = (middles[which], parts[which], gap * bins.width, starts[which])
            ax.bar(
                *bars, color=seen(kind.colour), label=kind.name if which is is_kept else "", **look
            )
    if not is_kept.all():
        ax.bar([0], [0], color=theme.muted, label="taken back", **TAKEN_BACK)
    if bins.width > 1 or count > FEW:
        ax.plot(
            kept + 1, np.maximum(total[kept], low), "o", color=theme.ink, markersize=3,
            label=kept_name(recording),
        )  # fmt: skip
    missed = int((total < low).sum())
    if recording.failed and recording.line:
        mark_end(ax, kept[-1] + 1, max(total[kept[-1]], 0), recording.end)
    if missed:
        below = middles[np.unique(np.flatnonzero(total < low) // bins.width)]
        lowest = f"{plural(missed, 'score')} below, to {total.min():,.0f}".replace("-", "−")
        ax.plot(below, np.full(len(below), low), "v", color=theme.ink, markersize=4, label=lowest)
    ax.axhline(0, color=theme.ink, linewidth=0.8)
    each = f", {bins.width} in a bar" if bins.width > 1 else ""
    ax.set(xlabel=f"moves tried{each}", ylabel="score" if bins.width == 1 else "mean score")
    bottom, top = low * 1.04, high * 1.08
    ax.set(xlim=(0.5, count + 0.5) if count else (0, 1), ylim=(bottom, top))
    if recording.failed and count:
        frame_failed(ax, 0.5, bottom, count, top - bottom)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if count:
        legend_above(ax)
    alt = f"The scores of {plural(count, 'move')}"
    alt += f", from {total.min():g} to {total.max():g}" if count else ""
    alt += f", in bars of {bins.width}" if bins.width > 1 else ""
    alt += f"; {recording.end}." if recording.failed else "."
    return figure_of(ax, given, title=recording.answer.heading, alt=alt)


def _draw_tried(ax: Axes, edges: Values, tried: npt.NDArray[np.int_]) -> None:
    bins, theme = Bins.of(len(edges)), current_theme()
    if bins.width > 1:
        band: dict[str, Any] = {"step": "post", "color": theme.muted, "alpha": 0.7, "linewidth": 0}
        ax.fill_between(*bins.band(edges), label=f"tried, in bins of {bins.width}", **band)
        return
    is_few = len(edges) <= FEW
    ax.plot(edges, color=theme.muted, linewidth=1.0, label="" if is_few else "taken back", **STEPS)
    if is_few:
        look: dict[str, Any] = {"markersize": 6, "markeredgewidth": 1.5}
        ax.plot(tried, edges[tried], "x", color=theme.ink, label="taken back", **look)


def _round_up(least: int) -> int:
    """Return the first number from `least` on that is 1, 2 or 5 times a power of ten."""
    power: int = 10 ** (len(str(least)) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)
