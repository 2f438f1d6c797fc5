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
"""The side of a cell in a figure made for one board."""

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
        The axes to draw on; by default those of a new figure. Their data coordinates become
        those of the board, in cells: x is the column, and y is the row, downwards.
    islands : bool, optional
        Tint the islands of free cells.
    implied : bool, optional
        Highlight the implied edges.
    coordinates : bool, optional
        Number the rows and columns.
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
    scene = scene_of(thing, islands=islands, implied=implied)
    elements = picture(scene, coordinates=coordinates, marks=check_marks(marks))
    rows, cols = scene.grid.rows, scene.grid.cols
    ax = make_axes(ax, INCHES * (cols + 1), INCHES * (rows + 1))
    for layer, (is_text, group) in enumerate(groupby(elements, _is_label)):
        made = _text(group) if is_text else _shapes(group)
        made.set_zorder(1 + layer / 10)
        ax.add_collection(made, autolim=False)
    before = COORDINATE_MARGIN if coordinates else MARGIN
    ax.set(xlim=(-before, cols + MARGIN), ylim=(rows + MARGIN, -before), aspect="equal")
    ax.set_axis_off()
    return ax


def _is_label(element: Element) -> bool:
    return isinstance(element, Label)


def _text(elements: Iterable[Element]) -> PatchCollection:
    labels = [element for element in elements if isinstance(element, Label)]
    return PatchCollection(
        [_letter(label) for label in labels],
        facecolors=[label.colour for label in labels],
        linewidth=0,
    )


def _shapes(elements: Iterable[Element]) -> PolyCollection:
    """Put fills and strokes into one collection, which keeps their order."""
    drawn = [(polygon, element.colour) for element in elements for polygon in _polygons(element)]
    # Without snapping to whole pixels, which would lose thin lines of small boards.
    return PolyCollection(
        [polygon for polygon, _ in drawn],
        facecolors=[colour for _, colour in drawn],
        linewidth=0,
        snap=False,
    )


def _polygons(element: Element) -> Iterator[npt.NDArray[np.float64]]:
    """Yield the polygons of a fill or a stroke as arrays of (x, y).

    A stroke becomes polygons, too, so that its width is in cells.
    """
    if isinstance(element, Fill):
        yield _points(element.loop)
    elif isinstance(element, Stroke):
        half = element.width / 2
        for loop in element.loops:
            closed = (*loop, loop[0]) if len(loop) > 2 else loop
            for (row, col), (end_row, end_col) in pairwise(closed):
                top, bottom = min(row, end_row) - half, max(row, end_row) + half
                left, right = min(col, end_col) - half, max(col, end_col) + half
                yield _points(((top, left), (top, right), (bottom, right), (bottom, left)))


def _points(loop: Iterable[tuple[float, float]]) -> npt.NDArray[np.float64]:
    return np.array([(col, row) for row, col in loop])


def _letter(label: Label) -> PathPatch:
    path = TextPath((0, 0), label.text, size=label.size)
    box = path.get_extents()
    # All labels of a row share a baseline, whatever descenders they have.
    drop = 0.36 * label.size
    row, col = label.centre
    move = Affine2D().translate(-(box.x0 + box.x1) / 2, -drop).scale(1, -1).translate(col, row)
    return PathPatch(move.transform_path(path))
