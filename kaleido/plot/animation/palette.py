"""The palette of a GIF: few colours, the same in all frames, without dithering.

Pillow's own quantization moves plain colours (white becomes 252, 252, 252) and gives each frame a
palette unless one is forced on it, which makes files almost three times as large.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""The pixels of a picture in red, green and blue: uint8, shape (height, width, 3)."""

COLOURS = 128
"""The most colours of a palette."""

_SHIFT = 3
"""The low bits of red, of green and of blue that do not count when a colour is looked up."""


class Palette:
    """The most frequent colours of some pictures of one width, so that plain areas stay plain.

    Examples
    --------
    >>> picture = np.zeros((2, 3, 3), np.uint8)
    >>> picture[0, 0] = 255, 10, 0
    >>> image = Palette([picture]).apply(picture)
    >>> image.mode, image.size, image.convert("RGB").getpixel((0, 0))
    ('P', (3, 2), (255, 10, 0))
    """

    def __init__(self, samples: Iterable[Pixels]) -> None:
        everything = Image.fromarray(np.concatenate(list(samples)))
        # Pillow types the colours of pictures of all modes alike.
        counted: Any = everything.getcolors(1 << 24)
        chosen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for _, colour in sorted(counted, key=lambda each: (-each[0], each[1])):
            # Among the colours that are looked up alike, keep the most frequent one.
            chosen.setdefault(tuple(part >> _SHIFT for part in colour), colour)
        colours = np.array(list(chosen.values())[:COLOURS])
        self._bytes = colours.astype(np.uint8).tobytes()
        levels = np.arange(1 << _SHIFT - 1, 256, 1 << _SHIFT)
        centres = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
        # Squared distances without the squares of the centres, which do not affect the order.
        distances = (colours**2).sum(axis=1) - 2 * (centres.astype(float) @ colours.T)
        self._nearest = distances.argmin(axis=-1).astype(np.uint8)
        self._nearest[tuple(colours.T >> _SHIFT)] = np.arange(len(colours))

    def apply(self, picture: Pixels) -> Image.Image:
        """Return a picture in these colours."""
        red, green, blue = np.moveaxis(picture >> np.uint8(_SHIFT), -1, 0)
        image = Image.fromarray(self._nearest[red, green, blue])
        image.putpalette(self._bytes)
        return image
