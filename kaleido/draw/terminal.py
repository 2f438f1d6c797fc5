"""Boards as terminal text: letters on coloured cells, and heavy lines between pieces."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene, Thing, coloured_by_part, coloured_by_piece, scene_of
from kaleido.model.cell_names import row_name
from kaleido.model.grid import Cell, Side
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement


class _Lines(NamedTuple):
    """The characters of the sides of cells, and of crossings by the sum of their arms.

    An arm up counts 1, down 2, left 4 and right 8.
    """

    crossings: str
    level: str
    upright: str


_HEAVY = _Lines(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", "━━━", "┃")
_LIGHT = _Lines(" ╵╷│╴┘┐┤╶└┌├─┴┬┼", "───", "│")
_ASCII = _Lines(" |||-+++-+++-+++", "---", "|")
_DOTTED = _Lines(" :::.::.........", " . ", ":")

_NONE = _Lines(" " * 16, "   ", " ")

_Edges = Mapping[Side, tuple[_Lines, str]]
"""By side of a cell with a line on it, the characters of the line and its style."""


def draw_terminal(
    thing: Thing,
    *,
    plain: bool = False,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = True,
    marked: Container[Cell] = (),
    by_piece: bool = False,
    parts: Sequence[Sequence[Placement]] = (),
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
    parts : sequence of sequence of Placement, optional
        Parts that pieces of a solution form together: each has a colour, heavy lines run between
        parts and light ones between the pieces of a part.

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
    if parts:
        scene = coloured_by_part(scene, parts)
    edges = _edges(scene, parts, plain=plain)
    rows, cols = scene.grid.rows, scene.grid.cols
    coordinates = coordinates and not isinstance(thing, Piece)
    margin = len(row_name(rows - 1)) + 1 if coordinates else 0
    drawn = []
    if coordinates:
        numbers = "".join(f"{col:^4}" for col in range(1, cols + 1)).rstrip()
        drawn.append(Text(f"{'':{margin}} {numbers}", "dim"))
    for row in range(rows + 1):
        drawn.append(Text(" " * margin) + _level_line(scene, edges, row))
        if row < rows:
            name = f"{row_name(row):>{margin - 1}} " if coordinates else ""
            cells = _cell_line(scene, edges, row, marked)
            drawn.append(Text.assemble((name, "dim"), cells))
    text = Text("\n", no_wrap=True).join(drawn)
    text.rstrip()
    return text


def _edges(scene: Scene, parts: Sequence[Sequence[Placement]], *, plain: bool) -> _Edges:
    """Return the lines of a scene: light ones between the pieces of a part."""
    strong, weak = (_ASCII, _DOTTED) if plain else (_HEAVY, _LIGHT)
    grid, apart = scene.grid, scene.borders
    if parts:
        apart = grid.around(grid.cell_bits(scene.cells))
        for part in parts:
            apart |= grid.border(cell for piece in part for cell in piece.cells)
    edges = dict.fromkeys(grid.sides(scene.implied or 0), (strong, IMPLIED))
    edges |= dict.fromkeys(grid.sides(scene.borders), (weak, ""))
    return edges | dict.fromkeys(grid.sides(scene.borders & apart), (strong, ""))


def _crossing(edges: _Edges, row: int, col: int) -> str:
    """Return the character of the upper left corner of a cell; light lines end at heavy ones."""
    arms = ((row - 1, col, False), (row, col, False), (row, col - 1, True), (row, col, True))
    met = [edges[arm][0] if arm in edges else None for arm in arms]
    kinds = [kind for kind in met if kind is not None]
    if not kinds:
        return " "
    lines = next((kind for kind in kinds if kind not in (_LIGHT, _DOTTED)), kinds[0])
    return lines.crossings[sum(1 << place for place, kind in enumerate(met) if kind is lines)]


def _level_line(scene: Scene, edges: _Edges, row: int) -> Text:
    """Draw the line above a row."""
    text = Text()
    cols = scene.grid.cols
    for col in range(cols + 1):
        met = _crossing(edges, row, col)
        text.append(met, _ground(scene, (row - 1, col - 1)) if met == " " else "")
        if col < cols:
            side = (row, col, True)
            lines, style = edges.get(side, (_NONE, _ground(scene, (row - 1, col))))
            text.append(lines.level, style)
    return text


def _cell_line(
    scene: Scene,
    edges: _Edges,
    row: int,
    marked: Container[Cell],
) -> Text:
    """Draw the cells of a row and the lines between them."""
    text = Text()
    for col in range(scene.grid.cols + 1):
        side, left = (row, col, False), (row, col - 1)
        lines, style = edges.get(side, (_NONE, _ground(scene, left)))
        text.append(lines.upright, style)
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
