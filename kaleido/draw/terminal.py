"""Boards as terminal text: letters on coloured cells, and heavy lines between pieces."""

from collections.abc import Container, Set
from typing import NamedTuple

from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene, Thing, coloured_by_piece, scene_of
from kaleido.model.cell_names import row_name
from kaleido.model.grid import Cell, Side
from kaleido.model.piece import Piece


class _Lines(NamedTuple):
    """The characters of the sides of cells, and of crossings by the sum of their arms.

    An arm up counts 1, down 2, left 4 and right 8.
    """

    crossings: str
    level: str
    upright: str


_HEAVY = _Lines(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", "━━━", "┃")
_ASCII = _Lines(" |||-+++-+++-+++", "---", "|")


def draw_terminal(
    thing: Thing,
    *,
    plain: bool = False,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = True,
    marked: Container[Cell] = (),
    by_piece: bool = False,
) -> Text:
    """Draw as `draw_svg` does, but as text that is legible without colours.

    Parameters
    ----------
    thing : Board, Puzzle, Solution, Piece or State
    plain : bool, optional
        Draw lines in ASCII.
    islands, implied : bool, optional
        As for `draw_svg`. Implied edges are lines in their own colour.
    coordinates : bool, optional
        Label the rows and columns of a board; a piece alone has none.
    marked : container of (row, col), optional
        Cells whose letters stand in brackets.
    by_piece : bool, optional
        Give each piece a colour of its own instead of those of its cells.

    Returns
    -------
    rich.text.Text
        17 lines of 33 characters for a board of 8 × 8 cells, besides the labels.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> print(draw_terminal(CLASSIC["l3-r"], plain=True))
        +---+       +---+
        | r |       | b |
    +---+   |   +---+   |
    | r   x |   | y   x |
    +-------+   +-------+
    """
    scene = scene_of(thing, islands=islands, implied=implied)
    if by_piece:
        scene = coloured_by_piece(scene)
    lines = _ASCII if plain else _HEAVY
    heavy = frozenset(scene.grid.sides(scene.borders))
    edges = heavy | frozenset(scene.grid.sides(scene.implied or 0))
    rows, cols = scene.grid.rows, scene.grid.cols
    coordinates = coordinates and not isinstance(thing, Piece)
    margin = len(row_name(rows - 1)) + 1 if coordinates else 0
    drawn = []
    if coordinates:
        numbers = "".join(f"{col:^4}" for col in range(1, cols + 1)).rstrip()
        drawn.append(Text(f"{'':{margin}} {numbers}", "dim"))
    for row in range(rows + 1):
        drawn.append(Text(" " * margin) + _level_line(scene, edges, heavy, lines, row))
        if row < rows:
            name = f"{row_name(row):>{margin - 1}} " if coordinates else ""
            cells = _cell_line(scene, edges, heavy, lines, row, marked)
            drawn.append(Text.assemble((name, "dim"), cells))
    text = Text("\n", no_wrap=True).join(drawn)
    text.rstrip()
    return text


def _level_line(scene: Scene, edges: Set[Side], heavy: Set[Side], lines: _Lines, row: int) -> Text:
    """Draw the line above a row; implied edges are those that are not `heavy`."""
    text = Text()
    cols = scene.grid.cols
    for col in range(cols + 1):
        arms = ((row - 1, col, False), (row, col, False), (row, col - 1, True), (row, col, True))
        met = sum(1 << place for place, arm in enumerate(arms) if arm in edges)
        text.append(lines.crossings[met], "" if met else _ground(scene, (row - 1, col - 1)))
        if col < cols:
            side = (row, col, True)
            style = "" if side in heavy else IMPLIED
            between = ("   ", _ground(scene, (row - 1, col)))
            text.append(*(lines.level, style) if side in edges else between)
    return text


def _cell_line(
    scene: Scene,
    edges: Set[Side],
    heavy: Set[Side],
    lines: _Lines,
    row: int,
    marked: Container[Cell],
) -> Text:
    """Draw the cells of a row and the lines between them."""
    text = Text()
    for col in range(scene.grid.cols + 1):
        side, left = (row, col, False), (row, col - 1)
        style = "" if side in heavy else IMPLIED
        text.append(*(lines.upright, style) if side in edges else (" ", _ground(scene, left)))
        if col < scene.grid.cols:
            _append_cell(text, scene, (row, col), marked=(row, col) in marked)
    return text


def _ground(scene: Scene, cell: Cell) -> str:
    """Return the style of what lies between a cell and the next, so that a piece is one patch."""
    shade = scene.cells.get(cell)
    if shade is None:
        return ""
    return f"on {scene.tint(cell) or shade.fill}"


def _append_cell(text: Text, scene: Scene, cell: Cell, *, marked: bool) -> None:
    shade = scene.cells.get(cell)
    if shade is None:
        text.append("   ")
        return
    style = f"{shade.ink} on {shade.fill}"
    if marked:
        letter = f"[{shade.letter or ' '}]" if len(shade.letter) < 2 else f"[{shade.letter}"
        text.append(letter, f"bold {style}")
    elif tint := scene.tint(cell):
        text.append(" ", f"on {tint}").append(shade.letter or " ", style).append(" ", f"on {tint}")
    else:
        text.append(f"{shade.letter:^3}", f"dim {style}" if cell in scene.pale else style)
