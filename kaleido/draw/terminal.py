"""Boards as terminal text: letters on coloured cells, piece borders as heavy lines."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
from rich.text import Text

from kaleido.draw.look import IMPLIED, TINTS
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.model.edges import EdgeMap

# By which of the four arms (up 1, down 2, left 4, right 8) of a crossing are drawn.
_CROSSINGS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
_PLAIN_CROSSINGS = " |||-+++-+++-+++"
_LINES = ("━━━", "┃")
_PLAIN_LINES = ("---", "|")


def draw_terminal(
    thing: Thing,
    *,
    plain: bool = False,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = False,
) -> Text:
    """Draw a pattern, a solution, a piece or a state as text, legible without colours, too.

    Parameters
    ----------
    thing : Pattern, Solution, Piece or State
    plain : bool, optional
        Draw lines in ASCII.
    islands : bool, optional
        Tint the islands of the cells that are not covered.
    implied : bool, optional
        Draw the implied edges as well as the borders of pieces, in their own colour.
    coordinates : bool, optional
        Number rows and columns.

    Returns
    -------
    rich.text.Text
        17 lines of 33 characters for a board of 8 × 8, besides the coordinates.

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
    crossings = _PLAIN_CROSSINGS if plain else _CROSSINGS
    level, upright = _PLAIN_LINES if plain else _LINES
    height, width = scene.grid.rows, scene.grid.cols
    edges = _all_edges(scene)
    arms = _crossing_arms(edges)
    text = Text(no_wrap=True)
    margin = " " * len(str(height - 1)) + " " if coordinates else ""
    if coordinates:
        text.append(f"{margin} {''.join(f'{col:^4}' for col in range(width)).rstrip()}\n", "dim")
    for row in range(height + 1):
        text.append(margin)
        for col in range(width):
            text.append(crossings[arms[row, col]])
            style = _line_style(scene, "horizontal", row, col)
            text.append(level if edges.horizontal[row, col] else "   ", style)
        text.append(crossings[arms[row, width]])
        if row == height:
            break
        text.append("\n")
        if coordinates:
            text.append(f"{row:>{len(margin) - 1}} ", "dim")
        for col in range(width):
            _append_side(text, scene, edges, row, col, upright)
            _append_cell(text, scene, row, col)
        _append_side(text, scene, edges, row, width, upright)
        text.append("\n")
    text.rstrip()
    return text


def _all_edges(scene: Scene) -> EdgeMap:
    if scene.implied is None:
        return scene.borders
    return EdgeMap(
        scene.borders.horizontal | scene.implied.horizontal,
        scene.borders.vertical | scene.implied.vertical,
    )


def _line_style(
    scene: Scene, direction: Literal["horizontal", "vertical"], row: int, col: int
) -> str:
    """Give the colour of a line: implied edges that carry no border yet have their own."""
    if scene.implied is None or getattr(scene.borders, direction)[row, col]:
        return ""
    return IMPLIED if getattr(scene.implied, direction)[row, col] else ""


def _append_side(
    text: Text, scene: Scene, edges: EdgeMap, row: int, col: int, upright: str
) -> None:
    if edges.vertical[row, col]:
        text.append(upright, _line_style(scene, "vertical", row, col))
    else:
        text.append(" ")


def _append_cell(text: Text, scene: Scene, row: int, col: int) -> None:
    shade = scene.cells.get((row, col))
    if shade is None:
        text.append("   ")
        return
    style = f"{shade.ink} on {shade.fill}"
    if scene.tints is not None and scene.tints[row, col] >= 0:
        ground = f"on {TINTS[scene.tints[row, col]]}"
        text.append(" ", ground).append(shade.letter or " ", style).append(" ", ground)
    else:
        is_pale = scene.waiting[row, col]
        text.append(f"{shade.letter:^3}", f"dim {style}" if is_pale else style)


def _crossing_arms(edges: EdgeMap) -> npt.NDArray[np.int_]:
    """Add up the arms of every crossing: an int array (rows + 1, cols + 1)."""
    vertical = np.pad(edges.vertical.astype(np.int_), ((1, 1), (0, 0)))
    horizontal = np.pad(edges.horizontal.astype(np.int_), ((0, 0), (1, 1)))
    arms: npt.NDArray[np.int_] = (
        vertical[:-1] + 2 * vertical[1:] + 4 * horizontal[:, :-1] + 8 * horizontal[:, 1:]
    )
    return arms
