"""From a picture to readings: the boards found, their colours classified and weighed together.

The lines of text around a board show which of its sides is the top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import add
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.base.errors import PhotoError
from kaleido.base.extras import need
from kaleido.base.text import quote_path, shown
from kaleido.photo.classifier import classify
from kaleido.photo.finder import MIN_CELL, find_boards, settle
from kaleido.photo.image import Pixels, least_channel, load_image
from kaleido.photo.plain import seen_plainly
from kaleido.photo.prior import LETTERS, expected, is_known_mirrored, weigh
from kaleido.photo.quad import CELLS, Mask, Points, Quad, in_reading_order
from kaleido.photo.reading import UNKNOWN, Reading, Step

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


MOST_CONFIDENCE = 0.999  # of a cell
# Of a guess, of a cell that is partly covered, or of one of a board without a solution as read.
UNSURE = 0.89
CONFIRMED = 0.95  # the chance of a letter that the solver confirms

# Called as a picture is read with a step, how many parts of it are done, and of how many.
Watch = Callable[[Step, int, int], None]


@dataclass(frozen=True, eq=False)
class Stages:
    """A picture as it was decoded, and the readings of its boards, numbered as one reads a page."""

    pixels: Pixels
    readings: tuple[Reading, ...]

    @property
    def reading(self) -> Reading:
        """That of the largest board."""
        return next(each for each in self.readings if each.largest)


def read(
    image: str | Path | bytes, name: str = "", corners: npt.ArrayLike | None = None
) -> Reading:
    """Read the pattern of a printed board from a photo, a screenshot or a drawing.

    Of several boards the largest is read.

    Parameters
    ----------
    image : str, Path or bytes
        A JPEG, PNG, GIF, WebP, BMP or TIFF file: its path, or its content.
    name : str, optional
        What messages call the picture; by default its path, or "the file".
    corners : array_like, shape (4, 2), optional
        Where the board lies, as ``Reading.corners`` has it, to half a cell; by default it is
        searched for.

    Raises
    ------
    PhotoError
        The picture cannot be decoded, it shows no board, the corners are none of a board, or
        OpenCV (the extra `photo`) is not installed.
    """
    return read_stages(image, name, corners).reading


def read_boards(image: str | Path | bytes, name: str = "") -> tuple[Reading, ...]:
    """Read the patterns of all boards of a picture, as `read` reads one.

    They come as one reads a page: by rows from the top, from left to right.
    """
    return read_stages(image, name).readings


def read_stages(
    image: str | Path | bytes,
    name: str = "",
    corners: npt.ArrayLike | None = None,
    watch: Watch | None = None,
) -> Stages:
    """Read a picture as `read` does, and return the intermediate results, too."""
    if isinstance(image, str):
        image = Path(image)
    if not name and isinstance(image, Path):
        name = quote_path(image)
    if watch is not None:
        watch(Step.DECODE, 0, 1)
    pixels = load_image(image, name or "the file")
    need("photo")
    try:
        return read_pixels(pixels, corners, watch)
    except PhotoError as error:
        raise PhotoError(f"{error} (in {name})" if name else str(error)) from None


def read_pixels(
    pixels: Pixels, corners: npt.ArrayLike | None = None, watch: Watch | None = None
) -> Stages:
    """Read a picture that is decoded already, red, green and blue, as `read_stages` does."""
    if getattr(pixels, "shape", ())[2:] != (3,):
        raise PhotoError(f"{shown(pixels)} is no picture, expected rows of red, green and blue")
    watch = watch or (lambda *_: None)
    quads, turned = _quads(pixels, corners, watch)
    readings: list[Reading] = []
    for number, quad in enumerate(quads):
        watch(Step.COLOURS, number, len(quads))
        readings.append(_read(pixels, quad, turned))
    # A grid without a single colour is hardly a board, if others are.
    readings = [each for each in readings if len(each.uncertain) < CELLS**2] or readings
    largest = np.argmax([Quad(each.corners).area for each in readings]) + 1
    numbered = [
        replace(each, number=number, boards=len(readings), largest=bool(number == largest))
        for number, each in enumerate(readings, start=1)
    ]
    return Stages(pixels, tuple(numbered))


def _quads(
    pixels: Pixels, corners: npt.ArrayLike | None, watch: Watch
) -> tuple[list[Quad], int | None]:
    if corners is not None:
        return [settle(pixels, _named_quad(corners))], 0
    found = find_boards(pixels, partial(watch, Step.FIND))
    if not found:
        raise PhotoError("found no board of 8 × 8 coloured cells")
    quads = sorted((each.quad for each in found), key=lambda quad: -quad.area)
    quads, turned = orient(pixels, quads)
    return in_reading_order(quads), turned


def _named_quad(corners: npt.ArrayLike) -> Quad:
    try:
        points = np.array(corners, float)
    except (TypeError, ValueError):
        points = np.empty(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise PhotoError(f"the corners are {quote_path(corners)}, expected 4 pairs of numbers")
    quad = Quad(points)
    if not quad.is_plausible() or quad.cell < MIN_CELL:
        raise PhotoError(
            "the corners are none of a board: expected the top left, top right, bottom right and "
            f"bottom left of one that is at least {CELLS * MIN_CELL:g} pixels wide"
        )
    return quad


def _read(pixels: Pixels, quad: Quad, turned: int | None) -> Reading:
    small, near = quad.shrunk(pixels)
    middles = classify(small, near)
    first, plain, doubted, beside, shaded = seen_plainly(small, near, middles)
    seen = expected(middles.table, first, plain, doubted)
    table, possible, solved = weigh(seen)
    chosen = table.argmax(axis=1)
    # A colour that was read is never replaced by a solvable one without asking the user.
    changed = plain & (chosen != first)
    confirmed = shaded & (chosen == first) & (table.max(axis=1) > CONFIRMED) & solved
    unknown = ~plain & ~confirmed | changed
    most = np.where(solved & plain & ~changed & ~beside, MOST_CONFIDENCE, UNSURE)
    confidence = np.minimum(table.max(axis=1), most)
    letters = LETTERS[chosen]
    rows, guesses = (
        tuple("".join(line) for line in shown.reshape(CELLS, CELLS))
        for shown in (np.where(unknown, UNKNOWN, letters), letters)
    )
    where = quad.corners, (pixels.shape[1], pixels.shape[0])
    confidence = confidence.reshape(CELLS, CELLS)
    possible |= bool(unknown.any())
    return Reading(
        rows,
        confidence,
        guesses,
        *where,
        oriented=turned is not None,
        turned=turned or 0,
        mirrored=is_known_mirrored(first, plain),
        changed=int(changed.sum()),
        possible=possible,
    )
