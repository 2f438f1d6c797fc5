"""The palette of a GIF: few colours, the same in all its frames, and no dithering."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""A picture: uint8, shape (height, width, 3), in red, green and blue."""

COLOURS = 128

_BITS = 5
"""Of each of red, green and blue that tell colours apart when looked up."""


class Palette:
    """The most frequent colours of some pictures, as they are, so that plain areas stay plain.

    Parameters
    ----------
    samples : iterable of ndarray

    Examples
    --------
    >>> picture = np.zeros((2, 3, 3), np.uint8)
    >>> picture[0, 0] = 255, 10, 0
    >>> image = Palette([picture]).apply(picture)
    >>> image.mode, image.size, image.convert("RGB").getpixel((0, 0))
    ('P', (3, 2), (255, 10, 0))
    """

    def __init__(self, samples: Iterable[Pixels]) -> None:
        packed = [_pack(sample, 8).ravel() for sample in samples]
        found, counts = np.unique(np.concatenate(packed), return_counts=True)
        frequent = found[np.argsort(-counts, kind="stable")]
        # Of colours that cannot be told apart, the most frequent.
        bins = _pack(_unpack(frequent, 8) >> (8 - _BITS), _BITS)
        _, firsts = np.unique(bins, return_index=True)
        firsts = np.sort(firsts)[:COLOURS]
        colours = _unpack(frequent[firsts], 8)
        self._bytes = colours.astype(np.uint8).tobytes()
        # By bin, the number of the nearest colour; a colour's own bin is always its.
        centres = (_unpack(np.arange(1 << 3 * _BITS), _BITS) << (8 - _BITS)) + 4
        # Squared distances, but for the centres' own squares, which do not tell colours apart.
        distances = (colours**2).sum(axis=1) - 2 * (centres.astype(float) @ colours.T)
        self._nearest = distances.argmin(axis=1).astype(np.uint8)
        self._nearest[bins[firsts]] = np.arange(len(firsts))

    def apply(self, picture: Pixels) -> Image.Image:
        """Give a picture in these colours."""
        image = Image.fromarray(self._nearest[_pack(picture >> np.uint8(8 - _BITS), _BITS)])
        image.putpalette(self._bytes)
        return image


def _pack(colours: npt.NDArray[np.integer], bits: int) -> npt.NDArray[np.int64]:
    """Make one number of red, green and blue."""
    red, green, blue = (colours[..., part].astype(np.int64) for part in range(3))
    return red << 2 * bits | green << bits | blue


def _unpack(numbers: npt.NDArray[np.int64], bits: int) -> npt.NDArray[np.int64]:
    mask = (1 << bits) - 1
    return np.stack([numbers >> 2 * bits, numbers >> bits & mask, numbers & mask], axis=-1)
