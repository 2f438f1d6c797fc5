r"""The shapes that cells have in a terminal, as characters on lines and columns.

::

     / \ / \          /\    ______
    | a | b |        / a\  \    /      Sides between two cells are the same characters
     \ / \ / \      /____\  \b /       for both.
      | c | d |              \/
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from kaleido.lattices import Lattice

Cursor = tuple[int, int]
"""A character of a drawing: its line and its column."""


class Shape(NamedTuple):
    """A cell in a terminal.

    Attributes
    ----------
    letter : (line, column)
        Where its letters begin.
    room : int
        How many letters there is room for.
    marked : (line, column)
        Where a letter in brackets begins.
    inside : tuple of (line, column)
        What has the colour of the cell.
    sides : tuple of tuple of ((line, column), str)
        The characters of each side, in the order of the steps of the lattice.
    """

    letter: Cursor
    room: int
    marked: Cursor
    inside: tuple[Cursor, ...]
    sides: tuple[tuple[tuple[Cursor, str], ...], ...]


def _hexagon(row: int, col: int) -> Shape:
    line, left = 2 * row + 1, 4 * col + row % 2 * 2
    sides = (
        (line - 1, left + 3, "\\"),
        (line, left + 4, "|"),
        (line + 1, left + 3, "/"),
        (line + 1, left + 1, "\\"),
        (line, left, "|"),
        (line - 1, left + 1, "/"),
    )
    inside = [(line, left + place) for place in (1, 2, 3)]
    return Shape(
        (line, left + 1),
        3,
        (line, left + 1),
        ((line - 1, left + 2), *inside, (line + 1, left + 2)),
        tuple((((down, right), letter),) for down, right, letter in sides),
    )


def _triangle(row: int, col: int) -> Shape:
    top, left = 3 * row + 1, 3 * col
    falls = [((top + line, left + line), "\\") for line in range(3)]
    rises = [((top + line, left + 2 - line), "/") for line in range(3)]
    right = 3
    if (row + col) % 2:
        rises, level, wide, order = _moved(rises, right), top - 1, top, (0, 1, 2)
    else:
        falls, level, wide, order = _moved(falls, right), top + 2, top + 2, (1, 0, 2)
    # Of a triangle that points down, the sides are the upper, the right and the left one; of one
    # that points up, the right, the lower and the left one.
    flat = [((level, left + place), "_") for place in range(6)]
    slanted = (rises, falls) if (row + col) % 2 else (falls, rises)
    around = (flat, *slanted)
    inside = [(wide, left + place) for place in range(1, 5)]
    inside += [(top + 1, left + 2), (top + 1, left + 3)]
    return Shape(
        (top + 1, left + 2),
        2,
        (wide, left + 1),
        tuple(inside),
        tuple(tuple(around[place]) for place in order),
    )


def _moved(side: list[tuple[Cursor, str]], right: int) -> list[tuple[Cursor, str]]:
    return [((line, place + right), letter) for (line, place), letter in side]


def _bare(row: int, col: int) -> Shape:
    """Return a cell without sides, of a lattice that is drawn as letters alone."""
    inside = tuple((row, 4 * col + place) for place in range(3))
    return Shape((row, 4 * col), 3, (row, 4 * col), inside, ())


_SHAPES: dict[str, Callable[[int, int], Shape]] = {"hexagonal": _hexagon, "triangular": _triangle}


@lru_cache(maxsize=4096)
def shape_of(lattice: Lattice, row: int, col: int) -> Shape:
    """Return how a cell of a lattice in the plane is drawn.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> shape_of(find_lattice("hexagonal"), 1, 0).letter
    (3, 3)
    """
    return _SHAPES.get(lattice.name, _bare)(row, col)
