"""Boards and pieces as SVG."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

from kaleido.draw.look import PAPER, Loop, check_marks
from kaleido.draw.picture import Fill, Item, Label, Stroke, picture
from kaleido.draw.scene import Thing, scene_of
from kaleido.errors import OptionError

SCALE = 40
"""User units a cell; `size` scales them on."""

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
    """Draw a pattern, a solution, a piece or a state as SVG.

    Parameters
    ----------
    thing : Pattern, Solution, Piece or State
    size : float, optional
        Pixels a cell.
    islands : bool, optional
        Tint the islands of the cells that are not covered.
    implied : bool, optional
        Highlight the implied edges.
    coordinates : bool, optional
        Number rows and columns.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours, for those who do not tell the colours apart.

    Returns
    -------
    str
        An ``<svg>`` element that stands for itself. Its parts have classes: ``cell`` with the
        colour's letter, ``piece`` with the name, ``border`` for each unit border between
        pieces, ``frame``, ``implied``, ``island``, ``moved``.

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
    if not 0 < size < float("inf"):
        raise OptionError(f"size is {size}, expected more than 0 pixels a cell")
    scene = scene_of(thing, islands=islands, implied=implied)
    rows, cols = scene.grid.rows, scene.grid.cols
    before = COORDINATE_MARGIN if coordinates else MARGIN
    height, width = rows + before + MARGIN, cols + before + MARGIN
    root = Tree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": _number(width * size),
            "height": _number(height * size),
            "viewBox": " ".join(
                _number(SCALE * value) for value in (-before, -before, width, height)
            ),
            "role": "img",
        },
    )
    Tree.SubElement(root, "title").text = scene.title
    corner = _number(-SCALE * before)
    ground = {"width": _number(SCALE * width), "height": _number(SCALE * height), "rx": "6"}
    Tree.SubElement(root, "rect", {"class": "paper", "x": corner, "y": corner} | ground, fill=PAPER)
    for item in picture(scene, coordinates=coordinates, marks=check_marks(marks)):
        _add(root, item)
    return Tree.tostring(root, encoding="unicode")


def _add(root: Tree.Element, item: Item) -> None:
    if isinstance(item, Fill):
        Tree.SubElement(
            root, "path", {"class": item.kind, "d": _path(item.loop), "fill": item.colour}
        )
    elif isinstance(item, Stroke):
        Tree.SubElement(
            root,
            "path",
            {
                "class": item.kind,
                "d": "".join(map(_path, item.loops)),
                "fill": "none",
                "stroke": item.colour,
                "stroke-width": _number(SCALE * item.width),
                "stroke-linecap": "square" if item.kind != "grid" else "butt",
            },
        )
    else:
        _add_label(root, item)


def _add_label(root: Tree.Element, item: Label) -> None:
    row, col = item.centre
    label = Tree.SubElement(
        root,
        "text",
        {
            "class": item.kind,
            "x": _number(SCALE * col),
            # Half the height of a capital below the middle, whatever the font's baseline.
            "y": _number(SCALE * (row + 0.35 * item.size)),
            "text-anchor": "middle",
            "font-family": "system-ui, sans-serif",
            "font-size": _number(SCALE * item.size),
            "fill": item.colour,
        },
    )
    label.text = item.text


def _path(loop: Loop) -> str:
    points = " L".join(f"{_number(SCALE * col)} {_number(SCALE * row)}" for row, col in loop)
    return f"M{points}" + ("Z" if len(loop) > 2 else "")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
