"""The board of an animation, which shows one state after another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.text import Text

from kaleido.draw.look import MOVED, MUTED, PAPER, Loop, Marks, Point
from kaleido.draw.outline import outline
from kaleido.draw.picture import Fill, Label, Stroke, picture
from kaleido.draw.scene import scene_of
from kaleido.model.grid import Grid
from kaleido.plot.animation.frames import Frame, Moment

SIDE = 360
"""Longer side of a board in pixels, or a little less: cells are whole pixels for sharp lines."""

MARGIN = 3
"""Pixels around the board: room for its frame, not for what sticks out of it."""


class Tableau:
    """A few artists whose looks change from frame to frame: quicker than a new board each time.

    Parameters
    ----------
    ax : Axes
        Where to draw: as large as `side` says.
    grid : Grid
    marks : {"none", "letters", "hatches"}
        What cells carry besides their colours.
    """

    def __init__(self, ax: Axes, grid: Grid, marks: Marks) -> None:
        self._marks = marks
        self._cell = _cell(grid)
        edge = MARGIN / self._cell
        across = max(grid.rows, grid.cols) + edge
        ax.set(xlim=(-edge, across), ylim=(across, -edge))
        ax.set_axis_off()
        self._ax = ax
        self._point = 72 / ax.figure.dpi
        self._fills = PolyCollection([], linewidth=0)
        # All lines are level or upright: without smoothing they are sharp.
        self._strokes = LineCollection([], capstyle="projecting", antialiased=False)
        for collection in (self._fills, self._strokes):
            ax.add_collection(collection)
        self._letters: dict[Point, Text] = {}

    @property
    def artists(self) -> tuple[Artist, ...]:
        """What is to be drawn, in this order."""
        return (self._fills, self._strokes, *self._letters.values())

    def show(self, frame: Frame) -> None:
        """Show the board of a frame; islands at the start, an outline of what is taken back."""
        is_start = frame.moment is Moment.START
        scene = scene_of(frame.state, islands=is_start, implied=True)
        if frame.moment is not Moment.MOVE:
            scene = replace(scene, moved=None)
        items = list(picture(scene, marks=self._marks))
        if frame.moment is Moment.BACK and frame.place is not None:
            loops = outline(frame.place.placement.cells)
            # With a light rim, because the cells that wait are greyish, too.
            items += [Stroke("rim", loops, PAPER, 2 * MOVED), Stroke("back", loops, MUTED, MOVED)]
        fills = [item for item in items if isinstance(item, Fill)]
        self._fills.set_verts([_points(fill.loop) for fill in fills])
        self._fills.set_facecolor([fill.colour for fill in fills])
        lines = [
            (stroke, loop)
            for stroke in items
            if isinstance(stroke, Stroke)
            for loop in stroke.loops
        ]
        self._strokes.set_segments([_points(loop) for _, loop in lines])
        self._strokes.set_color([stroke.colour for stroke, _ in lines])
        self._strokes.set_linewidth([self._width(stroke) for stroke, _ in lines])
        for letter in self._letters.values():
            letter.set_text("")
        for item in items:
            if isinstance(item, Label):
                letter = self._letter(item)
                letter.set_text(item.text)
                letter.set_color(item.colour)

    def _width(self, stroke: Stroke) -> float:
        """Give a stroke's width in points: an even number of pixels, as it lies between two."""
        return max(1, round(stroke.width * self._cell / 2)) * 2 * self._point

    def _letter(self, item: Label) -> Text:
        if item.centre not in self._letters:
            row, col = item.centre
            self._letters[item.centre] = self._ax.text(
                col,
                row,
                item.text,
                fontsize=item.size * self._cell * self._point,
                ha="center",
                va="center_baseline",
            )
        return self._letters[item.centre]


def side(grid: Grid) -> int:
    """Give the side of the square that a board needs, in pixels."""
    return _cell(grid) * max(grid.rows, grid.cols) + 2 * MARGIN


def _points(loop: Loop) -> npt.NDArray[np.float64]:
    """Give a loop as an array of (x, y), closed."""
    closed = (*loop, loop[0]) if len(loop) > 2 else loop
    return np.array(closed)[:, ::-1]


def _cell(grid: Grid) -> int:
    """Give the side of a cell in pixels."""
    return max(1, SIDE // max(grid.rows, grid.cols))
