"""Boards that were never photographed: crops, drawings and screenshots."""

from __future__ import annotations

import numpy as np

from kaleido.model.pattern import Pattern
from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Points
from mockups.canvas import as_bytes, box, jpeg
from mockups.page import draw_board, scatter_pictures, write


def crop_board(pattern: Pattern, rng: np.random.Generator) -> tuple[Pixels, Points]:
    """Make a picture of the board alone, as it is cropped from a photo, and return its corners."""
    import cv2

    size = int(rng.integers(64, 700))
    width = int(size * rng.uniform(0.97, 1.03)) if size > 100 else size
    drawn = draw_board(pattern, 60, rng, bool(rng.random() < 0.3))
    sized = cv2.resize(drawn, (max(64, width), size), interpolation=cv2.INTER_AREA)
    grain = rng.normal(0, rng.uniform(0, 6), sized.shape)
    pixels = jpeg(as_bytes(sized * rng.uniform(0.7, 1.0) + grain), int(rng.integers(60, 98)))
    return pixels, box(0, 0, sized.shape[1], sized.shape[0])


def draw_page(pattern: Pattern, rng: np.random.Generator, *, whole: bool) -> tuple[Pixels, Points]:
    """Draw a board on a blank ground, or on a whole page with text and pictures.

    The corners of the board are returned, too.
    """
    side = int(rng.integers(10, 60))
    drawn = draw_board(pattern, side, rng, bool(rng.random() < 0.5))
    size = CELLS * side
    rim = int(rng.integers(1, 30)) if not whole else int(rng.integers(30, 300))
    page = np.full((size + 2 * rim, size + rim * (3 if whole else 2), 3), 255, np.float32)
    if whole:
        page[:] = rng.choice([255, 246, 232])
    page[rim : rim + size, rim : rim + size] = drawn
    if rng.random() < 0.5:
        frame = max(1, side // 12)
        for line in (slice(rim - frame, rim), slice(rim + size, rim + size + frame)):
            page[line, rim - frame : rim + size + frame] = 30
            page[rim - frame : rim + size + frame, line] = 30
    if whole:
        write(page, 10, 4, 18, rng)
        write(page, 10, rim + size + 4, 14, rng)
        scatter_pictures(page, rng, int(rng.integers(0, 4)), keep=(rim, rim, size))
    return as_bytes(page), box(rim, rim, size, size)
