"""What stands for the cells of lattices in a terminal."""

from typing import NamedTuple

Cursor = tuple[int, int]  # a character of a drawing: its line and its column


class Characters(NamedTuple):
    """A cell of a board in a terminal: characters on lines and columns.

    Its letters begin at `letter`, where there is `room` for so many, and a letter in brackets at
    `marked`. `inside` has the colour of the cell; `sides` are the characters of each side, in the
    order of the steps of the lattice.
    """

    letter: Cursor
    room: int
    marked: Cursor
    inside: tuple[Cursor, ...]
    sides: tuple[tuple[tuple[Cursor, str], ...], ...]


class Signs(NamedTuple):
    """What stands for a cell of a shape, a new one and none, and what between two of them.

    Of several signs the first stands at an even sum of row and column, and then they come in turn.
    """

    cell: tuple[str, ...]
    new: tuple[str, ...]
    none: tuple[str, ...]
    between: str = ""


BLOCKS = Signs(("██",), ("░░",), ("  ",)), Signs(("[]",), ("()",), ("  ",))
"""The signs of cells that are like squares, and the same in ASCII."""
