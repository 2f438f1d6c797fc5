"""From a picture to a reading: find the board, tell its colours, weigh them together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kaleido.errors import PhotoError
from kaleido.extras import need
from kaleido.model.pattern import COLOURS
from kaleido.photo.classifier import Colours, classify
from kaleido.photo.counts import is_possible, weigh_counts
from kaleido.photo.finder import Found, find_boards
from kaleido.photo.image import Pixels, load_image
from kaleido.photo.lattice import CELLS, Lattice
from kaleido.photo.reading import UNKNOWN, Reading
from kaleido.photo.upright import upright
from kaleido.text import quote

LEAST = 0.7
"""A cell less sure than this is not told."""

MOST_UNKNOWN = 16
"""With more cells that cannot be told it is no board; with half of them when the counts are
impossible, too."""

_LETTERS = "".join(COLOURS)


@dataclass(frozen=True, eq=False)
class Stages:
    """What was made of a picture on the way to its reading.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    boards : tuple of Found
        The one that was read first.
    lattice : Lattice
        Where the board lies, as it was read.
    colours : Colours
    reading : Reading
    """

    pixels: Pixels
    boards: tuple[Found, ...]
    lattice: Lattice
    colours: Colours
    reading: Reading


def read_photo(path: str | Path) -> Reading:
    """Read the pattern of a printed board from a photo, a screenshot or a drawing.

    Parameters
    ----------
    path : str or Path
        A JPEG, PNG, GIF, WebP, BMP or TIFF file.

    Returns
    -------
    Reading
        With ``?`` where a cell cannot be told.

    Raises
    ------
    PhotoError
        The file is no picture that can be read, it shows no board, or OpenCV (the extra
        `photo`) is not installed.
    """
    return read_file(Path(path)).reading


def read_file(path: Path) -> Stages:
    """Read a picture file as `read_photo` does, and keep what was made on the way."""
    pixels = load_image(path)
    need("photo")
    try:
        return read_pixels(pixels)
    except PhotoError as error:
        raise PhotoError(f"{error} (in {quote(str(path), 80)})") from None


def read_pixels(pixels: Pixels) -> Stages:
    """Read a picture in memory, and keep what was made on the way.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
        Red, green, blue.

    Raises
    ------
    PhotoError
        It shows no board.
    """
    boards = find_boards(pixels)
    if not boards:
        raise PhotoError("found no board of 8 × 8 coloured cells")
    notes: list[str] = []
    boards.sort(key=lambda each: -each.lattice.area)
    if len(boards) > 1:
        notes.append(f"{len(boards)} boards found: this is the largest")
    lattice, by_text = upright(pixels, boards[0].lattice)
    if not by_text:
        notes.append("no lines of text say which way is up: read as the picture is held")
    colours = classify(pixels, lattice)
    alone = colours.chances
    seen = alone.argmax(axis=1)
    weighed = weigh_counts(alone)
    chosen = weighed.argmax(axis=1)
    changed = int((chosen != seen).sum())
    if changed:
        cells = "1 cell" if changed == 1 else f"{changed} cells"
        notes.append(
            f"no choice of faces has the colour counts first seen: {cells} decided again, the "
            "least certain ones"
        )
    elif not is_possible(chosen):
        notes.append("no choice of faces has these colour counts: it cannot be solved as read")
    sure = np.minimum(weighed.max(axis=1), 0.999)
    unknown = sure < LEAST
    most = MOST_UNKNOWN if is_possible(chosen) and not changed else MOST_UNKNOWN // 2
    if unknown.sum() > most:
        raise PhotoError("found no board whose colours can be told")
    guesses = _rows(np.array(list(_LETTERS))[chosen])
    rows = _rows(np.where(unknown, UNKNOWN, np.array(list(_LETTERS))[chosen]))
    reading = Reading(rows, sure.reshape(CELLS, CELLS), guesses, tuple(notes), lattice.corners)
    return Stages(pixels, tuple(boards), lattice, colours, reading)


def _rows(letters: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> tuple[str, ...]:
    return tuple("".join(line) for line in letters.reshape(CELLS, CELLS))
