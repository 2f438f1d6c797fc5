"""Boards and pieces on matplotlib axes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection, PolyCollection
from matplotlib.patches import PathPatch
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from kaleido.draw.look import check_marks
from kaleido.draw.picture import Element, Fill, Label, Stroke, picture
from kaleido.draw.scene import Thing, scene_of
from kaleido.plot.axes import make_axes

INCHES = 0.45
"""Size of a cell in a figure made for one board."""

MARGIN = 0.15
COORDINATE_MARGIN = 0.8


def board(
    thing: Thing,
    *,
    ax: Axes | None = None,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
    marks: str = "none",
) -> Axes:
    """Draw a pattern, a solution, a piece or a state.

    Parameters
    ----------
    thing : Pattern, Solution, Piece or State
    ax : Axes, optional
        Where to draw; a new figure by default. Its data coordinates become those of the board:
        x is the column and y the row, downwards, a cell a unit.
    islands : bool, optional
        Tint the islands of the cells that are not covered.
    implied : bool, optional
        Highlight the implied edges.
    coordinates : bool, optional
        Number rows and columns.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Axes

    Raises
    ------
    OptionError
        `marks` is unknown.
    """
    items = picture(
        scene := scene_of(thing, islands=islands, implied=implied),
        coordinates=coordinates,
        marks=check_marks(marks),
    )
    rows, cols = scene.grid.rows, scene.grid.cols
    ax = make_axes(ax, INCHES * (cols + 1), INCHES * (rows + 1))
    for layer, (is_text, group) in enumerate(groupby(items, _is_label)):
        made = _text(group) if is_text else _shapes(group)
        made.set_zorder(1 + layer / 10)
        ax.add_collection(made, autolim=False)
    before = COORDINATE_MARGIN if coordinates else MARGIN
    ax.set(xlim=(-before, cols + MARGIN), ylim=(rows + MARGIN, -before), aspect="equal")
    ax.set_axis_off()
    return ax


def _is_label(item: Element) -> bool:
    return isinstance(item, Label)


def _text(items: Iterable[Element]) -> PatchCollection:
    labels = [item for item in items if isinstance(item, Label)]
    return PatchCollection(
        [_letter(label) for label in labels],
        facecolors=[label.colour for label in labels],
        linewidth=0,
    )


def _shapes(items: Iterable[Element]) -> PolyCollection:
    """Put what is not text into one collection: it paints in the order of its polygons."""
    drawn = [(polygon, item.colour) for item in items for polygon in _polygons(item)]
    # Snapped to whole pixels, thin lines of small boards would vanish.
    return PolyCollection(
        [polygon for polygon, _ in drawn],
        facecolors=[colour for _, colour in drawn],
        linewidth=0,
        snap=False,
    )


def _polygons(item: Element) -> Iterator[npt.NDArray[np.float64]]:
    """Yield polygons as arrays of (x, y): strokes, too, so that their width is in cells."""
    if isinstance(item, Fill):
        yield _points(item.loop)
    elif isinstance(item, Stroke):
        for loop in item.loops:
            closed = (*loop, loop[0]) if len(loop) > 2 else loop
            for (row, col), (end_row, end_col) in pairwise(closed):
                half = item.width / 2
                top, bottom = min(row, end_row) - half, max(row, end_row) + half
                left, right = min(col, end_col) - half, max(col, end_col) + half
                yield _points(((top, left), (top, right), (bottom, right), (bottom, left)))


def _points(loop: Iterable[tuple[float, float]]) -> npt.NDArray[np.float64]:
    return np.array([(col, row) for row, col in loop])


def _letter(item: Label) -> PathPatch:
    path = TextPath((0, 0), item.text, size=item.size)
    box = path.get_extents()
    # Figures and letters of one text stand on one line, whatever they reach below it.
    drop = 0.36 * item.size
    row, col = item.centre
    move = Affine2D().translate(-(box.x0 + box.x1) / 2, -drop).scale(1, -1).translate(col, row)
    return PathPatch(move.transform_path(path))
