"""Mock photos: pictures, and the patterns that they show."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.model.pattern import Pattern
from kaleido.photo.image import Pixels
from kaleido.photo.quad import Points
from mockups.camera import take_photo
from mockups.conditions import KINDS, Conditions
from mockups.page import (
    as_bytes,
    box,
    crop_board,
    draw_page,
    print_booklet,
    print_page,
    sample_pattern,
)


class Mockup(NamedTuple):
    """A mock photo, its pattern, and where the board lies.

    The corners are the top left, top right, bottom right and bottom left, as x and y in pixels.
    """

    pixels: Pixels
    pattern: Pattern
    corners: Points


def make_mockup(kind: str, seed: int, pattern: Pattern | None = None) -> Mockup:
    """Make a mock photo of a board, one of `KINDS`; the same seed makes the same photo.

    By default the pattern is random, one that has a solution.

    Examples
    --------
    >>> make_mockup("sketch", 0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: unknown kind 'sketch': expected cropped board, ...
    """
    if kind not in KINDS:
        raise OptionError(unknown("kind", kind, KINDS))
    rng = np.random.default_rng([seed, *kind.encode()])
    shown = pattern or sample_pattern(rng)
    conditions = KINDS[kind]
    if conditions is not None:
        how = conditions.sampled(rng)
        page, corners = print_page(shown, how, rng)
        pixels, places = take_photo(page, corners, how, rng)
        return Mockup(pixels, shown, places)
    if kind == "cropped board":
        pixels, places = crop_board(shown, rng)
    else:
        pixels, places = draw_page(shown, rng, whole=kind == "screenshot")
    return Mockup(pixels, shown, places)


class Booklet(NamedTuple):
    """A picture of a page with several boards, as one reads it: by rows from the top.

    The corners are of shape (boards, 4, 2), in the order of those of a `Mockup`.
    """

    pixels: Pixels
    patterns: tuple[Pattern, ...]
    corners: Points


def make_booklet(boards: int, seed: int, how: Conditions | None = None) -> Booklet:
    """Make a page of a booklet with some boards, and photograph it; by default straight on."""
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
