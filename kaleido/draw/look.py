"""The look that all pictures share: colours, widths in cells, and marks.

Readers with red-green blindness can tell apart the colours of cells and lines and the tints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, cast, get_args

from kaleido.base.contract import Flat, Plain, shown
from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.model.names import short_label
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import PIECE_COLOURS
from kaleido.model.piece_set import PieceSet

Marks = Literal["none", "letters", "hatches"]  # drawn on cells besides their colours

# A point of the board as (row, col); the corner of cell (0, 0) is (0, 0).
Point = tuple[float, float]

Loop = tuple[Point, ...]  # the corners of a polygon or the points of a line

PAPER = "#f7f3ea"  # the background of the board
INK = "#26262b"  # the colour of text and of the outlines of pieces
ACCENT = "#0c794f"  # the colour of the piece that was moved last and of moves that are kept
WINDOW = "#1822d7"  # the colour of the window in which a move was found
# The colour of implied edges. They run in a light casing, to be seen on cells of any colour.
IMPLIED = "#810883"
FAILED = "#c7870a"  # the colour of moves that are kept without leading to a solution
MUTED = "#a4a29e"  # the colour of moves that were taken back and of dead branches
# The background colours of islands.
TINTS = ("#c8b56a", "#a9ddfb", "#e6d893", "#ad9cdf", "#82c8c0", "#a2a086")

BORDER = 0.18
OUTLINE = 0.05
FRAME = 0.1
GRID = 0.03
EDGE = 0.10
MOVED = 0.15

CORE = 0.66  # the side of the coloured square of a cell whose background shows its island
BARE = "#e9e4d8"  # the colour of a free cell on a board without colours

# The colours of pieces that have none of their own, by their number in the set.
PIECE_FILLS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#44bb99",
    "#332288", "#bbcc33", "#ffaabb", "#882255", "#117733", "#99ddff", "#997700", "#777777",
)  # fmt: skip


class Shade(NamedTuple):
    """The way a cell is painted: its colour, an ink legible on it, and polygons in a unit cell."""

    letter: str
    fill: str
    ink: str
    hatch: tuple[Loop, ...] = ()

    @property
    @shown
    def pale(self) -> str:
        """The colour of a free cell on a board with pieces on it."""
        return self.faded.fill

    @property
    def faded(self) -> Shade:
        """The same shade for a free cell of a board with pieces on it."""
        channels = zip(bytes.fromhex(self.fill[1:]), bytes.fromhex(PAPER[1:]), strict=True)
        blend = bytes(round(fill * 0.42 + paper * 0.58) for fill, paper in channels).hex()
        return Shade(self.letter, f"#{blend}", INK, self.hatch)


def _stripe(offset: float, width: float) -> Loop:
    """Return a stripe that rises to the right, cut off at the sides of a unit cell."""
    low, high = offset - width / 2, offset + width / 2
    rows = min(low, 1.0), max(low - 1.0, 0.0), max(high - 1.0, 0.0), min(high, 1.0)
    totals = low, low, high, high
    return tuple((row, total - row) for row, total in zip(rows, totals, strict=True))


def _diamond(row: float, col: float, radius: float) -> Loop:
    return ((row - radius, col), (row, col + radius), (row + radius, col), (row, col - radius))


_STRIPES = tuple(_stripe(offset, 0.13) for offset in (0.5, 1.0, 1.5))
_DOTS = tuple(_diamond(row, col, 0.1) for row in (0.25, 0.75) for col in (0.25, 0.75))
_BARS = tuple(
    ((row - 0.05, 0.0), (row - 0.05, 1.0), (row + 0.05, 1.0), (row + 0.05, 0.0))
    for row in (0.25, 0.5, 0.75)
)

# The shades of the four colours by letter. Hatched, black stays plain.
SHADES: Mapping[str, Shade] = MappingProxyType(
    {
        "x": Shade("x", "#1d1d1f", "#f2f2f2"),
        "r": Shade("r", "#ce2a33", "#ffffff", _STRIPES),
        "y": Shade("y", "#f2c230", "#1d1d1f", _DOTS),
        "b": Shade("b", "#2262b5", "#ffffff", _BARS),
    }
)

BARE_SHADE = Shade("", BARE, INK)


def piece_shade(number: int, sign: str, colour: str = "") -> Shade:
    """Return the shade of a piece without colours: its own colour, or by its number in the set."""
    fill = PIECE_COLOURS[colour] if colour else PIECE_FILLS[number % len(PIECE_FILLS)]
    red, green, blue = bytes.fromhex(fill[1:])
    is_light = 299 * red + 587 * green + 114 * blue > 140_000
    hatches = ((), _STRIPES, _DOTS, _BARS)
    return Shade(sign, fill, INK if is_light else "#ffffff", hatches[number % len(hatches)])


def piece_shades(pieces: PieceSet) -> dict[str, Shade]:
    """Return the shades of the pieces of a set without colours, by their names."""
    return {
        piece.name: piece_shade(number, short_label(pieces, piece.name), piece.colour)
        for number, piece in enumerate(pieces)
    }


def check_marks(marks: str) -> Marks:
    """Return `marks` if it is "none", "letters" or "hatches", or raise an `OptionError`."""
    if marks not in get_args(Marks):
        raise OptionError(unknown("marks", marks, get_args(Marks)))
    return cast(Marks, marks)


@dataclass(frozen=True)
class Colour(Plain):
    """A colour of the pieces."""

    name: str
    shade: Flat[Shade]


@dataclass(frozen=True)
class Look(Plain):
    """The look of boards; lengths are in cells."""

    colours: Mapping[str, str]
    tints: Annotated[tuple[str, ...], "The background colours of islands."]
    widths: Mapping[str, float]
    core: Annotated[float, "The side of a cell's colour on a tinted island."]
    shades: Annotated[Mapping[str, Colour], "The colours by letter."]


LOOK = Look(
    {"paper": PAPER, "ink": INK, "accent": ACCENT, "window": WINDOW}
    | {"implied": IMPLIED, "muted": MUTED},
    TINTS,
    {"border": BORDER, "outline": OUTLINE, "frame": FRAME}
    | {"grid": GRID, "edge": EDGE, "moved": MOVED},
    CORE,
    {letter: Colour(COLOURS[letter], shade) for letter, shade in SHADES.items()},
)
