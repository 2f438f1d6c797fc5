"""Boards as terminal text: letters on coloured cells, piece borders as heavy lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from rich.text import Text

from kaleido.edges import EdgeMap, implied_edges
from kaleido.pattern import Pattern
from kaleido.solution import Solution

STYLES: Mapping[str, str] = MappingProxyType(
    {
        "x": "#f2f2f2 on #1d1d1f",
        "r": "#ffffff on #c8202f",
        "y": "#1d1d1f on #f2c230",
        "b": "#ffffff on #2262b5",
        "?": "dim",
    }
)
"""The cells' colours by letter."""

# By which of the four arms (up 1, down 2, left 4, right 8) of a crossing are drawn.
_CROSSINGS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
_PLAIN_CROSSINGS = " |||-+++-+++-+++"
_LINES = ("━━━", "┃")
_PLAIN_LINES = ("---", "|")


def draw_board(rows: Sequence[str], edges: EdgeMap, *, plain: bool = False) -> Text:
    """Draw letters and edges.

    Parameters
    ----------
    rows : sequence of str
        A letter a cell.
    edges : EdgeMap
        The edges to draw.
    plain : bool, optional
        Draw lines in ASCII.

    Returns
    -------
    rich.text.Text
        17 lines of 33 characters for a board of 8 × 8; legible without colours, too.

    Examples
    --------
    >>> edges = EdgeMap(np.ones((2, 2), bool), np.array([[True, False, True]]))
    >>> print(draw_board(["rx"], edges, plain=True))
    +-------+
    | r   x |
    +-------+
    """
    crossings = _PLAIN_CROSSINGS if plain else _CROSSINGS
    level, upright = _PLAIN_LINES if plain else _LINES
    arms = _crossing_arms(edges)
    height, width = len(rows), len(rows[0])
    text = Text(no_wrap=True)
    for row in range(height + 1):
        for col in range(width):
            text.append(crossings[arms[row, col]])
            text.append(level if edges.horizontal[row, col] else "   ")
        text.append(crossings[arms[row, width]])
        if row == height:
            break
        text.append("\n")
        for col, letter in enumerate(rows[row]):
            text.append(upright if edges.vertical[row, col] else " ")
            text.append(f" {letter} ", STYLES[letter])
        text.append((upright if edges.vertical[row, width] else " ") + "\n")
    return text


def draw_pattern(pattern: Pattern, *, plain: bool = False) -> Text:
    """Draw a pattern with the frame and the implied edges."""
    return draw_board(pattern.rows, implied_edges(pattern), plain=plain)


def draw_solution(solution: Solution, *, plain: bool = False) -> Text:
    """Draw a solution with the borders of its pieces."""
    owners = np.pad(solution.owners, 1, constant_values=-1)
    edges = EdgeMap(
        owners[1:, 1:-1] != owners[:-1, 1:-1],
        owners[1:-1, 1:] != owners[1:-1, :-1],
    )
    return draw_board(solution.pattern.rows, edges, plain=plain)


def _crossing_arms(edges: EdgeMap) -> npt.NDArray[np.int_]:
    """Add up the arms of every crossing: an int array (rows + 1, cols + 1)."""
    vertical = np.pad(edges.vertical.astype(np.int_), ((1, 1), (0, 0)))
    horizontal = np.pad(edges.horizontal.astype(np.int_), ((0, 0), (1, 1)))
    arms: npt.NDArray[np.int_] = (
        vertical[:-1] + 2 * vertical[1:] + 4 * horizontal[:, :-1] + 8 * horizontal[:, 1:]
    )
    return arms
