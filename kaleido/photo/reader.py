"""From a picture to a reading: the board found, its colours classified and weighed together."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kaleido.errors import PhotoError
from kaleido.extras import need
from kaleido.model.pattern import COLOURS
from kaleido.photo.classifier import classify
from kaleido.photo.counts import Probabilities, is_possible, weigh_counts
from kaleido.photo.finder import Found, find_boards
from kaleido.photo.image import Pixels, load_image
from kaleido.photo.orientation import orient
from kaleido.photo.quad import CELLS, Quad
from kaleido.photo.reading import UNKNOWN, Reading
from kaleido.text import plural, quote

MIN_CONFIDENCE = 0.7
"""A cell with less confidence is left open."""

MAX_UNKNOWN = 16
"""A picture with more open cells shows no board; impossible counts halve the limit."""

_LETTERS = np.array(list(COLOURS))


@dataclass(frozen=True, eq=False)
class Stages:
    """The intermediate results of a reading.

    Attributes
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    boards : tuple of Found
        The boards of the picture; the first is the one that was read.
    quad : Quad
        Where that board lies, oriented as it was read.
    reading : Reading
    """

    pixels: Pixels
    boards: tuple[Found, ...]
    quad: Quad
    reading: Reading


def read_photo(image: str | Path | bytes, name: str = "") -> Reading:
    """Read the pattern of a printed board from a photo, a screenshot or a drawing.

    Parameters
    ----------
    image : str, Path or bytes
        A JPEG, PNG, GIF, WebP, BMP or TIFF file: its path, or its content.
    name : str, optional
        What messages call the picture; by default its path, or "the file".

    Raises
    ------
    PhotoError
        The picture cannot be decoded, it shows no board, or OpenCV (the extra `photo`) is not
        installed.
    """
    return read_stages(image, name).reading


def read_stages(image: str | Path | bytes, name: str = "") -> Stages:
    """Read a picture as `read_photo` does, and return the intermediate results, too."""
    if isinstance(image, str):
        image = Path(image)
    if not name and isinstance(image, Path):
        name = quote(str(image), 80)
    pixels = load_image(image, name or "the file")
    need("photo")
    try:
        return read_pixels(pixels)
    except PhotoError as error:
        raise PhotoError(f"{error} (in {name})" if name else str(error)) from None


def read_pixels(pixels: Pixels) -> Stages:
    """Read a picture that is decoded already, and return the intermediate results, too.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
        Red, green and blue.

    Raises
    ------
    PhotoError
        The picture shows no board.
    """
    boards = sorted(find_boards(pixels), key=lambda each: -each.quad.area)
    if not boards:
        raise PhotoError("found no board of 8 × 8 coloured cells")
    notes: list[str] = []
    if len(boards) > 1:
        notes.append(f"{len(boards)} boards found: this is the largest")
    quad, by_text = orient(pixels, boards[0].quad)
    if not by_text:
        notes.append("no lines of text show which way is up: read as the picture is turned")
    table, weighing = _weigh(classify(pixels, quad))
    if weighing:
        notes.append(weighing)
    confidence = np.minimum(table.max(axis=1), 0.999)
    unknown = confidence < MIN_CONFIDENCE
    if unknown.sum() > (MAX_UNKNOWN // 2 if weighing else MAX_UNKNOWN):
        raise PhotoError("found no board whose colours can be read")
    letters = _LETTERS[table.argmax(axis=1)]
    reading = Reading(
        _rows(np.where(unknown, UNKNOWN, letters)),
        confidence.reshape(CELLS, CELLS),
        _rows(letters),
        tuple(notes),
        quad.corners,
    )
    return Stages(pixels, tuple(boards), quad, reading)


def _weigh(alone: Probabilities) -> tuple[Probabilities, str]:
    """Weigh the cells together, and return a note of what that changed or could not mend."""
    weighed = weigh_counts(alone)
    chosen = weighed.argmax(axis=1)
    changed = int((chosen != alone.argmax(axis=1)).sum())
    if changed:
        return weighed, (
            "no choice of faces has the colour counts first read: "
            f"the least certain {plural(changed, 'cell')} changed"
        )
    if not is_possible(chosen):
        return weighed, "no choice of faces has these colour counts: it cannot be solved as read"
    return weighed, ""


def _rows(letters: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> tuple[str, ...]:
    return tuple("".join(line) for line in letters.reshape(CELLS, CELLS))
