"""Boards and pieces as SVG."""

from collections.abc import Iterable
from xml.etree import ElementTree as Tree

from kaleido.arguments import named_options
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import PAPER, Loop
from kaleido.draw.picture import Element, Fill, Label, picture
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.errors import OptionError

SCALE = 40  # the user units of a cell; `size` scales them

MARGIN = 0.2
COORDINATE_MARGIN = 0.8


@named_options
def draw_svg(
    thing: Thing,
    *,
    size: float = SCALE,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
    marks: str = "none",
) -> str:
    """Draw a board, a puzzle, a solution, a piece or a state as SVG.

    Parameters
    ----------
    thing : Board, Puzzle, Position, Solution, Piece or State
    size : float, optional
        Pixels per cell.
    islands : bool, optional
        Tint the islands of free cells.
    implied : bool, optional
        Highlight the implied edges.
    coordinates : bool, optional
        Label the rows with letters and the columns with numbers: A1 is the first cell.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours, for readers who cannot tell the colours apart.

    Returns
    -------
    str
        A complete ``<svg>`` element. Its parts have classes: ``cell`` with the letter of the
        colour, ``piece`` with the name, ``border`` for each unit border between pieces,
        ``frame``, ``implied`` and the ``casing`` below it, ``island``, ``moved``.

    Raises
    ------
    OptionError
        `size` is not positive, or `marks` is unknown.

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
    """Return elements, from back to front, as SVG.

    What they show is so high and so wide, in cells; `size` is the pixels of a cell, and `before`
    the margin above and on the left, in cells.
    """
    root = _root(title, shown, before, size)
    for element in elements:
        _add(root, element)
    return Tree.tostring(root, encoding="unicode")


def _root(title: str, shown: tuple[float, float], before: float, size: float) -> Tree.Element:
    """Return an ``<svg>`` element with the title and the background of a picture."""
    height, width = (side + before + MARGIN for side in shown)
    corner = _units(-before)
    root = Tree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": _number(width * size),
            "height": _number(height * size),
            "viewBox": f"{corner} {corner} {_units(width)} {_units(height)}",
            "role": "img",
        },
    )
    Tree.SubElement(root, "title").text = title
    ground = {"x": corner, "y": corner, "width": _units(width), "height": _units(height)}
    Tree.SubElement(root, "rect", {"class": "paper"} | ground, rx="6", fill=PAPER)
    return root


def _add(root: Tree.Element, element: Element) -> None:
    attributes = {"class": element.kind}
    if isinstance(element, Label):
        row, col = element.centre
        attributes |= {
            "x": _units(col),
            # Half the height of a capital letter below the centre, whatever the font's baseline.
            "y": _units(row + 0.35 * element.size),
            "text-anchor": "middle",
            "font-family": "system-ui, sans-serif",
            "font-size": _units(element.size),
            "fill": element.colour,
        }
        Tree.SubElement(root, "text", attributes).text = element.text
        return
    if isinstance(element, Fill):
        attributes |= {"d": _path(element.loop), "fill": element.colour}
    else:
        attributes |= {
            "d": "".join(map(_path, element.loops)),
            "fill": "none",
            "stroke": element.colour,
            "stroke-width": _units(element.width),
            "stroke-linecap": "square" if element.kind != "grid" else "butt",
        }
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
