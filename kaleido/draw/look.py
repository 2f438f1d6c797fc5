"""The look that all pictures share: colours, widths and marks.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from kaleido.errors import OptionError
from kaleido.text import quote

Marks = Literal["none", "letters", "hatches"]
"""What a cell carries besides its colour, for those who do not tell the colours apart."""

Point = tuple[float, float]
"""A point of the board as (row, col): the corner of cell (0, 0) is (0, 0)."""

Loop = tuple[Point, ...]

PAPER = "#f7f3ea"
"""What lies under the board."""

INK = "#26262b"
"""Text, and the outlines of pieces."""

ACCENT = "#00a087"
"""The piece that was moved."""

IMPLIED = "#e88bd0"
"""Implied edges."""

MUTED = "#8d8a83"
"""What did not come to anything: moves taken back, dead branches."""

TINTS = ("#bfe3d6", "#f5d3b3", "#cdd4f2", "#f3c9d8", "#dde8ac", "#d8d2c4")
"""The grounds of the islands."""

BORDER = 0.18
OUTLINE = 0.05
FRAME = 0.1
GRID = 0.03
EDGE = 0.10
MOVED = 0.15
CORE = 0.66
"""The side of a cell's colour when its ground shows the island."""


def _blend(colour: str, ground: str, share: float) -> str:
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


PIECE_FILLS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#44bb99",
    "#332288", "#bbcc33", "#ffaabb", "#882255", "#117733", "#99ddff", "#997700", "#777777",
)  # fmt: skip
"""The colours of pieces that have none of their own, by their number in the set."""

BARE = "#e9e4d8"
"""A free cell of a board without colours."""


class Shade(NamedTuple):
    """How a cell is painted.

    Attributes
    ----------
    letter : str
        What it is marked with; may be empty.
    fill, ink : str
        Its colour, and what is legible on it.
    hatch : tuple of Loop
        Polygons in a unit cell.
    """

    letter: str
    fill: str
    ink: str
    hatch: tuple[Loop, ...] = ()

    @property
    def pale(self) -> Shade:
        """The same for a cell that waits for a piece."""
        return Shade(self.letter, _blend(self.fill, PAPER, 0.42), INK, self.hatch)


def _stripe(offset: float, width: float) -> Loop:
    """Give a stripe of a unit cell that rises to the right, cut off at the cell's sides."""
    low, high = offset - width / 2, offset + width / 2
    corners = [
        (row, total - row)
        for total, rows in (
            (low, (min(low, 1.0), max(low - 1.0, 0.0))),
            (high, (max(high - 1.0, 0.0), min(high, 1.0))),
        )
        for row in rows
    ]
    return tuple(corners)


def _diamond(row: float, col: float, radius: float) -> Loop:
    return ((row - radius, col), (row, col + radius), (row + radius, col), (row, col - radius))


def _bar(row: float, width: float) -> Loop:
    return (
        (row - width / 2, 0.0),
        (row - width / 2, 1.0),
        (row + width / 2, 1.0),
        (row + width / 2, 0.0),
    )


_STRIPES = tuple(_stripe(offset, 0.13) for offset in (0.5, 1.0, 1.5))
_DOTS = tuple(_diamond(row, col, 0.1) for row in (0.25, 0.75) for col in (0.25, 0.75))
_BARS = tuple(_bar(row, 0.1) for row in (0.25, 0.5, 0.75))

SHADES: Mapping[str, Shade] = MappingProxyType(
    {
        "x": Shade("x", "#1d1d1f", "#f2f2f2"),
        "r": Shade("r", "#c8202f", "#ffffff", _STRIPES),
        "y": Shade("y", "#f2c230", "#1d1d1f", _DOTS),
        "b": Shade("b", "#2262b5", "#ffffff", _BARS),
    }
)
"""The colours by letter; hatched they have none, stripes, dots, bars."""

BARE_SHADE = Shade("", BARE, INK)


def piece_shade(number: int, name: str) -> Shade:
    """Give the shade of a piece without colours, by its number and name in the set."""
    fill = PIECE_FILLS[number % len(PIECE_FILLS)]
    red, green, blue = _channels(fill)
    is_light = 299 * red + 587 * green + 114 * blue > 140_000
    hatches = ((), _STRIPES, _DOTS, _BARS)
    return Shade(name[:2], fill, INK if is_light else "#ffffff", hatches[number % len(hatches)])


def check_marks(marks: str) -> Marks:
    """Give `marks` back if it is one of them.

    Raises
    ------
    OptionError
        It is not.
    """
    for known in get_args(Marks):
        if marks == known:
            return known  # type: ignore[no-any-return]
    raise OptionError(f"unknown marks {quote(marks)}: expected {', '.join(get_args(Marks))}")
