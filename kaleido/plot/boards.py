"""Boards, the faces of pieces, and solids with their pieces apart, on matplotlib axes."""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from kaleido.draw.exploded import Exploded
from kaleido.draw.geometry import LAYER_GAP, corners, picture_size
from kaleido.draw.look import INK, Loop
from kaleido.draw.picture import Element, Fill, Label, Stroke, picture
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.draw.svg import paint_svg
from kaleido.files import check_target, write_text
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Piece
from kaleido.plot.documented import documented
from kaleido.plot.figure import FORMATS, describe, figure_of, make_axes, save_figure, write
from kaleido.text import both

INCHES = 0.45  # the side of a cell in a figure made for one board
MARGIN = 0.15
_COORDINATES = 0.8  # the margin that takes coordinates
_FACE = 0.7  # the side of a cell in a figure of the faces of a piece, in inches
_WORDS = 0.7  # the height of the words around the cells, in inches

# The square and the round end of a line in its own axes, in halves of its width: along it, across.
_CORNERS = np.array(((1.0, -1.0), (1.0, 1.0)))
_ANGLES = np.linspace(-np.pi / 2, np.pi / 2, 9)
_HALF_TURN = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES)))


@documented
def board(
    thing: Thing,
    *,
    ax: Axes | None = None,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
    marks: str = "none",
) -> Figure:
    """Draw a board, a puzzle, a solution, a piece or a state.

    Parameters
    ----------
    ax : Axes, optional
        By default those of a new figure. Their data coordinates become those of the board, in
        cells: x is the column, and y is the row, downwards.
    islands, implied, coordinates, marks : optional
        As for `kaleido.draw.draw_svg`.
    """
    scene = scene_of(thing, islands=islands, implied=implied)
    drawn = show(scene, ax=ax, coordinates=coordinates, marks=marks)
    return figure_of(drawn, ax, title=scene.title, alt=scene.alt)


def show(
    scene: Scene, *, ax: Axes | None = None, coordinates: bool = False, marks: str = "none"
) -> Axes:
    """Draw a scene as `board` does."""
    elements = picture(scene, coordinates=coordinates, marks=marks)
    before = _COORDINATES if coordinates else MARGIN
    after = MARGIN
    if scene.grid.layers > 1:
        # Layers of boards beside each other are no nearer than those of one board.
        before, after = max(before, LAYER_GAP / 2), LAYER_GAP / 2
    return _on_axes(ax, elements, picture_size(scene.grid), before, after)


def _on_axes(
    ax: Axes | None,
    elements: Iterable[Element],
    size: tuple[float, float],
    before: float = MARGIN,
    after: float = MARGIN,
) -> Axes:
    """Draw a picture of a height and a width, with margins above and beside it."""
    height, width = size
    ax = make_axes(ax, INCHES * (width + 1), INCHES * (height + 1))
    paint(ax, elements)
    ax.set(xlim=(-before, width + after), ylim=(height + MARGIN, -before), aspect="equal")
    ax.set_axis_off()
    return ax


def save_board(
    thing: Thing,
    path: Path,
    *,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
    marks: str = "none",
) -> None:
    """Save what `board` draws as a picture without a heading: a PDF, PNG or SVG.

    An `OptionError` is raised if the path cannot be written, or `marks` is unknown.
    """
    suffix = check_target(path, FORMATS)
    scene = scene_of(thing, islands=islands, implied=implied)
    if suffix == "svg":
        elements = picture(scene, coordinates=coordinates, marks=marks)
        write_text(path, paint_svg(scene, elements, coordinates=coordinates))
        return
    ax = show(scene, coordinates=coordinates, marks=marks)
    save_figure(describe(ax, scene.alt), path, title=scene.title)


def paint(ax: Axes, elements: Iterable[Element], *, zorder: float = 1.0) -> None:
    """Paint the elements of a picture on axes, from back to front."""
    groups = groupby(elements, lambda element: isinstance(element, Label))
    for layer, (is_text, group) in enumerate(groups):
        made = _text(group) if is_text else _shapes(group)
        made.set_zorder(zorder + layer / 10)
        ax.add_collection(made, autolim=False)


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
        yield points(element.loop)
    elif isinstance(element, Stroke):
        for line in element.lines:
            for start, end in pairwise(line):
                yield _thick(np.array((start, end), float)[:, ::-1], element)


def _thick(line: npt.NDArray[np.float64], stroke: Stroke) -> npt.NDArray[np.float64]:
    """Return a line between two points as a polygon, which goes on at the ends as strokes do."""
    half = stroke.width / 2
    along = line[1] - line[0]
    length = np.hypot(*along)
    along = along / length * half if length else np.array((half, 0.0))
    across = np.array((-along[1], along[0]))
    ends = _HALF_TURN if stroke.is_round else _CORNERS
    far, near = (ends @ np.array((sign * along, sign * across)) for sign in (1, -1))
    outline: npt.NDArray[np.float64] = np.concatenate((line[1] + far, line[0] + near))
    return outline


def points(loop: Loop) -> npt.NDArray[np.float64]:
    """Return a loop as an array of (x, y)."""
    return np.array(loop)[:, ::-1]


def _letter(label: Label) -> PathPatch:
    path = TextPath((0, 0), label.text, size=label.size)
    box = path.get_extents()
    # All labels of a row share a baseline, whatever descenders they have.
    drop = 0.36 * label.size
    row, col = label.centre
    move = Affine2D().translate(-(box.x0 + box.x1) / 2, -drop).scale(1, -1).translate(col, row)
    return PathPatch(move.transform_path(path))


@documented
def exploded(thing: Thing, *, ax: Axes | None = None) -> Figure:
    """Draw the pieces of a solid moved apart, in the order in which they are put together.

    If each piece can be put in straight from above, the pieces float above their places: the first
    at the bottom, and each above those on which it is put. The numbers are those of the order.
    Without such an order all are moved away from the middle, and carry their names.

    Parameters
    ----------
    thing : Solution, State, Puzzle, Board or Piece
        On a lattice in space.

    Raises
    ------
    OptionError
        The board is flat.
    """
    view = Exploded.of(thing)
    drawn = _on_axes(ax, view.elements, view.size)
    return figure_of(drawn, ax, title=view.title, alt=view.alt)


@documented
def piece_faces(piece: Piece, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw the faces of a piece side by side, with the colours that each shows.

    Parameters
    ----------
    piece : Piece
        A piece that may not be turned over has one face.
    """
    scene = scene_of(piece)
    # Below the cells stand two lines and above them the name.
    high, wide = picture_size(scene.grid)
    given, ax = ax, make_axes(ax, _FACE * (wide + 1), _FACE * (high + 1) + _WORDS)
    show(scene, ax=ax, marks=marks)
    told = []
    for face, placed in zip(piece.faces, scene.pieces, strict=True):
        counts = [
            f"{face.counts[letter]} {name}"
            for letter, name in COLOURS.items()
            if face.counts[letter]
        ]
        told.append(f"{face.name} {both(counts)}" if counts else face.name)
        words = f"{face.name}\n{', '.join(counts)}".rstrip()
        reach = [right for cell in placed.cells for _, right in corners(scene.grid, cell)]
        write(ax, (min(reach) + max(reach)) / 2, high + 0.15, words, 9, ha="center", va="top")
    ax.set_title(piece.name, fontsize=10, color=INK, parse_math=False)
    return figure_of(ax, given, alt=f"Piece {piece.name}: {', '.join(told)}.")
