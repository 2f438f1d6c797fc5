"""Which side of a board is its top: what the lines of text around it show."""

import numpy as np

from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Mask, Quad

_REACH = 5
"""How many cells around the board are searched for text."""

_CELL = 32
"""The side of a cell there, in pixels."""

MIN_TEXT = 6.0
"""In cells: lines of text with a smaller total length show nothing."""

MIN_DIRECTION_RATIO = 2.5
"""How much longer the lines along one axis must be than those along the other."""

MIN_SIDEWAYS_RATIO = 1.35
"""The ratio of ascenders to descenders, or its inverse, that tells left from right."""

MIN_INVERTED_RATIO = 2.2
"""The same for a page upside down, which is rare, so that it needs more evidence."""


def orient(pixels: Pixels, quad: Quad) -> tuple[Quad, bool]:
    """Turn a quadrilateral so that the first row of its board is on top.

    It is oriented as the lines of text around the board are, or else as the picture is. The second
    value returned says whether lines of text decided it.
    """
    shown = _as_shown(quad)
    letters = _letters(pixels, shown)
    level, ratio = _text_lines(letters)
    upright, side_ratio = _text_lines(np.rot90(letters))
    if max(level, upright) < MIN_TEXT * _CELL:
        return shown, False
    if level > MIN_DIRECTION_RATIO * upright:
        return shown.turned(2 if ratio < 1 / MIN_INVERTED_RATIO else 0), True
    clear = not 1 / MIN_SIDEWAYS_RATIO <= side_ratio <= MIN_SIDEWAYS_RATIO
    if upright > MIN_DIRECTION_RATIO * level and clear:
        # The page lies on its side: turned anticlockwise, its right side is on top.
        return shown.turned(1 if side_ratio > 1 else 3), True
    return shown, False


def _as_shown(quad: Quad) -> Quad:
    """Return a quadrilateral that starts with the side that is uppermost in the picture."""
    heights = quad.corners[:, 1] + np.roll(quad.corners[:, 1], -1)
    return quad.turned(int(np.argmin(heights)))


def _letters(pixels: Pixels, quad: Quad) -> Mask:
    """Return a mask of the letters around the board, rectified."""
    import cv2

    least = np.asarray(pixels.min(axis=2), np.uint8)
    straight = quad.rectify(least, _CELL, _REACH)
    seen = quad.visible(least.shape, _CELL, _REACH).astype(np.uint8)
    soft = cv2.GaussianBlur(straight, (0, 0), 1.5).astype(np.float32)
    page = cv2.GaussianBlur(cv2.dilate(straight, np.ones((41, 41), np.uint8)), (0, 0), 12)
    printed = (soft < 0.72 * page) & (cv2.erode(seen, np.ones((9, 9), np.uint8)) > 0)
    rim = _CELL // 2 + _CELL // 4
    low, high = _REACH * _CELL - rim, (_REACH + CELLS) * _CELL + rim
    printed[low:high, low:high] = False
    # Letters are small, but neither specks nor rules nor pictures.
    _, labels, stats, _ = cv2.connectedComponentsWithStats(printed.astype(np.uint8))
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    letter = (longer > 5) & (shorter < 0.85 * _CELL) & (longer < 8 * _CELL) & (shorter > 3)
    letter[0] = False
    return np.asarray(letter[labels], bool)


def _text_lines(letters: Mask) -> tuple[float, float]:
    """Return the total length of the level lines of text, in pixels, and a ratio of areas.

    The ratio is that of ascenders to descenders. Latin script has more ascenders: capitals, digits
    and b d f h k l t against g p q y.
    """
    import cv2

    # The letters of a line are joined along it, so that lines stay apart.
    joined = cv2.morphologyEx(
        np.ascontiguousarray(letters, np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3 * _CELL // 8))
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    length = 0.0
    ascenders = descenders = 20.0
    for number in range(1, count):
        left, top, width, height = (int(each) for each in stats[number, :4])
        if width < 2.2 * height or not 6 <= height <= 1.4 * _CELL:
            continue
        length += width
        box = slice(top, top + height), slice(left, left + width)
        profile = (letters[box] & (labels[box] == number)).sum(axis=1)
        body = np.flatnonzero(profile > 0.5 * profile.max())
        ascenders += float(profile[: body[0]].sum())
        descenders += float(profile[body[-1] + 1 :].sum())
    return length, ascenders / descenders
