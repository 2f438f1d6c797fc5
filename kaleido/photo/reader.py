"""From a picture to readings: the boards found, their colours classified and weighed together."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kaleido.base.errors import PhotoError
from kaleido.base.extras import need
from kaleido.base.text import quote_path, shown
from kaleido.photo.classifier import classify
from kaleido.photo.finder import MIN_CELL, find_boards, settle
from kaleido.photo.image import Pixels, load_image
from kaleido.photo.orientation import orient
from kaleido.photo.plain import seen_plainly
from kaleido.photo.prior import LETTERS, expected, is_known_mirrored, weigh
from kaleido.photo.quad import CELLS, Quad, in_reading_order
from kaleido.photo.reading import UNKNOWN, Reading, Step

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
