"""A mock photo: a picture, and the pattern that it shows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kaleido.errors import OptionError
from kaleido.model.pattern import Pattern
from kaleido.photo.image import Pixels
from kaleido.photo.quad import Points
from kaleido.text import unknown
from mockups.camera import take_photo
from mockups.conditions import KINDS
from mockups.drawing import crop_board, draw_page
from mockups.page import print_page
from mockups.pattern import sample_pattern


class Mockup(NamedTuple):
    """A mock photo.

    Attributes
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    pattern : Pattern
    corners : ndarray, shape (4, 2)
        The top left, top right, bottom right and bottom left of the board, as x and y in pixels.
    """

    pixels: Pixels
    pattern: Pattern
    corners: Points


def make_mockup(kind: str, seed: int, pattern: Pattern | None = None) -> Mockup:
    """Make a mock photo of a board.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    seed : int
        Settles everything else: same seed, same photo.
    pattern : Pattern, optional
        By default a random one, with colour counts that some choice of faces has.

    Raises
    ------
    OptionError
        The kind is unknown.

    Examples
    --------
    >>> make_mockup("sketch", 0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: unknown kind 'sketch': expected cropped board, ...
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
