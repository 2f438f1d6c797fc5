"""The board of an animation."""

from math import ceil

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.text import Text

from kaleido.analysis.moments import Frame, Moment
from kaleido.draw.geometry import is_upright, picture_size
from kaleido.draw.look import Point
from kaleido.draw.moment import moment_picture
from kaleido.draw.picture import Fill, Label, Stroke
from kaleido.model.grid import Grid
from kaleido.plot.board import points

SIDE = 360
"""The longer side of a board in pixels, rounded down to whole cells for sharp lines."""

LONG = 680
"""The longer side of a wide board, above everything else."""

MARGIN = 3
"""The pixels around the board, which hold its frame."""


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
            [],
            capstyle="round" if is_slanted else "projecting",
            antialiased=is_slanted,
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
