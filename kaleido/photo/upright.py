"""Which way is up: what the lines of text around a board say."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels
from kaleido.photo.lattice import CELLS, Lattice, Points

_REACH = 5
"""Cells around the board in which text is looked for."""

_CELL = 32
"""Pixels of a cell there."""

LEAST_LINES = 6.0
"""Cells: the length of text without which it says nothing."""

CLEAR_LINES = 2.5
CLEAR_SIDE = 1.35
CLEAR_FLIP = 2.2
"""How much one side must outweigh the other to be believed; to stand on its head, most."""


def upright(pixels: Pixels, lattice: Lattice) -> tuple[Lattice, bool]:
    """Turn a lattice so that its first row is on top.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    lattice : Lattice

    Returns
    -------
    lattice : Lattice
        As the lines of text around the board run, or else as the picture is held.
    by_text : bool
        Whether text told.
    """
    held = _as_held(lattice)
    ink = _ink(pixels, held)
    level, rise = _lines(ink)
    steep, side_rise = _lines(np.rot90(ink))
    if max(level, steep) < LEAST_LINES * _CELL:
        return held, False
    if level > CLEAR_LINES * steep:
        return held.turned(2 if rise < 1 / CLEAR_FLIP else 0), True
    if steep > CLEAR_LINES * level and not 1 / CLEAR_SIDE <= side_rise <= CLEAR_SIDE:
        # The page lies on its side: turned anticlockwise its right side is on top.
        return held.turned(1 if side_rise > 1 else 3), True
    return held, False


def _as_held(lattice: Lattice) -> Lattice:
    """Start with the side that is uppermost in the picture."""
    corners = lattice.corners
    heights = [corners[turn, 1] + corners[(turn + 1) % 4, 1] for turn in range(4)]
    return lattice.turned(int(np.argmin(heights)))


def _ink(pixels: Pixels, lattice: Lattice) -> npt.NDArray[np.bool_]:
    """Give what is printed around the board, seen straight on; the board itself left out."""
    import cv2

    size = (CELLS + 2 * _REACH) * _CELL
    unit = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], float)
    wanted: Points = (unit + _REACH) * _CELL
    lens = cv2.getPerspectiveTransform(
        lattice.corners.astype(np.float32), wanted.astype(np.float32)
    )
    least = np.asarray(pixels.min(axis=2), np.uint8)
    straight = cv2.warpPerspective(least, lens, (size, size))
    seen = cv2.warpPerspective(np.full_like(least, 255), lens, (size, size)) > 250
    seen = cv2.erode(seen.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    soft = cv2.GaussianBlur(straight, (0, 0), 1.5).astype(np.float32)
    ground = cv2.GaussianBlur(cv2.dilate(straight, np.ones((41, 41), np.uint8)), (0, 0), 12)
    ink = (soft < 0.72 * ground) & seen
    rim = _CELL // 2 + _CELL // 4
    low, high = _REACH * _CELL - rim, (_REACH + CELLS) * _CELL + rim
    ink[low:high, low:high] = False
    # Letters: small things, neither specks nor rules nor pictures.
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    letter = (longer > 5) & (shorter < 0.85 * _CELL) & (longer < 8 * _CELL) & (shorter > 3)
    letter[0] = False
    return np.asarray(letter[labels], bool) if count > 1 else np.zeros_like(ink)


def _lines(ink: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Find level lines of text.

    Parameters
    ----------
    ink : ndarray of bool

    Returns
    -------
    length : float
        Of all lines, in pixels.
    rise : float
        What rises above the small letters against what hangs below. In Latin script there is
        more above: capitals, digits, b d f h k l t against g p q y.
    """
    import cv2

    # Words and lines: letters less than half a cell apart.
    joined = cv2.morphologyEx(
        np.ascontiguousarray(ink, np.uint8), cv2.MORPH_CLOSE, np.ones((_CELL // 4, _CELL // 4))
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    length = 0.0
    above = below = 20.0
    for number in range(1, count):
        left, top, width, height = (int(each) for each in stats[number, :4])
        if width < 2.2 * height or not 6 <= height <= 1.4 * _CELL:
            continue
        length += width
        box = slice(top, top + height), slice(left, left + width)
        profile = (ink[box] & (labels[box] == number)).sum(axis=1)
        body = np.flatnonzero(profile > 0.6 * profile.max())
        above += float(profile[: body[0]].sum())
        below += float(profile[body[-1] + 1 :].sum())
    return length, above / below
