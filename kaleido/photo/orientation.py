"""Which side of a board is its top: what the lines of text around it show."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

import numpy as np

from kaleido.photo.image import Pixels, least_channel
from kaleido.photo.quad import CELLS, Mask, Points, Quad

_REACH = 5  # how many cells around the board are searched for text
_CELL = 32  # the side of a cell there, in pixels
MIN_TEXT = 6.0  # in cells: lines of text with a smaller total length show nothing
# How much longer the lines along one axis must be than those along the other.
MIN_DIRECTION_RATIO = 2.5
# The ratio of ascenders to descenders, or its inverse, that tells left from right.
MIN_SIDEWAYS_RATIO = 1.35
# The same for a page upside down, which is rare, so that it needs more evidence.
MIN_INVERTED_RATIO = 2.2


class _TextLines(NamedTuple):
    """The lines of text along one axis: their total length, and the areas above and below."""

    length: float = 0.0
    ascenders: float = 0.0
    descenders: float = 0.0

    def with_more(self, other: _TextLines) -> _TextLines:
        return _TextLines(*map(add, self, other))

    @property
    def ratio(self) -> float:
        # Latin script has more ascenders: capitals, digits and b d f h k l t against g p q y.
        return (self.ascenders + 20) / (self.descenders + 20)


def orient(pixels: Pixels, quads: Sequence[Quad]) -> tuple[list[Quad], int | None]:
    """Turn boards as the text around them runs.

    The second value is by how many quarters anticlockwise, None if no text shows it.
    """
    shown = _alike(quads)
    level = upright = _TextLines()
    for quad in shown:
        letters = _letters(pixels, quad)
        level = level.with_more(_text_lines(letters))
        upright = upright.with_more(_text_lines(np.rot90(letters)))
    turns = _turns(level, upright)
    return [quad.turned(turns or 0) for quad in shown], turns


def _turns(level: _TextLines, upright: _TextLines) -> int | None:
    """Return by how many quarters lines of text show a page to be turned; None if they do not."""
    if max(level.length, upright.length) < MIN_TEXT * _CELL:
        return None
    if level.length > MIN_DIRECTION_RATIO * upright.length:
        if level.ratio < 1 / MIN_INVERTED_RATIO:
            return 2
        return 0 if level.ratio > 1 / MIN_SIDEWAYS_RATIO else None
    clear = not 1 / MIN_SIDEWAYS_RATIO <= upright.ratio <= MIN_SIDEWAYS_RATIO
    if upright.length > MIN_DIRECTION_RATIO * level.length and clear:
        # The page was turned anticlockwise: its right side is on top.
        return 1 if upright.ratio > 1 else 3
    return None


def _alike(quads: Sequence[Quad]) -> list[Quad]:
    """Turn quadrilaterals so that all have their top where the first one has its upper side."""
    heights = quads[0].corners[:, 1] + np.roll(quads[0].corners[:, 1], -1)
    top = _top(quads[0].turned(int(np.argmin(heights))))

    def nearest(quad: Quad) -> Quad:
        return max((quad.turned(turns) for turns in range(4)), key=lambda each: _top(each) @ top)

    return [nearest(quad) for quad in quads]


def _top(quad: Quad) -> Points:
    along = quad.corners[1] - quad.corners[0]
    return np.asarray(along / np.linalg.norm(along), float)


def _letters(pixels: Pixels, quad: Quad) -> Mask:
    import cv2

    straight = least_channel(quad.rectify(pixels, _CELL, _REACH))
    seen = quad.visible(pixels.shape, _CELL, _REACH).astype(np.uint8)
    soft = cv2.GaussianBlur(straight, (0, 0), 1.5).astype(np.float32)
    # The page changes slowly: a quarter of the size is enough.
    page = cv2.resize(straight, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    page = cv2.GaussianBlur(cv2.dilate(page, np.ones((11, 11), np.uint8)), (0, 0), 3)
    page = cv2.resize(page, straight.shape[::-1])
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


def _text_lines(letters: Mask) -> _TextLines:
    import cv2

    # The letters of a line are joined along it, so that lines stay apart.
    joined = cv2.morphologyEx(
        np.ascontiguousarray(letters, np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3 * _CELL // 8))
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    lines = _TextLines()
    for number in range(1, count):
        left, top, width, height = (int(each) for each in stats[number, :4])
        if width < 2.2 * height or not 6 <= height <= 1.4 * _CELL:
            continue
        box = slice(top, top + height), slice(left, left + width)
        profile = (letters[box] & (labels[box] == number)).sum(axis=1)
        body = np.flatnonzero(profile > 0.5 * profile.max())
        above, below = profile[: body[0]].sum(), profile[body[-1] + 1 :].sum()
        lines = lines.with_more(_TextLines(width, float(above), float(below)))
    return lines
