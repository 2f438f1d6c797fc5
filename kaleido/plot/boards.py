"""Boards, the faces of pieces, solids with their pieces apart, and parts of boards, on axes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from kaleido.base.files import check_target, write_text
from kaleido.base.text import both
from kaleido.draw.exploded import Exploded
from kaleido.draw.geometry import LAYER_GAP, corners, lines, picture_size
from kaleido.draw.look import BARE, Loop, Shade
from kaleido.draw.picture import Element, Fill, Label, Stroke, picture
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.draw.svg import draw_svg
from kaleido.model.grid import Cell, Grid
from kaleido.model.names import piece_label
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement
from kaleido.plot.documented import documented, piece_of, thing_or_recording_of
from kaleido.plot.failed import show_end
from kaleido.plot.figure import (
    FONT,
    FORMATS,
    LINE,
    describe,
    figure_of,
    make_axes,
    make_figure,
    save_figure,
    set_heading,
    wrapped,
    write,
)
from kaleido.plot.themes import current_theme
from kaleido.puzzle.recording import Recording

INCHES = 0.45  # the side of a cell in a figure made for one board
MARGIN = 0.15
_COORDINATES = 0.8  # the margin that takes coordinates
_FACE = 0.7  # the side of a cell in a figure of the faces of a piece, in inches
_WORDS = 0.4  # the height of the words below the cells, in inches

# The square and the round end of a line in its own axes, in halves of its width: along it, across.
_CORNERS = np.array(((1.0, -1.0), (1.0, 1.0)))
_ANGLES = np.linspace(-np.pi / 2, np.pi / 2, 9)
_HALF_TURN = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES)))


@documented(thing_or_recording_of)
def board(
    thing: Thing | Recording,
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
    scene = scene_of(last_of(thing), islands=islands, implied=implied)
    drawn = show(scene, ax=ax, coordinates=coordinates, marks=marks)
    if isinstance(thing, Recording) and thing.failed:
        show_end(drawn, thing)
    return figure_of(drawn, ax, title=scene.title, alt=scene.alt)


def last_of(thing: Thing | Recording) -> Thing:
    """Return the solution of a recording or, without one, its fullest board; else the thing."""
    return thing.answer.solution or thing.fullest if isinstance(thing, Recording) else thing


def show(
    scene: Scene, *, ax: Axes | None = None, coordinates: bool = False, marks: str = "none"
) -> Axes:
    """Draw a scene as `board` does."""
    elements = picture(scene, coordinates=coordinates, marks=marks)
    # Layers of boards beside each other are no nearer than those of one board.
    after = LAYER_GAP / 2 if scene.grid.layers > 1 else MARGIN
    before = max(_COORDINATES if coordinates else MARGIN, after)
    return _on_axes(ax, elements, picture_size(scene.grid), before, after)


def _on_axes(
    ax: Axes | None,
    elements: Iterable[Element],
    size: tuple[float, float],
    before: float = MARGIN,
    after: float = MARGIN,
) -> Axes:
    height, width = size
    ax = make_axes(ax, INCHES * (width + 1), INCHES * (height + 1))
    paint(ax, elements)
    ax.set(xlim=(-before, width + after), ylim=(height + MARGIN, -before), aspect="equal")
    ax.set_axis_off()
    return ax


def save_board(
    thing: Thing, path: Path, *, islands: bool = False, coordinates: bool = False, marks: str
) -> None:
    """Save what `board` draws as a picture without a heading: a PDF, PNG or SVG."""
    if check_target(path, FORMATS) == "svg":
        write_text(path, draw_svg(thing, islands=islands, coordinates=coordinates, marks=marks))
    else:
        scene = scene_of(thing, islands=islands)
        ax = show(scene, coordinates=coordinates, marks=marks)
        save_figure(describe(ax, scene.alt), path, title=scene.title)


def paint(ax: Axes, elements: Iterable[Element], *, zorder: float = 1.0) -> None:
    """Paint the elements of a picture on axes, from back to front."""
    groups = groupby(elements, lambda element: isinstance(element, Label))
    for layer, (is_text, group) in enumerate(groups):
        # Fills and strokes are in one collection, which keeps their order.
        drawn = [(shape, colour_of(element)) for element in group for shape in _shapes(element)]
        shapes = [shape for shape, _ in drawn]
        looks: dict[str, Any] = {"facecolors": [colour for _, colour in drawn], "linewidth": 0}
        # Without snapping to whole pixels, which would lose thin lines of small boards.
        made = (
            PatchCollection(shapes, **looks)
            if is_text
            else PolyCollection(shapes, snap=False, **looks)
        )
        made.set_zorder(zorder + layer / 10)
        ax.add_collection(made, autolim=False)


def colour_of(element: Element) -> str:
    """Return the colour of an element; the theme sets the colours outside the cells."""
    theme = current_theme()
    around = {"frame": theme.ink, "coordinate": theme.ink, "caption": theme.ink}
    return (around | {"blank": theme.plate}).get(element.kind, element.colour)


def _shapes(element: Element) -> Iterator[Any]:
    """Yield the patch of a label, or the polygons of a fill or of a stroke."""
    if isinstance(element, Label):
        yield _letter(element)
    elif isinstance(element, Fill):
        yield points(element.loop)
    else:
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
    # All labels of a row share a baseline, with descenders or without.
    drop = 0.36 * label.size
    row, col = label.centre
    move = Affine2D().translate(-(box.x0 + box.x1) / 2, -drop).scale(1, -1).translate(col, row)
    return PathPatch(move.transform_path(path))


@documented(thing_or_recording_of)
def exploded(thing: Thing | Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the pieces of a solid moved apart, as `kaleido.draw.draw_exploded` does."""
    view = Exploded.of(last_of(thing))
    drawn = _on_axes(ax, view.elements, view.size)
    return figure_of(drawn, ax, title=view.title, alt=view.alt)


@documented(piece_of)
def piece_faces(piece: Piece, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw the faces of a piece side by side, with the colours that each shows."""
    scene = scene_of(piece)
    # Below the cells stand two lines and above them the name.
    high, wide = picture_size(scene.grid)
    width, height = _FACE * (wide + 2 * MARGIN), _FACE * (high + MARGIN) + _WORDS + LINE + 0.1
    given, ax = ax, make_axes(ax, width, height)
    show(scene, ax=ax, marks=marks)
    told = []
    for face, placed in zip(piece.faces, scene.pieces, strict=True):
        numbers = [(face.counts[letter], name) for letter, name in COLOURS.items()]
        counts = [f"{number} {name}" for number, name in numbers if number]
        told.append(f"{face.name} {both(counts)}" if counts else face.name)
        words = f"{face.name}\n{', '.join(counts)}".rstrip()
        reach = [right for cell in placed.cells for _, right in corners(scene.grid, cell)]
        write(ax, (min(reach) + max(reach)) / 2, high + 0.15, words, 9, ha="center", va="top")
    label = piece_label(piece)
    # Leave room for the words below the cells.
    ax.set_ylim(high + _WORDS / _FACE, -MARGIN)
    ax.set_title(label, parse_math=False)
    return figure_of(ax, given, alt=f"Piece {label}: {', '.join(told)}.")


class Cutout(NamedTuple):
    """A part of a board with a title above it and words below it, or words alone.

    Cells are counted from its own corner; walls lie between two cells, blanks are empty squares.
    """

    words: str
    title: str = ""
    cells: Mapping[Cell, Shade] = {}
    pieces: tuple[Placement, ...] = ()
    walls: tuple[tuple[Cell, Cell], ...] = ()
    pale: frozenset[Cell] = frozenset()
    blank: tuple[Cell, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns."""
        rows, cols = zip((-1, -1), *self.cells, *self.blank, strict=True)
        return max(rows) + 1, max(cols) + 1


def places(cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Return where each cell lies, counted from the corner of the box around them all."""
    cells = list(cells)
    top, left = (min(each) for each in zip(*cells, strict=True))
    return {(row, col): (row - top, col - left) for row, col in cells}


def cut_out(
    words: str, at: Mapping[Cell, Cell], scene: Scene, edges: int, pieces: Iterable[Placement] = ()
) -> Cutout:
    """Return the cells of a board that get a place, with the edges between them and some pieces."""
    sides = lines(scene.grid, edges & ~scene.grid.seams)
    walls = ((at[one], at[two]) for _, (one, two) in sides if two and {one, two} <= at.keys())
    moved = (Placement(each.piece, each.face, tuple(at[c] for c in each.cells)) for each in pieces)
    cells = {at[cell]: scene.cells[cell] for cell in at}
    return Cutout(words, cells=cells, pieces=tuple(moved), walls=tuple(walls))


def packed(sizes: Sequence[tuple[int, int]], width: int) -> tuple[list[Cell], int, int]:
    """Return the corners of parts in columns, one after another, and the rows and columns of all.

    Columns are side by side up to `width`, and the others below them.
    Of all heights of columns the one is taken that leaves the least empty.
    """
    width = max(width, *(wide for _, wide in sizes))
    tallest, total = max(tall for tall, _ in sizes), sum(tall for tall, _ in sizes)
    found = (
        _in_columns(sizes, width, most) for most in range(tallest, min(total, 3 * tallest) + 1)
    )
    # A figure that is higher than wide must save much to be chosen.
    return min(found, key=lambda each: each[1] * each[2] * max(1.0, each[1] / each[2]))


def _in_columns(
    sizes: Sequence[tuple[int, int]], width: int, most: int
) -> tuple[list[Cell], int, int]:
    columns: list[list[tuple[int, int]]] = []
    for size in sizes:
        if not columns or sum(tall for tall, _ in columns[-1]) + size[0] > most:
            columns.append([])
        columns[-1].append(size)
    bands: list[list[list[tuple[int, int]]]] = []
    for column in columns:
        if not bands or sum(map(_wide, bands[-1])) + _wide(column) > width:
            bands.append([])
        bands[-1].append(column)
    cols = max(sum(map(_wide, band)) for band in bands)
    corners: list[Cell] = []
    top = aside = 0
    for band in bands:
        rows = max(sum(tall for tall, _ in column) for column in band)
        spare = (cols - sum(map(_wide, band))) // len(band)
        # The last columns stand as close as those above them.
        aside = min(spare, aside) if band is bands[-1] and len(bands) > 1 else spare
        left = 0
        for column in band:
            apart = (rows - sum(tall for tall, _ in column)) // len(column)
            starts = accumulate((tall + apart for tall, _ in column[:-1]), initial=top)
            corners += [(start, left) for start in starts]
            left += _wide(column) + aside
        top += rows
    return corners, top, cols


def _wide(column: Sequence[tuple[int, int]]) -> int:
    return max(wide for _, wide in column)


def scene_of_parts(parts: Sequence[Cutout], corners: Sequence[Cell], grid: Grid) -> Scene:
    """Return all parts as one scene, each with its top left cell at a corner."""
    cells: dict[Cell, Shade] = {}
    pieces: list[Placement] = []
    pale: set[Cell] = set()
    borders = 0
    for part, (top, left) in zip(parts, corners, strict=True):
        moved = {(row, col): (row + top, col + left) for row, col in part.cells}
        cells |= {moved[cell]: shade for cell, shade in part.cells.items()}
        borders |= grid.border(moved.values())
        for piece in part.pieces:
            there = tuple(moved[cell] for cell in piece.cells)
            pieces.append(Placement(piece.piece, piece.face, there))
            borders |= grid.border(there)
        for wall in part.walls:
            borders |= grid.between(*(grid.cell_bits([moved[cell]]) for cell in wall))
        pale |= {moved[cell] for cell in part.pale}
    return Scene("", grid, cells, tuple(pieces), borders, frozenset(pale))


def draw_parts(
    parts: Sequence[Cutout],
    at: Sequence[Cell],
    grid: Grid,
    *,
    figure: Figure | None,
    width: float,
    side: float,
    heading: str,
    marks: str,
    size: float = FONT,
) -> tuple[Figure, Axes]:
    """Draw parts at their corners on a grid, with their words of a font size in points."""
    gap, line = 0.06 / side, 1.45 * size / 72 / side
    deep = max(
        top + part.size[0] + 2 * gap + line * (1 + part.words.count("\n"))
        for part, (top, _) in zip(parts, at, strict=True)
    )
    if figure is None:
        breaks = wrapped(heading, width).count("\n")
        figure = make_figure(width, side * (deep + MARGIN) + LINE * (1.6 + breaks))
    set_heading(figure, heading, width)
    ax = show(scene_of_parts(parts, at, grid), ax=figure.subplots(), marks=marks)
    ax.set_ylim(deep, -MARGIN)
    ax.set_anchor("N")
    for part, (top, left) in zip(parts, at, strict=True):
        squares = [corners(grid, (top + row, left + col)) for row, col in part.blank]
        paint(ax, [Fill("blank", square, BARE) for square in squares], zorder=0.5)
        looks = {"va": "top", "linespacing": 1.2, "fontweight": "normal" if part.cells else "bold"}
        write(ax, left, top + part.size[0] + gap, part.words, size, **looks)
        if part.title:
            write(ax, left, top - gap, part.title, size, va="bottom", fontweight="bold")
    return figure, ax
