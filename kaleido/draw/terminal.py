"""Boards as terminal text: letters on coloured cells, and heavy lines between pieces."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.model.edges import EdgeMap


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
    coordinates: bool = False,
) -> Text:
    """Draw as `draw_svg` does, but as text that is legible without colours.

    Parameters
    ----------
    thing : Board, Puzzle, Solution, Piece or State
    plain : bool, optional
        Draw lines in ASCII.
    islands, implied, coordinates : bool, optional
        As for `draw_svg`. Implied edges are lines in their own colour.

    Returns
    -------
    rich.text.Text
        17 lines of 33 characters for a board of 8 × 8 cells, besides the coordinates.

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
    lines = _ASCII if plain else _HEAVY
    edges = scene.borders
    if scene.implied is not None:
        edges = EdgeMap(*map(np.logical_or, edges, scene.implied))
    arms = _arms(edges)
    rows, cols = scene.grid.rows, scene.grid.cols
    margin = len(str(rows - 1)) + 1 if coordinates else 0
    drawn = []
    if coordinates:
        numbers = "".join(f"{col:^4}" for col in range(cols)).rstrip()
        drawn.append(Text(f"{'':{margin}} {numbers}", "dim"))
    for row in range(rows + 1):
        drawn.append(Text(" " * margin) + _level_line(scene, edges, arms[row], lines, row))
        if row < rows:
            number = f"{row:>{margin - 1}} " if coordinates else ""
            drawn.append(Text.assemble((number, "dim"), _cell_line(scene, edges, lines, row)))
    text = Text("\n", no_wrap=True).join(drawn)
    text.rstrip()
    return text


def _arms(edges: EdgeMap) -> npt.NDArray[np.int_]:
    """Return the sum of the arms of every crossing as an array (rows + 1, cols + 1)."""
    vertical = np.pad(edges.vertical.astype(np.int_), ((1, 1), (0, 0)))
    horizontal = np.pad(edges.horizontal.astype(np.int_), ((0, 0), (1, 1)))
    arms: npt.NDArray[np.int_] = (
        vertical[:-1] + 2 * vertical[1:] + 4 * horizontal[:, :-1] + 8 * horizontal[:, 1:]
    )
    return arms


def _level_line(
    scene: Scene, edges: EdgeMap, arms: npt.NDArray[np.int_], lines: _Lines, row: int
) -> Text:
    """Draw the line above a row."""
    text = Text(lines.crossings[arms[0]])
    for col in range(scene.grid.cols):
        style = "" if scene.borders.horizontal[row, col] else IMPLIED
        text.append(*(lines.level, style) if edges.horizontal[row, col] else ("   ",))
        text.append(lines.crossings[arms[col + 1]])
    return text


def _cell_line(scene: Scene, edges: EdgeMap, lines: _Lines, row: int) -> Text:
    """Draw the cells of a row and the lines between them."""
    text = Text()
    for col in range(scene.grid.cols + 1):
        style = "" if scene.borders.vertical[row, col] else IMPLIED
        text.append(*(lines.upright, style) if edges.vertical[row, col] else (" ",))
        if col < scene.grid.cols:
            _append_cell(text, scene, row, col)
    return text


def _append_cell(text: Text, scene: Scene, row: int, col: int) -> None:
    shade = scene.cells.get((row, col))
    if shade is None:
        text.append("   ")
        return
    style = f"{shade.ink} on {shade.fill}"
    if tint := scene.tint((row, col)):
        text.append(" ", f"on {tint}").append(shade.letter or " ", style).append(" ", f"on {tint}")
    else:
        text.append(f"{shade.letter:^3}", f"dim {style}" if scene.pale[row, col] else style)
