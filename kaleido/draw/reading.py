"""The stages of a reading as pictures: the board found, rectified, and its cells."""

import os
from pathlib import Path

import numpy as np

from kaleido.base.errors import PhotoError
from kaleido.base.files import all_written_whole, folder_made
from kaleido.base.text import quote_path
from kaleido.draw.look import ACCENT, INK, PAPER, SHADES
from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Points, Quad
from kaleido.photo.reader import Stages
from kaleido.photo.reading import UNKNOWN, Reading

_CELL = 60  # the side of a cell, in pixels, in the rectified picture


def stage_pictures(stages: Stages, reading: Reading | None = None) -> dict[str, Pixels]:
    """Draw the stages of a reading, by default that of the largest board.

    ``found`` is the picture with the grid over it and a dot at its top; ``straight`` is the board
    rectified; ``cells`` is the same with the letters and their confidence in percent, and a frame
    around the cells that cannot be read.
    """
    reading = reading or stages.reading
    straight = Quad(reading.corners).rectify(stages.pixels, _CELL)
    cells = _cells(reading, straight)
    return {"found": _found(stages, reading), "straight": straight, "cells": cells}


def write_stages(stages: Stages, folder: Path, reading: Reading | None = None) -> list[Path]:
    """Write the stages as PNG files, all of them or none, and return the paths of the files."""
    from PIL import Image

    pictures = stage_pictures(stages, reading)
    paths = [folder / f"{number}-{stage}.png" for number, stage in enumerate(pictures, start=1)]
    with folder_made(folder), all_written_whole(paths) as places:
        for place, pixels in zip(places, pictures.values(), strict=True):
            Image.fromarray(pixels).save(place)
    return paths


def check_folder(folder: Path) -> None:
    """Raise a `PhotoError` if the folder cannot be written to; called before the work is done."""
    name = quote_path(folder)
    if folder.exists() and not folder.is_dir():
        raise PhotoError(f"cannot write to {name}: it is a file, expected a folder")
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise PhotoError(f"cannot write to {name}: {quote_path(there)} does not let you")


def _found(stages: Stages, reading: Reading) -> Pixels:
    import cv2
    from PIL import ImageColor

    accent = ImageColor.getrgb(ACCENT)
    drawn = stages.pixels.copy()
    width = max(1, round(max(drawn.shape) / 500))

    def line(ends: Points, width: int) -> None:
        cv2.polylines(drawn, [ends.round().astype(np.int32)], True, accent, width, cv2.LINE_AA)

    for each in stages.readings:
        line(each.corners, 2 * width)
    quad = Quad(reading.corners)
    for place in range(1, CELLS):
        for ends in ([(0, place), (CELLS, place)], [(place, 0), (place, CELLS)]):
            line(quad.project(np.array(ends, float)), width)
    x, y = quad.project(np.array([[CELLS / 2, 0.0]])).round().astype(int)[0]
    cv2.circle(drawn, (int(x), int(y)), 5 * width, accent, -1, cv2.LINE_AA)
    return drawn


def _cells(reading: Reading, straight: Pixels) -> Pixels:
    from PIL import Image, ImageDraw, ImageFont

    drawn = Image.fromarray(straight)
    pen = ImageDraw.Draw(drawn)
    large, small = ImageFont.load_default(22), ImageFont.load_default(12)
    for row, line in enumerate(reading.rows):
        for col, letter in enumerate(line):
            x, y = col * _CELL + _CELL // 2, row * _CELL + _CELL // 2
            shade = SHADES.get(letter)
            fill, ink = (shade.fill, shade.ink) if shade else (PAPER, INK)
            pen.ellipse((x - 17, y - 17, x + 17, y + 17), fill=fill, outline="#ffffff")
            pen.text((x, y - 5), letter, fill=ink, font=large, anchor="mm")
            percent = str(int(100 * reading.confidence[row, col]))
            pen.text((x, y + 10), percent, fill=ink, font=small, anchor="mm")
            if letter == UNKNOWN:
                corner = col * _CELL, row * _CELL
                pen.rectangle((*corner, corner[0] + _CELL, corner[1] + _CELL), None, ACCENT, 4)
    return np.asarray(drawn, np.uint8)
