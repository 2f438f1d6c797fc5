"""The palette of a GIF: few colours, the same in all frames, without dithering.

Pillow's own quantization moves plain colours (white becomes 252, 252, 252) and gives each frame a
palette unless one is forced on it, which makes files almost three times as large.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""The pixels of a picture in red, green and blue: uint8, shape (height, width, 3)."""

COLOURS = 128
"""The most colours of a palette."""

_BITS = 5
"""The bits of red, of green and of blue by which colours are looked up."""


class Palette:
    """The most frequent colours of some pictures, unchanged, so that plain areas stay plain.

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
        # Among the colours that are looked up alike, keep the most frequent one.
        bins = _pack(_unpack(frequent, 8) >> (8 - _BITS), _BITS)
        _, firsts = np.unique(bins, return_index=True)
        firsts = np.sort(firsts)[:COLOURS]
        colours = _unpack(frequent[firsts], 8)
        self._bytes = colours.astype(np.uint8).tobytes()
        # The nearest colour of each bin, by its number; a chosen colour keeps its own bin.
        centres = (_unpack(np.arange(1 << 3 * _BITS), _BITS) << (8 - _BITS)) + 4
        # Squared distances without the squares of the centres, which do not affect the order.
        distances = (colours**2).sum(axis=1) - 2 * (centres.astype(float) @ colours.T)
        self._nearest = distances.argmin(axis=1).astype(np.uint8)
        self._nearest[bins[firsts]] = np.arange(len(firsts))

    def apply(self, picture: Pixels) -> Image.Image:
        """Return a picture in these colours."""
        image = Image.fromarray(self._nearest[_pack(picture >> np.uint8(8 - _BITS), _BITS)])
        image.putpalette(self._bytes)
        return image


def _pack(colours: npt.NDArray[np.integer], bits: int) -> npt.NDArray[np.int64]:
    """Pack red, green and blue into one number."""
    red, green, blue = (colours[..., part].astype(np.int64) for part in range(3))
    return red << 2 * bits | green << bits | blue


def _unpack(numbers: npt.NDArray[np.int64], bits: int) -> npt.NDArray[np.int64]:
    mask = (1 << bits) - 1
    return np.stack([numbers >> 2 * bits, numbers >> bits & mask, numbers & mask], axis=-1)
