"""The frame of a window, around the cells in which a move was found."""

from kaleido.draw import look
from kaleido.draw.look import Loop
from kaleido.draw.picture import Stroke
from kaleido.model.grid import Cell

BEYOND = 0.12
"""The distance from its cells, so that a piece that fills the window shows its own outline."""

_DASH = 0.3
"""About the length of a dash."""

_GAP = 0.16
"""The space between dashes."""


def window_frame(corner: Cell, shape: tuple[int, int]) -> list[Stroke]:
    """Return the dashed frame of a window, which is also told from outlines in black and white.

    Parameters
    ----------
    corner : (row, col)
        Its top left cell.
    shape : (int, int)
        Its rows and columns.
    """
    top, left = (each - BEYOND for each in corner)
    bottom, right = (each + size + BEYOND for each, size in zip(corner, shape, strict=True))
    loop: Loop = ((top, left), (top, right), (bottom, right), (bottom, left))
    level = _dashes(left, right)
    upright = _dashes(top, bottom)
    dashes: list[Loop] = [((row, low), (row, high)) for row in (top, bottom) for low, high in level]
    dashes += [((low, col), (high, col)) for col in (left, right) for low, high in upright]
    return [
        Stroke("casing", (loop,), look.PAPER, look.BORDER),
        Stroke("window", tuple(dashes), look.WINDOW, look.EDGE),
    ]


def _dashes(start: float, end: float) -> list[tuple[float, float]]:
    """Return the ends of dashes along a side, with one at either corner."""
    # Strokes go on for half their width at both ends.
    length = end - start + look.EDGE
    count = round((length + _GAP) / (_DASH + _GAP))
    step = (length + _GAP) / count
    dash = step - _GAP - look.EDGE
    return [(start + number * step, start + number * step + dash) for number in range(count)]
