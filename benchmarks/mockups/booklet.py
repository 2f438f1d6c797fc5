"""Mock photos of pages with several boards, of which it is known where they lie."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kaleido.model.pattern import Pattern
from kaleido.photo.image import Pixels
from kaleido.photo.quad import Points
from mockups.camera import take_photo
from mockups.canvas import as_bytes, box
from mockups.conditions import Conditions
from mockups.page import print_booklet
from mockups.pattern import sample_pattern


class Booklet(NamedTuple):
    """A picture of a page with several boards.

    Attributes
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    patterns : tuple of Pattern
        As one reads the page: by rows from the top, from left to right.
    corners : ndarray, shape (boards, 4, 2)
        The top left, top right, bottom right and bottom left of each, as x and y in pixels.
    """

    pixels: Pixels
    patterns: tuple[Pattern, ...]
    corners: Points


def make_booklet(boards: int, seed: int, how: Conditions | None = None) -> Booklet:
    """Make a page of a booklet with some boards, and photograph it.

    Parameters
    ----------
    boards : int
    seed : int
        Settles everything else: same seed, same picture.
    how : Conditions, optional
        By default the page is seen straight on, as a screenshot shows it.
    """
    rng = np.random.default_rng([seed, boards])
    patterns = tuple(sample_pattern(rng) for _ in range(boards))
    page, corners = print_booklet(patterns, 3 if boards > 4 and rng.random() < 0.5 else 2, rng)
    places = np.concatenate(corners)
    if how is None:
        return Booklet(as_bytes(page), patterns, places.reshape(-1, 4, 2))
    height, width = page.shape[:2]
    seen = 0.8 * max(height, width)  # the camera leaves some room around it
    frame = box((width - seen) / 2, (height - seen) / 2, seen, seen)
    pixels, places = take_photo(page, places, replace(how.sampled(rng), small=0.0), rng, frame)
    return Booklet(pixels, patterns, places.reshape(-1, 4, 2))
