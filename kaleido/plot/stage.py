"""The stage of an animation, with a board, a bar of the score and curves.

Only the parts that change are drawn again.
"""

import textwrap
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from kaleido.base.text import plural
from kaleido.base.words import sentence
from kaleido.draw.geometry import is_upright, picture_size
from kaleido.draw.look import FAILED, INK, MUTED, Point
from kaleido.draw.picture import Fill, Label, Stroke, moment_picture
from kaleido.model.grid import Grid
from kaleido.plot.boards import colour_of, points
from kaleido.plot.curves import STEPS, TAKEN_BACK, Bins, kinds_of, limits, stacked
from kaleido.plot.failed import edges_known, kept_colour
from kaleido.plot.figure import FEW
from kaleido.plot.themes import current_theme, seen
from kaleido.puzzle.recording import Frame, Moment, Recording

# The pixels of a picture in red, green and blue: uint8, shape (height, width, 3).
Pixels = npt.NDArray[np.uint8]

SIZE = (720, 420)  # the width and height in pixels. Video needs even numbers.
_DPI = 100
_EDGE = 18  # the left edge of the board, in pixels
_TOP = 30  # the upper edge of the board, in pixels
_GAP = 28  # the space between the board and the parts beside it, in pixels
SIDE = 360  # the longer side of a board in pixels, rounded down to whole cells for sharp lines
LONG = 680  # the longer side of a wide board, above everything else
MARGIN = 3  # the pixels around the board, which hold its frame
_ACROSS = 4  # the names of parts of a score in a row


class Tableau:
    """A board that shows one state after another; its artists stay and change their looks."""

    def __init__(self, ax: Axes, grid: Grid, marks: str) -> None:
        self._marks = marks
        self._cell = _cell(grid)
        edge = MARGIN / self._cell
        high, wide = picture_size(grid)
        ax.set(xlim=(-edge, wide + edge), ylim=(high + edge, -edge))
        ax.set_axis_off()
        self._ax = ax
        self._point = 72 / ax.figure.dpi
        self._fills = PolyCollection([], linewidth=0)
        # Horizontal and vertical lines are sharp without smoothing.
        is_slanted = not is_upright(grid)
        cap: Any = "round" if is_slanted else "projecting"
        self._strokes = LineCollection([], capstyle=cap, antialiased=is_slanted)
        # The frame of a window reaches a little beyond the board.
        self._strokes.set_clip_on(False)
        for collection in (self._fills, self._strokes):
            ax.add_collection(collection)
        self._letters: dict[Point, Text] = {}

    @property
    def artists(self) -> tuple[Artist, ...]:
        """The artists, in the order in which they are drawn."""
        return (self._fills, self._strokes, *self._letters.values())

    def show(self, frame: Frame) -> None:
        """Show the board of a frame, with islands at the start and pieces taken back outlined."""
        is_start = frame.moment is Moment.START
        _, items = moment_picture(frame, islands=is_start, marks=self._marks)
        fills = [item for item in items if isinstance(item, Fill)]
        self._fills.set_verts([points(fill.loop) for fill in fills])
        self._fills.set_facecolor([fill.colour for fill in fills])
        strokes = [item for item in items if isinstance(item, Stroke)]
        lines = [(stroke, points(line)) for stroke in strokes for line in stroke.lines]
        self._strokes.set_segments([line for _, line in lines])
        self._strokes.set_color([colour_of(stroke) for stroke, _ in lines])
        self._strokes.set_linewidth([self._width(stroke) for stroke, _ in lines])
        for letter in self._letters.values():
            letter.set_text("")
        looks: dict[str, Any] = {"ha": "center", "va": "center_baseline"}
        for item in items:
            if isinstance(item, Label):
                if item.centre not in self._letters:
                    looks["fontsize"] = item.size * self._cell * self._point
                    self._letters[item.centre] = self._ax.text(*item.centre[::-1], "", **looks)
                self._letters[item.centre].set(text=item.text, color=item.colour)

    def _width(self, stroke: Stroke) -> float:
        """Return the width of a stroke in points: an even number of pixels, for both its sides."""
        return max(1, round(stroke.width * self._cell / 2)) * 2 * self._point


def is_wide(grid: Grid) -> bool:
    """Return whether a board takes the width of the stage, and not its left half."""
    high, wide = picture_size(grid)
    return wide > 2 * high


def size_of(grid: Grid) -> tuple[int, int]:
    """Return the width and height of the axes that a board needs, in pixels."""
    cell = _cell(grid)
    high, wide = picture_size(grid)
    return ceil(cell * wide) + 2 * MARGIN, ceil(cell * high) + 2 * MARGIN


def _cell(grid: Grid) -> int:
    high, wide = picture_size(grid)
    side = min(LONG // wide, SIDE // 2 // high) if is_wide(grid) else 0
    return int(max(1, side, SIDE // max(high, wide)))


class ScoreBar:
    """The parts of a move's score, stacked to its total on one bar, with their names below it."""

    def __init__(self, ax: Axes, recording: Recording) -> None:
        scores = [step.place.score for step in recording.steps]
        self._kinds = kinds_of(scores)
        stacks = stacked(scores, self._kinds)
        ax.set(xlim=limits(stacks), ylim=(2.6, -0.5))
        ax.set_axis_off()
        self._bars = {stack.kind: Rectangle((0, 0), 0, 0.9, linewidth=0) for stack in stacks}
        zero = ax.vlines(0, -0.15, 1.05, color=seen(INK), linewidth=0.8)
        names: list[Artist] = []
        for place, (kind, bar) in enumerate(self._bars.items()):
            ax.add_patch(bar)
            across, down = (place % _ACROSS) / _ACROSS, 1.45 + 0.75 * (place // _ACROSS)
            at: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center"}
            names.append(ax.text(across, down, "■", color=seen(kind.colour), fontsize=8, **at))
            name = kind.name.removesuffix(" edges")
            names.append(ax.text(across + 0.055, down, name, fontsize=8, **at))
        self.artists: tuple[Artist, ...] = (*self._bars.values(), zero, *names)

    def show(self, frame: Frame) -> None:
        """Show the score of the move of a frame, if it has one."""
        for artist in self.artists:
            artist.set_visible(frame.place is not None)
        if frame.place is None:
            return
        shown = {stack.kind: stack for stack in stacked([frame.place.score], self._kinds)}
        looks = TAKEN_BACK if frame.moment is Moment.BACK else {"alpha": 1.0, "hatch": ""}
        for kind, bar in self._bars.items():
            bar.set_visible(kind in shown)
            if kind in shown:
                _, (start,), (part,) = shown[kind]
                bar.set(x=start, width=part, facecolor=seen(kind.colour), **looks)


class Curves:
    """The curves of the edges known and of the scores over the moves tried."""

    def __init__(self, edges: Axes, scores: Axes, recording: Recording) -> None:
        steps = recording.steps
        last = max(len(steps), 1)
        full, start = recording.start.problem.solved_edges, recording.start.inner_edges
        known = np.array([start, *(step.place.state.inner_edges for step in steps)], float)
        self._last = recording.line[-1] + 1 if recording.line else 0
        self._kept = np.isin(np.arange(len(known)) - 1, recording.line)
        for ax in (edges, scores):
            ax.set_xlim(-0.02 * last, 1.02 * last)
            ax.tick_params(labelsize=8, colors=seen(INK), length=2.5, pad=2)
            ax.spines[["top", "right"]].set_visible(False)
        low = min(start, full - 1)
        # More edges may be known on a dead board than on any solved one.
        high = max(full, *known)
        room = 0.06 * (high - low)
        edges.set(ylim=(low - room, high + room), xticks=[], yticks=[low, full])
        edges.axhline(full, color=seen(INK), linewidth=0.8, linestyle=":")
        bins = Bins.of(len(known))
        band = _, _, most = bins.band(known)
        if bins.width > 1:
            edges.fill_between(*band, step="post", color=seen(MUTED), alpha=0.5, linewidth=0)
        else:
            edges.plot(known, color=seen(MUTED), linewidth=0.7, alpha=0.5, **STEPS)
        made = [step.place.score for step in steps]
        worst, best = limits(stacked(made, kinds_of(made)))
        room = 0.1 * (best - worst)
        scores.set(ylim=(worst - room, best + room), xticks=[0, last], yticks=[0, round(best)])
        scores.set_xticklabels(["0", f"{last:,}"])
        scores.set_xlabel("moves tried", fontsize=8, labelpad=-8)
        self._scores = np.clip([np.nan, *(score.total for score in made)], worst, best)
        # With many moves each is a bin wide at least: a step to the greatest number in its bin.
        self._heights = np.repeat(most[:-1], bins.width)[: len(known)]
        kept = seen(kept_colour(recording))
        (self._curve,) = edges.plot([], [], color=kept, linewidth=1.4, **STEPS)
        (self._now,) = edges.plot([], [], "o", color=seen(INK), markersize=5)
        size = 4 if last <= FEW else 2.5
        few: dict[str, Any] = {"markersize": size, "markeredgewidth": 1}
        # With many moves the scores are a curve, too: for each move the mean of its bin.
        self._means = None
        if bins.width > 1:
            means = bins.means(np.nan_to_num(self._scores))
            self._means = np.repeat(means, bins.width)[: len(known)]
            (self._tried,) = scores.plot([], [], color=seen(MUTED), linewidth=1.2, **STEPS)
        else:
            (self._tried,) = scores.plot([], [], "x", color=seen(MUTED), **few)
        (self._played,) = scores.plot([], [], "o", color=kept, markersize=size + 1)
        self.artists = (self._curve, self._now, self._tried, self._played)

    def show(self, frame: Frame) -> None:
        """Show the curves up to a frame; the moves of the line stand out."""
        moves = np.arange(frame.nodes + 1)
        self._curve.set_data(moves, self._heights[moves])
        # The last frame shows the fullest board, which may have come much earlier.
        now = self._last if frame.moment is Moment.END else frame.nodes
        self._now.set_data([now], [frame.state.inner_edges])
        played, others = moves[self._kept[moves]], moves[~self._kept[moves]]
        self._played.set_data(played, self._scores[played])
        if self._means is None:
            self._tried.set_data(others, self._scores[others])
        else:
            self._tried.set_data(moves, self._means[moves])


class Stage:
    """Draws one frame after another; the recording sets the title and the ranges of the curves."""

    def __init__(self, recording: Recording, marks: str = "none") -> None:
        self._recording = recording
        self._figure = Figure(figsize=(SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI)
        self._figure.set_facecolor(current_theme().ground)
        # Its methods are not typed.
        self._canvas: Any = FigureCanvasAgg(self._figure)
        grid = recording.start.problem.grid
        width, height = size_of(grid)
        self._board = Tableau(self._axes(_EDGE, _TOP, width, height), grid, marks)
        # Words and the parts of the score are in one column beside the board, with the curves
        # below them; or below a wide board, with the curves beside them.
        if is_wide(grid):
            room = (SIZE[0] - 2 * _EDGE - _GAP) // 2
            left, top = _EDGE, _TOP + height + 26
            across, down = _EDGE + room + _GAP, top
            counts, caption = top + 130, top - 20
        else:
            left, top = _EDGE + width + _GAP, 28
            room = SIZE[0] - left - 16
            across, down = left, 174
            counts, caption = 150, _TOP + height + 7
        self._parts = ScoreBar(self._axes(left, top + 76, room, 42), recording)
        # Two curves, with the titles above them, fill the space below.
        low = SIZE[1] - 88
        edges = self._axes(across + 22, down + 20, room - 28, max(low - 58 - down, 20))
        self._curves = Curves(edges, self._axes(across + 22, low, room - 28, 50), recording)
        name = textwrap.shorten(recording.answer.pattern.heading, 40, placeholder="…")
        self._text(_EDGE, 5, f"{name}, strategy {recording.answer.strategy}", 10, "bold")
        self._text(across, low - 20, "score of each move")
        self._headline = self._text(left, top, "", 11, "bold")
        self._detail = self._text(left, top + 21)
        self._counts = self._text(left, counts)
        self._edges = self._text(across, down)
        self._caption = self._text(_EDGE, caption)
        self._still: Any = None

    def draw(self, frame: Frame) -> Pixels:
        """Return the pixels of a frame."""
        parts = (self._board, self._parts, self._curves)
        for part in parts:
            part.show(frame)
        headline, detail = _words(frame, self._recording)
        self._headline.set_text(headline)
        self._detail.set_text(detail)
        self._counts.set_text(f"moves tried {frame.nodes:,}   taken back {frame.backtracks:,}")
        failed = self._recording.failed
        self._edges.set_text(edges_known(frame.state, failed=failed, noun="edges known")[0])
        self._caption.set_text(_caption(frame, self._recording))
        is_lost = frame.moment is Moment.END and failed
        self._headline.set_color(seen(FAILED if is_lost else INK))
        artists = [artist for part in parts for artist in part.artists]
        artists += [self._headline, self._detail, self._counts, self._edges, self._caption]
        if self._still is None:  # what never changes: everything but these artists
            for artist in artists:
                artist.set_animated(True)
            self._canvas.draw()
            self._still = self._canvas.copy_from_bbox(self._figure.bbox)
        self._canvas.restore_region(self._still)
        for artist in artists:
            self._figure.draw_artist(artist)
        return np.asarray(self._canvas.buffer_rgba())[..., :3].copy()

    def _axes(self, left: float, top: float, width: float, height: float) -> Axes:
        x, y = left / SIZE[0], 1 - (top + height) / SIZE[1]
        return self._figure.add_axes((x, y, width / SIZE[0], height / SIZE[1]))

    def _text(
        self, left: float, top: float, text: str = "", size: float = 9, weight: str = "normal"
    ) -> Text:
        x, y = left / SIZE[0], 1 - top / SIZE[1]
        # A dollar sign in a title starts no formula.
        looks: dict[str, Any] = {"va": "top", "linespacing": 1.35, "parse_math": False}
        return self._figure.text(x, y, text, fontsize=size, fontweight=weight, **looks)


def _words(frame: Frame, recording: Recording) -> tuple[str, str]:
    place = frame.place
    if place is not None:
        waiting = f"{place.waiting or 'no'} sibling"
        waiting += " waits" if place.waiting == 1 else "s wait"
        is_back = frame.moment is Moment.BACK
        placement = place.placement
        headline = sentence(placement.taken_back(placement.title)) if is_back else place.title
        found = place.found.brief if place.found else ""
        return headline, "\n".join(filter(None, (place.score.line, found, waiting)))
    if frame.moment is Moment.START:
        placed = frame.state.depth
        return (f"{placed} placed by hand" if placed else "The pattern"), ""
    if frame.moment is Moment.RESUME:
        if frame.state is recording.start:
            return "Starts again", f"jump {frame.resumes:,}: from the first board"
        return "Goes elsewhere", f"jump {frame.resumes:,}: takes up a sibling that waited"
    words = recording.answer.outcome
    headline, _, rest = words.partition(": " if ": " in words else ", ")
    rest = textwrap.shorten(rest, 170, placeholder=" …")
    return headline.capitalize(), "\n".join(textwrap.wrap(rest, 44))


def _caption(frame: Frame, recording: Recording) -> str:
    state = frame.state
    if frame.moment is Moment.START:
        is_plain = state.problem.pieces.is_plain
        return "islands tinted" if is_plain else "implied edges in purple, islands tinted"
    if frame.moment is Moment.END and recording.failed:
        return f"the fullest board: {recording.end}" if frame.nodes else "no move was tried"
    caption = state.progress
    if frame.skipped:
        caption += f"     fast forward: {plural(frame.skipped, 'move')} not shown"
    return caption
