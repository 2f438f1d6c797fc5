"""Boards and pieces as SVG, and polyominoes beside those that they grow into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree
from xml.sax.saxutils import escape

from kaleido.base.errors import OptionError
from kaleido.draw.geometry import outline, picture_size
from kaleido.draw.look import PAPER, Loop
from kaleido.draw.picture import Element, Fill, Label, picture
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.model.grid import Cell

if TYPE_CHECKING:
    from kaleido.library import Polyform
    from kaleido.model.piece_set import PieceSet

SCALE = 40  # the user units of a cell; `size` scales them

MARGIN = 0.2
COORDINATE_MARGIN = 0.8


def draw_svg(
    thing: Thing,
    *,
    size: float = SCALE,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
    marks: str = "none",
) -> str:
    """Draw a board, a puzzle, a solution, a piece or a state as a complete ``<svg>`` element.

    Its parts have classes: ``cell`` with the letter of the colour, ``piece`` with the name,
    ``border`` for each unit border between pieces, ``frame``, ``implied`` and the ``casing`` below
    it, ``island``, ``moved``.

    Parameters
    ----------
    thing : Board, Puzzle, Position, Solution, Piece or State
    size : float, optional
        Pixels per cell, more than 0.
    islands : bool, optional
        Tint the islands of free cells.
    implied : bool, optional
        Highlight the implied edges.
    coordinates : bool, optional
        Label the rows with letters and the columns with numbers: A1 is the first cell.
    marks : {"none", "letters", "hatches"}, optional
        Letters or hatches on cells, for readers who cannot tell the colours apart.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> draw_svg(named_pattern("car")).count('class="cell ')
    64
    """
    scene = scene_of(thing, islands=islands, implied=implied)
    elements = picture(scene, coordinates=coordinates, marks=marks)
    return paint_svg(scene, elements, size=size, coordinates=coordinates)


def paint_svg(
    scene: Scene, elements: Iterable[Element], *, size: float = SCALE, coordinates: bool = False
) -> str:
    """Paint the elements of a scene's picture as SVG; see `draw_svg`."""
    if not 0 < size < float("inf"):
        raise OptionError(f"size is {size}, expected more than 0 pixels per cell")
    before = COORDINATE_MARGIN if coordinates else MARGIN
    return svg_text(scene.title, elements, picture_size(scene.grid), size=size, before=before)


def svg_text(
    title: str,
    elements: Iterable[Element],
    shown: tuple[float, float],
    *,
    size: float = SCALE,
    before: float = MARGIN,
) -> str:
    """Return a picture of some size in cells as SVG; `size` is the pixels of a cell."""
    height, width = (side + before + MARGIN for side in shown)
    corner = _units(-before)
    ground = {"x": corner, "y": corner, "width": _units(width), "height": _units(height)}
    extent = {"width": _number(width * size), "height": _number(height * size)}
    extent |= {"viewBox": " ".join(ground.values()), "role": "img"}
    root = Tree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"} | extent)
    Tree.SubElement(root, "title").text = title
    Tree.SubElement(root, "rect", {"class": "paper"} | ground, rx="6", fill=PAPER)
    for element in elements:
        _add(root, element)
    return Tree.tostring(root, encoding="unicode")


def _add(root: Tree.Element, element: Element) -> None:
    attributes = {"class": element.kind}
    if isinstance(element, Label):
        row, col = element.centre
        # Half the height of a capital letter below the centre, whatever the font's baseline.
        attributes |= {"x": _units(col), "y": _units(row + 0.35 * element.size)}
        attributes |= {"text-anchor": "middle", "font-family": "system-ui, sans-serif"}
        attributes |= {"font-size": _units(element.size), "fill": element.colour}
        Tree.SubElement(root, "text", attributes).text = element.text
        return
    if isinstance(element, Fill):
        attributes |= {"d": _path(element.loop), "fill": element.colour}
    else:
        attributes |= {"d": "".join(map(_path, element.loops)), "fill": "none"}
        attributes |= {"stroke": element.colour, "stroke-width": _units(element.width)}
        attributes["stroke-linecap"] = "square" if element.kind != "grid" else "butt"
        if element.is_round:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    Tree.SubElement(root, "path", attributes)


def _path(loop: Loop) -> str:
    points = " L".join(f"{_units(col)} {_units(row)}" for row, col in loop)
    return f"M{points}" + ("Z" if len(loop) > 2 else "")


def _units(cells: float) -> str:
    return _number(SCALE * cells)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


CUT_WIDTH, CUT_GAP = 280, 4  # the millimetres at which a line of pieces wraps, and between them


def draw_outlines(pieces: PieceSet, cell: float = 18.0) -> str:
    """Return the outlines of flat pieces at true size as SVG, a closed path for each copy.

    The sides of the cells have `cell` millimetres; holes belong to the path of their piece. The
    front is up. An `OptionError` says that the pieces are solid.

    Examples
    --------
    >>> from kaleido import named_set
    >>> draw_outlines(named_set("tetrominoes"), 10).count("<path")
    5
    """
    if not pieces.lattice.is_flat:
        raise OptionError(f"pieces of {pieces.lattice.cells} have no outlines to cut out")
    drawn: list[str] = []
    left = top = right = height = 0.0
    for piece, copies in zip(pieces, pieces.counts, strict=True):
        loops = outline(piece.front.drawing.cells, lambda at: pieces.lattice.corners(*at))
        unit = cell / dist(*pieces.lattice.corners(*piece.front.drawing.cells[0])[:2])
        rows, cols = zip(*((unit * y, unit * x) for loop in loops for y, x in loop), strict=True)
        for _ in range(copies):
            if left and left + max(cols) - min(cols) > CUT_WIDTH:
                left, top, height = 0.0, top + height + CUT_GAP, 0.0
            x, y = left - min(cols), top - min(rows)
            lines = (
                "L".join(f"{_number(x + unit * b)} {_number(y + unit * a)}" for a, b in loop)
                for loop in loops
            )
            path = "".join(f"M{line}Z" for line in lines)
            drawn.append(f'<path d="{path}"><title>{escape(piece.name)}</title></path>')
            height, right = max(height, max(rows) - min(rows)), max(right, x + max(cols))
            left += max(cols) - min(cols) + CUT_GAP
    wide, high = _number(right), _number(top + height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}" fill="none" stroke="{INK}" stroke-width="0.1">'
        f"<title>{escape(pieces.title or pieces.name)}</title>{''.join(drawn)}</svg>\n"
    )


CELL = 12
GAP = 18
WIDTH = 900  # the width at which a line of polyominoes wraps

OWN, NEW, INK = "#d9d3c5", "#c8472f", "#3b3833"


def draw_growth(smaller: Iterable[Polyform], kind: str = "free") -> str:
    """Return an SVG with a line for each polyomino: itself, an arrow, and those it grows into."""
    drawn: list[str] = []
    top, right, start = float(GAP), 0.0, 0.0
    for each in smaller:
        shown: list[Sequence[Cell]] = [each.cells]
        shown += [(*each.cells, (row, col)) for row, col in each.growth(kind).values()]
        left, height = float(GAP), 0.0
        for number, cells in enumerate(shown):
            low, first = (min(axis) for axis in zip(*cells, strict=True))
            cells = [(row - low, col - first) for row, col in cells]
            tall, wide = (CELL * (max(axis) + 1) for axis in zip(*cells, strict=True))
            if left + wide > WIDTH and number > 1:
                # Under the first one that it grows into.
                left, top, height = start, top + height + GAP, 0.0
            drawn += _cells(cells, top, left, new=number > 0)
            left, height = left + wide + GAP, max(height, tall)
            right = max(right, left)
            if not number:
                arrow = f"M{left:g} {top + CELL / 2:g}H{left + CELL:g}m-5 -4l5 4l-5 4"
                look = f'fill="none" stroke="{INK}" stroke-width="1.5"'
                drawn.append(f'<path d="{arrow}" {look}/>')
                left += CELL + GAP
                start = left
        top += height + 1.5 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" height="{top:g}" '
        f'viewBox="0 0 {right:g} {top:g}" role="img" aria-label="Growth of polyominoes">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(drawn)}</svg>\n'
    )


def _cells(cells: Sequence[Cell], top: float, left: float, *, new: bool) -> Iterator[str]:
    for number, (row, col) in enumerate(cells, start=1):
        fill = NEW if new and number == len(cells) else OWN
        x, y = left + col * CELL, top + row * CELL
        look = f'width="{CELL}" height="{CELL}" fill="{fill}" stroke="{INK}"'
        yield f'<rect x="{x:g}" y="{y:g}" {look}/>'
