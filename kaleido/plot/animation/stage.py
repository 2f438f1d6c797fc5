"""The stage of an animation, with its board: only what changes is drawn anew."""

import textwrap
from collections.abc import Iterable
from math import ceil
from typing import Any, NamedTuple, Self

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

from kaleido.analysis.recording import Frame, Moment, Recording, solved_edges
from kaleido.draw.geometry import is_upright, picture_size
from kaleido.draw.look import INK, Point
from kaleido.draw.picture import Fill, Label, Stroke, moment_picture
from kaleido.model.grid import Grid
from kaleido.plot.animation.encoding import Pixels
from kaleido.plot.animation.gauges import Curves, Parts
from kaleido.plot.board import points
from kaleido.text import plural

SIZE = (720, 420)  # the width and height in pixels. Video needs even numbers.

_DPI = 100

_EDGE = 18  # the left edge of the board, in pixels
_TOP = 30  # the upper edge of the board, in pixels
_GAP = 28  # the space between the board and what stands beside it, in pixels
SIDE = 360  # the longer side of a board in pixels, rounded down to whole cells for sharp lines
LONG = 680  # the longer side of a wide board, above everything else
MARGIN = 3  # the pixels around the board, which hold its frame


class Tableau:
    """A board that shows one state after another, on axes whose size `size_of` returns.

    Its artists stay and change their looks, which is quicker than drawing a new board.
    """

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
        self._strokes = LineCollection(
            [], capstyle="round" if is_slanted else "projecting", antialiased=is_slanted
        )
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
        self._strokes.set_color([stroke.colour for stroke, _ in lines])
        self._strokes.set_linewidth([self._width(stroke) for stroke, _ in lines])
        for letter in self._letters.values():
            letter.set_text("")
        for item in items:
            if isinstance(item, Label):
                self._letter(item).set(text=item.text, color=item.colour)

    def _width(self, stroke: Stroke) -> float:
        """Return the width of a stroke in points: an even number of pixels, for both its sides."""
        return max(1, round(stroke.width * self._cell / 2)) * 2 * self._point

    def _letter(self, item: Label) -> Text:
        if item.centre not in self._letters:
            row, col = item.centre
            size = item.size * self._cell * self._point
            self._letters[item.centre] = self._ax.text(
                col, row, "", fontsize=size, ha="center", va="center_baseline"
            )
        return self._letters[item.centre]


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
    """Return the side of a cell in pixels."""
    high, wide = picture_size(grid)
    side = min(LONG // wide, SIDE // 2 // high) if is_wide(grid) else 0
    return int(max(1, side, SIDE // max(high, wide)))


class Places(NamedTuple):
    """Where everything stands, in pixels from the upper left corner.

    Words and the parts of the score stand in one column, and below or beside them the curves.
    """

    words: tuple[int, int]
    parts: int
    counts: int
    curves: tuple[int, int]
    caption: tuple[int, int]
    width: int

    @classmethod
    def beside(cls, grid: Grid) -> Self:
        """Return the places around a board: beside it, or below one that is wide."""
        width, height = size_of(grid)
        if not is_wide(grid):
            left = _EDGE + width + _GAP
            caption = (_EDGE, _TOP + height + 7)
            return cls((left, 28), 104, 150, (left, 174), caption, SIZE[0] - left - 16)
        top, half = _TOP + height + 26, (SIZE[0] - 2 * _EDGE - _GAP) // 2
        right = _EDGE + half + _GAP
        return cls((_EDGE, top), top + 76, top + 130, (right, top), (_EDGE, top - 20), half)


class Stage:
    """Draws one frame after another; the recording sets the title and the ranges of the curves."""

    def __init__(self, recording: Recording, marks: str = "none") -> None:
        self._recording = recording
        self._figure = Figure(figsize=(SIZE[0] / _DPI, SIZE[1] / _DPI), dpi=_DPI, facecolor="white")
        # Its methods are not typed.
        self._canvas: Any = FigureCanvasAgg(self._figure)
        grid = recording.start.problem.grid
        at = Places.beside(grid)
        self._board = Tableau(self._axes(_EDGE, _TOP, *size_of(grid)), grid, marks)
        (left, top), (across, down) = at.words, at.curves
        self._parts = Parts(self._axes(left, at.parts, at.width, 42), recording)
        # Two curves, with the titles above them, fill what is left below.
        low = SIZE[1] - 88
        self._curves = Curves(
            self._axes(across + 22, down + 20, at.width - 28, max(low - 58 - down, 20)),
            self._axes(across + 22, low, at.width - 28, 50),
            recording,
        )
        name = textwrap.shorten(recording.answer.pattern.title or "Pattern", 40, placeholder="…")
        self._text(_EDGE, 5, f"{name}, strategy {recording.answer.strategy}", 10, "bold")
        self._text(across, low - 20, "score of each move")
        self._headline = self._text(left, top, "", 11, "bold")
        self._detail = self._text(left, top + 21)
        self._counts = self._text(left, at.counts)
        self._edges = self._text(across, down)
        self._caption = self._text(*at.caption)
        self._still: Any = None

    def draw(self, frame: Frame) -> Pixels:
        """Return the pixels of a frame."""
        for part in (self._board, self._parts, self._curves):
            part.show(frame)
        self._write(frame)
        artists = [
            *self._board.artists,
            *self._parts.artists,
            *self._curves.artists,
            *(self._headline, self._detail, self._counts, self._edges, self._caption),
        ]
        if self._still is None:
            self._still = self._draw_still(artists)
        self._canvas.restore_region(self._still)
        for artist in artists:
            self._figure.draw_artist(artist)
        return np.asarray(self._canvas.buffer_rgba())[..., :3].copy()

    def _draw_still(self, artists: Iterable[Artist]) -> Any:
        """Draw what never changes, which is everything but these artists."""
        for artist in artists:
            artist.set_animated(True)
        self._canvas.draw()
        return self._canvas.copy_from_bbox(self._figure.bbox)

    def _axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes by their pixels from the upper left corner."""
        across, down = SIZE
        return self._figure.add_axes(
            (left / across, 1 - (top + height) / down, width / across, height / down)
        )

    def _text(
        self, left: float, top: float, text: str = "", size: float = 9, weight: str = "normal"
    ) -> Text:
        return self._figure.text(
            left / SIZE[0],
            1 - top / SIZE[1],
            text,
            fontsize=size,
            fontweight=weight,
            color=INK,
            va="top",
            linespacing=1.35,
            # A dollar sign in a title starts no formula.
            parse_math=False,
        )

    def _write(self, frame: Frame) -> None:
        headline, detail = _words(frame, self._recording)
        self._headline.set_text(headline)
        self._detail.set_text(detail)
        self._counts.set_text(f"moves tried {frame.nodes:,}   taken back {frame.backtracks:,}")
        full = solved_edges(frame.state.problem)
        known = frame.state.inner_edges
        of = f" of {full}" if known <= full else f"; a solution has {full}"
        self._edges.set_text(f"edges known: {known}{of}")
        self._caption.set_text(_caption(frame))


def _words(frame: Frame, recording: Recording) -> tuple[str, str]:
    """Return the headline of a frame and the lines below it."""
    place = frame.place
    if place is not None:
        name = f"{place.placement.piece} {place.placement.face}"
        waiting = f"{place.waiting or 'no'} sibling"
        waiting += " waits" if place.waiting == 1 else "s wait"
        is_back = frame.moment is Moment.BACK
        headline = f"Takes back {name}" if is_back else f"{frame.state.depth}  {name}"
        lines = [place.score.line, waiting]
        if place.found is not None:
            lines.insert(1, place.found.brief)
        return headline, "\n".join(lines)
    if frame.moment is Moment.START:
        placed = frame.state.depth
        return (f"{placed} placed by hand" if placed else "The pattern"), ""
    if frame.moment is Moment.RESUME:
        if frame.state is recording.start:
            return "Starts again", f"jump {frame.resumes:,}: from the first board"
        return "Goes elsewhere", f"jump {frame.resumes:,}: takes up a sibling that waited"
    words = recording.answer.outcome
    gap = ": " if ": " in words else ", "
    headline, _, rest = words.partition(gap)
    rest = textwrap.shorten(rest, 170, placeholder=" …")
    return headline.capitalize(), "\n".join(textwrap.wrap(rest, 44))


def _caption(frame: Frame) -> str:
    state = frame.state
    pieces = len(state.problem.pieces)
    if frame.moment is Moment.START:
        is_plain = state.problem.pieces.is_plain
        return "islands tinted" if is_plain else "implied edges in purple, islands tinted"
    if frame.moment is Moment.END and not (state.solved or frame.nodes):
        return "no move was tried"
    if frame.moment is Moment.END and not state.solved:
        return f"the fullest board it reached: {state.depth} of {pieces} pieces"
    caption = f"{state.depth} of {pieces} pieces"
    if frame.skipped:
        caption += f"     fast forward: {plural(frame.skipped, 'move')} not shown"
    return caption
