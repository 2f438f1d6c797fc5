"""The stages of a reading as pictures: the board found, seen straight on, its cells told."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kaleido.draw.look import ACCENT, INK, PAPER, SHADES
from kaleido.errors import PhotoError
from kaleido.photo.image import Pixels
from kaleido.photo.lattice import CELLS
from kaleido.photo.reader import Stages
from kaleido.photo.reading import UNKNOWN
from kaleido.text import quote

_CELL = 60


def stage_pictures(stages: Stages) -> dict[str, Pixels]:
    """Draw the stages of a reading.

    Parameters
    ----------
    stages : Stages

    Returns
    -------
    dict of str to ndarray
        ``found``: the picture with the lattice over it; ``straight``: the board seen straight
        on; ``cells``: the same with the letters and how sure they are in percent, a frame
        around what cannot be told.
    """
    return {"found": _found(stages), "straight": _straight(stages), "cells": _cells(stages)}


def write_stages(stages: Stages, folder: Path) -> list[Path]:
    """Write the stages as PNG files, all of them or none.

    Parameters
    ----------
    stages : Stages
    folder : Path
        Is made if it does not exist.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    PhotoError
        The folder cannot be made or written to.
    """
    from PIL import Image

    name = quote(str(folder), 80)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".stages-", dir=folder) as drafts:
            names = []
            for number, (stage, pixels) in enumerate(stage_pictures(stages).items(), start=1):
                names.append(f"{number}-{stage}.png")
                Image.fromarray(pixels).save(Path(drafts, names[-1]))
            return [Path(drafts, each).replace(folder / each) for each in names]
    except OSError as problem:
        raise PhotoError(f"cannot write to {name}: {problem.strerror or problem}") from None


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be written to, before any work is done for it.

    Raises
    ------
    PhotoError
        It is a file, or lies where nothing can be written.
    """
    name = quote(str(folder), 80)
    if folder.exists() and not folder.is_dir():
        raise PhotoError(f"cannot write to {name}: it is a file, expected a folder")
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise PhotoError(f"cannot write to {name}: {quote(str(there), 80)} does not let you")


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


def _found(stages: Stages) -> Pixels:
    import cv2

    drawn = stages.pixels.copy()
    thick = max(1, round(max(drawn.shape) / 500))
    for number, board in enumerate(stages.boards):
        lattice = stages.lattice if number == 0 else board.lattice
        for place in range(CELLS + 1):
            rim = place in (0, CELLS)
            if number and not rim:
                continue
            ends = [[(0, place), (CELLS, place)], [(place, 0), (place, CELLS)]]
            for end in ends:
                line = lattice.points(np.array(end, float)).round().astype(np.int32)
                cv2.polylines(drawn, [line], False, _rgb(ACCENT), thick * (2 if rim else 1),
                              cv2.LINE_AA)  # fmt: skip
    top = stages.lattice.points(np.array([[4.0, 0.0]])).round().astype(int)[0]
    cv2.circle(drawn, (int(top[0]), int(top[1])), 5 * thick, _rgb(ACCENT), -1, cv2.LINE_AA)
    return drawn


def _straight(stages: Stages) -> Pixels:
    import cv2

    size = CELLS * _CELL
    wanted = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - np.float32(0.5)
    lens = cv2.getPerspectiveTransform(stages.lattice.corners.astype(np.float32), wanted)
    return np.asarray(cv2.warpPerspective(stages.pixels, lens, (size, size)), np.uint8)


def _cells(stages: Stages) -> Pixels:
    from PIL import Image, ImageDraw, ImageFont

    drawn = Image.fromarray(_straight(stages))
    pen = ImageDraw.Draw(drawn)
    large, small = ImageFont.load_default(22), ImageFont.load_default(12)
    for row, line in enumerate(stages.reading.rows):
        for col, letter in enumerate(line):
            x, y = col * _CELL + _CELL // 2, row * _CELL + _CELL // 2
            shade = SHADES.get(letter)
            fill, ink = (shade.fill, shade.ink) if shade else (PAPER, INK)
            pen.ellipse((x - 17, y - 17, x + 17, y + 17), fill=fill, outline="#ffffff")
            pen.text((x, y - 5), letter, fill=ink, font=large, anchor="mm")
            percent = str(int(100 * stages.reading.confidence[row, col]))
            pen.text((x, y + 10), percent, fill=ink, font=small, anchor="mm")
            if letter == UNKNOWN:
                corner = col * _CELL, row * _CELL
                pen.rectangle((*corner, corner[0] + _CELL, corner[1] + _CELL), None, ACCENT, 4)
    return np.asarray(drawn, np.uint8)
